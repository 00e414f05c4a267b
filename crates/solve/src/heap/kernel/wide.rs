//! Marks and witnesses for codes from 64 on, with the byte permutations of AVX-512 VBMI.
//!
//! Sets of codes of 64 heaps are kept in planes of eight codes, one byte per heap and plane, as in
//! `planes` and `vbmi`, and 64 codes are done at a time: codes elsewhere are masked out.

use std::arch::x86_64::*;

use ishitori_runtime::simd::registers::{bytes64, load64};

use super::fill::Fill;
use super::verify::VerifyCodes;
use super::{Leftover, Mark, STRIDE, Width};

/// With fewer marks than this the sets of the other kernels are faster.
const MANY: usize = 64;
/// Witnesses tried before looking whether they are enough.
const TRIED: usize = 16;
/// With so few heaps left in a register, they are finished one by one.
const FEW: u32 = 32;

/// A mark or a witness: how far back it reads, and what is added.
type Look = (usize, __m512i);

/// Sets of 64 codes for 64 heaps.
type Words = [u64; STRIDE];

/// As [`fill`](super::fill) with every value common, without needs, and with many marks; `None` for
/// other jobs.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,popcnt")]
pub(super) fn fill(width: Width, job: &mut Fill<'_>) -> Option<usize> {
    let most = match width {
        Width::W128 => 128,
        Width::W256 => 256,
        _ => return None,
    };
    let plain = job.needs.is_none() && job.common.iter().flatten().all(|&word| word == u64::MAX);
    let whole = (job.to - job.from).is_multiple_of(STRIDE);
    if !plain || !whole || job.marks.far.len() < MANY {
        return None;
    }
    let all = [&job.marks.near, &job.marks.mid, &job.marks.far].into_iter().flatten();
    let (near, far): (Vec<Mark>, Vec<Mark>) = all.partition(|m| (m.offset as usize) < STRIDE);
    let near: Vec<(usize, u8)> = near.iter().map(|m| (STRIDE - m.offset as usize, m.xor)).collect();
    let reach = far.last().map_or(STRIDE, |m| m.offset as usize);
    let far = looks(&far);
    // Larger codes than before are hardly ever needed: their planes are added then.
    let known = &job.values[job.from - reach..job.from];
    let largest = known.iter().copied().max().map_or(0, usize::from);
    let mut limit = (largest + 1).next_multiple_of(16).min(most);
    let mut stride = job.from;
    while stride < job.to {
        let mut sets = [[0; STRIDE]; 4];
        for (group, words) in sets.iter_mut().enumerate().take(limit.div_ceil(64)) {
            let values = &job.values[..];
            *words = match (limit - 64 * group).min(64) / 8 {
                0..=2 => excluded::<2>(values, stride, &far, group),
                3..=4 => excluded::<4>(values, stride, &far, group),
                5..=6 => excluded::<6>(values, stride, &far, group),
                _ => excluded::<8>(values, stride, &far, group),
            };
        }
        match least_free(job.values, stride, &near, &sets, limit) {
            None => stride += STRIDE,
            Some(_) if limit < most => limit = (limit + 16).min(most),
            Some(at) => return Some(at),
        }
    }
    Some(job.to)
}

/// The codes of a group, as far as they fall into P planes, that the marks exclude.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
fn excluded<const P: usize>(values: &[u8], at: usize, far: &[Look], group: usize) -> Words {
    let mut planes = [_mm512_setzero_si512(); P];
    collect(values, at, far, group, &mut planes);
    words(&planes)
}

/// Finishes 64 heaps one by one with the marks that read within them. The answer is the first heap
/// for which no code below `limit` is free.
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn least_free(
    values: &mut [u8],
    stride: usize,
    near: &[(usize, u8)],
    sets: &[Words; 4],
    limit: usize,
) -> Option<usize> {
    for i in 0..STRIDE {
        let at = stride + i;
        let mut set = sets.each_ref().map(|words| words[i]);
        let back: &[u8; STRIDE] = values[at - STRIDE..at].try_into().expect("64 values");
        let low = ones(&set);
        if low >= limit {
            return Some(at);
        }
        // The codes from `low` on. Those that wrap around are beyond any limit.
        let (word, shift) = (low / 64, low % 64);
        let next = if word < 3 { set[word + 1] } else { 0 };
        let mut window = set[word] >> shift | (next << 1) << (63 - shift);
        for &(index, xor) in near {
            let code = (back[index % STRIDE] ^ xor).wrapping_sub(low as u8);
            window |= if code < 64 { 1 << code } else { 0 };
        }
        let mut code = low + window.trailing_ones() as usize;
        if window == u64::MAX {
            for &(index, xor) in near {
                let code = back[index % STRIDE] ^ xor;
                set[usize::from(code / 64)] |= 1 << (code % 64);
            }
            code = ones(&set);
        }
        if code >= limit {
            return Some(at);
        }
        values[at] = code as u8;
    }
    None
}

/// How many codes from 0 on the set has without a gap.
#[inline(always)]
fn ones(set: &[u64; 4]) -> usize {
    let word = set.iter().position(|&word| word != u64::MAX).unwrap_or(3);
    64 * word + set[word].trailing_ones() as usize
}

