//! The inner loops of the fast engine, on values of one byte.
//!
//! [`fill`] computes values that follow from a fixed list of [`Mark`]s (the takes, and the splits
//! with a rare part) and notes what must still be witnessed; [`verify`] finds the witnesses. Both
//! work on blocks of [`BLOCK`] heaps: a mark with an offset of at least `BLOCK` reads only
//! finished values, so it is done for the whole block at once.
//!
//! The code is written once, in safe Rust that the compiler turns into vector instructions, and
//! compiled for several instruction sets; `dispatch` chooses at run time. Kernels for small sets
//! are written with AVX-512 intrinsics besides: `groups`, `planes` and `steps` (the same as `fill`) and `vbmi`
//! (the same as [`verify_codes`]), and for large sets `wide` (both). Single values are searched for by `scan` and, several at once, by
//! `table`.

mod dispatch;
mod fill;
#[cfg(target_arch = "x86_64")]
mod groups;
#[cfg(target_arch = "x86_64")]
mod planes;
mod scan;
#[cfg(target_arch = "x86_64")]
mod steps;
mod table;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod vbmi;
mod verify;
#[cfg(target_arch = "x86_64")]
mod wide;
mod word;

pub(crate) use dispatch::{
    decode_bytes, fill, finishes, scan_bytes, scan_words, table_bytes, table_words, verify,
    verify_codes,
};
pub(crate) use fill::Fill;
pub(crate) use table::{PLACES, Table};
pub(crate) use verify::{Verify, VerifyCodes};

/// Heaps per block.
pub(crate) const BLOCK: usize = 16;
/// [`verify_codes`] works on multiples of this.
pub(crate) const STRIDE: usize = 64;
/// Heaps per inner block.
pub(crate) const INNER: usize = 4;

/// The option with value G(n − offset) ⊕ xor of every heap n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Mark {
    pub offset: u32,
    pub xor: u8,
}

/// Marks sorted by how far back they read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Offsets ≥ [`BLOCK`].
    pub far: Vec<Mark>,
    /// Offsets ≥ [`INNER`].
    pub mid: Vec<Mark>,
    /// Smaller offsets.
    pub near: Vec<Mark>,
}

impl Marks {
    pub fn new(mut all: Vec<Mark>) -> Marks {
        all.sort_unstable();
        all.dedup();
        let mut marks = Marks::default();
        for mark in all {
            match mark.offset as usize {
                BLOCK.. => marks.far.push(mark),
                INNER.. => marks.mid.push(mark),
                _ => marks.near.push(mark),
            }
        }
        marks
    }
}

/// A set of values below 256, for each parity of the heap.
pub(crate) type ValueSets = [[u64; 4]; 2];

/// How many values the exclusion sets must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Width {
    W16,
    W32,
    W64,
    W128,
    W256,
}

impl Width {
    /// The narrowest width for values up to `max`, `None` if a byte is not enough.
    pub fn for_max(max: u32) -> Option<Width> {
        match max {
            0..16 => Some(Width::W16),
            16..32 => Some(Width::W32),
            32..64 => Some(Width::W64),
            64..128 => Some(Width::W128),
            128..256 => Some(Width::W256),
            _ => None,
        }
    }

    pub fn next(self) -> Option<Width> {
        match self {
            Width::W16 => Some(Width::W32),
            Width::W32 => Some(Width::W64),
            Width::W64 => Some(Width::W128),
            Width::W128 => Some(Width::W256),
            Width::W256 => None,
        }
    }
}

/// Values that must still be witnessed, in the layout of the kernel that wrote them.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingWitnesses {
    pub tiny: Vec<u16>,
    pub narrow: Vec<u32>,
    pub wide: Vec<u64>,
}

/// For each parity of the heap and each code, the codes of the values that must be witnessed.
pub(crate) type NeedTable = [Vec<[u64; 4]>; 2];

/// Heaps with values that no listed witness explains: index into the values, and the values.
pub(crate) type Leftover = (usize, [u64; 4]);
