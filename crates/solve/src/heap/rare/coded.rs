//! Settled stretches, in half the bits.
//!
//! Far enough from the rare heaps every heap that is examined is common, and then one bit of a
//! value says nothing: with b the lowest bit of the mask, the common values at a heap differ
//! in their other bits, and so do the rare ones. The *code* of a value is the value without
//! bit b. Codes are as useful as values:
//!
//! * dropping a bit is linear, so the code of a nim-sum is the nim-sum of the codes;
//! * among common values (and among rare ones) at one heap the order is that of the codes, because
//!   bit b is decided by the bits above it, b being the lowest bit of the mask;
//! * splits with a rare part have common values here, splits without one have rare values, and a
//!   take has a rare value exactly if the position takes part in the class and the number is odd.
//!
//! So the least common value that is not excluded is the least code that is not, the exclusion
//! sets have half the size, and what must be witnessed is a function of the code and the parity.

use ishitori_runtime::Workers;
use ishitori_values::Budget;

use super::class::Class;
use super::history::Cell;
use super::machine::{BATCHES, MachineStop, SequenceMachine, members};
use super::witness::{self, Witness};
use crate::heap::kernel::{
    self, Fill, Leftover, Mark, Marks, NeedTable, STRIDE, VerifyCodes, Width,
};

/// Codes of the last heaps are thrown away when there are more than this.
const MOST_CODES: usize = 1 << 17;

/// The heaps of a batch that are examined when witnesses are chosen; a multiple of [`STRIDE`].
const SAMPLED: usize = 1 << 13;

/// The kernels' view of a settled stretch.
#[derive(Clone, Debug)]
pub(super) struct CodedStretch {
    coder: Coder,
    /// The codes of the last heaps.
    codes: Vec<u8>,
    /// How many of them are needed.
    reach: usize,
    marks: Marks,
    /// Takes with a rare value, then the listed witnesses.
    witnesses: Vec<Mark>,
    width: Width,
    /// The values that must be witnessed.
    needs: NeedTable,
    /// The common values by parity of the heap and code, and the rare ones.
    common: [Vec<u32>; 2],
    rare: [Vec<u32>; 2],
    /// Numbers taken before a split, and the small parts of splits: see [`VerifyCodes`].
    splits: Vec<u32>,
    small: Vec<[u8; STRIDE]>,
    small_common: Vec<u64>,
}

/// Drops bit b of a value.
#[derive(Clone, Copy, Debug)]
struct Coder {
    dropped: Option<u32>,
}

impl Coder {
    fn new(class: &Class) -> Coder {
        Coder { dropped: (class.mask != 0).then(|| class.mask.trailing_zeros()) }
    }

    fn encode(self, value: u32) -> u32 {
        match self.dropped {
            Some(b) => value >> (b + 1) << b | value & ((1 << b) - 1),
            None => value,
        }
    }

    /// The values with this code, without and with bit b.
    fn decode(self, code: u32) -> [u32; 2] {
        match self.dropped {
            Some(b) => {
                let without = code >> b << (b + 1) | code & ((1 << b) - 1);
                [without, without | 1 << b]
            }
            None => [code, code],
        }
    }

    /// The least width for codes of values up to `max`, if one byte holds them and bit b is among
    /// the bits of the values.
    fn width(self, max: u32) -> Option<Width> {
        let bits = u32::BITS - max.leading_zeros();
        let bits = match self.dropped {
            Some(b) if b >= bits => return None,
            Some(_) => bits - 1,
            None => bits,
        };
        (bits <= 8).then(|| Width::for_max((1 << bits) - 1)).flatten()
    }
}

impl CodedStretch {
    pub(super) fn add_witness(&mut self, witness: Witness) {
        let xor = self.coder.encode(witness.xor) as u8;
        self.witnesses.push(Mark { offset: witness.offset, xor });
    }
}

impl<V: Cell> SequenceMachine<V> {
    /// Whether everything that the next heap looks at is common.
    pub(super) fn can_code(&self) -> bool {
        if self.coded.is_some() {
            return true;
        }
        self.class != Class::ALL_RARE
            && !self.uncodable
            && self.history.next() >= self.codable_from()
            && Coder::new(&self.class).width(self.max_value).is_some()
    }

    /// From this heap on everything that a mark or a listed witness reads is common, as things
    /// stand.
    pub fn codable_from(&self) -> u64 {
        let k = u64::from(self.moves.max_take);
        let far = 2 * self.last_rare() + k + 1;
        let listed = self.last_rare().max(witness::REACH as u64) + witness::REACH as u64 + 2 * k;
        self.settled_from().max(far.max(listed) + STRIDE as u64 + 1)
    }

