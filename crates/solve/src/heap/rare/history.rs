//! The values computed so far: all of them, or a beginning and a window of recent ones.

use ishitori_runtime::simd::Isa;

use crate::heap::kernel::{self, Table, Width};

/// A type that holds one value.
pub(crate) trait Cell:
    Copy + Eq + Ord + Default + Into<u32> + From<u8> + TryFrom<u32> + Send + Sync + 'static
{
    /// The largest value that fits.
    const TOP: u32;
    /// The value, which must fit.
    fn of(value: u32) -> Self;
    /// The low bits of a value.
    fn wrapping(value: u32) -> Self;
    /// The least i with `near[i] ⊕ far[last − i] = value`, for slices of the same length.
    fn scan(isa: Isa, near: &[Self], far: &[Self], value: Self) -> Option<usize>;
    /// The least i for which `near[i] ⊕ far[last − i]` is in the table.
    fn scan_table(isa: Isa, near: &[Self], far: &[Self], table: &Table<Self>) -> Option<usize>;
    /// The values of codes below `width`, with the tables in turn: a multiple of 64 of them.
    fn decode(isa: Isa, width: Width, tables: &[[Self; 256]; 2], codes: &[u8], values: &mut [Self]);
    /// The position of `needle` in `values`, if it is there.
    fn find(values: &[Self], needle: &[Self]) -> Option<usize>;
    /// The vector itself, left empty, if these cells are bytes.
    fn take_bytes(_: &mut Vec<Self>) -> Option<Vec<u8>> {
        None
    }
    /// Puts back what [`Cell::take_bytes`] gave.
    fn put_bytes(_: &mut Vec<Self>, _: Vec<u8>) {}
}

impl Cell for u8 {
    const TOP: u32 = u8::MAX as u32;
    fn of(value: u32) -> Self {
        debug_assert!(value <= Self::TOP);
        value as u8
    }
    fn wrapping(value: u32) -> Self {
        value as u8
    }
    fn scan(isa: Isa, near: &[u8], far: &[u8], value: u8) -> Option<usize> {
        kernel::scan_bytes(isa, near, far, value)
    }
    fn scan_table(isa: Isa, near: &[u8], far: &[u8], table: &Table<u8>) -> Option<usize> {
        kernel::table_bytes(isa, near, far, table)
    }
    fn decode(isa: Isa, width: Width, tables: &[[u8; 256]; 2], codes: &[u8], values: &mut [u8]) {
        kernel::decode_bytes(isa, width, tables, codes, values);
    }
    fn find(values: &[u8], needle: &[u8]) -> Option<usize> {
        find_bytes(values, needle)
    }
    fn take_bytes(cells: &mut Vec<u8>) -> Option<Vec<u8>> {
        Some(std::mem::take(cells))
    }
    fn put_bytes(cells: &mut Vec<u8>, bytes: Vec<u8>) {
        *cells = bytes;
    }
}

/// The length of the beginning of a needle that is searched for first, and how often it may lead astray.
const HEAD: usize = 64;
const ASTRAY: usize = 16;

/// The position of `needle` in `values`. To get ready for a needle takes as long as to read it several times, so
/// only its beginning is searched for, and the rest compared where that is found; if this leads astray too often, the
/// whole needle is searched for. O(values + needle).
fn find_bytes(values: &[u8], needle: &[u8]) -> Option<usize> {
    let head = &needle[..needle.len().min(HEAD)];
    let last = values.len().checked_sub(needle.len())?;
    let finder = memchr::memmem::Finder::new(head);
    let mut start = 0;
    for _ in 0..ASTRAY {
        start += finder.find(&values[start..last + head.len()])?;
        if values[start..start + needle.len()] == *needle {
            return Some(start);
        }
        start += 1;
    }
    memchr::memmem::find(&values[start..], needle).map(|found| start + found)
}

