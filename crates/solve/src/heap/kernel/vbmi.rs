//! Witnesses for codes below 64 with the byte permutations of AVX-512 VBMI.
//!
//! 64 heaps fill one register of bytes. What they need is kept in planes of eight codes, one byte
//! per heap and plane, and a permutation of a 64-byte table turns codes into bits of a plane.

use std::arch::x86_64::*;

use ishitori_runtime::simd::registers::{bytes64, load64};

use super::verify::VerifyCodes;
use super::{Leftover, STRIDE, Width};

/// A byte that is not a code, nor a nim-sum with the 255 of a rare part.
const CLOSED: i8 = -128;
/// With so few heaps left in a register, they are finished one by one.
const FEW: u32 = 2;
/// So few codes of a heap are searched for one by one.
const SINGLE: u32 = 3;
/// The truth table of a set without the union of two others.
const WITHOUT: i32 = 0x10;

/// As [`verify_codes`](super::verify_codes); `None` for codes from 64 on.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
pub(super) fn verify_codes(width: Width, job: &VerifyCodes<'_>) -> Option<Vec<Leftover>> {
    match width {
        Width::W16 => Some(planes::<2>(job)),
        Width::W32 => Some(planes::<4>(job)),
        Width::W64 => Some(planes::<8>(job)),
        _ => None,
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
fn planes<const P: usize>(job: &VerifyCodes<'_>) -> Vec<Leftover> {
    // The bit of a code in each plane, and the planes of what a heap with that code needs.
    let bits: [__m512i; P] = std::array::from_fn(|p| {
        load64(&std::array::from_fn(|code| if code / 8 == p { 1 << (code % 8) } else { 0 }))
    });
    let needs: [[__m512i; P]; 2] = std::array::from_fn(|parity| {
        let table = &job.needs[(job.parity + job.from + parity) & 1];
        std::array::from_fn(|p| {
            load64(&std::array::from_fn(|code| (table[code][0] >> (8 * p)) as u8))
        })
    });
    let mut looks: Vec<(usize, __m512i)> =
        job.witnesses.iter().map(|m| (m.offset as usize, _mm512_set1_epi8(m.xor as i8))).collect();
    // Repeating a witness changes nothing.
    if looks.len() % 2 == 1 {
        looks.push(looks[looks.len() - 1]);
    }
    let mut leftover = Vec::new();
    for at in (job.from..job.to).step_by(STRIDE) {
        let codes = read(job.codes, at);
        let mut open = [_mm512_setzero_si512(); P];
        for p in 0..P {
            let even = _mm512_permutexvar_epi8(codes, needs[0][p]);
            let odd = _mm512_permutexvar_epi8(codes, needs[1][p]);
            open[p] = _mm512_mask_blend_epi8(0xaaaa_aaaa_aaaa_aaaa, even, odd);
        }
        for group in looks.chunks(4) {
            if open_heaps(&open).count_ones() <= FEW {
                break;
            }
            for [(a, xor_a), (b, xor_b)] in group.as_chunks::<2>().0 {
                let a = _mm512_xor_si512(read(job.codes, at - a), *xor_a);
                let b = _mm512_xor_si512(read(job.codes, at - b), *xor_b);
                for p in 0..P {
                    let of_a = _mm512_permutexvar_epi8(a, bits[p]);
                    let of_b = _mm512_permutexvar_epi8(b, bits[p]);
                    open[p] = _mm512_ternarylogic_epi64::<WITHOUT>(open[p], of_a, of_b);
                }
            }
        }
        let mut lanes = open_heaps(&open);
        if lanes != 0 {
            let mut bytes = [[0; 64]; P];
            for p in 0..P {
                bytes[p] = bytes64(open[p]);
            }
            while lanes != 0 {
                let i = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let set = (0..P).fold(0, |set, p| set | u64::from(bytes[p][i]) << (8 * p));
                let set = finish(job, at + i, set);
                if set != 0 {
                    leftover.push((at + i, [set, 0, 0, 0]));
                }
            }
        }
    }
    leftover
}

const fn every_code() -> [u8; 64] {
    let mut codes = [0; 64];
    let mut code = 0;
    while code < 64 {
        codes[code] = code as u8;
        code += 1;
    }
    codes
}

/// The heaps for which something is open.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn open_heaps<const P: usize>(open: &[__m512i; P]) -> u64 {
    let mut any = open[0];
    for plane in &open[1..] {
        any = _mm512_or_si512(any, *plane);
    }
    _mm512_test_epi8_mask(any, any)
}

/// The values of the codes, all below 64, of heaps with these tables in turn.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
pub(super) fn decode(tables: &[[u8; 256]; 2], codes: &[u8], values: &mut [u8]) {
    let [even, odd] = tables.each_ref().map(|table| read(table, 0));
    let (codes, values) = (codes.as_chunks::<64>().0, values.as_chunks_mut::<64>().0);
    for (codes, values) in codes.iter().zip(values) {
        let codes = load64(codes);
        let (even, odd) =
            (_mm512_permutexvar_epi8(codes, even), _mm512_permutexvar_epi8(codes, odd));
        *values = bytes64(_mm512_mask_blend_epi8(0xaaaa_aaaa_aaaa_aaaa, even, odd));
    }
}

/// The values still open at one heap after all splits with a small part were tried, 64 at a time.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
fn finish(job: &VerifyCodes<'_>, at: usize, mut open: u64) -> u64 {
    if open.count_ones() <= SINGLE {
        let mut rest = open;
        while rest != 0 {
            let code = rest.trailing_zeros();
            rest &= rest - 1;
            if has_split(job, at, code) {
                open &= !(1 << code);
            }
        }
        return open;
    }
    // A place that is not open holds what no code there can be.
    let closed = _mm512_set1_epi8(CLOSED);
    let all = load64(&const { every_code() });
    let mut table = _mm512_mask_blend_epi8(open, closed, all);
    for (chunk, small) in job.small.iter().enumerate() {
        let small = load64(small);
        for &take in job.splits {
            let large = read(job.codes, at - take as usize - 64 * (chunk + 1));
            let codes = _mm512_xor_si512(small, large);
            let mut hits = _mm512_cmpeq_epi8_mask(_mm512_permutexvar_epi8(codes, table), codes);
            if hits != 0 {
                let codes = bytes64(codes);
                while hits != 0 {
                    open &= !(1 << codes[hits.trailing_zeros() as usize]);
                    hits &= hits - 1;
                }
                if open == 0 {
                    return 0;
                }
                table = _mm512_mask_blend_epi8(open, closed, all);
            }
        }
    }
    open
}

/// Whether a split of one heap with a small part has this code.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,popcnt")]
fn has_split(job: &VerifyCodes<'_>, at: usize, code: u32) -> bool {
    let code = _mm512_set1_epi8(code as i8);
    let hits = |chunk: usize, small: &[u8; STRIDE]| {
        // A rare part has a code of 255 here, so that no nim-sum is below 64.
        let wanted = _mm512_xor_si512(load64(small), code);
        job.splits.iter().fold(0, |hits, &take| {
            let large = read(job.codes, at - take as usize - 64 * (chunk + 1));
            hits | _mm512_cmpeq_epi8_mask(large, wanted)
        })
    };
    let (pairs, last) = job.small.as_chunks::<2>();
    let paired = pairs
        .iter()
        .enumerate()
        .any(|(pair, [a, b])| hits(2 * pair, a) | hits(2 * pair + 1, b) != 0);
    paired || last.iter().any(|small| hits(2 * pairs.len(), small) != 0)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn read(codes: &[u8], at: usize) -> __m512i {
    load64(codes[at..at + 64].try_into().expect("64 codes"))
}
