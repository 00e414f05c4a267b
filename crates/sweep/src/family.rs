//! Families of subtraction sets, and their order.

mod masks;

use crate::sealed::digest;

/// A finite set of positive numbers as bits: bit s − 1 of the words stands for s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    words: Vec<u64>,
    min: u32,
    max: u32,
}

impl Set {
    /// The set of these numbers.
    ///
    /// # Panics
    /// If there is none, or one is 0.
    pub fn new(numbers: &[u32]) -> Set {
        let max = numbers.iter().copied().max().expect("a set that is not empty");
        let min = numbers.iter().copied().min().expect("a set that is not empty");
        let mut words = vec![0; (max as usize).div_ceil(64)];
        for &s in numbers {
            words[(s as usize - 1) / 64] |= 1 << ((s - 1) % 64);
        }
        Set { words, min, max }
    }

    /// The set whose numbers are the bits of one word, of which this is the largest.
    pub(crate) fn from_mask(mask: u64, max: u32) -> Set {
        Set { words: vec![mask], min: mask.trailing_zeros() + 1, max }
    }

    /// The least number. O(1).
    pub fn min(&self) -> u32 {
        self.min
    }

    /// The largest number. O(1).
    pub fn max(&self) -> u32 {
        self.max
    }

    /// How many numbers. O(words).
    pub fn size(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether the set has this number. O(1).
    pub fn contains(&self, s: u32) -> bool {
        s > 0 && self.words.get((s as usize - 1) / 64).is_some_and(|w| w >> ((s - 1) % 64) & 1 == 1)
    }

    /// The numbers, increasing. O(max).
    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        (self.min..=self.max).filter(|&s| self.contains(s))
    }

    /// The i-th number from 1 on; from the end if i is negative. `None` if there is none. O(max).
    pub fn element(&self, i: i64) -> Option<u32> {
        let size = i64::from(self.size());
        let at = if i < 0 { size.checked_add(i)? } else { i - 1 };
        self.numbers().nth(usize::try_from(at).ok()?)
    }

    /// The differences of neighbours. O(max).
    pub fn gaps(&self) -> impl Iterator<Item = u32> + '_ {
        self.numbers().zip(self.numbers().skip(1)).map(|(a, b)| b - a)
    }

    /// The greatest common divisor of the numbers. O(max).
    pub fn gcd(&self) -> u32 {
        self.numbers().fold(0, |mut a, mut b| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        })
    }

    /// How many numbers are odd. O(words).
    pub fn odds(&self) -> u32 {
        // Bit s − 1 stands for s, and words begin at even places.
        self.words.iter().map(|w| (w & 0x5555_5555_5555_5555).count_ones()).sum()
    }

    /// Whether no number is the sum of two numbers of the set, which may be equal. O(max · size).
    pub fn is_sum_free(&self) -> bool {
        self.numbers().all(|a| self.numbers().all(|b| !self.contains(a + b)))
    }

    /// The bits. O(1).
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Why there is no such family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// The least number is 0, or larger than the largest.
    #[error("min {min} and max {max}: expected 1 ≤ min ≤ max ≤ {limit}")]
    Bounds {
        /// The least number.
        min: u32,
        /// The bound for the largest.
        max: u32,
        /// The largest bound accepted.
        limit: u32,
    },
    /// A required or forbidden number that no set of the family could have, or must have.
    #[error("{number} cannot be {what}; expected a number from {from} to {max}")]
    Element {
        /// The number.
        number: u32,
        /// "required" or "forbidden".
        what: &'static str,
        /// The least number that can.
        from: u32,
        /// The largest number that can.
        max: u32,
    },
}

/// All sets with a given least number, a bound for the largest, and perhaps bounds for the size,
/// numbers that must and numbers that must not belong.
///
/// Sets are ordered by their largest number M, then by the numbers below it read as binary digits,
/// the smallest being the most significant: {2}; {2,3}; {2,4}, {2,3,4}; {2,5}, {2,4,5}, {2,3,5},
/// {2,3,4,5}; …. This is the order of the rows in the strip charts of the slides.
///
/// ```
/// use ishitori_sweep::Family;
/// let family = Family::new(2, 5);
/// let sets: Vec<Vec<u32>> = (0..family.len()).map(|i| family.set(i).numbers().collect()).collect();
/// assert_eq!(sets[..5], [vec![2], vec![2, 3], vec![2, 4], vec![2, 3, 4], vec![2, 5]]);
/// assert_eq!(sets[5..], [vec![2, 4, 5], vec![2, 3, 5], vec![2, 3, 4, 5]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    min: u32,
    max: u32,
    sizes: (u32, u32),
    required: Vec<u32>,
    forbidden: Vec<u32>,
    groups: Vec<Group>,
    /// The sets one by one, if they were given.
    listed: Option<Vec<Set>>,
}

