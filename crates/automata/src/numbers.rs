//! Numbers as other types of numbers, without cutting anything off: states, nodes and tracks are counted in 32 bits,
//! and what has more of them is far beyond the memory of any machine.

/// As a number of 32 bits; the largest where it does not fit. O(1).
#[inline(always)]
pub(crate) fn small(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// As a size in memory; the largest where it does not fit. O(1).
#[inline(always)]
pub(crate) fn size(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}
