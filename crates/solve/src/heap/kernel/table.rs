//! The search for a split with one of several values.
//!
//! The values are kept in a table of 64 places, each at the place of its low six bits, so that a
//! value is compared with the only one that it could be: one permutation and one comparison for a
//! register full of splits with AVX-512.

use std::ops::BitXor;

/// Places of a table.
pub(crate) const PLACES: usize = 64;

/// Values with different low six bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<T> {
    pub(super) places: [T; PLACES],
    count: usize,
}

impl<T: Copy + Eq + From<u8> + TryFrom<u32>> Table<T> {
    pub fn new() -> Self {
        // What no value at that place can be.
        Table { places: std::array::from_fn(|place| T::from(place as u8 ^ 1)), count: 0 }
    }

    /// Adds a value, unless its place is taken.
    pub fn insert(&mut self, value: u32) -> bool {
        let place = value as usize % PLACES;
        let Some(value) = T::try_from(value).ok() else { return false };
        let free = self.places[place] == T::from(place as u8 ^ 1);
        if free {
            self.places[place] = value;
            self.count += 1;
        }
        free
    }

    /// Removes a value that is there.
    pub fn remove(&mut self, value: u32) {
        let place = value as usize % PLACES;
        self.places[place] = T::from(place as u8 ^ 1);
        self.count -= 1;
    }

    /// Whether a value is there.
    pub fn contains(&self, value: u32) -> bool {
        T::try_from(value).is_ok_and(|v| self.places[value as usize % PLACES] == v)
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// The least i for which `near[i] ⊕ far[last − i]` is in the table.
#[inline(always)]
pub(super) fn scan<T>(near: &[T], far: &[T], table: &Table<T>) -> Option<usize>
where
    T: Copy + Eq + BitXor<Output = T> + Into<u32>,
{
    near.iter().zip(far.iter().rev()).position(|(&x, &y)| {
        let value = x ^ y;
        table.places[value.into() as usize % PLACES] == value
    })
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use super::{Table, scan};
    use std::arch::x86_64::*;

    use ishitori_runtime::simd::registers::{load32_words, load64};

    /// As [`scan`] for words.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(in crate::heap::kernel) fn words(
        near: &[u16],
        far: &[u16],
        table: &Table<u16>,
    ) -> Option<usize> {
        const CHUNK: usize = 128;
        let (low, high) = table.places.split_at(32);
        let (low, high) = (load_words(low), load_words(high));
        let reversed: [u16; 32] = std::array::from_fn(|i| 31 - i as u16);
        let reversed = load_words(&reversed);
        let length = near.len().min(far.len());
        let (near, far) = (&near[..length], &far[far.len() - length..]);
        let mut at = 0;
        while at + CHUNK <= length {
            let differences: [__m512i; 4] = std::array::from_fn(|q| {
                let i = at + 32 * q;
                let y = load_words(&far[length - 32 - i..length - i]);
                let x = load_words(&near[i..i + 32]);
                let value = _mm512_xor_si512(x, _mm512_permutexvar_epi16(reversed, y));
                let held = _mm512_permutex2var_epi16(low, value, high);
                _mm512_xor_si512(held, value)
            });
            let [a, b, c, d] = differences;
            let least = _mm512_min_epu16(_mm512_min_epu16(a, b), _mm512_min_epu16(c, d));
            if _mm512_testn_epi16_mask(least, least) != 0 {
                for (q, difference) in differences.into_iter().enumerate() {
                    let hits = _mm512_testn_epi16_mask(difference, difference);
                    if hits != 0 {
                        return Some(at + 32 * q + hits.trailing_zeros() as usize);
                    }
                }
            }
            at += CHUNK;
        }
        scan(&near[at..], &far[..length - at], table).map(|i| at + i)
    }

    /// As [`scan`] for bytes.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(in crate::heap::kernel) fn bytes(
        near: &[u8],
        far: &[u8],
        table: &Table<u8>,
    ) -> Option<usize> {
        let places = load_bytes(&table.places);
        let reversed: [u8; 64] = std::array::from_fn(|i| 63 - i as u8);
        let reversed = load_bytes(&reversed);
        let length = near.len().min(far.len());
        let (near, far) = (&near[..length], &far[far.len() - length..]);
        let mut at = 0;
        while at + 64 <= length {
            let y = load_bytes(&far[length - 64 - at..length - at]);
            let x = load_bytes(&near[at..at + 64]);
            let value = _mm512_xor_si512(x, _mm512_permutexvar_epi8(reversed, y));
            let held = _mm512_permutexvar_epi8(value, places);
            let hits = _mm512_cmpeq_epi8_mask(held, value);
            if hits != 0 {
                return Some(at + hits.trailing_zeros() as usize);
            }
            at += 64;
        }
        scan(&near[at..], &far[..length - at], table).map(|i| at + i)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load_words(words: &[u16]) -> __m512i {
        load32_words(words.try_into().expect("32 words"))
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load_bytes(bytes: &[u8]) -> __m512i {
        load64(bytes.try_into().expect("64 bytes"))
    }
}
