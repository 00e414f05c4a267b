//! The limits of the checker, so that no document can make it run or grow without end.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::condition::Resource;
use crate::numbers::word;
use crate::verdict::Rejection;

/// Limits on a check. Exceeding one ends it with [`Rejection::Limit`], undecided; nothing is ever
/// accepted unchecked, and nothing is refuted by a limit.
///
/// ```
/// use ishitori_certify::*;
/// let kayles =
///     Certificate::new(Rule::take_and_break([0, 7, 7]), Claim::period(71, 12), Proof::guy_smith());
/// let tight = Limits { steps: 100, ..Limits::default() };
/// let verdict = check_within(&kayles.to_json(), &tight);
/// assert!(matches!(verdict.why, Why::Rejected(Rejection::Limit { .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the document.
    pub document: u64,
    /// Largest number of tokens a rule may name.
    pub largest_digit: u64,
    /// Bytes of memory, the document's own tree included: every allocation whose size a document
    /// decides is asked for here before it is made.
    pub memory: u64,
    /// Heaps whose value is computed.
    pub heaps: u64,
    /// Elementary steps (one look-up of a pair of values); 10^9 take about a second.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            document: 1 << 24,
            largest_digit: 1 << 22,
            memory: 1 << 30,
            heaps: 1 << 34,
            steps: 1 << 38,
        }
    }
}

/// How far a check has come; see [`check_with`](crate::check_with).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Heaps whose value was recomputed.
    pub heaps: u64,
    /// Heaps to recompute in all.
    pub total: u64,
    /// Elementary steps spent.
    pub steps: u64,
}

/// Steps between two reports of progress, some tens of milliseconds.
const REPORT: u64 = 1 << 24;

/// Bytes that are written in about the time of one step.
const BYTES_PER_STEP: u64 = 16;

/// The overhead of the allocator for each piece of memory.
pub(crate) const PIECE: u64 = 16;

/// Counts the steps and the memory of one check and reports how far it has come.
///
/// **Reserve before you allocate**: what a document makes large is asked for with
/// [`reserve`](Meter::reserve), or grown by [`filled`](Meter::filled), [`push`](Meter::push) and
/// [`insert`](Meter::insert), which ask.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    report: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    next_report: u64,
    progress: Progress,
    /// Bytes reserved now.
    held: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(
        limits: &'a Limits,
        report: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Self {
        let progress = Progress { heaps: 0, total: 0, steps: 0 };
        Meter { limits, report, next_report: 0, progress, held: 0 }
    }

    /// Spends steps, or says that there are none left.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Rejection> {
        self.progress.steps = self.progress.steps.saturating_add(steps);
        if self.progress.steps >= self.next_report {
            self.next_report = self.progress.steps.saturating_add(REPORT);
            if (self.report)(self.progress).is_break() {
                return Err(Rejection::Cancelled);
            }
        }
        within(Resource::Steps, self.progress.steps as u128, self.limits.steps)
    }

    /// Takes a number of bytes out of the memory allowed, or says that there are too few. Filling them
    /// takes time, so steps are spent too. O(1).
    pub(crate) fn reserve(&mut self, bytes: u128) -> Result<(), Rejection> {
        let needed = bytes + u128::from(self.held);
        within(Resource::Memory, needed, self.limits.memory)?;
        self.held = word(needed);
        self.spend(word(bytes) / BYTES_PER_STEP)
    }

    /// Gives bytes back that were reserved. O(1).
    pub(crate) fn release(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Bytes reserved now. O(1).
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// Does something that keeps nothing of what it reserves.
    pub(crate) fn aside<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Rejection>,
    ) -> Result<T, Rejection> {
        let held = self.held;
        let result = work(self);
        self.held = held;
        result
    }

    /// An empty list with capacity for `count` items. O(1).
    pub(crate) fn vec_with_capacity<T>(&mut self, count: u128) -> Result<Vec<T>, Rejection> {
        self.reserve(bytes_of::<T>(count))?;
        Ok(Vec::with_capacity(count as usize))
    }

    /// `count` times the same item. O(count).
    pub(crate) fn filled<T: Copy>(&mut self, item: T, count: u128) -> Result<Vec<T>, Rejection> {
        self.reserve(bytes_of::<T>(count))?;
        Ok(vec![item; count as usize])
    }

    /// Adds an item to a list; the old and the new allocation of a list that grows are held together
    /// while it is moved. O(1) amortised.
    #[inline]
    pub(crate) fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), Rejection> {
        if list.len() == list.capacity() {
            self.grow(list)?;
        }
        list.push(item);
        Ok(())
    }

    #[cold]
    fn grow<T>(&mut self, list: &mut Vec<T>) -> Result<(), Rejection> {
        let (before, after) = (list.capacity(), (2 * list.capacity()).max(4));
        self.reserve(bytes_of::<T>(after as u128))?;
        list.reserve_exact(after - list.len());
        self.release(if before == 0 { 0 } else { word(bytes_of::<T>(before as u128)) });
        Ok(())
    }

    /// Adds an item to a set, as [`push`](Meter::push). O(1) amortised.
    pub(crate) fn insert<T: Eq + Hash>(
        &mut self,
        set: &mut HashSet<T>,
        item: T,
    ) -> Result<bool, Rejection> {
        if set.len() == set.capacity() {
            let before = table_bytes::<T>(set.capacity());
            self.reserve(table_bytes::<T>((2 * set.capacity()).max(3)))?;
            set.reserve(1);
            self.release(word(before));
        }
        Ok(set.insert(item))
    }

    /// Notes that the next heap to compute is `heaps`, out of `total`.
    pub(crate) fn at(&mut self, heaps: u64, total: u64) {
        (self.progress.heaps, self.progress.total) = (heaps, total);
    }

    pub(crate) fn steps(&self) -> u64 {
        self.progress.steps
    }

    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }
}

/// Bytes of a list with capacity for a number of items.
fn bytes_of<T>(count: u128) -> u128 {
    count.saturating_mul(size_of::<T>() as u128).saturating_add(u128::from(PIECE))
}

/// Bytes of a hash table with capacity for a number of items: it is at most 7/8 full, has a power of two
/// of places, and a byte more for each.
fn table_bytes<T>(capacity: usize) -> u128 {
    if capacity == 0 {
        return 0;
    }
    let places = (capacity as u128 * 8).div_ceil(7).next_power_of_two().max(4);
    places * (size_of::<T>() as u128 + 1) + 64
}

/// An error unless needed ≤ limit.
pub(crate) fn within(what: Resource, needed: u128, limit: u64) -> Result<(), Rejection> {
    if needed > limit as u128 {
        return Err(Rejection::Limit { what, needed, limit });
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Runs with the default limits.
    pub(crate) fn unlimited<T>(work: impl FnOnce(&mut Meter) -> T) -> T {
        let limits = Limits::default();
        work(&mut Meter::new(&limits, &mut |_| ControlFlow::Continue(())))
    }
}
