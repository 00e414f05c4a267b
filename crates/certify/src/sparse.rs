//! Grundy values of a game with a sparse space, as [`mod@crate::window`] describes it.

use crate::limits::Meter;
use crate::numbers::small;
use crate::verdict::Rejection;

/// The sparse space that a certificate describes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    pub mask: u32,
    pub position: bool,
    pub reach: usize,
}

/// The values G(0), G(1), … of a game that leaves at most two heaps per move, one by one, by the
/// division into rare and common values.
#[derive(Clone)]
pub(crate) struct Sparse {
    /// d with a move that takes d tokens and leaves nothing, one heap, two heaps.
    whole: Vec<usize>,
    takes: Vec<usize>,
    splits: Vec<usize>,
    mask: u32,
    /// With position, the parity π of the splitting digits.
    position: Option<usize>,
    /// Whether the equal split may serve as a witness for 0.
    equal_splits: bool,
    reach: usize,
    /// Up to this heap all values are kept and all splits are searched.
    exact: usize,
    next: usize,
    /// G(0), …, G(exact).
    early: Vec<u32>,
    /// G(base), …, G(next − 1), at least the last W of them.
    recent: Vec<u32>,
    base: usize,
    rares: Vec<usize>,
    /// Bit sets over the values below a power of two that is more than twice every value and the
    /// mask: the values with an odd number of ones in x & mask, and the values excluded at the
    /// current heap.
    odd: Vec<u64>,
    excluded: Vec<u64>,
}

/// The most recent values that are kept.
fn most_recent(exact: usize) -> usize {
    4 * exact + 4096
}

fn mark(set: &mut [u64], x: u32) {
    set[(x / 64) as usize] |= 1 << (x % 64);
}

impl Sparse {
    /// The game, with capacity for all values that are kept. The reach is within the limits on heaps.
    pub(crate) fn new(
        digits: &[u32],
        space: Space,
        equal_splits: bool,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        meter.reserve(3 * 24 * digits.len() as u128)?;
        let having = |bit: u32| -> Vec<usize> {
            (0..digits.len()).filter(|&d| digits[d] >> bit & 1 != 0).collect()
        };
        let splits = having(2);
        let reach = space.reach;
        let exact = 2 * (reach + digits.len() + 1);
        let mut game = Sparse {
            whole: having(0),
            takes: having(1),
            position: space.position.then(|| splits.first().map_or(0, |d| d % 2)),
            splits,
            mask: space.mask,
            equal_splits,
            reach,
            exact,
            next: 0,
            early: meter.vec_with_capacity(exact as u128 + 1)?,
            recent: meter.vec_with_capacity(most_recent(exact) as u128)?,
            base: 0,
            rares: Vec::new(),
            odd: Vec::new(),
            excluded: Vec::new(),
        };
        game.make_space_for(game.mask, meter)?;
        Ok(game)
    }

    /// The rare heaps so far, increasing. O(1).
    pub(crate) fn rares(&self) -> &[usize] {
        &self.rares
    }

    /// The values of the first heaps, at least up to the reach once that many are known. O(1).
    pub(crate) fn early(&self) -> &[u32] {
        &self.early
    }

    /// The last `count` values, of those that are kept. O(1).
    pub(crate) fn last(&self, count: usize) -> &[u32] {
        &self.recent[self.recent.len() - count..]
    }

    /// The same game elsewhere: with these values, the last W at least, before the heap. O(W).
    pub(crate) fn at(
        &self,
        heap: usize,
        window: &[u32],
        meter: &mut Meter,
    ) -> Result<Sparse, Rejection> {
        let mut game = self.clone();
        game.recent.clear();
        game.recent.extend_from_slice(window);
        (game.next, game.base) = (heap, heap - window.len());
        let greatest = window.iter().copied().max().unwrap_or(0);
        game.make_space_for(greatest, meter)?;
        Ok(game)
    }

    /// The next value. O(rares·|D| + search for witnesses).
    pub(crate) fn next(&mut self, meter: &mut Meter) -> Result<u32, Rejection> {
        let n = self.next;
        self.exclude(n);
        let flip = match self.position {
            Some(parity) if (n + parity) % 2 == 1 => u64::MAX,
            _ => 0,
        };
        let common = self.least_common(flip);
        let rare = self.least_unwitnessed(n, common, flip, meter)?;
        if let Some(value) = rare {
            if n > self.reach {
                let (heap, value, reach) = (n as u64, value as u64, self.reach as u64);
                return Err(Rejection::NoWitness { heap, value, reach });
            }
            meter.push(&mut self.rares, n)?;
        }
        let value = rare.unwrap_or(common);
        self.push(value, meter)?;
        Ok(value)
    }

    /// Marks the values of the takes, and of the splits with a rare part, as excluded.
    fn exclude(&mut self, n: usize) {
        self.excluded.fill(0);
        if self.whole.contains(&n) {
            mark(&mut self.excluded, 0);
        }
        for &d in self.takes.iter().filter(|&&d| d < n) {
            mark(&mut self.excluded, self.recent[n - d - self.base]);
        }
        for &d in &self.splits {
            for &r in self.rares.iter().take_while(|&&r| r + d < n).filter(|&&r| r > 0) {
                mark(&mut self.excluded, self.early[r] ^ self.recent[n - d - r - self.base]);
            }
        }
    }

