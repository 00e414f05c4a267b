//! A digit of a code: the ways to leave a heap after k stones are taken.

/// Which sizes the heaps left by a move may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sizes {
    /// Any positive sizes.
    #[default]
    Any,
    /// No two of the same size (`!`), as in Grundy's game.
    Distinct,
    /// All of the same size (`=`).
    Equal,
}

/// Into how many non-empty heaps the rest may be broken, and of which sizes.
///
/// Bit j of an octal or hexadecimal digit allows exactly j heaps; a digit may allow more than
/// three, up to [`Digit::MAX_COUNT`], or every number from some count on.
///
/// ```
/// use ishitori_rules::heap::Digit;
/// let seven = Digit::from_bits(7);
/// assert!(seven.allows(0) && seven.allows(1) && seven.allows(2) && !seven.allows(3));
/// assert_eq!(seven.max_parts(), Some(2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    counts: u32,
    /// Every count from here on is allowed as well.
    from: Option<u8>,
    sizes: Sizes,
}

impl Digit {
    /// The largest number of heaps that a digit can name.
    pub const MAX_COUNT: u32 = 31;
    /// Taking is not allowed.
    pub const NONE: Digit = Digit { counts: 0, from: None, sizes: Sizes::Any };
    /// Taking is allowed, breaking is not: the digit of a subtraction game.
    pub const TAKE: Digit = Digit { counts: 3, from: None, sizes: Sizes::Any };

    /// The digit with the usual meaning of its bits. O(1).
    pub const fn from_bits(bits: u32) -> Digit {
        Digit { counts: bits, from: None, sizes: Sizes::Any }
    }

    /// The same counts, and every count from `from` on. O(1).
    pub fn and_every_count_from(mut self, from: u8) -> Digit {
        let from = self.from.map_or(from, |old| old.min(from));
        self.from = Some(from);
        for count in u32::from(from)..=Self::MAX_COUNT {
            self.counts |= 1 << count;
        }
        self
    }

    /// The same counts with this condition on the sizes; a condition that says nothing (fewer
    /// than two heaps) is dropped. O(1).
    pub fn with_sizes(mut self, sizes: Sizes) -> Digit {
        self.sizes = if self.counts >> 2 == 0 { Sizes::Any } else { sizes };
        self
    }

    /// The counts as bits 0 to 31. O(1).
    pub const fn bits(self) -> u32 {
        self.counts
    }

    /// The condition on the sizes. O(1).
    pub const fn sizes(self) -> Sizes {
        self.sizes
    }

    /// The count from which on every number of heaps is allowed. O(1).
    pub const fn every_count_from(self) -> Option<u8> {
        self.from
    }

    /// Whether the rest may be left as exactly `parts` heaps. O(1).
    pub const fn allows(self, parts: u32) -> bool {
        if parts > Self::MAX_COUNT { self.from.is_some() } else { self.counts >> parts & 1 == 1 }
    }

    /// The largest number of heaps left, `None` if there is no largest. O(1).
    pub const fn max_parts(self) -> Option<u32> {
        match self.from {
            Some(_) => None,
            None if self.counts == 0 => Some(0),
            None => Some(31 - self.counts.leading_zeros()),
        }
    }

    /// Whether nothing is allowed. O(1).
    pub const fn is_none(self) -> bool {
        self.counts == 0
    }

    /// The counts that make sense when nothing is taken: at least two heaps, or else the move
    /// would change nothing. O(1).
    pub(super) fn breaking_only(self) -> Digit {
        let from = self.from.map(|from| from.max(2));
        Digit { counts: self.counts & !3, from, ..self }.with_sizes(self.sizes)
    }

    pub(super) fn union(self, other: Digit) -> Digit {
        let from = match (self.from, other.from) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Digit { counts: self.counts | other.counts, from, sizes: self.sizes }
    }
}
