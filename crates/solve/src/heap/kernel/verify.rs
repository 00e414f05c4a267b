//! Witnesses for the values that a heap needs among its options.

use super::fill::read;
use super::word::{Planes, Word, unmark};
use super::{BLOCK, Leftover, Mark, NeedTable, PendingWitnesses, STRIDE};

/// The input of [`verify`](super::verify).
pub(crate) struct Verify<'a> {
    /// Values of consecutive heaps, all known.
    pub values: &'a [u8],
    pub from: usize,
    pub to: usize,
    /// Options to try, in this order.
    pub witnesses: &'a [Mark],
    pub needs: &'a PendingWitnesses,
}

/// The heaps for which the list of witnesses is not enough, with the values they still need.
#[inline(always)]
pub(super) fn verify<T: Word, const L: usize>(job: &Verify<'_>) -> Vec<Leftover> {
    let needs = T::needs_ref(job.needs);
    let mut leftover = Vec::new();
    for block in 0..(job.to - job.from) / BLOCK {
        let at = job.from + block * BLOCK;
        let sets: Planes<T, L, BLOCK> = std::array::from_fn(|l| {
            let start = (block * L + l) * BLOCK;
            needs[start..start + BLOCK].try_into().expect("a block of words")
        });
        try_witnesses(job.values, at, job.witnesses, sets, &mut leftover);
    }
    leftover
}

/// The input of [`verify_codes`](super::verify_codes).
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(crate) struct VerifyCodes<'a> {
    /// Codes of consecutive heaps, all known.
    pub codes: &'a [u8],
    /// The parity of the heap at index 0.
    pub parity: usize,
    pub from: usize,
    /// Where to stop; a multiple of 64 heaps after `from`.
    pub to: usize,
    /// Options to try, in this order.
    pub witnesses: &'a [Mark],
    /// The requirements of a heap with a code, for each parity of the heap.
    pub needs: &'a NeedTable,
    /// Numbers taken before a split.
    pub splits: &'a [u32],
    /// The codes of the first heaps from 1 on, the last of each chunk first, and 255 for rare
    /// ones: small parts of splits that may be tried besides, if codes are below 64.
    pub small: &'a [[u8; STRIDE]],
    /// Which of them are common: those of codes from 64 on may have the 255 too.
    pub common: &'a [u64],
}

/// The same for codes, B heaps at a time.
#[inline(always)]
pub(super) fn verify_codes<T: Word, const L: usize, const B: usize>(
    job: &VerifyCodes<'_>,
) -> Vec<Leftover> {
    if L == 4 {
        return verify_bytes(job);
    }
    // The table in words of this width, so that it stays near.
    let table: [Vec<[T; L]>; 2] = std::array::from_fn(|parity| {
        let sets = job.needs[parity].iter();
        sets.map(|set| std::array::from_fn(|l| T::plane_of(set, l))).collect()
    });
    let [even, odd] = [&table[job.parity & 1][..], &table[(job.parity & 1) ^ 1][..]];
    let mut leftover = Vec::new();
    for at in (job.from..job.to).step_by(B) {
        let codes = read::<B>(job.codes, at);
        let [even, odd] = if at % 2 == 0 { [even, odd] } else { [odd, even] };
        let mut sets: Planes<T, L, B> = [[T::default(); B]; L];
        for i in 0..B {
            let need = if i % 2 == 0 { even } else { odd }[usize::from(codes[i])];
            for l in 0..L {
                sets[l][i] = need[l];
            }
        }
        try_witnesses(job.codes, at, job.witnesses, sets, &mut leftover);
    }
    leftover
}

/// The same for many codes, one heap at a time: a byte for each code is faster than large sets.
#[inline(always)]
fn verify_bytes(job: &VerifyCodes<'_>) -> Vec<Leftover> {
    let all: Vec<(usize, u8)> = job.witnesses.iter().map(|m| (m.offset as usize, m.xor)).collect();
    let reach = all.iter().map(|&(offset, _)| offset).max().unwrap_or(0);
    let mut leftover = Vec::new();
    for at in job.from..job.to {
        let need = &job.needs[(at + job.parity) & 1][usize::from(job.codes[at])];
        let mut open: [u8; 256] = std::array::from_fn(|v| (need[v / 64] >> (v % 64) & 1) as u8);
        let mut count: u32 = need.iter().map(|word| word.count_ones()).sum();
        let back = &job.codes[at - reach..at];
        for group in all.chunks(64) {
            if count == 0 {
                break;
            }
            for &(offset, xor) in group {
                let found = &mut open[usize::from(back[reach - offset] ^ xor)];
                count -= u32::from(*found);
                *found = 0;
            }
        }
        if count > 0 {
            let mut set = [0u64; 4];
            for v in (0..256).filter(|&v| open[v] == 1) {
                set[v / 64] |= 1 << (v % 64);
            }
            leftover.push((at, set));
        }
    }
    leftover
}

#[inline(always)]
fn try_witnesses<T: Word, const L: usize, const B: usize>(
    values: &[u8],
    at: usize,
    witnesses: &[Mark],
    mut sets: Planes<T, L, B>,
    leftover: &mut Vec<Leftover>,
) {
    for group in witnesses.chunks(4) {
        if all_empty::<T, L, B>(&sets) {
            return;
        }
        for m in group {
            unmark(&mut sets, &read::<B>(values, at - m.offset as usize), m.xor);
        }
    }
    if all_empty::<T, L, B>(&sets) {
        return;
    }
    note_leftover::<T, L, B>(at, &sets, leftover);
}

#[cold]
fn note_leftover<T: Word, const L: usize, const B: usize>(
    at: usize,
    sets: &Planes<T, L, B>,
    leftover: &mut Vec<Leftover>,
) {
    for i in 0..B {
        if sets.iter().all(|words| words[i] == T::default()) {
            continue;
        }
        let mut set = [0u64; 4];
        for (l, words) in sets.iter().enumerate() {
            T::put_plane(&mut set, l, words[i]);
        }
        leftover.push((at + i, set));
    }
}

#[inline(always)]
fn all_empty<T: Word, const L: usize, const B: usize>(sets: &Planes<T, L, B>) -> bool {
    let mut any = T::default();
    for words in sets {
        for &word in words {
            any = any.union(word);
        }
    }
    any == T::default()
}