    /// None if codes have more than one byte.
    fn start_coding(&self) -> Option<CodedStretch> {
        let coder = Coder::new(&self.class);
        let width = coder.width(self.max_value)?;
        let rares = self.last_rare() as usize + self.moves.max_take as usize;
        let reach = rares.max(witness::REACH) + self.moves.max_take as usize + STRIDE;
        let recent = &self.history.recent;
        let last = recent[recent.len().saturating_sub(reach)..].iter();
        // A take of an odd number changes the class of a value if the position takes part.
        let turns = |take: &&u32| self.class.position.is_some() && **take % 2 == 1;
        let take_mark = |&offset: &u32| Mark { offset, xor: 0 };
        let kept = self.moves.takes.iter().filter(|t| !turns(t)).map(take_mark);
        let turned = self.moves.takes.iter().filter(turns).map(take_mark);
        let rare_marks = self
            .rare_marks
            .iter()
            .map(|m| Mark { offset: m.offset, xor: coder.encode(m.xor) as u8 });
        let mut common = [vec![0; 256], vec![0; 256]];
        let mut rare = common.clone();
        for parity in 0..2 {
            for code in 0..256 {
                for value in coder.decode(code) {
                    let side = match self.class.is_common(value, parity) {
                        true => &mut common,
                        false => &mut rare,
                    };
                    side[parity as usize][code as usize] = value;
                }
            }
        }
        let first = self.history.first();
        let chunks = match self.has_splits() {
            true => witness::REACH.saturating_sub(self.moves.max_take as usize) / STRIDE,
            false => 0,
        };
        let part = |chunk: usize, i: usize| -> Option<u32> {
            let part = STRIDE * (chunk + 1) - i;
            let value = first[part].into();
            self.class.is_common(value, part as u64).then_some(value)
        };
        let small = (0..chunks).map(|chunk| {
            std::array::from_fn(|i| part(chunk, i).map_or(u8::MAX, |v| coder.encode(v) as u8))
        });
        let small_common = (0..chunks).map(|chunk| {
            (0..STRIDE).fold(0, |set, i| set | u64::from(part(chunk, i).is_some()) << i)
        });
        let mut coded = CodedStretch {
            coder,
            splits: self.moves.splits.iter().map(|s| s.take).collect(),
            small: small.collect(),
            small_common: small_common.collect(),
            codes: last.map(|&v| coder.encode(v.into()) as u8).collect(),
            reach,
            marks: Marks::new(kept.chain(rare_marks).collect()),
            witnesses: turned.collect(),
            width,
            needs: needs(&common, &rare),
            common,
            rare,
        };
        self.witnesses.iter().for_each(|&w| coded.add_witness(w));
        Some(coded)
    }

    /// Values of the heaps from `first` to `to`, given those of enough heaps from `first` on, all
    /// of them in a settled stretch and verified before. None if codes have more than one byte.
    pub fn replay(&self, first: u64, mut given: Vec<V>, to: u64) -> Option<Vec<V>> {
        let from = given.len();
        let wanted = (to - first) as usize;
        given.truncate(wanted);
        if wanted <= from {
            return Some(given);
        }
        let coded = self.start_coding()?;
        let encode = |&v: &V| coded.coder.encode(v.into()) as u8;
        let mut codes: Vec<u8> = given.iter().map(encode).collect();
        let stop = from + (wanted - from).next_multiple_of(STRIDE);
        codes.resize(stop, 0);
        let job = &mut Fill {
            values: &mut codes,
            parity: 0,
            from,
            to: stop,
            marks: &coded.marks,
            common: &[[u64::MAX; 4]; 2],
            needs: None,
        };
        kernel::fill(self.isa, coded.width, job);
        let new = (first + from as u64..to).zip(&codes[from..]);
        let value = |(heap, &code): (u64, &u8)| coded.common[heap as usize & 1][usize::from(code)];
        given.extend(new.map(|pair| V::wrapping(value(pair))));
        Some(given)
    }

