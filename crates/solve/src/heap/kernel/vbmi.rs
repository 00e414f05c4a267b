//! Witnesses for codes below 64 with the byte permutations of AVX-512 VBMI.
//!
//! 64 heaps fill one register of bytes. What they need is kept in planes of eight codes, one byte
//! per heap and plane, and a permutation of a 64-byte table turns codes into bits of a plane.

use std::arch::x86_64::*;

use super::verify::VerifyCodes;
use super::{Leftover, STRIDE, Width};

/// What no code is, nor a nim-sum with the 255 of a rare part.
const CLOSED: i8 = -128;
/// With so few heaps left in a register, they are finished one by one.
const FEW: u32 = 2;

/// As [`verify_codes`](super::verify_codes); `None` for codes from 64 on.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn verify_codes(width: Width, job: &VerifyCodes<'_>) -> Option<Vec<Leftover>> {
    match width {
        Width::W16 => Some(planes::<2>(job)),
        Width::W32 => Some(planes::<4>(job)),
        Width::W64 => Some(planes::<8>(job)),
        _ => None,
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn planes<const P: usize>(job: &VerifyCodes<'_>) -> Vec<Leftover> {
    // The bit of a code in each plane, and the planes of what a heap with that code needs.
    let bits: [__m512i; P] = std::array::from_fn(|p| {
        load(&std::array::from_fn(|code| if code / 8 == p { 1 << (code % 8) } else { 0 }))
    });
    let needs: [[__m512i; P]; 2] = std::array::from_fn(|parity| {
        let table = &job.needs[(job.parity + job.from + parity) & 1];
        std::array::from_fn(|p| {
            load(&std::array::from_fn(|code| (table[code][0] >> (8 * p)) as u8))
        })
    });
    let mut leftover = Vec::new();
    for at in (job.from..job.to).step_by(STRIDE) {
        let codes = read(job.codes, at);
        let mut open = [_mm512_setzero_si512(); P];
        for p in 0..P {
            let even = _mm512_permutexvar_epi8(codes, needs[0][p]);
            let odd = _mm512_permutexvar_epi8(codes, needs[1][p]);
            open[p] = _mm512_mask_blend_epi8(0xaaaa_aaaa_aaaa_aaaa, even, odd);
        }
        for group in job.witnesses.chunks(4) {
            if open_heaps(&open).count_ones() <= FEW {
                break;
            }
            for m in group {
                let values = read(job.codes, at - m.offset as usize);
                let values = _mm512_xor_si512(values, _mm512_set1_epi8(m.xor as i8));
                for p in 0..P {
                    let found = _mm512_permutexvar_epi8(values, bits[p]);
                    open[p] = _mm512_andnot_si512(found, open[p]);
                }
            }
        }
        let mut lanes = open_heaps(&open);
        if lanes != 0 {
            let mut bytes = [[0; 64]; P];
            for p in 0..P {
                bytes[p] = store(open[p]);
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
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn decode(tables: &[[u8; 256]; 2], codes: &[u8], values: &mut [u8]) {
    let [even, odd] = tables.each_ref().map(|table| read(table, 0));
    let (codes, values) = (codes.as_chunks::<64>().0, values.as_chunks_mut::<64>().0);
    for (codes, values) in codes.iter().zip(values) {
        let codes = load(codes);
        let (even, odd) =
            (_mm512_permutexvar_epi8(codes, even), _mm512_permutexvar_epi8(codes, odd));
        *values = store(_mm512_mask_blend_epi8(0xaaaa_aaaa_aaaa_aaaa, even, odd));
    }
}

/// What is still open at one heap after all splits with a small part were tried, 64 at a time.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn finish(job: &VerifyCodes<'_>, at: usize, mut open: u64) -> u64 {
    // A place that is not open holds what no code there can be.
    let closed = _mm512_set1_epi8(CLOSED);
    let all = load(&const { every_code() });
    let mut table = _mm512_mask_blend_epi8(open, closed, all);
    for (chunk, small) in job.small.iter().enumerate() {
        let small = load(small);
        for &take in job.splits {
            let large = read(job.codes, at - take as usize - 64 * (chunk + 1));
            let codes = _mm512_xor_si512(small, large);
            let mut hits = _mm512_cmpeq_epi8_mask(_mm512_permutexvar_epi8(codes, table), codes);
            if hits != 0 {
                let codes = store(codes);
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

#[inline]
#[target_feature(enable = "avx512f")]
fn read(codes: &[u8], at: usize) -> __m512i {
    load(codes[at..at + 64].try_into().expect("64 codes"))
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference is valid for 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn store(register: __m512i) -> [u8; 64] {
    let mut bytes = [0; 64];
    // SAFETY: the array is valid for 64 bytes, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), register) };
    bytes
}
