//! One heap at a time: the beginning of every sequence, heaps next to a new rare one, games
//! without a sparse space, and values too large for the kernels.
//!
//! A few splits are marked one by one, which excludes most values. What is left free is searched for
//! among all splits with a vector scan, many values at once, and the least value that is not found
//! is G(n). How many splits are marked adapts itself so that
//! little is left to find.

use super::history::Cell;
use super::machine::{MachineStop, RareMark, SequenceMachine};
use crate::heap::kernel::{PLACES, Table};

/// The most splits with a rare part that are all marked, which is faster than a scan.
const ALL_MARKED: usize = 1024;
/// The number of marks that take about as long as to find one value.
const FIND: usize = 24;
/// Values looked for at once.
const FULL: usize = 48;

/// Marks of the values seen at one heap, and how many splits are marked.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    seen: Vec<u8>,
    /// Splits marked for each digit, the smallest parts first.
    near: usize,
    /// Splits with a rare part marked.
    rare: usize,
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch { seen: Vec::new(), near: 64, rare: ALL_MARKED }
    }
}

/// More marks if what was left to find took longer than marking, fewer if it took less.
fn adapt(marks: &mut usize, found: usize) {
    if FIND * found > *marks {
        *marks += *marks / 8 + 1;
    } else if 2 * FIND * found < *marks {
        *marks = (*marks - *marks / 32).max(32);
    }
}

impl<V: Cell> SequenceMachine<V> {
    /// Whether too many heaps are rare for blocks of heaps to be of use. Until the first class is
    /// chosen, every heap is.
    pub(super) fn is_crowded(&self) -> bool {
        self.has_splits()
            && self.history.is_whole()
            && 16 * self.rares.len() as u64 > self.history.next()
    }

    /// Computes the value of the next heap.
    pub(super) fn step(&mut self) -> Result<(), MachineStop> {
        self.coded = None;
        let mut scratch = std::mem::take(&mut self.scratch);
        let size = 2 * (self.max_value as usize + 2).next_power_of_two();
        scratch.seen.clear();
        scratch.seen.resize(size, 0);
        let result = self.step_with(&mut scratch);
        self.scratch = scratch;
        result
    }

    fn step_with(&mut self, scratch: &mut Scratch) -> Result<(), MachineStop> {
        let n = self.history.next();
        let known = &self.history.recent[..];
        let index = known.len();
        let seen = &mut scratch.seen[..];
        if self.moves.wholes.binary_search(&(n.min(u64::from(u32::MAX)) as u32)).is_ok() {
            seen[0] = 1;
        }
        for &take in self.moves.takes.iter().take_while(|&&t| u64::from(t) < n) {
            seen[known[index - take as usize].into() as usize] = 1;
        }
        // A nim-sum of values is below half of the table.
        let mask = seen.len() / 2 - 1;
        // With few rares the common values that are left free are not options. If all heaps may be
        // rare, these splits are no better than others.
        let exact = self.rare_marks.len() <= ALL_MARKED;
        let useful = 2 * (self.rares.len() as u64) < n;
        let rare_marks = match (exact, useful) {
            (true, _) => self.rare_marks.len(),
            (false, true) => scratch.rare.min(self.rare_marks.len()),
            (false, false) => 0,
        };
        for &RareMark { offset, xor, except } in &self.rare_marks[..rare_marks] {
            if u64::from(offset) < n && except != n {
                let value: u32 = known[index - offset as usize].into();
                seen[(value ^ xor) as usize & mask] = 1;
            }
        }
        let free = seen.iter().position(|&s| s == 0).expect("a free value") as u32;
        let (mut value, mut deepest) = (free, 0);
        let class = self.class;
        let accepted = |value: u32| exact && class.is_common(value, n) || value > mask as u32;
        if !accepted(free) && self.has_splits() {
            deepest = self.mark_near(seen, scratch.near, n);
            let mut hits = [0, 0];
            loop {
                // The free values from here on, as many as fit in the table.
                let mut table = Table::new();
                let mut bound = value as usize;
                while let Some(i) = memchr::memchr(0, &seen[bound..]) {
                    bound += i;
                    if accepted(bound as u32) || table.len() >= FULL {
                        break;
                    }
                    table.insert(bound as u32);
                    bound += 1;
                }
                if table.is_empty() {
                    value = bound as u32;
                    break;
                }
                let all = table;
                let found = |table: &mut Table<V>, value: u32| {
                    seen[value as usize] = 1;
                    hits[usize::from(class.is_common(value, n))] += 1;
                    // The place is free for another value, which may yet be found.
                    let others = (value as usize + PLACES..bound).step_by(PLACES);
                    others.filter(|&v| seen[v] == 0).take(1).for_each(|v| {
                        table.insert(v as u32);
                    });
                };
                deepest = deepest.max(self.find_all(&mut table, n, found)?);
                value += memchr::memchr(0, &seen[value as usize..]).expect("a free value") as u32;
                if all.contains(value) {
                    break;
                }
            }
            if useful && !exact {
                adapt(&mut scratch.rare, hits[1]);
                adapt(&mut scratch.near, hits[0]);
            } else {
                adapt(&mut scratch.near, hits[0] + hits[1]);
            }
        }
        if value > V::TOP {
            return Err(MachineStop::TooWide);
        }
        self.note_witness(n, deepest);
        self.max_value = self.max_value.max(value);
        self.history.recent.push(V::of(value));
        if n > 0 && self.has_splits() && !self.class.is_common(value, n) {
            self.add_rare(n)
        } else {
            Ok(())
        }
    }