/// The sets with the same largest number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    max: u32,
    /// Sets in the groups before.
    start: u64,
    /// Numbers of every set of the group.
    fixed: Vec<u32>,
    /// Numbers that a set may have, increasing.
    free: Vec<u32>,
    /// How many of them, at least and at most.
    sizes: (u32, u32),
    count: u64,
}

impl Family {
    /// The largest bound for the numbers.
    pub const MAX: u32 = 1024;

    /// All sets with least number `min` and largest number at most `max`. O(max²).
    ///
    /// # Panics
    /// If 1 ≤ min ≤ max ≤ [`Family::MAX`] does not hold; [`Family::restricted`] says so instead.
    pub fn new(min: u32, max: u32) -> Family {
        Family::restricted(min, max, (1, u32::MAX), &[], &[]).expect("bounds in order")
    }

    /// The same with bounds for the size, required and forbidden numbers. O(max²) and a little
    /// more for bounded sizes.
    pub fn restricted(
        min: u32,
        max: u32,
        sizes: (u32, u32),
        required: &[u32],
        forbidden: &[u32],
    ) -> Result<Family, FamilyError> {
        if min == 0 || min > max || max > Family::MAX {
            return Err(FamilyError::Bounds { min, max, limit: Family::MAX });
        }
        for (list, what, from) in [(required, "required", min), (forbidden, "forbidden", min + 1)] {
            if let Some(&number) = list.iter().find(|&&s| s < from || s > max) {
                return Err(FamilyError::Element { number, what, from, max });
            }
        }
        let (mut required, mut forbidden) = (required.to_vec(), forbidden.to_vec());
        for list in [&mut required, &mut forbidden] {
            list.sort_unstable();
            list.dedup();
        }
        let (groups, listed) = (Vec::new(), None);
        let mut family = Family { min, max, sizes, required, forbidden, groups, listed };
        let least = family.required.last().map_or(min, |&r| r.max(min));
        let mut start = 0;
        for top in (least..=max).filter(|s| !family.forbidden.contains(s)) {
            let mut fixed = vec![min];
            fixed.extend(family.required.iter().copied().filter(|&s| s > min && s < top));
            fixed.extend((top > min).then_some(top));
            let free = (min + 1..top)
                .filter(|s| !family.required.contains(s) && !family.forbidden.contains(s));
            let free: Vec<u32> = free.collect();
            let have = fixed.len() as u32;
            let sizes = (family.sizes.0.saturating_sub(have), family.sizes.1.saturating_sub(have));
            let possible = have <= family.sizes.1;
            let count = if possible { choices(free.len() as u32, sizes) } else { 0 };
            if count > 0 {
                family.groups.push(Group { max: top, start, fixed, free, sizes, count });
                start = start.saturating_add(count);
            }
        }
        Ok(family)
    }

    /// These sets in this order, whatever they look like. O(sets).
    ///
    /// ```
    /// use ishitori_sweep::{Family, Set};
    /// let family = Family::listed(vec![Set::new(&[3, 5]), Set::new(&[1, 2])]).unwrap();
    /// assert_eq!((family.len(), family.min(), family.max()), (2, 1, 5));
    /// ```
    pub fn listed(sets: Vec<Set>) -> Result<Family, FamilyError> {
        let min = sets.iter().map(Set::min).min().unwrap_or(1);
        let max = sets.iter().map(Set::max).max().unwrap_or(1);
        if max > Family::MAX {
            return Err(FamilyError::Bounds { min, max, limit: Family::MAX });
        }
        let (required, forbidden, groups) = (Vec::new(), Vec::new(), Vec::new());
        let (sizes, listed) = ((1, u32::MAX), Some(sets));
        Ok(Family { min, max, sizes, required, forbidden, groups, listed })
    }

