//! Taking a machine apart into plain numbers, and putting it together again.

use super::class::Class;
use super::history::{Cell, History};
use super::machine::{BATCHES, START, SequenceMachine};
use super::witness::{self, Witness};
use crate::heap::moves::Moves;

/// No search comes so far; sums of a few such numbers are numbers.
const MOST_HEAPS: u64 = 1 << 48;

/// Everything about a machine but its moves and its values.
#[derive(Clone, Debug)]
pub(crate) struct MachineState {
    /// base, mask, position + 1 or 0, flip, class_since, max_value, keep or 0, next_class,
    /// careful_until, batch, next_choice.
    pub numbers: [u64; 11],
    /// Rare heaps; far witnesses and listed witnesses, as pairs.
    pub lists: [Vec<u64>; 3],
}

impl<V: Cell> SequenceMachine<V> {
    /// The state as numbers. O(rares).
    pub fn state(&self) -> MachineState {
        let class = self.class;
        let far = self.far_witnesses.iter().flat_map(|&(heap, offset)| [heap, offset]);
        let listed = self.witnesses.iter().flat_map(|m| [m.offset.into(), m.xor.into()]);
        MachineState {
            numbers: [
                self.history.base,
                class.mask.into(),
                class.position.map_or(0, |p| u64::from(p) + 1),
                class.flip.into(),
                self.class_since,
                self.max_value.into(),
                self.keep.unwrap_or(0) as u64,
                self.next_class,
                self.careful_until,
                self.batch as u64,
                self.next_choice,
            ],
            lists: [
                self.rares.iter().map(|&r| r.into()).collect(),
                far.collect(),
                listed.collect(),
            ],
        }
    }

    /// The machine with this state and these values; `None` if they cannot belong together. The
    /// kernels read without looking where, so that everything they rely on is made sure of here:
    /// the state may come from anywhere. O(values).
    pub fn resume(
        moves: Moves,
        state: MachineState,
        recent: Vec<V>,
        prefix: Vec<V>,
    ) -> Option<Self> {
        let [base, mask, position, flip, class_since, max_value, keep, ..] = state.numbers;
        let [.., next_class, careful_until, batch, next_choice] = state.numbers;
        let next = base.checked_add(recent.len() as u64)?;
        let sound = [base, next, class_since, careful_until].iter().all(|&n| n <= MOST_HEAPS)
            && position <= 2
            && class_since <= next
            && next_class >= START
            && (base == 0) == prefix.is_empty()
            && base >= prefix.len() as u64
            && (base == 0 || recent.len() >= prefix.len());
        if !sound {
            return None;
        }
        let mut machine = SequenceMachine::new(moves);
        machine.history = History { recent, base, prefix };
        machine.class = Class {
            mask: mask.try_into().ok()?,
            position: position.checked_sub(1).map(|p| p as u32),
            flip: flip.try_into().ok()?,
        };
        machine.class_since = class_since;
        machine.max_value = max_value.try_into().ok()?;
        machine.keep = Some(keep as usize).filter(|&k| k > 0);
        machine.next_class = next_class;
        let [rares, far, listed] = state.lists;
        for rare in rares {
            machine.rares.push(rare.try_into().ok()?);
        }
        let far: Vec<(u64, u64)> = far.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        for pair in listed.chunks_exact(2) {
            let mark = Witness { offset: pair[0].try_into().ok()?, xor: pair[1].try_into().ok()? };
            machine.witnesses.push(mark);
        }
        if !machine.has_sound_class()
            || !machine.has_sound_rares()
            || !machine.has_sound_lists(&far)
        {
            return None;
        }
        // Earlier programs noted more of them than are needed.
        far.iter().for_each(|&(heap, offset)| machine.note_witness(heap, offset));
        machine.mark_all_rares();
        // Marks read no further back than values are remembered.
        if base > 0 && machine.history.prefix.len() as u64 <= 2 * machine.reach() {
            return None;
        }
        machine.careful_until = machine.careful_until.max(careful_until);
        machine.batch = batch.try_into().ok()?;
        machine.next_choice = next_choice;
        (machine.batch.is_power_of_two() && BATCHES.contains(&machine.batch)).then_some(machine)
    }

    /// Games without splits have one class; others one that the cells can distinguish and the
    /// splits allow.
    fn has_sound_class(&self) -> bool {
        let class = self.class;
        match self.has_splits() {
            false => class == Class::ALL_COMMON,
            true => {
                class == Class::ALL_RARE
                    || class.flip == 0
                        && (1..=V::TOP).contains(&class.mask)
                        && (class.position.is_none() || class.position == self.moves.split_parity())
            }
        }
    }

    /// The rare heaps are those that the class says, and the largest value is what it is.
    fn has_sound_rares(&self) -> bool {
        let history = &self.history;
        if history.first().first().is_some_and(|&v| v.into() != 0) {
            return false;
        }
        let heaps = (0..).zip(&history.prefix).chain((history.base..).zip(&history.recent));
        let mut rares = self.rares.iter();
        let mut largest = 0;
        for (heap, &value) in heaps {
            let value: u32 = value.into();
            largest = largest.max(value);
            let rare = heap > 0 && self.has_splits() && !self.class.is_common(value, heap);
            if rare && rares.next().is_none_or(|&r| u64::from(r) != heap) {
                return false;
            }
        }
        // A rare heap is among the first; forgotten values can have been larger.
        let known = history.first().len() as u64;
        let max = match history.is_whole() {
            true => self.max_value == largest,
            false => (largest..=V::TOP).contains(&self.max_value) && self.last_rare() < known,
        };
        rares.next().is_none() && max
    }

    /// Listed witnesses are splits with a common part; those far away are noted in order.
    fn has_sound_lists(&self, far_witnesses: &[(u64, u64)]) -> bool {
        let (first, next) = (self.history.first(), self.history.next());
        let listed = |witness: &Witness| {
            let part = |take: u32| {
                let part = witness.offset.checked_sub(take).filter(|&part| part > 0)?;
                Some((part, (*first.get(part as usize)?).into()))
            };
            let found = |(part, value): (u32, u32)| {
                value == witness.xor && self.class.is_common(value, part.into())
            };
            witness.offset as usize <= witness::REACH
                && u64::from(witness.offset) < next
                && self.moves.splits.iter().any(|split| part(split.take).is_some_and(found))
        };
        let far = |&(heap, offset): &(u64, u64)| {
            heap % (1 << 12) == 0 && heap < next && offset < next && offset > witness::REACH as u64
        };
        self.witnesses.len() <= witness::LISTED
            && self.witnesses.iter().all(listed)
            && far_witnesses.iter().all(far)
            && far_witnesses.is_sorted_by(|a, b| a.0 < b.0)
            && (self.has_splits() || self.witnesses.is_empty() && far_witnesses.is_empty())
    }
}
