//! Values from marks with the byte permutations of AVX-512 VBMI, for sets of 16 or 32 values.
//!
//! What is excluded is kept in planes of eight values, one byte per heap and plane, so that a
//! register holds a plane of 64 heaps. Marks that reach back 64 heaps are done for 64 heaps at
//! once, others that reach back a block for a block, and the nearest ones heap by heap.

use std::arch::x86_64::*;

use ishitori_runtime::simd::registers::{bytes16, bytes64, load16, load64, store4_double_words};

use super::fill::Fill;
use super::{BLOCK, STRIDE, Width};

/// As [`fill`](super::fill) with every value common and without needs; `None` for other jobs.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2")]
pub(super) fn fill(width: Width, job: &mut Fill<'_>) -> Option<usize> {
    let plain = job.needs.is_none() && job.common.iter().flatten().all(|&word| word == u64::MAX);
    let whole = (job.to - job.from).is_multiple_of(STRIDE);
    match width {
        Width::W16 if plain && whole => Some(with_near::<2>(job)),
        Width::W32 if plain && whole => Some(with_near::<4>(job)),
        _ => None,
    }
}

/// Chooses the code for this number of marks that are done heap by heap.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2")]
fn with_near<const P: usize>(job: &mut Fill<'_>) -> usize {
    match job.marks.near.len() + job.marks.mid.len() {
        0 => planes::<P, 0>(job),
        1 => planes::<P, 1>(job),
        2 => planes::<P, 2>(job),
        3 => planes::<P, 3>(job),
        4 => planes::<P, 4>(job),
        5..=6 => planes::<P, 6>(job),
        7..=8 => planes::<P, 8>(job),
        9..=10 => planes::<P, 10>(job),
        11..=16 => planes::<P, 16>(job),
        _ => planes::<P, MOST>(job),
    }
}

/// More marks than this within a block are as many as there can be.
const MOST: usize = BLOCK * 256;

