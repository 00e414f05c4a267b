//! The budget of setting up a board: every stage asks here for time and for memory.

use std::cmp::Ordering;

use ishitori_values::{Budget, BudgetTicker, LimitReached, Reservation};

/// The items that are sorted between two questions to the budget.
const CHUNK: usize = 512;

/// A budget, and the memory that a set-up has reserved so far.
pub(crate) struct Limits<'b> {
    budget: &'b Budget,
    ticker: BudgetTicker,
    held: Reservation,
}

impl<'b> Limits<'b> {
    /// Nothing is reserved yet. O(1).
    pub fn new(budget: &'b Budget) -> Result<Limits<'b>, LimitReached> {
        Ok(Limits { budget, ticker: BudgetTicker::default(), held: budget.reserve(0)? })
    }

    /// Some steps of work, each as long as looking at a cell: asks for time now and then. O(1).
    #[inline]
    pub fn work(&mut self, steps: usize) -> Result<(), LimitReached> {
        self.ticker.steps(self.budget, 0, steps)
    }

    /// Reserves memory, before or just after it is allocated. O(1).
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Result<(), LimitReached> {
        self.held.resize(self.held.bytes().saturating_add(bytes as u64))
    }

    /// Gives back what was reserved for something that is gone. O(1).
    #[inline]
    pub fn give_back(&mut self, bytes: usize) {
        // Less than before is always granted.
        let left = self.held.bytes().saturating_sub(bytes as u64);
        self.held.resize(left).unwrap_or_default();
    }

    /// The reservation for what stays, after which nothing is reserved here. O(1).
    pub fn held(&mut self) -> Reservation {
        std::mem::take(&mut self.held)
    }

    /// Items in order, equal ones as they were: a merge sort that asks for time. O(n log n) comparisons, each as long as
    /// looking at `length` cells.
    pub fn sorted_by<T>(
        &mut self,
        mut items: Vec<T>,
        length: usize,
        compare: impl Fn(&T, &T) -> Ordering,
    ) -> Result<Vec<T>, LimitReached> {
        for chunk in items.chunks_mut(CHUNK) {
            self.work(chunk.len() * (length + 8))?;
            chunk.sort_by(&compare);
        }
        let bytes = 2 * items.len() * size_of::<T>();
        self.take(bytes)?;
        let mut run = CHUNK;
        while run < items.len() {
            let mut merged = Vec::with_capacity(items.len());
            let mut rest = items.into_iter();
            loop {
                let mut left = rest.by_ref().take(run).collect::<Vec<T>>().into_iter().peekable();
                let mut right = rest.by_ref().take(run).collect::<Vec<T>>().into_iter().peekable();
                if left.len() == 0 {
                    break;
                }
                while let Some(one) = left.peek() {
                    self.work(length + 1)?;
                    let earlier = right.next_if(|other| compare(other, one) == Ordering::Less);
                    merged.extend(earlier.or_else(|| left.next()));
                }
                merged.extend(right);
            }
            items = merged;
            run *= 2;
        }
        self.give_back(bytes);
        Ok(items)
    }
}

/// The bytes that a list has on the heap, with what the allocator adds. O(1).
pub(crate) fn list_bytes<T>(capacity: usize) -> usize {
    if capacity == 0 { 0 } else { capacity * size_of::<T>() + 16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_stable_and_asks_for_time() {
        let budget = Budget::unlimited();
        let items: Vec<(u64, usize)> = (0..10_000)
            .map(|i| ((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54, i))
            .collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        let mut limits = Limits::new(&budget).unwrap();
        let found = limits.sorted_by(items.clone(), 1, |a, b| a.0.cmp(&b.0)).unwrap();
        assert_eq!((found, limits.held().bytes()), (expected, 0));

        let mut limits = Limits::new(&budget).unwrap();
        budget.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let found = limits.sorted_by(items, 1, |a, b| a.0.cmp(&b.0));
        assert_eq!(found, Err(LimitReached::Cancelled));
    }

    #[test]
    fn memory_is_reserved_and_given_back() {
        let budget = Budget::unlimited().with_memory(100);
        let mut limits = Limits::new(&budget).unwrap();
        limits.take(60).unwrap();
        assert!(limits.take(41).is_err());
        limits.give_back(30);
        limits.take(70).unwrap();
        assert_eq!(limits.held().bytes(), 100);
        assert!(budget.check(100).is_ok());
    }
}
