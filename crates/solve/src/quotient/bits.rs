//! Sets of elements as bits.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)].into())
    }

    pub fn get(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 != 0
    }

    pub fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Adds the numbers that are not in `other`, where `full` is the set of all.
    pub fn or_complement(&mut self, other: &Bits, full: &Bits) {
        let words = self.0.iter_mut().zip(&other.0).zip(&full.0);
        words.for_each(|((a, b), full)| *a |= full & !b);
    }

    /// The numbers that are not in `other`.
    pub fn without(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    pub fn full(bound: usize) -> Bits {
        let mut bits = Bits::new(bound);
        (0..bound).for_each(|at| bits.set(at));
        bits
    }

    /// The numbers `at` below `bound` for which `test` holds.
    pub fn from_fn(bound: usize, mut test: impl FnMut(usize) -> bool) -> Bits {
        let words = (0..bound.div_ceil(64)).map(|word| {
            let last = bound.min(64 * word + 64);
            (64 * word..last).fold(0, |bits, at| bits | u64::from(test(at)) << (at % 64))
        });
        Bits(words.collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    64 * at + bit
                })
            })
        })
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> u64 {
        8 * self.0.len() as u64
    }
}
