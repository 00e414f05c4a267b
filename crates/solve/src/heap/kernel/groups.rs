//! Values from marks with AVX-512, for sets of 16 or 32 values.
//!
//! Marks that reach back less than a block are done four at a time for four heaps: one shuffle of
//! the last 16 values, kept in a register, gives the sixteen values that they read.

use std::arch::x86_64::*;

use ishitori_runtime::simd::registers::{bytes16, double_words16, load16};

use super::fill::Fill;
use super::{BLOCK, INNER, Mark, Width};

/// As [`fill`](super::fill) with every value common and without needs; `None` for other jobs.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2")]
pub(super) fn fill(width: Width, job: &mut Fill<'_>) -> Option<usize> {
    let plain = job.needs.is_none() && job.common.iter().flatten().all(|&word| word == u64::MAX);
    match width {
        Width::W16 if plain => Some(tiny(job)),
        Width::W32 if plain => Some(narrow(job)),
        _ => None,
    }
}

/// Four marks for four heaps: which of the last 16 values they read, and what is added.
#[derive(Clone, Copy)]
struct Group {
    from: __m128i,
    xor: __m128i,
}

impl Group {
    /// The groups of the marks; the last one repeats a mark to fill up.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn all(marks: &[Mark]) -> Vec<Group> {
        let groups = marks.chunks(4).map(|four| {
            let mark = |i: usize| four[(i / INNER).min(four.len() - 1)];
            let from = std::array::from_fn(|i| (BLOCK - mark(i).offset as usize + i % INNER) as u8);
            let xor = std::array::from_fn(|i| mark(i).xor);
            Group { from: load16(&from), xor: load16(&xor) }
        });
        groups.collect()
    }
}

macro_rules! fill_with {
    ($name:ident, $values:literal, $empty:expr, $add:expr, $split:expr, $fold:expr) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2")]
        fn $name(job: &mut Fill<'_>) -> usize {
            let groups = Group::all(&job.marks.mid);
            let near = &job.marks.near[..];
            let values = &mut *job.values;
            for block in 0..(job.to - job.from) / BLOCK {
                let at = job.from + block * BLOCK;
                let mut sets = $empty;
                // The furthest first: the nearest values were stored only just now.
                for m in job.marks.far.iter().rev() {
                    let back = read(values, at - m.offset as usize);
                    sets = $add(sets, _mm_xor_si128(back, _mm_set1_epi8(m.xor as i8)));
                }
                let far: [u32; BLOCK] = $split(sets);
                let mut last = read(values, at - BLOCK);
                for inner in 0..BLOCK / INNER {
                    let mut sets = $empty;
                    for group in &groups {
                        let back = _mm_shuffle_epi8(last, group.from);
                        sets = $add(sets, _mm_xor_si128(back, group.xor));
                    }
                    let mid: [u32; INNER] = $fold(sets);
                    // The last four values, the newest in the highest byte.
                    let mut four = _mm_extract_epi32(last, 3) as u32;
                    for i in 0..INNER {
                        let mut set = far[inner * INNER + i] | mid[i];
                        for m in near {
                            let back = (four >> ((8 * (INNER as u32 - m.offset)) & 31)) as u8;
                            set |= 1u32.wrapping_shl((back ^ m.xor).into());
                        }
                        let value = set.trailing_ones();
                        if value >= $values {
                            return at + inner * INNER + i;
                        }
                        four = four >> 8 | value << 24;
                    }
                    last = _mm_insert_epi32(_mm_srli_si128(last, 4), four as i32, 3);
                }
                values[at..at + BLOCK].copy_from_slice(&bytes16(last));
            }
            job.from + (job.to - job.from) / BLOCK * BLOCK
        }
    };
}

fill_with!(
    tiny,
    16,
    _mm256_setzero_si256(),
    |sets: __m256i, values: __m128i| {
        let bits = _mm256_sllv_epi16(_mm256_set1_epi16(1), _mm256_cvtepu8_epi16(values));
        _mm256_or_si256(sets, bits)
    },
    |sets: __m256i| double_words16(_mm512_cvtepu16_epi32(sets)),
    |sets: __m256i| {
        let half = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256(sets, 1));
        let word = _mm_cvtsi128_si64(_mm_or_si128(half, _mm_srli_si128(half, 8))) as u64;
        std::array::from_fn(|i| (word >> (16 * i)) as u32 & 0xffff)
    }
);

fill_with!(
    narrow,
    32,
    _mm512_setzero_si512(),
    |sets: __m512i, values: __m128i| {
        let bits = _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_cvtepu8_epi32(values));
        _mm512_or_si512(sets, bits)
    },
    |sets: __m512i| double_words16(sets),
    |sets: __m512i| {
        let half =
            _mm256_or_si256(_mm512_castsi512_si256(sets), _mm512_extracti64x4_epi64(sets, 1));
        let four = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
        let pair = [_mm_cvtsi128_si64(four) as u64, _mm_extract_epi64(four, 1) as u64];
        std::array::from_fn(|i| (pair[i / 2] >> (32 * (i % 2))) as u32)
    }
);

#[inline]
#[target_feature(enable = "avx512f")]
fn read(values: &[u8], at: usize) -> __m128i {
    load16(values[at..at + BLOCK].try_into().expect("16 values"))
}
