//! Rare and common values, and the search for the mask that makes most heaps common.

/// Which values are rare: v at heap n is rare if popcount(v & mask), plus the parity of n + shift
/// when the position takes part, is even.
///
/// A split of n into a and b then gives rare ⊕ rare = common ⊕ common = rare and
/// rare ⊕ common = common, where with the position taking part all splitting digits must have the
/// parity `shift` (Berlekamp, Conway and Guy, *Winning Ways*, ch. 4: the sparse space phenomenon).
/// Any mask gives right values; a bad one only costs time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub mask: u32,
    /// `Some(shift)` if the parity of the heap takes part.
    pub position: Option<u32>,
    /// 1 turns rare into common: only for games without splits, where everything is common.
    pub flip: u32,
}

impl Class {
    /// Every value is rare: nothing is assumed about the game.
    pub const ALL_RARE: Class = Class { mask: 0, position: None, flip: 0 };
    /// Every value is common: there are no splits to witness anything.
    pub const ALL_COMMON: Class = Class { mask: 0, position: None, flip: 1 };

    /// Whether the value is common at this heap. O(1).
    pub fn is_common(&self, value: u32, heap: u64) -> bool {
        let position = self.position.map_or(0, |shift| heap as u32 ^ shift);
        ((value & self.mask).count_ones() ^ position ^ self.flip) & 1 == 1
    }

    /// The class under which the fewest of these heaps are rare, by one Walsh–Hadamard transform
    /// of the histogram of (value, parity of the heap). O(values + v log v).
    pub fn best(values: impl Iterator<Item = u32>, first: u64, split_parity: Option<u32>) -> Class {
        let mut by_parity = [Vec::new(), Vec::new()];
        for (heap, value) in (first..).zip(values) {
            let counts = &mut by_parity[heap as usize & 1];
            if value as usize >= counts.len() {
                counts.resize((value as usize + 1).next_power_of_two(), 0i64);
            }
            counts[value as usize] += 1;
        }
        let size = by_parity.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for counts in &mut by_parity {
            counts.resize(size, 0);
            walsh_hadamard(counts);
        }
        // Entry m is now (values with even popcount(v & m)) − (with odd): small means few rares.
        let [even, odd] = by_parity;
        let without = (1..size).map(|m| (even[m] + odd[m], m, None));
        let shifts = split_parity.into_iter();
        let with = shifts.flat_map(|s| {
            let (same, other) = if s == 0 { (&even, &odd) } else { (&odd, &even) };
            (1..size).map(move |m| (same[m] - other[m], m, Some(s)))
        });
        let best = without.chain(with).min();
        best.map_or(Class::ALL_RARE, |(_, m, position)| Class { mask: m as u32, position, flip: 0 })
    }
}

fn walsh_hadamard(a: &mut [i64]) {
    let mut half = 1;
    while half < a.len() {
        for block in a.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_mask_counts_right() {
        let values: Vec<u32> = (0..500u32).map(|n| (n * n * 7 + n / 3) % 29).collect();
        for parity in [None, Some(0), Some(1)] {
            let best = Class::best(values.iter().copied(), 1, parity);
            let rares =
                |class: Class| (1..).zip(&values).filter(|&(n, &v)| !class.is_common(v, n)).count();
            let all = (1..32).flat_map(|mask| {
                [None, parity].into_iter().map(move |position| Class { mask, position, flip: 0 })
            });
            assert_eq!(rares(best), all.map(rares).min().unwrap(), "{parity:?}");
        }
    }
}