    /// How many sets there are, u64::MAX if more. O(1).
    pub fn len(&self) -> u64 {
        if let Some(sets) = &self.listed {
            return sets.len() as u64;
        }
        self.groups.last().map_or(0, |g| g.start.saturating_add(g.count))
    }

    /// Whether no set satisfies the conditions. O(1).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Smallest number of every set, and of a list the least of all. O(1).
    pub fn min(&self) -> u32 {
        self.min
    }

    /// The bound for the largest number. O(1).
    pub fn max(&self) -> u32 {
        self.max
    }

    /// The set at a place of the order. O(max) without bounds for the size.
    ///
    /// # Panics
    /// If `index` is not below [`Family::len`].
    pub fn set(&self, index: u64) -> Set {
        if let Some(sets) = &self.listed {
            return sets[index as usize].clone();
        }
        let group = &self.groups[self.groups.partition_point(|g| g.start <= index) - 1];
        let mut rest = index - group.start;
        assert!(rest < group.count, "a place in the family");
        let mut set = Set::new(&group.fixed);
        let (mut least, mut most) = group.sizes;
        for (at, &s) in group.free.iter().enumerate() {
            let after = (group.free.len() - at - 1) as u32;
            let without = choices(after, (least, most));
            if rest >= without {
                rest -= without;
                set.words[(s as usize - 1) / 64] |= 1 << ((s - 1) % 64);
                (least, most) = (least.saturating_sub(1), most.saturating_sub(1));
            }
        }
        set
    }

    /// A line that says which sets these are; equal lines mean equal families. O(numbers).
    pub fn describe(&self) -> String {
        if let Some(sets) = &self.listed {
            let numbers = |set: &Set| set.numbers().map(|s| s.to_string()).collect::<Vec<_>>();
            let all: Vec<String> = sets.iter().map(|set| numbers(set).join(",")).collect();
            let sum = &digest(all.join(";").as_bytes())[..16];
            return format!("{} sets of a list, {sum}", sets.len());
        }
        let list = |l: &[u32]| l.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let mut text = format!("min {}, max {}", self.min, self.max);
        if self.sizes.0 > 1 || self.sizes.1 < u32::MAX {
            text += &match self.sizes.1 {
                u32::MAX => format!(", size ≥ {}", self.sizes.0),
                most => format!(", size {} to {most}", self.sizes.0),
            };
        }
        if !self.required.is_empty() {
            text += &format!(", with {}", list(&self.required));
        }
        if !self.forbidden.is_empty() {
            text += &format!(", without {}", list(&self.forbidden));
        }
        text
    }
}

/// How many subsets of n things have a size within the bounds; u64::MAX if more.
fn choices(n: u32, (least, most): (u32, u32)) -> u64 {
    if least == 0 && most >= n {
        return if n < 64 { 1 << n } else { u64::MAX };
    }
    let mut total: u128 = 0;
    let mut binomial: u128 = 1;
    for k in 0..=most.min(n) {
        if k >= least {
            total = total.saturating_add(binomial);
        }
        binomial = match binomial.checked_mul(u128::from(n - k)) {
            Some(product) => product / u128::from(k + 1),
            None => return u64::MAX,
        };
    }
    u64::try_from(total).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_keep_the_order() {
        let all = Family::new(2, 9);
        let some = Family::restricted(2, 9, (3, 4), &[5], &[7]).unwrap();
        let wanted: Vec<Set> = (0..all.len())
            .map(|i| all.set(i))
            .filter(|s| (3..=4).contains(&s.size()) && s.contains(5) && !s.contains(7))
            .collect();
        let found: Vec<Set> = (0..some.len()).map(|i| some.set(i)).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn wide_families_are_counted() {
        assert_eq!(Family::restricted(2, 1024, (2, 3), &[], &[]).unwrap().len(), 1022 + 521_731);
        assert_eq!(Family::new(2, 100).len(), u64::MAX);
        assert_eq!(Family::new(2, 20).len(), 1 << 18);
        assert_eq!(Family::new(2, 2).len(), 1);
        assert!(Family::restricted(0, 5, (1, 9), &[], &[]).is_err());
        assert!(Family::restricted(3, 5, (1, 9), &[2], &[]).is_err());
        assert!(Family::restricted(3, 5, (9, 9), &[], &[]).unwrap().is_empty());
    }
}