    /// Computes a batch of heaps, a multiple of [`STRIDE`].
    pub(super) fn run_coded(&mut self, heaps: usize) -> Result<(), MachineStop> {
        let mut coded = match self.coded.take() {
            Some(coded) => coded,
            None => match self.start_coding() {
                Some(coded) => Box::new(coded),
                None => {
                    self.uncodable = true;
                    return Ok(());
                }
            },
        };
        let next = self.history.next();
        let from = coded.codes.len();
        let parity = (next as usize + from) & 1;
        coded.codes.resize(from + heaps, 0);
        let reached = kernel::fill(
            self.isa,
            coded.width,
            &mut Fill {
                values: &mut coded.codes,
                parity: 0,
                from,
                to: from + heaps,
                marks: &coded.marks,
                common: &[[u64::MAX; 4]; 2],
                needs: None,
            },
        );
        let to = from + (reached - from) / STRIDE * STRIDE;
        coded.codes.truncate(to);
        if to == from {
            match coded.width.next() {
                Some(wider) => {
                    coded.width = wider;
                    self.coded = Some(coded);
                    return Ok(());
                }
                None if V::TOP > 255 => {
                    self.uncodable = true;
                    return Ok(());
                }
                None => return Err(MachineStop::TooWide),
            }
        }
        let start = self.history.recent.len();
        let tables = [&coded.common[next as usize & 1], &coded.common[next as usize & 1 ^ 1]];
        // Among common values of one parity the order is that of the codes.
        let mut largest = [0u8; 2];
        let mut among = [0u8; STRIDE];
        for codes in coded.codes[from..].as_chunks::<STRIDE>().0 {
            for i in 0..STRIDE {
                among[i] = among[i].max(codes[i]);
            }
        }
        for pair in among.as_chunks::<2>().0 {
            largest = [largest[0].max(pair[0]), largest[1].max(pair[1])];
        }
        let [even, odd] = [0, 1].map(|i| tables[i][usize::from(largest[i])]);
        let max = self.max_value.max(even).max(odd);
        if max > V::TOP {
            return Err(MachineStop::TooWide);
        }
        let tables = tables.map(|table| std::array::from_fn(|code| V::wrapping(table[code])));
        self.history.recent.resize(start + to - from, V::default());
        let new = &mut self.history.recent[start..];
        V::decode(self.isa, coded.width, &tables, &coded.codes[from..], new);
        if self.has_splits() {
            let ahead = start as isize - from as isize;
            let mut choice = std::mem::take(&mut self.choice);
            let verify = |threads: usize, to: usize, witnesses: &[Mark], small: &[_]| -> Vec<_> {
                let CodedStretch { codes, needs, splits, small_common: common, .. } = &*coded;
                let check = |from: usize, to: usize| {
                    let job = VerifyCodes {
                        codes,
                        parity,
                        from,
                        to,
                        witnesses,
                        needs,
                        splits,
                        small,
                        common,
                    };
                    kernel::verify_codes(self.isa, coded.width, &job)
                };
                let leftover = in_pieces(from, to, threads, check).into_iter();
                leftover.map(|(i, set)| ((i as isize + ahead) as usize, set)).collect()
            };
            let most = self.threads.min((to - from) / PIECE).max(1);
            let leftover = choice.run(most, |n| verify(n, to, &coded.witnesses, &coded.small));
            let turned = coded.witnesses.len().saturating_sub(self.witnesses.len());
            let sample = (self.history.next() >= self.next_choice)
                .then(|| verify(1, to.min(from + SAMPLED), &coded.witnesses[..turned], &[]));
            if let Some(sample) = sample.filter(|_| self.choice_is_due()) {
                let (class, old, coder) = (&self.class, &self.witnesses, coded.coder);
                let encode = |value| coder.encode(value) as usize;
                let most = witness::listed(self.isa, self.max_value);
                self.witnesses =
                    witness::choose(&self.history, &self.moves, class, &sample, encode, old, most);
                coded.witnesses.truncate(turned);
                self.witnesses.iter().for_each(|&w| coded.add_witness(w));
            }
            self.choice = choice;
            let rare = coded.rare.clone();
            let tried = if kernel::finishes(self.isa) { STRIDE * coded.small.len() } else { 0 };
            self.coded = Some(coded);
            for (index, set) in leftover {
                let parity = (self.history.base as usize + index) & 1;
                for code in members(&set) {
                    match self.settle_value(index, rare[parity][code as usize], start, tried) {
                        Ok(false) => (),
                        Ok(true) => return Ok(()),
                        Err(trouble) => {
                            self.coded = None;
                            return Err(trouble);
                        }
                    }
                }
            }
        } else {
            self.coded = Some(coded);
        }
        self.max_value = max;
        self.batch = (2 * self.batch).min(*BATCHES.end());
        if let Some(coded) = &mut self.coded {
            // The codes of larger values need more bits from now on.
            match coded.coder.width(max) {
                Some(width) => coded.width = coded.width.max(width),
                None => self.coded = None,
            }
        }
        if let Some(coded) = &mut self.coded
            && coded.codes.len() > MOST_CODES.max(4 * coded.reach)
        {
            let drop = coded.codes.len() - coded.reach;
            coded.codes.drain(..drop);
        }
        Ok(())
    }
}

/// For a heap with each code, the codes of the rare values below its value.
fn needs(common: &[Vec<u32>; 2], rare: &[Vec<u32>; 2]) -> NeedTable {
    std::array::from_fn(|parity| {
        let need = |&value: &u32| {
            let mut set = [0u64; 4];
            for code in (0..256).filter(|&code| rare[parity][code] < value) {
                set[code / 64] |= 1 << (code % 64);
            }
            set
        };
        common[parity].iter().map(need).collect()
    })
}

/// Pieces of fewer heaps than this are not worth a thread.
const PIECE: usize = 1 << 14;

/// The results of `check` for the pieces of a range of heaps, in their order, by several threads.
fn in_pieces(
    from: usize,
    to: usize,
    threads: usize,
    check: impl Fn(usize, usize) -> Vec<Leftover> + Sync,
) -> Vec<Leftover> {
    if threads == 1 {
        return check(from, to);
    }
    let size = (to - from).div_ceil(threads).next_multiple_of(STRIDE);
    let ends = |piece: usize| ((from + piece * size).min(to), (from + (piece + 1) * size).min(to));
    let check = |piece: usize| {
        let (from, to) = ends(piece);
        check(from, to)
    };
    // A batch is short, so the budget is asked between batches and not here.
    let unlimited = Budget::unlimited();
    Workers::new(threads, &unlimited).team(check).into_iter().flatten().collect()
}
