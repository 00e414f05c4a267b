//! The state of a rare/common computation, and how it advances.

use ishitori_runtime::simd::Isa;
use ishitori_values::{Budget, LimitReached};

use super::class::Class;
use super::coded::CodedStretch;
use super::history::{Cell, History};
use super::scalar::Scratch;
use super::team_choice::TeamChoice;
use super::witness::{self, Witness};
use crate::heap::kernel::{
    self, BLOCK, Fill, Leftover, Mark, Marks, PendingWitnesses, STRIDE, Verify, Width,
};
use crate::heap::moves::Moves;

/// Heaps computed one by one before the first class is chosen.
pub(super) const START: u64 = 256;
/// No new class is searched for after this heap unless rares still turn up.
const LAST_CLASS: u64 = 1 << 14;
/// Heaps per call of the kernels, at first and at most.
pub(super) const BATCHES: std::ops::RangeInclusive<usize> = 64..=1 << 16;

/// Why a machine stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MachineStop {
    Limit(LimitReached),
    /// A value does not fit the cells; the machine is unharmed and can be widened.
    TooWide,
    /// A forgotten value is needed; start again with everything kept.
    Forgotten,
}

impl From<LimitReached> for MachineStop {
    fn from(limit: LimitReached) -> Self {
        MachineStop::Limit(limit)
    }
}

/// A split with a rare part: the option G(n − offset) ⊕ xor of heap n, except at one heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct RareMark {
    pub offset: u32,
    pub xor: u32,
    /// The heap for which the two parts would be equal though they must not be.
    pub except: u64,
}

/// A sequence machine: it computes G(0), G(1), … with cells of type V.
#[derive(Clone, Debug)]
pub(crate) struct SequenceMachine<V> {
    pub moves: Moves,
    pub history: History<V>,
    pub class: Class,
    /// The heap before which the class was chosen.
    pub class_since: u64,
    /// The rare heaps, in order.
    pub rares: Vec<u32>,
    /// Largest value so far.
    pub max_value: u32,
    /// Witnesses with an offset beyond the list: (start of a stretch of 4096 heaps, the largest
    /// offset there), in order. Only those that no later one surpasses: offsets fall.
    pub far_witnesses: Vec<(u64, u64)>,
    /// Values kept at each end when memory is to stay flat.
    pub keep: Option<usize>,
    /// The most threads that look for witnesses. The results do not depend on it.
    pub threads: usize,
    pub(super) choice: TeamChoice,
    pub(super) rare_marks: Vec<RareMark>,
    /// The takes and `rare_marks` for the kernels; `None` when they have changed.
    marks: Option<Marks>,
    pub(super) witnesses: Vec<Witness>,
    /// The coded stretch that the machine is in.
    pub(super) coded: Option<Box<CodedStretch>>,
    /// Codes of one byte are not enough.
    pub(super) uncodable: bool,
    /// Before this heap the kernels must not run: some mark does not yet apply everywhere.
    pub(super) careful_until: u64,
    pub(super) next_class: u64,
    pub(super) batch: usize,
    width: Width,
    /// Before this heap no new list of witnesses is chosen.
    pub(super) next_choice: u64,
    pub(super) scratch: Scratch,
    needs: PendingWitnesses,
    pub(super) isa: Isa,
}

impl<V: Cell> SequenceMachine<V> {
    pub fn new(moves: Moves) -> Self {
        let class = if moves.splits.is_empty() { Class::ALL_COMMON } else { Class::ALL_RARE };
        let careful_until = u64::from(moves.max_take) + BLOCK as u64;
        let mut machine = SequenceMachine {
            moves,
            history: History::new(),
            class,
            class_since: 0,
            rares: Vec::new(),
            max_value: 0,
            far_witnesses: Vec::new(),
            keep: None,
            threads: 1,
            choice: TeamChoice::default(),
            rare_marks: Vec::new(),
            marks: None,
            witnesses: Vec::new(),
            coded: None,
            uncodable: false,
            careful_until,
            next_class: START,
            batch: *BATCHES.start(),
            width: Width::W32,
            next_choice: 0,
            scratch: Scratch::default(),
            needs: PendingWitnesses::default(),
            isa: Isa::detect(),
        };
        if !machine.has_splits() {
            machine.next_class = u64::MAX;
        }
        machine
    }

