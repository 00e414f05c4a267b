//! Witnesses for the values that a heap needs among its options.

use super::fill::read;
use super::word::{Planes, Word, unmark};
use super::{BLOCK, Leftover, Mark, Needs};

/// What [`verify`](super::verify) works on.
pub(crate) struct Verify<'a> {
    /// Values of consecutive heaps, all known.
    pub values: &'a [u8],
    pub from: usize,
    pub to: usize,
    /// Options to try, in this order.
    pub witnesses: &'a [Mark],
    pub needs: &'a Needs,
}

/// The heaps for which the list of witnesses is not enough, with the values they still need.
#[inline(always)]
pub(super) fn verify<T: Word, const L: usize>(job: &Verify<'_>) -> Vec<Leftover> {
    let needs = T::needs_ref(job.needs);
    let mut leftover = Vec::new();
    for block in 0..(job.to - job.from) / BLOCK {
        let at = job.from + block * BLOCK;
        let mut sets: Planes<T, L, BLOCK> = std::array::from_fn(|l| {
            let start = (block * L + l) * BLOCK;
            needs[start..start + BLOCK].try_into().expect("a block of words")
        });
        for group in job.witnesses.chunks(4) {
            if all_empty::<T, L>(&sets) {
                break;
            }
            for m in group {
                unmark(&mut sets, &read::<BLOCK>(job.values, at - m.offset as usize), m.xor);
            }
        }
        if !all_empty::<T, L>(&sets) {
            for i in 0..BLOCK {
                let mut set = [0u64; 4];
                for (l, words) in sets.iter().enumerate() {
                    set[l] = words[i].to_u64();
                }
                if set != [0; 4] {
                    leftover.push((at + i, set));
                }
            }
        }
    }
    leftover
}

#[inline(always)]
fn all_empty<T: Word, const L: usize>(sets: &Planes<T, L, BLOCK>) -> bool {
    let mut any = T::default();
    for words in sets {
        for &word in words {
            any = any.union(word);
        }
    }
    any == T::default()
}
