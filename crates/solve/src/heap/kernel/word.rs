//! Exclusion sets of several widths under one set of operations.

use super::PendingWitnesses;

/// A machine word used as a set of small numbers.
pub(crate) trait Word: Copy + Eq + Default + 'static {
    const BITS: u32;
    /// {v}, or {} if v does not fit.
    fn single(v: u32) -> Self;
    /// {v mod BITS}.
    fn wrapped(v: u32) -> Self;
    fn union(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// The numbers from `plane` · BITS on, as far as they fit.
    fn plane_of(set: &[u64; 4], plane: usize) -> Self;
    /// The inverse of [`Word::plane_of`].
    fn put_plane(set: &mut [u64; 4], plane: usize, word: Self);
    fn to_u64(self) -> u64;
    fn needs(needs: &mut PendingWitnesses) -> &mut Vec<Self>;
    fn needs_ref(needs: &PendingWitnesses) -> &[Self];
}

macro_rules! word {
    ($type:ty, $field:ident) => {
        #[allow(clippy::useless_conversion)]
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            #[inline(always)]
            fn single(v: u32) -> Self {
                if v < Self::BITS { (1 as $type) << v } else { 0 }
            }
            #[inline(always)]
            fn wrapped(v: u32) -> Self {
                (1 as $type).wrapping_shl(v)
            }
            #[inline(always)]
            fn union(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn plane_of(set: &[u64; 4], plane: usize) -> Self {
                // Words of less than 64 bits come alone.
                set[plane] as $type
            }
            #[inline(always)]
            fn put_plane(set: &mut [u64; 4], plane: usize, word: Self) {
                set[plane] = u64::from(word);
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                u64::from(self)
            }
            fn needs(needs: &mut PendingWitnesses) -> &mut Vec<Self> {
                &mut needs.$field
            }
            fn needs_ref(needs: &PendingWitnesses) -> &[Self] {
                &needs.$field
            }
        }
    };
}

word!(u16, tiny);
word!(u32, narrow);
word!(u64, wide);

/// Sets of L words for each of N heaps, plane by plane.
pub(crate) type Planes<T, const L: usize, const N: usize> = [[T; N]; L];

/// The part of {value} in a plane. A set of one plane holds every value that occurs.
#[inline(always)]
fn singleton<T: Word, const L: usize>(value: u8, plane: usize) -> T {
    if L == 1 {
        T::wrapped(value.into())
    } else {
        T::single(u32::from(value).wrapping_sub(plane as u32 * T::BITS))
    }
}

/// Adds `value ⊕ xor` to the set of each heap.
#[inline(always)]
pub(crate) fn mark<T: Word, const L: usize, const N: usize>(
    sets: &mut Planes<T, L, N>,
    values: &[u8; N],
    xor: u8,
) {
    for (plane, words) in sets.iter_mut().enumerate() {
        for i in 0..N {
            words[i] = words[i].union(singleton::<T, L>(values[i] ^ xor, plane));
        }
    }
}

/// Removes `value ⊕ xor` from the set of each heap.
#[inline(always)]
pub(crate) fn unmark<T: Word, const L: usize, const N: usize>(
    sets: &mut Planes<T, L, N>,
    values: &[u8; N],
    xor: u8,
) {
    for (plane, words) in sets.iter_mut().enumerate() {
        for i in 0..N {
            words[i] = words[i].minus(singleton::<T, L>(values[i] ^ xor, plane));
        }
    }
}