    /// Uses another instruction set than the best one.
    #[cfg(test)]
    pub fn with_isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    pub fn has_splits(&self) -> bool {
        !self.moves.splits.is_empty()
    }

    /// The last rare heap.
    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |&r| u64::from(r))
    }

    /// The largest offset that a mark or a listed witness reads.
    pub fn reach(&self) -> u64 {
        let listed = self.witnesses.iter().map(|m| m.offset).max().unwrap_or(0);
        let takes = self.moves.takes.last().copied().unwrap_or(0);
        let rares = self.last_rare() + u64::from(self.moves.max_take);
        u64::from(listed.max(takes)).max(if self.has_splits() { rares } else { 0 })
    }

    /// The least heap from which on the kernels alone drive the machine, as things stand.
    pub fn settled_from(&self) -> u64 {
        self.careful_until.max(START)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let marks = self.rare_marks.capacity() * size_of::<RareMark>() + self.rares.capacity() * 4;
        self.history.bytes() + marks as u64 + 64 * self.batch as u64
    }

    /// Computes the values of all heaps below `to`, or as many as the budget allows.
    pub fn advance(&mut self, to: u64, budget: &Budget) -> Result<(), MachineStop> {
        while self.history.next() < to {
            budget.check(self.bytes())?;
            if self.history.next() >= self.next_class {
                self.choose_class();
            }
            let stop = to.min(self.next_class);
            let next = self.history.next();
            let blocks = (stop - next) as usize / BLOCK;
            if self.is_crowded() {
                let until = (next + 256).min(stop);
                while self.history.next() < until {
                    self.step()?;
                }
            } else if blocks >= STRIDE / BLOCK && self.can_code() {
                self.run_coded(self.batch.min(blocks * BLOCK / STRIDE * STRIDE))?;
            } else if V::TOP == 255 && next >= self.settled_from() && blocks > 0 {
                self.run_batch(self.batch.min(blocks * BLOCK))?;
            } else {
                let until = (next + 256).min(stop);
                while self.history.next() < until {
                    self.step()?;
                    if V::TOP == 255 && self.history.next() == self.settled_from() {
                        break;
                    }
                }
            }
            self.forget_if_settled();
        }
        Ok(())
    }

    fn forget_if_settled(&mut self) {
        if let Some(keep) = self.keep
            && self.history.recent.len() >= 2 * keep
            && self.history.next() > 16 * self.last_rare()
            && keep as u64 > 2 * self.reach()
        {
            self.history.forget(keep);
            self.next_class = u64::MAX;
        }
    }

    // Classes and marks.

    fn choose_class(&mut self) {
        let next = self.history.next();
        self.next_class = 2 * next;
        let quiet = self.last_rare() < next / 4;
        if !self.history.is_whole() || (next > LAST_CLASS && quiet) {
            self.next_class = if quiet { u64::MAX } else { 2 * next };
            return;
        }
        let known = || self.history.recent[1..].iter().map(|&v| v.into());
        let best = Class::best(known(), 1, self.moves.split_parity());
        let rares = |class: Class| (1..).zip(known()).filter(move |&(n, v)| !class.is_common(v, n));
        if best != self.class && rares(best).count() < self.rares.len() {
            self.rares = rares(best).map(|(n, _)| n as u32).collect();
            self.class = best;
            self.class_since = next;
            self.witnesses.clear();
            self.next_choice = 0;
            self.mark_all_rares();
        }
    }

    /// Makes `heap`, whose value is known, a rare heap.
    pub(super) fn add_rare(&mut self, heap: u64) -> Result<(), MachineStop> {
        if !self.history.is_whole() {
            return Err(MachineStop::Forgotten);
        }
        let heap = u32::try_from(heap).map_err(|_| MachineStop::Forgotten)?;
        self.rares.push(heap);
        self.add_rare_marks(heap);
        Ok(())
    }

    pub(super) fn mark_all_rares(&mut self) {
        self.rare_marks.clear();
        self.marks = None;
        self.coded = None;
        for i in 0..self.rares.len() {
            self.add_rare_marks(self.rares[i]);
        }
    }

    fn add_rare_marks(&mut self, heap: u32) {
        self.marks = None;
        self.coded = None;
        let xor: u32 = self.history.first()[heap as usize].into();
        for split in &self.moves.splits {
            let equal = u64::from(split.take) + 2 * u64::from(heap);
            let except = if split.distinct { equal } else { u64::MAX };
            self.rare_marks.push(RareMark { offset: split.take + heap, xor, except });
            let applies = u64::from(split.take + heap) + 1;
            let after = if split.distinct { equal + 1 } else { 0 };
            self.careful_until = self.careful_until.max(applies).max(after);
        }
    }

    fn kernel_marks(&self) -> Marks {
        let takes = self.moves.takes.iter().map(|&offset| Mark { offset, xor: 0 });
        let rares = self.rare_marks.iter().map(|m| Mark { offset: m.offset, xor: m.xor as u8 });
        Marks::new(takes.chain(rares).collect())
    }

    // Blocks.

    fn run_batch(&mut self, heaps: usize) -> Result<(), MachineStop> {
        // This is only reached with one-byte cells: the kernels know no others.
        let Some(mut values) = V::take_bytes(&mut self.history.recent) else { unreachable!() };
        self.coded = None;
        let from = values.len();
        values.resize(from + heaps, 0);
        let marks = self.marks.take().unwrap_or_else(|| self.kernel_marks());
        let width = self.width.max(Width::for_max(self.max_value).expect("values of one byte"));
        let common = self.common_sets();
        let reached = kernel::fill(
            self.isa,
            width,
            &mut Fill {
                values: &mut values,
                parity: self.history.base as usize & 1,
                from,
                to: from + heaps,
                marks: &marks,
                common: &common,
                needs: self.class.flip.eq(&0).then_some(&mut self.needs),
            },
        );
        self.marks = Some(marks);
        let to = from + (reached - from) / BLOCK * BLOCK;
        values.truncate(to);
        let mut leftover = Vec::new();
        let mut sample = None;
        if self.has_splits() {
            let (values, needs) = (&values[..], &self.needs);
            let listed = self.witnesses.iter();
            let witnesses: Vec<Mark> =
                listed.map(|w| Mark { offset: w.offset, xor: w.xor as u8 }).collect();
            let mut job = Verify { values, from, to, witnesses: &witnesses, needs };
            leftover = kernel::verify(self.isa, width, &job);
            job.witnesses = &[];
            let (isa, job) = (self.isa, &job);
            sample = (self.history.base + from as u64 >= self.next_choice)
                .then(|| kernel::verify(isa, width, job));
        }
        let max = values[from..].iter().copied().max().unwrap_or(0);
        V::put_bytes(&mut self.history.recent, values);
        if let Some(sample) = sample.filter(|_| self.choice_is_due()) {
            let (class, old) = (&self.class, &self.witnesses);
            let encode = |value| value as usize;
            let most = witness::listed(self.isa, self.max_value);
            self.witnesses =
                witness::choose(&self.history, &self.moves, class, &sample, encode, old, most);
        }
        if to == from {
            match width.next() {
                Some(wider) => self.width = wider,
                None => return Err(MachineStop::TooWide),
            }
        }
        let rare = self.settle(&leftover, from)?;
        if rare {
            self.width = Width::W32;
        } else {
            self.max_value = self.max_value.max(u32::from(max));
            self.batch = (2 * self.batch).min(*BATCHES.end());
        }
        Ok(())
    }

    /// Looks for witnesses that the list does not have. If one does not exist, everything from
    /// that heap on is taken back, the heap becomes rare, and the answer is true.
    fn settle(&mut self, leftover: &[Leftover], from: usize) -> Result<bool, MachineStop> {
        for &(index, set) in leftover {
            for value in members(&set) {
                if self.settle_value(index, value, from, 0)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether it is time for another list of witnesses.
    pub(super) fn choice_is_due(&mut self) -> bool {
        let next = self.history.next();
        let due = next >= self.next_choice;
        if due {
            self.next_choice = if next < 1 << 14 { 2 * next } else { 4 * next };
        }
        due
    }

    /// Looks for a witness of `value` at the heap with this index. If there is none, that heap
    /// becomes rare, all later ones are taken back, and the answer is true. Values from `from` on
    /// are taken back if the answer is not known. Splits with a small part up to `tried` that is
    /// common are known not to have the value; a rare part cannot give it.
    pub(super) fn settle_value(
        &mut self,
        index: usize,
        value: u32,
        from: usize,
        tried: usize,
    ) -> Result<bool, MachineStop> {
        let heap = self.history.base + index as u64;
        match witness::find(self.isa, &self.history, &self.moves, heap, value, tried) {
            Ok(Some(found)) => {
                self.note_witness(heap, found.offset.into());
                let near = found.offset as usize <= witness::REACH;
                if near && self.witnesses.len() < witness::listed(self.isa, self.max_value) {
                    self.witnesses.push(found);
                    if let Some(coded) = &mut self.coded {
                        coded.add_witness(found);
                    }
                }
                Ok(false)
            }
            Ok(None) => {
                self.history.recent.truncate(index);
                self.history.recent.push(V::of(value));
                self.max_value = self.known_max(from);
                self.batch = *BATCHES.start();
                self.add_rare(heap)?;
                Ok(true)
            }
            Err(trouble) => {
                self.history.recent.truncate(from);
                Err(trouble)
            }
        }
    }

    fn known_max(&self, from: usize) -> u32 {
        let new = self.history.recent[from..].iter().max().map_or(0, |&v| v.into());
        self.max_value.max(new)
    }

    pub(super) fn note_witness(&mut self, heap: u64, offset: u64) {
        if offset <= witness::REACH as u64 {
            return;
        }
        // Only the largest offset from some heap on is ever asked for, so a later one that is as large
        // makes an earlier one superfluous, and one entry for each stretch of heaps is enough.
        let stretch = heap >> 12 << 12;
        while self.far_witnesses.last().is_some_and(|&(_, earlier)| earlier <= offset) {
            self.far_witnesses.pop();
        }
        if self.far_witnesses.last().is_none_or(|&(first, _)| first != stretch) {
            self.far_witnesses.push((stretch, offset));
        }
    }

    /// The largest offset of a witness for the heaps from `from` on. O(log far witnesses).
    pub fn deepest_witness(&self, from: u64) -> u64 {
        let later = self.far_witnesses.partition_point(|(heap, _)| *heap + (1 << 12) <= from);
        let deepest = self.far_witnesses.get(later).map_or(0, |&(_, offset)| offset);
        deepest.max(witness::REACH as u64)
    }

    /// How many heaps are rare, heap 0 counted if it is.
    pub fn rare_count(&self) -> u64 {
        self.rares.len() as u64 + u64::from(!self.class.is_common(0, 0))
    }

    /// A bound B on the rare heaps such that every heap beyond 2(B + k + 2) has witnesses with a
    /// part of at most B. Heaps from before the class was chosen were not asked for them.
    pub fn witness_reach(&self) -> u64 {
        let mut reach = self.last_rare().max(witness::REACH as u64).max(self.class_since / 2);
        loop {
            let beyond = 2 * (reach + u64::from(self.moves.max_take) + 2);
            let deepest = self.deepest_witness(beyond);
            if deepest <= reach {
                return reach;
            }
            reach = deepest;
        }
    }

    fn common_sets(&self) -> [[u64; 4]; 2] {
        let mut sets = [[0; 4]; 2];
        for (parity, set) in sets.iter_mut().enumerate() {
            for value in (0..256).filter(|&v| self.class.is_common(v, parity as u64)) {
                set[value as usize / 64] |= 1 << (value % 64);
            }
        }
        sets
    }

    /// The same state with wider cells.
    pub fn widened<W: Cell>(self) -> SequenceMachine<W> {
        let mut wide = SequenceMachine::<W>::new(self.moves.clone());
        wide.history = self.history.widened();
        wide.class = self.class;
        wide.class_since = self.class_since;
        wide.rares = self.rares;
        wide.max_value = self.max_value;
        wide.far_witnesses = self.far_witnesses;
        wide.keep = self.keep;
        wide.threads = self.threads;
        wide.rare_marks = self.rare_marks;
        wide.careful_until = self.careful_until;
        wide.next_class = self.next_class;
        wide.isa = self.isa;
        wide
    }
}

pub(super) fn members(set: &[u64; 4]) -> impl Iterator<Item = u32> + '_ {
    (0..256).filter(|&v| set[v as usize / 64] >> (v % 64) & 1 == 1)
}
