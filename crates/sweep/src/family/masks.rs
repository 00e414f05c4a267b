//! The sets of a family as words, many at a time.

use super::{Family, Group, Set};

/// Sets at most in a stretch, and what the places of stretches are multiples of: consecutive sets
/// that begin there differ in their larger numbers only.
const STRETCH: u64 = 1 << 10;

impl Family {
    /// Whether every set fits into one word. O(1).
    pub(crate) fn has_masks(&self) -> bool {
        self.max <= u64::BITS
    }

    /// The sets from a place on as words, in their order: as many as have the same largest number,
    /// which is returned, and the same least one, up to `end` and to the end of a stretch. Only if [`Family::has_masks`].
    /// O(sets), and for bounded sizes O(max) for each where some numbers are required or forbidden.
    ///
    /// # Panics
    /// If `place` is not below `end`, or `end` is beyond the family.
    pub(crate) fn masks(&self, place: u64, end: u64, masks: &mut Vec<u64>) -> u32 {
        masks.clear();
        if let Some(sets) = &self.listed {
            let sets = &sets[place as usize..end as usize];
            let alike = |set: &&Set| (set.min, set.max) == (sets[0].min, sets[0].max);
            let stretch = sets.iter().take(STRETCH as usize).take_while(alike);
            masks.extend(stretch.map(|set| set.words[0]));
            return sets[0].max;
        }
        let group = &self.groups[self.groups.partition_point(|g| g.start <= place) - 1];
        let rest = place - group.start;
        let most = (end - place).min(group.count - rest).min(STRETCH - rest % STRETCH);
        match group.is_bounded() {
            false => group.all_masks(rest, most as usize, masks),
            true => group.bounded_masks(self, place, most as usize, masks),
        }
        group.max
    }
}

#[cfg(feature = "gpu")]
impl Family {
    /// Whether there is a set for every choice of numbers. O(groups).
    pub(crate) fn is_whole(&self) -> bool {
        let between = |group: &Group| (group.max - self.min).saturating_sub(1);
        let whole =
            |group: &Group| !group.is_bounded() && group.free.len() as u32 == between(group);
        self.listed.is_none() && self.groups.iter().all(whole)
    }

    /// The largest number of the set at a place, its number among the sets with that largest
    /// number, and how many of them follow from there. Only if [`Family::is_whole`]. O(log groups).
    pub(crate) fn whole_group(&self, place: u64) -> (u32, u64, u64) {
        let group = &self.groups[self.groups.partition_point(|g| g.start <= place) - 1];
        let number = place - group.start;
        (group.max, number, group.count - number)
    }
}

impl Group {
    /// Whether not all choices of the free numbers are sets.
    fn is_bounded(&self) -> bool {
        self.sizes.0 > 0 || self.sizes.1 < self.free.len() as u32
    }

    /// The sets from the `rest`-th on, if there is one for every choice of the free numbers. The
    /// place is a number whose digits say which of them belong, the largest being the last digit.
    fn all_masks(&self, rest: u64, most: usize, masks: &mut Vec<u64>) {
        let varying = self.free.len().min(STRETCH.trailing_zeros() as usize);
        let first = rest % (1 << varying);
        masks.push(word(&self.fixed) | self.chosen(rest - first));
        for &s in self.free.iter().rev().take(varying) {
            masks.extend_from_within(..);
            let half = masks.len() / 2;
            masks[half..].iter_mut().for_each(|mask| *mask |= bit(s));
        }
        masks.truncate(first as usize + most);
        masks.drain(..first as usize);
    }

    /// The sets from a place on, if only some sizes are wanted.
    fn bounded_masks(&self, family: &Family, place: u64, most: usize, masks: &mut Vec<u64>) {
        let (fixed, digits) = (word(&self.fixed), self.free.len() as u32);
        let set = family.set(place);
        let chosen = |number: u64, &s: &u32| number << 1 | u64::from(set.contains(s));
        let mut number = self.free.iter().fold(0, chosen);
        // Free numbers without a gap are the digits in reverse order.
        let neighbours = self.free.windows(2).all(|pair| pair[1] == pair[0] + 1);
        for at in 0..most {
            if at > 0 {
                number = next(number, self.sizes);
            }
            let free = match neighbours {
                true => number.reverse_bits() >> (u64::BITS - digits) << (self.free[0] - 1),
                false => self.chosen(number),
            };
            masks.push(fixed | free);
        }
    }

    /// The free numbers that the digits of a number choose, the largest by the last digit.
    fn chosen(&self, mut number: u64) -> u64 {
        let (mut mask, last) = (0, self.free.len().wrapping_sub(1));
        while number != 0 {
            mask |= bit(self.free[last - number.trailing_zeros() as usize]);
            number &= number - 1;
        }
        mask
    }
}

/// The least number above this one whose count of ones is between `least` and `most`; there is one.
fn next(number: u64, (least, most): (u32, u32)) -> u64 {
    let mut next = number + 1;
    // Whatever stands below the last one of a number with too many ones, there are too many.
    while next.count_ones() > most {
        next += next & next.wrapping_neg();
    }
    // Too few: the cheapest ones to add are the last digits.
    while next.count_ones() < least {
        next |= next + 1;
    }
    next
}

fn bit(s: u32) -> u64 {
    1 << (s - 1)
}

fn word(numbers: &[u32]) -> u64 {
    numbers.iter().fold(0, |word, &s| word | bit(s))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The words of a stretch of a family against its sets, one by one.
    fn compare(family: &Family, from: u64, to: u64) {
        let (mut place, mut masks) = (from, Vec::new());
        while place < to {
            let max = family.masks(place, to, &mut masks);
            assert!(!masks.is_empty() && masks.len() as u64 <= (to - place).min(STRETCH));
            for &mask in &masks {
                let set = family.set(place);
                assert_eq!(
                    (mask, max),
                    (set.words()[0], set.max()),
                    "{} {place}",
                    family.describe()
                );
                place += 1;
            }
        }
    }

    #[test]
    fn all_sets_of_small_families() {
        for (min, max) in [(2, 13), (1, 6), (5, 5), (64, 64), (53, 64)] {
            let family = Family::new(min, max);
            assert!(family.has_masks());
            compare(&family, 0, family.len());
        }
    }

    #[test]
    fn lists_of_sets() {
        let numbers: [&[u32]; 7] = [&[2, 5], &[2, 3, 5], &[3, 5], &[1], &[1], &[64], &[1, 64]];
        let sets: Vec<Set> = numbers.iter().map(|numbers| Set::new(numbers)).collect();
        let family = Family::listed(sets).unwrap();
        compare(&family, 0, 7);
        compare(&family, 1, 5);
    }

    proptest! {
        #[test]
        fn words_are_the_sets(
            min in 1u32..10,
            more in 0u32..55,
            sizes in (1u32..8, 0u32..9),
            bounded: bool,
            with in prop::collection::vec(0u32..60, 0..3),
            without in prop::collection::vec(1u32..60, 0..4),
            place: u64,
            length in 1u64..3000,
        ) {
            let max = min + more;
            let sizes = if bounded { (sizes.0, sizes.0 + sizes.1) } else { (1, u32::MAX) };
            let among = |list: Vec<u32>| -> Vec<u32> {
                list.into_iter().map(|s| min + s).filter(|&s| s <= max).collect()
            };
            let (with, without) = (among(with), among(without));
            let family = Family::restricted(min, max, sizes, &with, &without).unwrap();
            if !family.is_empty() {
                let from = place % family.len();
                compare(&family, from, family.len().min(from + length));
            }
        }
    }
}
