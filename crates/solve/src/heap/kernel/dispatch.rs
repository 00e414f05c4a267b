//! The choice of the instruction set at run time: one binary for every processor.

use ishitori_runtime::simd::Isa;

use super::fill::{self, Fill};
use super::scan;
use super::table::{self, Table};
use super::verify::{self, Verify, VerifyCodes};
use super::{Leftover, Width};

/// Whether [`verify_codes`] tries all splits with a small part besides the listed witnesses.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub(crate) fn finishes(isa: Isa) -> bool {
    #[cfg(target_arch = "x86_64")]
    return matches!(isa, Isa::Avx512Vbmi(_));
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// One kernel for every instruction set and width. Shifts of 16-bit words by different counts
/// exist only in AVX-512; elsewhere the smallest word has 32 bits.
macro_rules! versions {
    ($name:ident, $job:ty, $result:ty,
     [$($tiny:tt)*], [$($w32:tt)*], [$($w64:tt)*], [$($w128:tt)*], [$($w256:tt)*]) => {
        /// The kernel of the same name for this instruction set and width.
        pub(crate) fn $name(isa: Isa, width: Width, job: $job) -> $result {
            #[inline(always)]
            fn at_width(width: Width, job: $job) -> $result {
                match width {
                    Width::W16 | Width::W32 => $name::$name::<$($w32)*>(job),
                    Width::W64 => $name::$name::<$($w64)*>(job),
                    Width::W128 => $name::$name::<$($w128)*>(job),
                    Width::W256 => $name::$name::<$($w256)*>(job),
                }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2")]
            fn avx2(width: Width, job: $job) -> $result {
                at_width(width, job)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl")]
            fn avx512(width: Width, job: $job) -> $result {
                match width {
                    Width::W16 => $name::$name::<$($tiny)*>(job),
                    _ => at_width(width, job),
                }
            }
            match isa {
                Isa::Portable => at_width(width, job),
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: a token `Avx2` is made only where the processor has the features.
                Isa::Avx2(_) => unsafe { avx2(width, job) },
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: as above, for `Avx512` and `Avx512Vbmi`, which stands for more.
                Isa::Avx512(_) | Isa::Avx512Vbmi(_) => unsafe { avx512(width, job) },
            }
        }
    };
}

mod fill_lanes {
    pub(super) use super::fill::fill as fill_lanes;
}

/// The kernel of the same name for this instruction set and width.
pub(crate) fn fill(isa: Isa, width: Width, job: &mut Fill<'_>) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Isa::Avx512Vbmi(_) = isa {
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx512Vbmi` is made only where the processor has the features.
        let reached = unsafe {
            super::steps::fill(width, job)
                .or_else(|| super::planes::fill(width, job))
                .or_else(|| super::wide::fill(width, job))
        };
        if let Some(reached) = reached {
            return reached;
        }
    }
    #[cfg(target_arch = "x86_64")]
    if isa.avx512().is_some() {
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx512` is made only where the processor has the features.
        let reached = unsafe { super::groups::fill(width, job) };
        if let Some(reached) = reached {
            return reached;
        }
    }
    fill_lanes(isa, width, job)
}

mod verify_codes_lanes {
    pub(super) use super::verify::verify_codes as verify_codes_lanes;
}

/// The kernel of the same name for this instruction set and width.
pub(crate) fn verify_codes(isa: Isa, width: Width, job: &VerifyCodes<'_>) -> Vec<Leftover> {
    #[cfg(target_arch = "x86_64")]
    if let Isa::Avx512Vbmi(_) = isa {
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx512Vbmi` is made only where the processor has the features.
        let leftover = unsafe {
            super::vbmi::verify_codes(width, job).or_else(|| super::wide::verify_codes(width, job))
        };
        if let Some(leftover) = leftover {
            return leftover;
        }
    }
    verify_codes_lanes(isa, width, job)
}

versions!(fill_lanes, &mut Fill<'_>, usize, [u16, 1], [u32, 1], [u64, 1], [u64, 2], [u64, 4]);
versions!(verify, &Verify<'_>, Vec<Leftover>, [u16, 1], [u32, 1], [u64, 1], [u64, 2], [u64, 4]);
versions!(
    verify_codes_lanes,
    &VerifyCodes<'_>,
    Vec<Leftover>,
    [u16, 1, 64],
    [u32, 1, 32],
    [u64, 1, 16],
    [u64, 2, 16],
    [u64, 4, 16]
);

/// The search of [`scan::scan`] in cells of one type for every instruction set.
macro_rules! scans {
    ($name:ident, $cell:ty) => {
        /// The least i with `near[i] ⊕ far[last − i] = value`, for slices of the same length.
        pub(crate) fn $name(
            isa: Isa,
            near: &[$cell],
            far: &[$cell],
            value: $cell,
        ) -> Option<usize> {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2")]
            fn avx2(near: &[$cell], far: &[$cell], value: $cell) -> Option<usize> {
                scan::scan(near, far, value)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl")]
            fn avx512(near: &[$cell], far: &[$cell], value: $cell) -> Option<usize> {
                scan::scan(near, far, value)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(
                enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi"
            )]
            fn vbmi(near: &[$cell], far: &[$cell], value: $cell) -> Option<usize> {
                scan::scan(near, far, value)
            }
            match isa {
                Isa::Portable => scan::scan(near, far, value),
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: a token `Avx2` is made only where the processor has the features.
                Isa::Avx2(_) => unsafe { avx2(near, far, value) },
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: as above, for `Avx512`.
                Isa::Avx512(_) => unsafe { avx512(near, far, value) },
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: as above, for `Avx512Vbmi`.
                Isa::Avx512Vbmi(_) => unsafe { vbmi(near, far, value) },
            }
        }
    };
}

scans!(scan_bytes, u8);
scans!(scan_words, u16);

/// The values of codes below `width`, of heaps with these tables in turn; a multiple of 64 of them.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub(crate) fn decode_bytes(
    isa: Isa,
    width: Width,
    tables: &[[u8; 256]; 2],
    codes: &[u8],
    values: &mut [u8],
) {
    #[cfg(target_arch = "x86_64")]
    if matches!(isa, Isa::Avx512Vbmi(_)) && width <= Width::W64 {
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx512Vbmi` is made only where the processor has the features.
        unsafe {
            super::vbmi::decode(tables, codes, values)
        };
        return;
    }
    for (values, codes) in values.chunks_exact_mut(2).zip(codes.chunks_exact(2)) {
        values[0] = tables[0][usize::from(codes[0])];
        values[1] = tables[1][usize::from(codes[1])];
    }
}

/// The least i for which `near[i] ⊕ far[last − i]` is in the table, for slices of the same length.
pub(crate) fn table_bytes(isa: Isa, near: &[u8], far: &[u8], table: &Table<u8>) -> Option<usize> {
    match isa {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx512Vbmi` is made only where the processor has the features.
        Isa::Avx512Vbmi(_) => unsafe { table::avx512::bytes(near, far, table) },
        _ => table::scan(near, far, table),
    }
}

/// As [`table_bytes`] for words.
pub(crate) fn table_words(
    isa: Isa,
    near: &[u16],
    far: &[u16],
    table: &Table<u16>,
) -> Option<usize> {
    match isa {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx512` or `Avx512Vbmi` is made only where the processor has the
        // features.
        Isa::Avx512(_) | Isa::Avx512Vbmi(_) => unsafe { table::avx512::words(near, far, table) },
        _ => table::scan(near, far, table),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_finds_the_first_split() {
        let near: Vec<u16> = (0..700u32).map(|i| (i * i * 37 % 251) as u16).collect();
        let far: Vec<u16> = (0..700u32).map(|i| (i * i * 11 % 241) as u16).collect();
        let bytes = |words: &[u16]| words.iter().map(|&w| w as u8).collect::<Vec<_>>();
        for length in [0, 1, 127, 128, 129, 300, 700] {
            let (near, far) = (&near[..length], &far[..length]);
            for value in 0..256 {
                let first = near.iter().zip(far.iter().rev()).position(|(x, y)| x ^ y == value);
                for isa in Isa::available() {
                    assert_eq!(scan_words(isa, near, far, value), first);
                    let found = scan_bytes(isa, &bytes(near), &bytes(far), value as u8);
                    assert_eq!(found, first);
                }
            }
        }
    }
    #[test]
    fn every_instruction_set_finds_the_first_value_of_a_table() {
        let near: Vec<u16> = (0..700u32).map(|i| (i * i * 37 % 2039) as u16).collect();
        let far: Vec<u16> = (0..700u32).map(|i| (i * i * 11 % 1021) as u16).collect();
        let bytes = |words: &[u16]| words.iter().map(|&w| w as u8).collect::<Vec<_>>();
        let (near_bytes, far_bytes) = (bytes(&near), bytes(&far));
        for length in [0, 1, 63, 64, 127, 128, 129, 300, 700] {
            for values in [vec![], vec![0, 1], vec![2047], vec![77, 400, 1999], vec![5, 69, 133]] {
                let (near, far) = (&near[..length], &far[..length]);
                let (mut words, mut all) = (Table::new(), Vec::new());
                for &value in &values {
                    if words.insert(value) {
                        all.push(value);
                    }
                }
                let position = |x: u32, y: u32| all.contains(&(x ^ y));
                let mut pairs = near.iter().zip(far.iter().rev());
                let first = pairs.position(|(&x, &y)| position(x.into(), y.into()));
                let mut table = Table::new();
                all.retain(|&value| table.insert(value));
                let position = |x: u32, y: u32| all.contains(&(x ^ y));
                let (near_bytes, far_bytes) = (&near_bytes[..length], &far_bytes[..length]);
                let mut pairs = near_bytes.iter().zip(far_bytes.iter().rev());
                let first_byte = pairs.position(|(&x, &y)| position(x.into(), y.into()));
                for isa in Isa::available() {
                    assert_eq!(table_words(isa, near, far, &words), first);
                    assert_eq!(table_bytes(isa, near_bytes, far_bytes, &table), first_byte);
                }
            }
        }
    }
}
