//! Values from marks with AVX-512, for sets of 16 values when no mark reads the last few heaps.
//!
//! The nearest mark says how many heaps can be done at once, a *step*. What was excluded by marks
//! that reach back 64 heaps is found for many steps together. The other marks read two registers:
//! the values of the step before, which has just been done, and those of the 64 heaps before it.

use std::arch::x86_64::*;

use ishitori_runtime::simd::registers::{load8_words, load16, load64, store_half8, store32_words};

use super::fill::Fill;
use super::{Mark, STRIDE, Width};

/// Heaps in a step.
const LEAST: usize = 4;
const MOST: usize = 8;
/// The truth table of the union of three sets.
const OR3: i32 = 0xfe;

/// As [`fill`](super::fill) with every value common, without needs, and with marks as above; `None`
/// for other jobs.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg")]
pub(super) fn fill(width: Width, job: &mut Fill<'_>) -> Option<usize> {
    let plain = job.needs.is_none() && job.common.iter().flatten().all(|&word| word == u64::MAX);
    if !plain || width != Width::W16 || job.from < STRIDE + MOST {
        return None;
    }
    let all = [&job.marks.near, &job.marks.mid, &job.marks.far].into_iter().flatten();
    let (close, far): (Vec<Mark>, Vec<Mark>) = all.partition(|m| (m.offset as usize) < STRIDE);
    let step = close.first().map_or(MOST, |m| MOST.min(m.offset as usize));
    let split = close.partition_point(|m| (m.offset as usize) < 2 * step);
    let (last, older) = close.split_at(split);
    let steps = Steps { step, last, older, far: &far };
    match (last.len(), older.len()) {
        _ if step < LEAST => None,
        (..=2, ..=2) => Some(run::<2, 2>(job, &steps)),
        (..=2, ..=4) => Some(run::<2, 4>(job, &steps)),
        (..=4, ..=2) => Some(run::<4, 2>(job, &steps)),
        (..=4, ..=4) => Some(run::<4, 4>(job, &steps)),
        _ => None,
    }
}

/// The marks of a job; the numbers of the nearer ones that [`run`] can hold are even.
struct Steps<'a> {
    step: usize,
    /// Those that read the step before for some heap.
    last: &'a [Mark],
    /// Those that read the 64 heaps before it.
    older: &'a [Mark],
    /// All others.
    far: &'a [Mark],
}

/// A mark that reaches back less than 64 heaps, for the heaps of a step, in words of 16 bits.
#[derive(Clone, Copy)]
struct NearMark {
    /// Which values of the step before it reads.
    last: __m128i,
    /// Which values of the 64 heaps before that, and for which heaps.
    from: __m512i,
    held: __mmask64,
    xor: __m128i,
}

