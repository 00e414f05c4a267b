//! Numbers as other types of numbers. What does not fit becomes the largest number that does: never a smaller one,
//! as by `as`, so that a bound which something exceeds stays exceeded. Sizes and heaps are compared with the
//! [limits](crate::Limits) before they come here, so nothing that is accepted depends on it.

/// As a size in memory. O(1).
#[inline(always)]
pub(crate) fn size(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

/// As a number of 32 bits. O(1).
#[inline(always)]
pub(crate) fn small(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// As a number of 64 bits. O(1).
#[inline(always)]
pub(crate) fn word(number: impl TryInto<u64>) -> u64 {
    number.try_into().unwrap_or(u64::MAX)
}
