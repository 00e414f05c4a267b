//! Witnesses: splits that show that a value is among the options of a heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ishitori_runtime::simd::Isa;
use rustc_hash::FxHashSet;

use super::class::Class;
use super::history::{Cell, History};
use super::machine::MachineStop;
use crate::heap::kernel::{self, Leftover};
use crate::heap::moves::Moves;

/// Listed witnesses read at most this far back.
pub(crate) const REACH: usize = 2048;
/// The most witnesses where a kernel finishes what they leave open, and how far candidates reach.
const SHORT: usize = 64;
const SHORT_REACH: usize = 768;
/// The most witnesses that are chosen with care.
const CHOSEN: usize = 320;
/// The most witnesses that are listed when values are large; see [`listed`].
pub(super) const LISTED: usize = 1536;
/// The number of heaps that decide which ones are listed.
const SAMPLE: usize = 256;

/// How many witnesses are listed at most for values up to `max`: larger values need more, and few
/// are enough where a kernel finishes what they leave open.
pub(super) fn listed(isa: Isa, max: u32) -> usize {
    match max {
        0..128 if kernel::finishes(isa) => SHORT,
        0..128 => CHOSEN,
        _ => LISTED,
    }
}

/// A split to try: the option G(n − offset) ⊕ xor of heap n, where xor is the value of the smaller
/// part, a common heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Witness {
    pub offset: u32,
    pub xor: u32,
}

/// A split of `heap` with this value, the nearest one for each digit, whose smaller part is beyond
/// `tried`; `None` if there is none. O(d·n).
pub(super) fn find<V: Cell>(
    isa: Isa,
    history: &History<V>,
    moves: &Moves,
    heap: u64,
    value: u32,
    tried: usize,
) -> Result<Option<Witness>, MachineStop> {
    let first = history.first();
    let value = V::of(value);
    let mut complete = true;
    // All digits a little way first: witnesses are usually near.
    let mut start = tried + 1;
    for depth in [tried + 512, usize::MAX] {
        for split in &moves.splits {
            let Some(rest) = heap.checked_sub(u64::from(split.take)) else { continue };
            let half = split.half(rest as usize);
            let Some(end) = rest.checked_sub(history.base).map(|e| e as usize) else {
                complete = false;
                continue;
            };
            let last = half.min(first.len().saturating_sub(1)).min(end);
            complete &= last == half;
            let last = last.min(depth);
            if last < start {
                continue;
            }
            let (near, far) = (&first[start..=last], &history.recent[end - last..=end - start]);
            if let Some(i) = V::scan(isa, near, far, value) {
                let (offset, xor) = (split.take + (start + i) as u32, near[i].into());
                return Ok(Some(Witness { offset, xor }));
            }
        }
        start = depth.saturating_add(1);
    }
    if complete { Ok(None) } else { Err(MachineStop::Forgotten) }
}

/// A list of witnesses that explains (in the sets that `encode` maps values to) a sample of these needs with as few looks as a greedy choice
/// finds, in order of usefulness. The old list stays behind the new one. O(sample · reach) and a little.
pub(super) fn choose<V: Cell>(
    history: &History<V>,
    moves: &Moves,
    class: &Class,
    leftover: &[Leftover],
    encode: impl Fn(u32) -> usize,
    old: &[Witness],
    most: usize,
) -> Vec<Witness> {
    let step = leftover.len().div_ceil(SAMPLE).max(1);
    let mut open: Vec<Leftover> = leftover.iter().step_by(step).copied().collect();
    let first = history.first();
    let nearest = open.first().map_or(0, |l| l.0);
    let mut candidates = Vec::new();
    for split in &moves.splits {
        let reach = if most == SHORT { SHORT_REACH } else { REACH };
        let reach = reach.min(nearest / 2).saturating_sub(split.take as usize + 1);
        let parts = (1..=reach.min(first.len() - 1)).map(|a| (a, first[a].into()));
        let common = parts.filter(|&(a, xor)| class.is_common(xor, a as u64));
        candidates.extend(common.map(|(a, xor)| Witness { offset: split.take + a as u32, xor }));
    }
    candidates.sort_unstable();
    candidates.dedup();
    let value = |mark: &Witness, index: usize| -> usize {
        let value: u32 = history.recent[index - mark.offset as usize].into();
        encode(value ^ mark.xor)
    };
    let hits = |mark: &Witness, open: &[Leftover]| {
        let hit = |l: &&Leftover| {
            let v = value(mark, l.0);
            l.1[v / 64] >> (v % 64) & 1 == 1
        };
        open.iter().filter(hit).count()
    };
    // What a candidate explains only shrinks, so the top of the queue is examined again.
    let ranked = candidates.iter().map(|mark| (hits(mark, &open), Reverse(*mark)));
    let mut queue: BinaryHeap<(usize, Reverse<Witness>)> = ranked.collect();
    let mut list: Vec<Witness> = Vec::new();
    while list.len() < CHOSEN.min(most)
        && let Some((_, Reverse(best))) = queue.pop()
    {
        let now = hits(&best, &open);
        if queue.peek().is_some_and(|&(next, other)| (next, other) > (now, Reverse(best))) {
            queue.push((now, Reverse(best)));
            continue;
        }
        if now == 0 {
            break;
        }
        for (index, set) in &mut open {
            let v = value(&best, *index);
            set[v / 64] &= !(1 << (v % 64));
        }
        open.retain(|(_, set)| *set != [0; 4]);
        list.push(best);
    }
    // Then the old ones, and as many of the nearest ones as fit.
    let mut known: FxHashSet<Witness> = list.iter().copied().collect();
    let rest = old.iter().chain(if most > CHOSEN { &candidates[..] } else { &[] });
    list.extend(rest.filter(|w| known.insert(**w)));
    list.truncate(most);
    list
}
