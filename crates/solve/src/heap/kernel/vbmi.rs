//! Witnesses for codes below 64 with the byte permutations of AVX-512 VBMI.
//!
//! 64 heaps fill one register of bytes. What they need is kept in planes of eight codes, one byte
//! per heap and plane, and a permutation of a 64-byte table turns codes into bits of a plane.

use std::arch::x86_64::*;

use super::verify::VerifyCodes;
use super::{Leftover, STRIDE, Width};

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
        let mut open: [__m512i; P] = std::array::from_fn(|p| {
            let even = _mm512_permutexvar_epi8(codes, needs[0][p]);
            let odd = _mm512_permutexvar_epi8(codes, needs[1][p]);
            _mm512_mask_blend_epi8(0xaaaa_aaaa_aaaa_aaaa, even, odd)
        });
        for group in job.witnesses.chunks(4) {
            let any = open.iter().fold(_mm512_setzero_si512(), |any, &o| _mm512_or_si512(any, o));
            if _mm512_test_epi8_mask(any, any) == 0 {
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
        let any = open.iter().fold(_mm512_setzero_si512(), |any, &o| _mm512_or_si512(any, o));
        let mut lanes = _mm512_test_epi8_mask(any, any);
        if lanes != 0 {
            let open = open.map(|plane| store(plane));
            while lanes != 0 {
                let i = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let set = (0..P).fold(0, |set, p| set | u64::from(open[p][i]) << (8 * p));
                leftover.push((at + i, [set, 0, 0, 0]));
            }
        }
    }
    leftover
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