    /// Marks the splits of heap n with a small part up to `depth`, and says how far back they read.
    fn mark_near(&self, seen: &mut [u8], depth: usize, n: u64) -> u64 {
        let mask = seen.len() - 1;
        let first = self.history.first();
        let mut deepest = 0;
        for split in &self.moves.splits {
            let Some(rest) = n.checked_sub(u64::from(split.take)) else { continue };
            let Some(end) = rest.checked_sub(self.history.base) else { continue };
            let half = split.half(rest as usize).min(depth);
            let last = half.min(first.len().saturating_sub(1)).min(end as usize);
            let end = end as usize;
            let far = self.history.recent[end - last..end].iter().rev();
            for (&x, &y) in first.iter().skip(1).zip(far) {
                seen[(x.into() ^ y.into()) as usize & mask] = 1;
            }
            deepest = deepest.max(u64::from(split.take) + last as u64);
        }
        deepest
    }

    /// Removes the values of splits of heap n from the table, reports each, and returns how far back
    /// they read. Stops when the table is empty.
    fn find_all(
        &self,
        table: &mut Table<V>,
        n: u64,
        mut found: impl FnMut(&mut Table<V>, u32),
    ) -> Result<u64, MachineStop> {
        let first = self.history.first();
        let mut complete = true;
        let mut deepest = 0;
        // All digits a little way first: witnesses are usually near.
        let mut start = 1;
        for depth in [4096, usize::MAX] {
            for split in &self.moves.splits {
                let Some(rest) = n.checked_sub(u64::from(split.take)) else { continue };
                let Some(end) = rest.checked_sub(self.history.base) else {
                    complete = false;
                    continue;
                };
                let (end, half) = (end as usize, split.half(rest as usize));
                let last = half.min(first.len().saturating_sub(1)).min(end);
                complete &= last == half;
                let last = last.min(depth);
                let mut at = start;
                while at <= last {
                    let (near, far) =
                        (&first[at..=last], &self.history.recent[end - last..=end - at]);
                    let Some(i) = V::scan_table(self.isa, near, far, table) else { break };
                    let value = near[i].into() ^ far[far.len() - 1 - i].into();
                    deepest = deepest.max(u64::from(split.take) + (at + i) as u64);
                    table.remove(value);
                    found(table, value);
                    if table.is_empty() {
                        return Ok(deepest);
                    }
                    at += i + 1;
                }
            }
            start = depth.saturating_add(1);
        }
        if complete { Ok(deepest) } else { Err(MachineStop::Forgotten) }
    }
}
