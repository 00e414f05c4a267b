//! Words of bits: one for boards of up to 64 sites, two for up to 128.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of sites as bits of a word.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// The empty set.
    const ZERO: Self;
    /// How many sites a word holds.
    const BITS: usize;
    /// The set of one site.
    fn bit(site: usize) -> Self;
    /// Whether a site is in the set.
    fn has(self, site: usize) -> bool {
        self & Self::bit(site) != Self::ZERO
    }
    /// Whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }
    /// The least site of a set that is not empty.
    fn lowest(self) -> usize;
    /// The set without its least site.
    fn without_lowest(self) -> Self;
    /// How many sites there are.
    fn count(self) -> u32;
    /// Every site with a number that is less by `by`; those for which there is none are left out.
    fn down(self, by: usize) -> Self;
    /// Every site with a number that is greater by `by`; those for which there is none are left out.
    fn up(self, by: usize) -> Self;
    /// The lower 64 bits.
    fn low(self) -> u64;
    /// The same bits in this word.
    fn from_low(low: u64) -> Self;

    /// The sites of the set. O(sites).
    fn sites(self) -> Sites<Self> {
        Sites(self)
    }
}

/// The sites of a set, increasing.
#[derive(Clone, Debug)]
pub struct Sites<W>(W);

impl<W: Word> Iterator for Sites<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let site = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(site)
    }
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const BITS: usize = <$word>::BITS as usize;

            fn bit(site: usize) -> Self {
                1 << site
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn down(self, by: usize) -> Self {
                self >> by
            }

            #[inline]
            fn up(self, by: usize) -> Self {
                self << by
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn from_low(low: u64) -> Self {
                low as $word
            }
        }
    )*};
}

word!(u64, u128);
