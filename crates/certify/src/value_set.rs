//! Sets of Grundy values.

use crate::numbers::small;
/// A finite set of Grundy values, as bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ValueSet {
    words: Vec<u64>,
}

impl ValueSet {
    /// Adds v. O(1) amortised.
    pub(crate) fn insert(&mut self, v: u32) {
        self.insert_word((v / 64) as usize, 1 << (v % 64));
    }

    fn insert_word(&mut self, i: usize, bits: u64) {
        if i >= self.words.len() {
            self.words.resize(i + 1, 0);
        }
        self.words[i] |= bits;
    }

    /// Adds all members of another set. O(words).
    pub(crate) fn insert_all(&mut self, other: &ValueSet) {
        for (i, &bits) in other.words.iter().enumerate() {
            self.insert_word(i, bits);
        }
    }

    /// Adds v ⊕ x for every x in another set. O(words).
    pub(crate) fn insert_sums(&mut self, v: u32, other: &ValueSet) {
        for (i, &bits) in other.words.iter().enumerate() {
            if bits != 0 {
                self.insert_word(i ^ (v / 64) as usize, xor_positions(bits, v % 64));
            }
        }
    }

    /// The least value that is not a member. O(words).
    pub(crate) fn mex(&self) -> u32 {
        let i = self.words.iter().position(|&bits| bits != u64::MAX).unwrap_or(self.words.len());
        let bits = self.words.get(i).copied().unwrap_or(0);
        small(i) * 64 + bits.trailing_ones()
    }

    /// Frees the capacity that is not used. O(words).
    pub(crate) fn fit(&mut self) {
        self.words.shrink_to_fit();
    }

    /// Bytes that the members take. O(1).
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.words()
    }

    /// Bytes of a set of values below a bound; none stands for 2^32. O(1).
    pub(crate) fn bytes_below(bound: Option<u32>) -> u64 {
        8 * (bound.map_or(1 << 32, u64::from) / 64 + 1)
    }

    /// The number of words in use, for counting steps. O(1).
    pub(crate) fn words(&self) -> u64 {
        self.words.len() as u64
    }
}

/// Moves bit i to bit i ⊕ v, for v < 64, by exchanging neighbours at each distance 2^j in v.
fn xor_positions(mut bits: u64, v: u32) -> u64 {
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (j, lower) in LOWER.into_iter().enumerate() {
        if v >> j & 1 == 1 {
            let distance = 1 << j;
            bits = (bits & lower) << distance | (bits >> distance) & lower;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_mex_agree_with_plain_sets() {
        let members = [0, 1, 2, 5, 63, 64, 100, 200];
        let mut set = ValueSet::default();
        members.iter().for_each(|&x| set.insert(x));
        assert_eq!(set.mex(), 3);
        for v in 0..300 {
            let (mut sums, mut plain) = (ValueSet::default(), ValueSet::default());
            sums.insert_sums(v, &set);
            members.iter().for_each(|&x| plain.insert(v ^ x));
            assert_eq!(sums, plain);
        }
        assert_eq!(ValueSet::default().mex(), 0);
        let mut full = ValueSet::default();
        (0..128).for_each(|x| full.insert(x));
        assert_eq!(full.mex(), 128);
    }
}
