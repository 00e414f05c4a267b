//! Values that follow from a list of marks.

use super::word::{Planes, Word, mark};
use super::{BLOCK, INNER, Marks, PendingWitnesses, ValueSets};

/// The input of [`fill`](super::fill).
pub(crate) struct Fill<'a> {
    /// Values of consecutive heaps; those before `from` are known.
    pub values: &'a mut [u8],
    /// The parity of the heap at index 0.
    pub parity: usize,
    pub from: usize,
    /// Where to stop; whole blocks only.
    pub to: usize,
    pub marks: &'a Marks,
    /// The common values at even and at odd heaps.
    pub common: &'a ValueSets,
    /// Receives what each heap still needs to be witnessed; `None` if nothing does.
    pub needs: Option<&'a mut PendingWitnesses>,
}

/// Sets each value to the least common value that is not marked. Returns the index of the first
/// heap where there is none of this width (then that heap's block is not finished), or `to`.
#[inline(always)]
pub(super) fn fill<T: Word, const L: usize>(job: &mut Fill<'_>) -> usize {
    if L == 4 && job.needs.is_none() {
        return fill_bytes(job);
    }
    let blocks = (job.to - job.from) / BLOCK;
    let mut needs = job.needs.as_mut().map(|n| T::needs(n));
    if let Some(needs) = &mut needs {
        needs.clear();
        needs.resize(blocks * BLOCK * L, T::default());
    }
    let common: [[T; L]; 2] = std::array::from_fn(|parity| {
        std::array::from_fn(|plane| T::plane_of(&job.common[parity], plane))
    });
    let values = &mut *job.values;
    for block in 0..blocks {
        let at = job.from + block * BLOCK;
        let mut excluded: Planes<T, L, BLOCK> = [[T::default(); BLOCK]; L];
        for m in &job.marks.far {
            mark(&mut excluded, &read::<BLOCK>(values, at - m.offset as usize), m.xor);
        }
        let mut needed: Planes<T, L, BLOCK> = [[T::default(); BLOCK]; L];
        // The last 16 values stay in a register: reading what was just written one by one would
        // have to wait for the stores.
        let mut last = u128::from_le_bytes(read::<BLOCK>(values, at - BLOCK));
        for inner in (0..BLOCK).step_by(INNER) {
            let at = at + inner;
            let mut sets: Planes<T, L, INNER> =
                std::array::from_fn(|l| std::array::from_fn(|i| excluded[l][inner + i]));
            for m in &job.marks.mid {
                let back = (last >> ((8 * (BLOCK as u32 - m.offset)) & 127)) as u32;
                mark(&mut sets, &back.to_le_bytes(), m.xor);
            }
            for i in 0..INNER {
                let mut set: Planes<T, L, 1> = std::array::from_fn(|l| [sets[l][i]]);
                for m in &job.marks.near {
                    let back = (last >> ((8 * (BLOCK as u32 - m.offset)) & 127)) as u8;
                    mark(&mut set, &[back], m.xor);
                }
                let common = &common[(at + i + job.parity) & 1];
                let Some(value) = least::<T, L>(common, &set) else { return at + i };
                values[at + i] = value as u8;
                last = last >> 8 | u128::from(value) << 120;
                for l in 0..L {
                    needed[l][inner + i] = below::<T>(value, l).minus(set[l][0]);
                }
            }
        }
        if let Some(needs) = &mut needs {
            for (l, words) in needed.iter().enumerate() {
                let start = (block * L + l) * BLOCK;
                needs[start..start + BLOCK].copy_from_slice(words);
            }
        }
    }
    job.from + blocks * BLOCK
}

/// The same for many values without needs, one heap at a time: a byte for each value is faster
/// than sets of 256 bits.
#[inline(always)]
fn fill_bytes(job: &mut Fill<'_>) -> usize {
    let all: Vec<(usize, u8)> = [&job.marks.near, &job.marks.mid, &job.marks.far]
        .into_iter()
        .flatten()
        .map(|m| (m.offset as usize, m.xor))
        .collect();
    let reach = all.last().map_or(1, |&(offset, _)| offset);
    let mut taken: [[bool; 256]; 2] = std::array::from_fn(|parity| {
        std::array::from_fn(|v| job.common[parity][v / 64] >> (v % 64) & 1 == 0)
    });
    let start = taken;
    for at in job.from..job.to {
        let taken = &mut taken[(at + job.parity) & 1];
        *taken = start[(at + job.parity) & 1];
        let back = &job.values[at - reach..at];
        for &(offset, xor) in &all {
            taken[usize::from(back[reach - offset] ^ xor)] = true;
        }
        let Some(value) = taken.iter().position(|&t| !t) else { return at };
        job.values[at] = value as u8;
    }
    job.to
}

#[inline(always)]
pub(super) fn read<const N: usize>(values: &[u8], at: usize) -> [u8; N] {
    values[at..at + N].try_into().expect("a slice of N values")
}

#[inline(always)]
fn least<T: Word, const L: usize>(common: &[T; L], excluded: &Planes<T, L, 1>) -> Option<u32> {
    for l in 0..L {
        let free = common[l].minus(excluded[l][0]).to_u64();
        if free != 0 {
            return Some(l as u32 * T::BITS + free.trailing_zeros());
        }
    }
    None
}

/// The numbers below `value`, as far as they fall into this plane.
#[inline(always)]
fn below<T: Word>(value: u32, plane: usize) -> T {
    let value = value.saturating_sub(plane as u32 * T::BITS).min(T::BITS);
    let word = if value >= 64 { u64::MAX } else { (1 << value) - 1 };
    T::plane_of(&[word, 0, 0, 0], 0)
}