impl NearMark {
    /// How many marks there are; those that are missing mark nothing.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn all<const N: usize>(marks: &[Mark], step: usize) -> [NearMark; N] {
        let mut all = [NearMark {
            last: _mm_set1_epi8(-1),
            from: _mm512_setzero_si512(),
            held: 0,
            xor: _mm_set1_epi16(255),
        }; N];
        for (close, mark) in all.iter_mut().zip(marks) {
            let (mut last, mut from, mut held) = ([255; 16], [0; 64], 0);
            for i in 0..MOST {
                match (i + step).checked_sub(mark.offset as usize) {
                    Some(lane) => {
                        (last[2 * i], last[2 * i + 1]) = (2 * lane as u8, 2 * lane as u8 + 1);
                    }
                    None => {
                        from[2 * i] = (STRIDE + i + step - mark.offset as usize) as u8;
                        held |= 1 << (2 * i);
                    }
                }
            }
            let xor = _mm_set1_epi16(mark.xor.into());
            *close = NearMark { last: load16(&last), from: load64(&from), held, xor };
        }
        all
    }

    /// Its marks where it does not read the step before.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn held(&self, history: __m512i) -> __m128i {
        let held = _mm512_maskz_permutexvar_epi8(self.held, self.from, history);
        _mm_xor_si128(_mm512_castsi512_si128(held), self.xor)
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg")]
fn run<const L: usize, const O: usize>(job: &mut Fill<'_>, steps: &Steps<'_>) -> usize {
    let step = steps.step;
    let last: [NearMark; L] = NearMark::all(steps.last, step);
    let older: [NearMark; O] = NearMark::all(steps.older, step);
    // The furthest first: the nearest values were stored only just now.
    let far = steps.far.iter().rev().map(|m| (m.offset as usize, _mm512_set1_epi8(m.xor as i8)));
    let far: Vec<(usize, __m512i)> = far.collect();
    let bits: [__m512i; 2] = std::array::from_fn(|p| {
        load64(&std::array::from_fn(|v| if v / 8 == p { 1 << (v % 8) } else { 0 }))
    });
    // How the values of the step before join the older ones.
    let moved = load64(&std::array::from_fn(|i| ((i + step) % STRIDE) as u8));
    let joined = load64(&std::array::from_fn(|i| (2 * (i + step).saturating_sub(STRIDE)) as u8));
    let joining: __mmask64 = u64::MAX << (STRIDE - step);
    let in_step: __mmask8 = u8::MAX >> (MOST - step);
    let one = _mm_set1_epi16(1);

    let values = &mut *job.values;
    let mut history = read64(values, job.from - step - STRIDE);
    let before = std::array::from_fn(|i| if i < step { values[job.from - step + i] } else { 0 });
    let mut new = _mm_cvtepu8_epi16(load16(&before));
    let whole = STRIDE / step * step;
    for at in (job.from..job.to).step_by(whole) {
        let mut planes = [_mm512_setzero_si512(); 2];
        for &(offset, xor) in &far {
            let value = _mm512_xor_si512(read64(values, at - offset), xor);
            for p in 0..2 {
                let found = _mm512_permutexvar_epi8(value, bits[p]);
                planes[p] = _mm512_or_si512(planes[p], found);
            }
        }
        let sets = sets(planes);
        let mut done = [0u8; STRIDE + MOST];
        let mut largest = _mm_setzero_si128();
        for first in (0..whole).step_by(step) {
            let mut set = load_sets(&sets, first);
            for [a, b] in older.as_chunks::<2>().0 {
                let a = _mm_sllv_epi16(one, a.held(history));
                let b = _mm_sllv_epi16(one, b.held(history));
                set = _mm_ternarylogic_epi32::<OR3>(set, a, b);
            }
            for [a, b] in last.as_chunks::<2>().0 {
                let of_a = _mm_xor_si128(_mm_shuffle_epi8(new, a.last), a.held(history));
                let of_b = _mm_xor_si128(_mm_shuffle_epi8(new, b.last), b.held(history));
                let (a, b) = (_mm_sllv_epi16(one, of_a), _mm_sllv_epi16(one, of_b));
                set = _mm_ternarylogic_epi32::<OR3>(set, a, b);
            }
            history = _mm512_permutexvar_epi8(moved, history);
            let step_before = _mm512_castsi128_si512(new);
            history = _mm512_mask_permutexvar_epi8(history, joining, joined, step_before);
            // The bits below the lowest zero, and how many they are.
            let below = _mm_andnot_si128(_mm_add_epi16(set, one), set);
            new = _mm_popcnt_epi16(below);
            largest = _mm_mask_max_epu16(largest, in_step, largest, new);
            store8(_mm_packus_epi16(new, new), &mut done, first);
        }
        let count = whole.min(job.to - at);
        if at + STRIDE <= job.to {
            // More than is done, but of a fixed size; the rest is done next.
            values[at..at + STRIDE].copy_from_slice(&done[..STRIDE]);
        } else {
            values[at..at + count].copy_from_slice(&done[..count]);
        }
        if _mm_cmpgt_epu16_mask(largest, _mm_set1_epi16(15)) != 0
            && let Some(i) = done[..count].iter().position(|&v| v > 15)
        {
            return at + i;
        }
    }
    job.to
}

/// The planes as one set for each heap, with space for one more step.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sets(planes: [__m512i; 2]) -> [u16; STRIDE + MOST] {
    let [low, high] = planes;
    let mut sets = [0; STRIDE + MOST];
    let first = [_mm512_castsi512_si256(low), _mm512_castsi512_si256(high)];
    store_sets(both(first[0], first[1]), &mut sets, 0);
    let second = [_mm512_extracti64x4_epi64::<1>(low), _mm512_extracti64x4_epi64::<1>(high)];
    store_sets(both(second[0], second[1]), &mut sets, 1);
    sets
}

/// Words of a low and a high byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn both(low: __m256i, high: __m256i) -> __m512i {
    let high = _mm512_slli_epi16::<8>(_mm512_cvtepu8_epi16(high));
    _mm512_or_si512(_mm512_cvtepu8_epi16(low), high)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_sets(register: __m512i, sets: &mut [u16; STRIDE + MOST], half: usize) {
    let words = &mut sets[32 * half..32 * half + 32];
    store32_words(register, words.try_into().expect("32 words"));
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_sets(sets: &[u16; STRIDE + MOST], at: usize) -> __m128i {
    load8_words(sets[at..at + MOST].try_into().expect("8 words"))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn read64(values: &[u8], at: usize) -> __m512i {
    load64(values[at..at + 64].try_into().expect("64 values"))
}
#[inline]
#[target_feature(enable = "avx512f")]
fn store8(register: __m128i, bytes: &mut [u8; STRIDE + MOST], at: usize) {
    let eight = &mut bytes[at..at + MOST];
    store_half8(register, eight.try_into().expect("8 bytes"));
}
