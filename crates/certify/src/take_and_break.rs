//! Grundy values of take-and-break games, from the definition.

use std::collections::VecDeque;

use crate::limits::{Meter, PIECE};
use crate::value_set::ValueSet;
use crate::verdict::Rejection;

/// The values G(0), G(1), … of a take-and-break game, one by one, by the definition alone.
///
/// Let R_j(m) be the values of the positions made of j non-empty heaps with m tokens in all:
/// R_0(m) = {0} if m = 0, R_1(m) = {G(m)} if m ≥ 1, and for j ≥ 2 R_j(m) is the union of
/// G(a) ⊕ R_(j−1)(m − a) over the sizes a ≤ m/j of a smallest heap. Then G(n) is the least number
/// in none of the R_j(n − d), d ≤ n, where bit j of digit d is set.
pub(crate) struct TakeAndBreak<'a> {
    digits: &'a [u32],
    values: Vec<u32>,
    /// `splits[j − 2]` holds R_j(m) for m below the next heap: all of them if j is not the
    /// greatest number of parts, else only the last k + 1.
    splits: Vec<VecDeque<ValueSet>>,
    /// Bytes that one set of values may need while it is made.
    largest_set: u64,
}

/// Bytes for a place in a list of sets, which may be twice as long as it has to be, and has to be
/// moved when it grows.
const PLACE: u64 = 3 * size_of::<ValueSet>() as u64 + PIECE;

impl<'a> TakeAndBreak<'a> {
    /// The game, with capacity for the values of a number of heaps. O(1).
    pub(crate) fn new(
        digits: &'a [u32],
        heaps: u128,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        let levels = parts(digits).saturating_sub(1);
        let splits = vec![VecDeque::new(); levels as usize];
        Ok(TakeAndBreak { digits, values: meter.vec_with_capacity(heaps)?, splits, largest_set: 0 })
    }

    /// The next value. O(n) with two parts; with h ≥ 3, O(h·n·words of the value sets).
    pub(crate) fn next(&mut self, meter: &mut Meter) -> Result<u32, Rejection> {
        let n = self.values.len();
        let top = self.splits.len() + 1;
        for j in 2..=top {
            let set = self.split(n, j, meter)?;
            let known = &mut self.splits[j - 2];
            meter.reserve(u128::from(PLACE + set.bytes()))?;
            known.push_back(set);
            if j == top
                && known.len() > self.digits.len()
                && let Some(old) = known.pop_front()
            {
                meter.release(PLACE + old.bytes());
            }
        }
        let mut excluded = ValueSet::default();
        for (d, &digit) in self.digits.iter().enumerate().take(n + 1) {
            let m = n - d;
            if digit & 1 != 0 && m == 0 {
                excluded.insert(0);
            }
            if digit & 2 != 0 && m > 0 {
                excluded.insert(self.values[m]);
            }
            for j in (2..=top).filter(|j| digit >> j & 1 != 0) {
                let known = &self.splits[j - 2];
                // The last entry is R_j(n), so R_j(n − d) is d entries earlier.
                excluded.insert_all(&known[known.len() - 1 - d]);
            }
        }
        meter.spend(self.digits.len() as u64)?;
        let value = excluded.mex();
        // Nim-sums of values are below the next power of two; a set that grows is moved.
        let largest = 3 * ValueSet::bytes_below(value.checked_next_power_of_two());
        if largest > self.largest_set {
            // One set is made at a time, in addition to the excluded values.
            meter.reserve(2 * u128::from(largest - self.largest_set))?;
            self.largest_set = largest;
        }
        self.values.push(value);
        Ok(value)
    }

    /// R_j(m), j ≥ 2, where G is known below m.
    fn split(&self, m: usize, j: usize, meter: &mut Meter) -> Result<ValueSet, Rejection> {
        let mut set = ValueSet::default();
        let mut steps = 1;
        for a in 1..=m / j {
            let v = self.values[a];
            if j == 2 {
                set.insert(v ^ self.values[m - a]);
                steps += 1;
            } else {
                let rest = &self.splits[j - 3][m - a];
                set.insert_sums(v, rest);
                steps += 4 * rest.words();
            }
        }
        meter.spend(steps)?;
        set.fit();
        Ok(set)
    }
}

/// The greatest number of heaps that a move may leave, at least 1. O(k).
pub(crate) fn parts(digits: &[u32]) -> u32 {
    digits.iter().map(|d| d.checked_ilog2().unwrap_or(0)).max().unwrap_or(0).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::tests::unlimited;

    fn values(digits: &[u32], count: usize) -> Vec<u32> {
        unlimited(|meter| {
            let mut game = TakeAndBreak::new(digits, count as u128, meter).unwrap();
            (0..count).map(|_| game.next(meter).unwrap()).collect()
        })
    }

    #[test]
    fn known_sequences() {
        assert_eq!(values(&[0, 7, 7], 13), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert_eq!(values(&[0, 0, 7], 12), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
        assert_eq!(values(&[0, 8], 11), [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
        assert_eq!(values(&[0, 11], 6), [0, 1, 0, 1, 0, 1]);
        assert_eq!(values(&[4], 7), [0, 0, 1, 0, 1, 0, 1]);
        assert_eq!(values(&[0, 1], 4), [0, 1, 0, 0]);
    }

    /// All positions of several heaps, enumerated, for games of up to five parts.
    #[test]
    fn splits_agree_with_enumeration() {
        fn compositions(m: usize, j: usize, v: u32, g: &[u32], out: &mut Vec<u32>) {
            if j == 0 {
                if m == 0 {
                    out.push(v);
                }
                return;
            }
            for a in 1..=m {
                compositions(m - a, j - 1, v ^ g[a], g, out);
            }
        }
        for digits in [&[0, 7, 4][..], &[0, 15, 9], &[4, 33, 6], &[8, 0, 22], &[0, 40, 0, 3]] {
            let computed = values(digits, 18);
            let mut g: Vec<u32> = Vec::new();
            for n in 0..18 {
                let mut options = Vec::new();
                g.push(0);
                for (d, digit) in digits.iter().enumerate().filter(|(d, _)| *d <= n) {
                    for j in (0..6).filter(|j| digit >> j & 1 == 1) {
                        compositions(n - d, j, 0, &g, &mut options);
                    }
                }
                g[n] = (0..).find(|v| !options.contains(v)).unwrap();
            }
            assert_eq!(computed, g, "{digits:?}");
        }
    }
}