    /// The least common value that is not excluded. There is one, since no value in the upper half
    /// of the sets is excluded, and the mask lies in the lower half.
    fn least_common(&self, flip: u64) -> u32 {
        let free = |i: usize| !self.excluded[i] & (self.odd[i] ^ flip);
        let i = (0..self.odd.len()).find(|&i| free(i) != 0).expect("a common value is free");
        small(i) * 64 + free(i).trailing_zeros()
    }

    /// The least rare value below `common` that no option has, as far as the search goes: excluding
    /// the values of more and more splits until none is left.
    fn least_unwitnessed(
        &mut self,
        n: usize,
        common: u32,
        flip: u64,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Rejection> {
        let equal = |&d: &usize| n >= d + 2 && (n - d).is_multiple_of(2);
        if self.equal_splits && self.splits.iter().any(equal) {
            self.excluded[0] |= 1;
        }
        let last_part = if n <= self.exact { n / 2 } else { self.reach };
        // Looking for what is left costs as much as a block of splits.
        let block = self.odd.len().max(16);
        let mut first = 1;
        let left = loop {
            let left = self.least_rare(common, flip);
            if left.is_none() || first > last_part {
                break left;
            }
            let after = (first + block).min(last_part + 1);
            for &d in self.splits.iter().filter(|&&d| first + d < n) {
                for a in first..after.min(n - d) {
                    let x = self.early[a] ^ self.recent[n - d - a - self.base];
                    mark(&mut self.excluded, x);
                }
            }
            first = after;
        };
        let fixed = self.whole.len() + self.takes.len() + self.odd.len() + 4;
        meter.spend(((first + self.rares.len()) * self.splits.len() + fixed) as u64)?;
        Ok(left)
    }

    /// The least rare value below `common` that is not excluded.
    fn least_rare(&self, common: u32, flip: u64) -> Option<u32> {
        let last = (common / 64) as usize;
        let below = |i: usize| if i < last { u64::MAX } else { (1 << (common % 64)) - 1 };
        let left = |i: usize| !self.excluded[i] & !(self.odd[i] ^ flip) & below(i);
        let i = (0..=last).find(|&i| left(i) != 0)?;
        Some(small(i) * 64 + left(i).trailing_zeros())
    }

    fn push(&mut self, value: u32, meter: &mut Meter) -> Result<(), Rejection> {
        if self.recent.len() >= most_recent(self.exact) {
            let old = self.recent.len() - self.exact;
            self.recent.drain(..old);
            self.base += old;
        }
        if self.next <= self.exact {
            self.early.push(value);
        }
        self.recent.push(value);
        self.next += 1;
        self.make_space_for(value, meter)
    }

    /// Makes the bit sets long enough for a value.
    fn make_space_for(&mut self, value: u32, meter: &mut Meter) -> Result<(), Rejection> {
        let words = (value.max(self.mask) as usize + 1).next_power_of_two().div_ceil(32);
        if words <= self.odd.len() {
            return Ok(());
        }
        // Both sets, old and new, and the spare capacity of a list.
        meter.reserve(48 * words as u128)?;
        for x in small(self.odd.len()) * 64..small(words) * 64 {
            if x % 64 == 0 {
                self.odd.push(0);
            }
            self.odd[(x / 64) as usize] |= ((x & self.mask).count_ones() as u64 & 1) << (x % 64);
        }
        self.excluded.resize(self.odd.len(), 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::tests::unlimited;
    use crate::take_and_break::TakeAndBreak;
    use proptest::prelude::*;

    proptest! {
        /// Every mask gives the values of the definition.
        #[test]
        fn agrees_with_the_definition(
            digits in prop::collection::vec(0..8_u32, 1..6),
            mask in 1..64_u32,
            position: bool,
            equal_splits: bool,
        ) {
            let mut digits = digits;
            digits.insert(0, 0);
            let parities = |parity| (0..digits.len()).any(|d| digits[d] & 4 != 0 && d % 2 == parity);
            let position = position && !(parities(0) && parities(1));
            let mut plain = unlimited(|meter| TakeAndBreak::new(&digits, 300, meter)).unwrap();
            let data = Space { mask, position, reach: 400 };
            let mut sparse =
                unlimited(|meter| Sparse::new(&digits, data, equal_splits, meter)).unwrap();
            for n in 0..300 {
                let (a, b) = unlimited(|meter| (plain.next(meter), sparse.next(meter)));
                prop_assert_eq!(a, b, "heap {}", n);
            }
        }

        /// Beyond twice the window the values are right, or there is an error; never a wrong value.
        #[test]
        fn is_never_wrong_beyond_the_window(
            digits in prop::collection::vec(0..8_u32, 1..4),
            mask in 1..32_u32,
            reach in 0..60_usize,
        ) {
            let mut digits = digits;
            digits.insert(0, 0);
            let mut plain = unlimited(|meter| TakeAndBreak::new(&digits, 500, meter)).unwrap();
            let data = Space { mask, position: false, reach };
            let mut sparse = unlimited(|meter| Sparse::new(&digits, data, true, meter)).unwrap();
            for n in 0..500 {
                let (a, b) = unlimited(|meter| (plain.next(meter), sparse.next(meter)));
                match b {
                    Ok(_) => prop_assert_eq!(a, b, "heap {}", n),
                    Err(e) => {
                        let no_witness = matches!(e, Rejection::NoWitness { .. });
                        prop_assert!(no_witness);
                        break;
                    }
                }
            }
        }
    }
}