/// A mark that reads the last two blocks: where, and what is added.
struct RecentMark {
    from: __m128i,
    xor: __m128i,
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2")]
fn planes<const P: usize, const N: usize>(job: &mut Fill<'_>) -> usize {
    let bits: [__m512i; P] = std::array::from_fn(|p| {
        load64(&std::array::from_fn(|v| if v / 8 == p { 1 << (v % 8) } else { 0 }))
    });
    // The nearest last: the others need not wait for the heap before.
    let near = job.marks.near.iter().chain(&job.marks.mid).rev();
    let mut near: Vec<(u32, u32)> = near.map(|m| (m.offset, m.xor.into())).collect();
    // Repeating a mark changes nothing.
    if N < MOST && !near.is_empty() {
        near.resize(N, near[0]);
    }
    let fixed: [(u32, u32); 16] =
        std::array::from_fn(
            |i| if i < N { near.get(i).copied().unwrap_or((1, 0)) } else { (1, 0) },
        );
    // The furthest first: the nearest values were stored only just now.
    let split = job.marks.far.iter().rev();
    let reach = |least: usize, beyond: usize| {
        let within = split.clone().map(|m| (m.offset as usize, _mm512_set1_epi8(m.xor as i8)));
        within.filter(move |&(offset, _)| (least..beyond).contains(&offset)).collect::<Vec<_>>()
    };
    let (far, back) = (reach(STRIDE, usize::MAX), reach(2 * BLOCK, STRIDE));
    let recent = split.clone().filter(|m| (m.offset as usize) < 2 * BLOCK);
    let recent: Vec<RecentMark> = recent
        .map(|m| RecentMark {
            from: load16(&std::array::from_fn(|i| (2 * BLOCK + i) as u8 - m.offset as u8)),
            xor: _mm_set1_epi8(m.xor as i8),
        })
        .collect();
    let values = &mut *job.values;
    // The last block, and the one before it.
    let mut last = read16(values, job.from - BLOCK);
    let mut before = read16(values, job.from - 2 * BLOCK);
    // The last block and the one that is worked on.
    let mut window = [0u8; 2 * BLOCK];
    window[..BLOCK].copy_from_slice(&values[job.from - BLOCK..job.from]);
    for stride in (job.from..job.to).step_by(STRIDE) {
        let mut excluded = [_mm512_setzero_si512(); P];
        for &(offset, xor) in &far {
            let value = _mm512_xor_si512(read64(values, stride - offset), xor);
            for p in 0..P {
                let found = _mm512_permutexvar_epi8(value, bits[p]);
                excluded[p] = _mm512_or_si512(excluded[p], found);
            }
        }
        let mut stored = [[0; STRIDE]; P];
        for p in 0..P {
            stored[p] = bytes64(excluded[p]);
        }
        for block in 0..STRIDE / BLOCK {
            let at = stride + block * BLOCK;
            let mut planes = [_mm_setzero_si128(); P];
            for p in 0..P {
                planes[p] = read16(&stored[p], block * BLOCK);
            }
            for &(offset, xor) in &back {
                let value = _mm512_castsi128_si512(read16(values, at - offset));
                add(&mut planes, _mm512_xor_si512(value, xor), &bits);
            }
            for mark in &recent {
                let value = _mm_permutex2var_epi8(before, mark.from, last);
                let value = _mm512_castsi128_si512(_mm_xor_si128(value, mark.xor));
                add(&mut planes, value, &bits);
            }
            let sets = sets(&planes);
            let mut halves = [0u64; 2];
            for (half, word) in halves.iter_mut().enumerate() {
                for i in BLOCK / 2 * half..BLOCK / 2 * (half + 1) {
                    let mut set = sets[i];
                    let near = if N <= 16 { &fixed[..N] } else { &near[..] };
                    for &(offset, xor) in near {
                        let value = window[(BLOCK + i - offset as usize) % (2 * BLOCK)];
                        set = with_bit(set, u32::from(value) ^ xor);
                    }
                    let value = set.trailing_ones();
                    if value >= 8 * P as u32 {
                        return at + i;
                    }
                    window[BLOCK + i] = value as u8;
                    *word = *word >> 8 | u64::from(value) << 56;
                }
            }
            // Not through the window: it was stored byte by byte, and reading it would wait.
            before = last;
            last = _mm_set_epi64x(halves[1] as i64, halves[0] as i64);
            let bytes = bytes16(last);
            window[..BLOCK].copy_from_slice(&bytes);
            values[at..at + BLOCK].copy_from_slice(&bytes);
        }
    }
    job.to
}

/// The set with a number below 32. The instruction is written out because the compiler would rather
/// collect the numbers of several marks in a vector, and the next heap waits for the result.
#[inline(always)]
#[allow(unsafe_code)]
fn with_bit(mut set: u32, bit: u32) -> u32 {
    // SAFETY: this changes only `set` and the flags.
    unsafe {
        std::arch::asm!("bts {0:e}, {1:e}", inout(reg) set, in(reg) bit, options(pure, nomem, nostack));
    }
    set
}

/// Adds the values of a block to its planes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn add<const P: usize>(planes: &mut [__m128i; P], value: __m512i, bits: &[__m512i; P]) {
    for p in 0..P {
        let found = _mm512_castsi512_si128(_mm512_permutexvar_epi8(value, bits[p]));
        planes[p] = _mm_or_si128(planes[p], found);
    }
}

/// The planes of a block as one set for each heap.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn sets<const P: usize>(planes: &[__m128i; P]) -> [u32; BLOCK] {
    let (mut c, mut d) = (_mm_setzero_si128(), _mm_setzero_si128());
    if P == 4 {
        (c, d) = (planes[2], planes[3]);
    }
    let (ab, cd) = (_mm_unpacklo_epi8(planes[0], planes[1]), _mm_unpacklo_epi8(c, d));
    let first = [_mm_unpacklo_epi16(ab, cd), _mm_unpackhi_epi16(ab, cd)];
    let (ab, cd) = (_mm_unpackhi_epi8(planes[0], planes[1]), _mm_unpackhi_epi8(c, d));
    let second = [_mm_unpacklo_epi16(ab, cd), _mm_unpackhi_epi16(ab, cd)];
    let mut sets = [0; BLOCK];
    for (quarter, four) in [first[0], first[1], second[0], second[1]].into_iter().enumerate() {
        store_sets(four, &mut sets, quarter);
    }
    sets
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_sets(register: __m128i, sets: &mut [u32; BLOCK], quarter: usize) {
    let four = &mut sets[4 * quarter..4 * quarter + 4];
    store4_double_words(register, four.try_into().expect("4 words"));
}

#[inline]
#[target_feature(enable = "avx512f")]
fn read64(values: &[u8], at: usize) -> __m512i {
    load64(values[at..at + 64].try_into().expect("64 values"))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn read16(values: &[u8], at: usize) -> __m128i {
    load16(values[at..at + BLOCK].try_into().expect("16 values"))
}
