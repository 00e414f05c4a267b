//! One heap at a time: the beginning of every sequence, heaps next to a new rare one, and values
//! too large for the kernels.

use super::history::Cell;
use super::machine::{Machine, Trouble};

/// Marks of the values seen at one heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    seen: Vec<u8>,
}

impl<V: Cell> Machine<V> {
    /// Whether so many heaps are rare that marking every split is the fastest way. Until the first
    /// class is chosen, every heap is.
    pub(super) fn is_crowded(&self) -> bool {
        self.has_splits()
            && self.history.is_whole()
            && 16 * self.rares.len() as u64 > self.history.next()
    }

    /// Computes the value of the next heap by the definition.
    pub(super) fn step_by_definition(&mut self) -> Result<(), Trouble> {
        self.coded = None;
        let n = self.history.recent.len();
        let size = 2 * (self.max_value as usize + 2).next_power_of_two();
        let seen = &mut self.scratch.seen;
        seen.clear();
        seen.resize(size, 0);
        let known = &self.history.recent[..];
        let mask = size - 1;
        let wholes = &self.moves.wholes;
        if u32::try_from(n).is_ok_and(|n| wholes.binary_search(&n).is_ok()) {
            seen[0] = 1;
        }
        for &take in self.moves.takes.iter().take_while(|&&t| (t as usize) < n) {
            seen[known[n - take as usize].into() as usize & mask] = 1;
        }
        let mut deepest = 0;
        for split in &self.moves.splits {
            let Some(rest) = n.checked_sub(split.take as usize) else { continue };
            let half = split.half(rest);
            if half == 0 {
                continue;
            }
            deepest = deepest.max(split.take as usize + half);
            let (near, far) = (&known[1..=half], &known[rest - half..rest]);
            for (&x, &y) in near.iter().zip(far.iter().rev()) {
                seen[(x.into() ^ y.into()) as usize & mask] = 1;
            }
        }
        let value = seen.iter().position(|&s| s == 0).expect("room for one more value") as u32;
        if value > V::TOP {
            return Err(Trouble::TooWide);
        }
        // Which splits would have been enough is not known.
        self.note_witness(n as u64, deepest as u64);
        self.max_value = self.max_value.max(value);
        self.history.recent.push(V::of(value));
        if n > 0 && !self.class.is_common(value, n as u64) {
            self.add_rare(n as u64)
        } else {
            Ok(())
        }
    }

    /// Computes the value of the next heap.
    pub(super) fn step(&mut self) -> Result<(), Trouble> {
        self.coded = None;
        let mut seen = std::mem::take(&mut self.scratch.seen);
        let size = 2 * (self.max_value as usize + 2).next_power_of_two();
        seen.clear();
        seen.resize(size, 0);
        let result = self.step_with(&mut seen);
        self.scratch.seen = seen;
        result
    }

    fn step_with(&mut self, seen: &mut [u8]) -> Result<(), Trouble> {
        let n = self.history.next();
        let known = &self.history.recent[..];
        let base = self.history.base;
        let at =
            |offset: u32| -> usize { known[(n - base) as usize - offset as usize].into() as usize };
        if self.moves.wholes.binary_search(&(n.min(u64::from(u32::MAX)) as u32)).is_ok() {
            seen[0] = 1;
        }
        for &take in self.moves.takes.iter().take_while(|&&t| u64::from(t) < n) {
            seen[at(take)] = 1;
        }
        let mask = seen.len() / 2 - 1;
        for mark in &self.rare_marks {
            if u64::from(mark.offset) < n && mark.except != n {
                seen[(at(mark.offset) ^ mark.xor as usize) & mask] = 1;
            }
        }
        let free = |class: bool| {
            let unseen = seen.iter().enumerate().filter(|(_, s)| **s == 0).map(|(v, _)| v as u32);
            let mut unseen = unseen.filter(|&v| self.class.is_common(v, n) == class);
            unseen.next()
        };
        // With no common value in sight every free rare value needs a witness.
        let common = free(true).map_or(seen.len(), |c| c as usize);
        let (value, rare) = match free(false).filter(|&x| (x as usize) < common) {
            None => (common, false),
            Some(_) => match self.first_unwitnessed(seen, common, n)? {
                Some(x) => (x, true),
                None => (common, false),
            },
        };
        if value as u32 > V::TOP {
            return Err(Trouble::TooWide);
        }
        self.max_value = self.max_value.max(value as u32);
        self.history.recent.push(V::of(value as u32));
        if rare && n > 0 { self.add_rare(n) } else { Ok(()) }
    }

    /// The least value below `bound` that is neither seen nor the value of any split.
    fn first_unwitnessed(
        &mut self,
        seen: &mut [u8],
        bound: usize,
        n: u64,
    ) -> Result<Option<usize>, Trouble> {
        let mut missing = seen[..bound].iter().filter(|&&s| s == 0).count();
        let first = self.history.first();
        let mut complete = true;
        let mut deepest = 0;
        let all_rare = self.rares.len() as u64 + 1 >= n;
        for split in self.moves.splits.iter().filter(|_| !all_rare) {
            let Some(rest) = n.checked_sub(u64::from(split.take)) else { continue };
            // Index of heap `rest` among the recent values, where part a is a before it.
            let Some(end) = rest.checked_sub(self.history.base) else {
                complete = false;
                continue;
            };
            let half = split.half(rest as usize);
            let last = half.min(first.len().saturating_sub(1)).min(end as usize);
            complete &= last == half;
            let end = end as usize;
            let far = self.history.recent[end - last..end].iter().rev();
            for (a, (&x, &y)) in (1..).zip(first[1..=last].iter().zip(far)) {
                let value = (x.into() ^ y.into()) as usize;
                if value < bound && seen[value] == 0 {
                    seen[value] = 1;
                    missing -= 1;
                    deepest = deepest.max(u64::from(split.take) + a);
                    if missing == 0 {
                        self.note_witness(n, deepest);
                        return Ok(None);
                    }
                }
            }
        }
        if !complete {
            return Err(Trouble::Forgotten);
        }
        Ok(seen[..bound].iter().position(|&s| s == 0))
    }
}