impl Cell for u16 {
    const TOP: u32 = u16::MAX as u32;
    fn of(value: u32) -> Self {
        debug_assert!(value <= Self::TOP);
        value as u16
    }
    fn wrapping(value: u32) -> Self {
        value as u16
    }
    fn scan(isa: Isa, near: &[u16], far: &[u16], value: u16) -> Option<usize> {
        kernel::scan_words(isa, near, far, value)
    }
    fn scan_table(isa: Isa, near: &[u16], far: &[u16], table: &Table<u16>) -> Option<usize> {
        kernel::table_words(isa, near, far, table)
    }
    fn decode(_: Isa, _: Width, tables: &[[u16; 256]; 2], codes: &[u8], values: &mut [u16]) {
        for (values, codes) in values.chunks_exact_mut(2).zip(codes.chunks_exact(2)) {
            values[0] = tables[0][usize::from(codes[0])];
            values[1] = tables[1][usize::from(codes[1])];
        }
    }
    fn find(values: &[u16], needle: &[u16]) -> Option<usize> {
        // Knuth–Morris–Pratt.
        let mut border = vec![0; needle.len()];
        let mut k = 0;
        for i in 1..needle.len() {
            while k > 0 && needle[i] != needle[k] {
                k = border[k - 1];
            }
            k += usize::from(needle[i] == needle[k]);
            border[i] = k;
        }
        let mut matched = 0;
        for (i, &value) in values.iter().enumerate() {
            while matched > 0 && value != needle[matched] {
                matched = border[matched - 1];
            }
            matched += usize::from(value == needle[matched]);
            if matched == needle.len() {
                return Some(i + 1 - matched);
            }
        }
        None
    }
}

/// Values of the heaps 0, 1, …. Once `base > 0`, those between `prefix` and `base` are forgotten.
#[derive(Clone, Debug)]
pub(crate) struct History<V> {
    /// Values of the heaps `base`, `base + 1`, ….
    pub recent: Vec<V>,
    pub base: u64,
    /// Values of the first heaps; empty while `base` is 0.
    pub prefix: Vec<V>,
}

impl<V: Cell> History<V> {
    pub fn new() -> Self {
        History { recent: Vec::new(), base: 0, prefix: Vec::new() }
    }

    /// The next heap to be computed.
    pub fn next(&self) -> u64 {
        self.base + self.recent.len() as u64
    }

    /// Values of the heaps 0, 1, … without a gap.
    pub fn first(&self) -> &[V] {
        if self.base == 0 { &self.recent } else { &self.prefix }
    }

    /// Whether nothing was forgotten.
    pub fn is_whole(&self) -> bool {
        self.base == 0
    }

    /// Keeps the first `keep` values and at least as many recent ones.
    pub fn forget(&mut self, keep: usize) {
        if self.recent.len() < 2 * keep {
            return;
        }
        if self.base == 0 {
            self.prefix = self.recent[..keep].to_vec();
        }
        let drop = self.recent.len() - keep;
        self.recent.drain(..drop);
        self.recent.shrink_to(2 * keep + (1 << 16));
        self.base += drop as u64;
    }

    pub fn bytes(&self) -> u64 {
        ((self.recent.capacity() + self.prefix.capacity()) * size_of::<V>()) as u64
    }

    /// The same values in wider cells.
    pub fn widened<W: Cell>(&self) -> History<W> {
        let widen = |values: &[V]| values.iter().map(|&v| W::of(v.into())).collect();
        History { recent: widen(&self.recent), base: self.base, prefix: widen(&self.prefix) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Needles that are there and that nearly are, in values that repeat much and little.
    #[test]
    fn needles_are_found_where_they_first_are() {
        let values: Vec<u8> = (0..5000_u32).map(|n| (n * n / 97 % 5) as u8).collect();
        let dull: Vec<u8> = (0..5000).map(|n| u8::from(n % 100 == 99)).collect();
        for values in [values, dull] {
            for length in [1, 2, 63, 64, 65, 100, 700] {
                for at in [0, 1, 77, 2000, 4300] {
                    let mut needle = values[at..at + length].to_vec();
                    for last in [needle[length - 1], 7] {
                        needle[length - 1] = last;
                        let first = values.windows(length).position(|w| w == needle);
                        assert_eq!(find_bytes(&values, &needle), first, "{at} {length}");
                    }
                }
            }
        }
        assert_eq!(find_bytes(&[1, 2], &[1, 2, 3]), None);
    }
}