/// As [`verify_codes`](super::verify_codes) for codes from 64 on; `None` for others.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
pub(super) fn verify_codes(width: Width, job: &VerifyCodes<'_>) -> Option<Vec<Leftover>> {
    if width < Width::W128 {
        return None;
    }
    let looks = looks(job.witnesses);
    let mut leftover = Vec::new();
    for at in (job.from..job.to).step_by(STRIDE) {
        let mut open = [[0; STRIDE]; 4];
        let mut any = [0; 4];
        for (i, &code) in job.codes[at..at + STRIDE].iter().enumerate() {
            let need = &job.needs[(at + i + job.parity) & 1][usize::from(code)];
            for group in 0..4 {
                open[group][i] = need[group];
                any[group] |= need[group];
            }
        }
        for group in 0..4 {
            let words = &mut open[group];
            match (64 - any[group].leading_zeros()).div_ceil(8) {
                0 => (),
                1..=2 => close::<2>(job.codes, at, &looks, group, words),
                3..=4 => close::<4>(job.codes, at, &looks, group, words),
                5..=6 => close::<6>(job.codes, at, &looks, group, words),
                _ => close::<8>(job.codes, at, &looks, group, words),
            }
        }
        for i in 0..STRIDE {
            let set = open.each_ref().map(|words| words[i]);
            if set == [0; 4] {
                continue;
            }
            let set = finish(job, at + i, set);
            if set != [0; 4] {
                leftover.push((at + i, set));
            }
        }
    }
    Some(leftover)
}

/// Removes codes of a group, all of them within P planes, that witnesses explain, until few heaps
/// are open.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
fn close<const P: usize>(codes: &[u8], at: usize, looks: &[Look], group: usize, open: &mut Words) {
    let mut planes: [__m512i; P] = std::array::from_fn(|p| {
        let bytes: [u8; STRIDE] = std::array::from_fn(|i| (open[i] >> (8 * p)) as u8);
        load64(&bytes)
    });
    for some in looks.chunks(TRIED) {
        let mut found = [_mm512_setzero_si512(); P];
        collect(codes, at, some, group, &mut found);
        let mut any = _mm512_setzero_si512();
        for p in 0..P {
            planes[p] = _mm512_andnot_si512(found[p], planes[p]);
            any = _mm512_or_si512(any, planes[p]);
        }
        if _mm512_test_epi8_mask(any, any).count_ones() <= FEW {
            break;
        }
    }
    *open = words(&planes);
}

/// The values still open at one heap after all splits with a small part were tried, 64 at a time: the
/// largest of these parts first, because most witnesses of the list have smaller ones.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
fn finish(job: &VerifyCodes<'_>, at: usize, open: [u64; 4]) -> [u64; 4] {
    let mut left = [0; 4];
    for group in 0..4 {
        let mut rest = open[group];
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let code = _mm512_set1_epi8((64 * group as u32 + bit) as i8);
            let found = job.small.iter().zip(job.common).enumerate().rev().any(
                #[inline(always)]
                |(chunk, (small, &common))| {
                    let wanted = _mm512_xor_si512(load64(small), code);
                    let mut hits = 0;
                    for &take in job.splits {
                        let large = read(job.codes, at - take as usize - 64 * (chunk + 1));
                        hits |= _mm512_cmpeq_epi8_mask(large, wanted);
                    }
                    hits & common != 0
                },
            );
            left[group] |= u64::from(!found) << bit;
        }
    }
    left
}

/// Adds the codes of a group, as far as they fall into P planes, that 64 heaps see.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
fn collect<const P: usize>(
    codes: &[u8],
    at: usize,
    looks: &[Look],
    group: usize,
    planes: &mut [__m512i; P],
) {
    let bits: [__m512i; P] = std::array::from_fn(|p| {
        load64(&std::array::from_fn(|code| if code / 8 == p { 1 << (code % 8) } else { 0 }))
    });
    let turn = _mm512_set1_epi8((64 * group) as u8 as i8);
    let end = _mm512_set1_epi8(8 * P as i8);
    let mut sums = *planes;
    for &[first, second] in looks.as_chunks::<2>().0 {
        let (a, b) = (read(codes, at - first.0), read(codes, at - second.0));
        let a = _mm512_ternarylogic_epi64::<XOR3>(a, first.1, turn);
        let b = _mm512_ternarylogic_epi64::<XOR3>(b, second.1, turn);
        let (in_a, in_b) = (_mm512_cmplt_epu8_mask(a, end), _mm512_cmplt_epu8_mask(b, end));
        for p in 0..P {
            let of_a = _mm512_maskz_permutexvar_epi8(in_a, a, bits[p]);
            let of_b = _mm512_maskz_permutexvar_epi8(in_b, b, bits[p]);
            sums[p] = _mm512_ternarylogic_epi64::<OR3>(sums[p], of_a, of_b);
        }
    }
    *planes = sums;
}

/// The truth tables of the nim-sum and of the union of three.
const XOR3: i32 = 0x96;
const OR3: i32 = 0xfe;

/// An even number of looks: repeating one changes nothing.
#[target_feature(enable = "avx512f")]
fn looks(marks: &[Mark]) -> Vec<Look> {
    let look = |m: &Mark| (m.offset as usize, _mm512_set1_epi8(m.xor as i8));
    let mut looks: Vec<Look> = marks.iter().map(look).collect();
    if looks.len() % 2 == 1 {
        looks.push(looks[looks.len() - 1]);
    }
    looks
}

/// The planes as one word for each heap.
#[inline]
#[target_feature(enable = "avx512f")]
fn words<const P: usize>(planes: &[__m512i; P]) -> Words {
    let mut bytes = [[0; STRIDE]; P];
    for p in 0..P {
        bytes[p] = bytes64(planes[p]);
    }
    std::array::from_fn(|i| (0..P).fold(0, |word, p| word | u64::from(bytes[p][i]) << (8 * p)))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn read(codes: &[u8], at: usize) -> __m512i {
    load64(codes[at..at + 64].try_into().expect("64 codes"))
}
