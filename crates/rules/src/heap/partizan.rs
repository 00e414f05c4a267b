//! Heap games in which Left and Right may take different numbers.

/// Partizan subtraction, or partizan splitting.
///
/// ```
/// use ishitori_rules::heap::PartizanRule;
/// let rule = PartizanRule::new(vec![2, 1, 2], vec![3], false);
/// assert_eq!((rule.left(), rule.right()), (&[1, 2][..], &[3][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartizanRule {
    sets: [Vec<u32>; 2],
    splits: bool,
}

impl PartizanRule {
    /// Left takes a number of `left`, Right one of `right`; with `splits` the rest may then be
    /// broken into two heaps. The sets are sorted and freed of repetitions. O(n log n).
    pub fn new(left: Vec<u32>, right: Vec<u32>, splits: bool) -> Self {
        let mut sets = [left, right];
        for set in &mut sets {
            set.sort_unstable();
            set.dedup();
        }
        PartizanRule { sets, splits }
    }

    /// The numbers that Left may take, in order. O(1).
    pub fn left(&self) -> &[u32] {
        &self.sets[0]
    }

    /// The numbers that Right may take, in order. O(1).
    pub fn right(&self) -> &[u32] {
        &self.sets[1]
    }

    /// Whether the rest may be broken into two heaps. O(1).
    pub fn splits(&self) -> bool {
        self.splits
    }
}
