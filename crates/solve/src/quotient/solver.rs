//! The search for a quotient, as far as it is wanted.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_values::{Budget, LimitReached};

use super::cycle::{PhiPeriod, proved};
use super::learn::Learner;
use super::play::Play;
use super::{Quotient, QuotientError};

/// A search that goes on heap by heap.
///
/// ```
/// use ishitori_solve::quotient::QuotientSearch;
/// use ishitori_values::Budget;
/// let (rule, end) = ("0.77".parse().unwrap(), "misere".parse().unwrap());
/// let mut search = QuotientSearch::new(&rule, &end).unwrap();
/// search.run(Some(12), &Budget::unlimited()).unwrap();
/// assert_eq!(search.quotient().order(), 24);
/// ```
pub struct QuotientSearch {
    pub(super) learner: Learner,
    pub(super) period: Option<PhiPeriod>,
}

impl QuotientSearch {
    /// A search that knows the empty position. O(letters of the end).
    pub fn new(rule: &HeapRule, end: &EndRule) -> Result<QuotientSearch, QuotientError> {
        Ok(QuotientSearch { learner: Learner::new(Play::new(rule, end)?), period: None })
    }

    /// Goes on until the quotient of all heaps is proved or heap `to` is reached. After a limit
    /// the search can be asked for what it has, and goes on when it is called again.
    pub fn run(&mut self, to: Option<u32>, budget: &Budget) -> Result<(), LimitReached> {
        while self.period.is_none() && to.is_none_or(|to| self.learner.heap() <= to) {
            self.learner.advance(budget)?;
            let heaps = self.learner.heap();
            let last = to.is_some() && heaps.checked_sub(1) == to;
            if last || heaps < 256 || heaps.is_multiple_of(heaps / 128) {
                self.look_for_period();
            }
        }
        Ok(())
    }

    pub(super) fn look_for_period(&mut self) {
        self.period = proved(&self.learner.play, &self.learner.model.phi);
    }

    /// Adds one heap, unless everything is known. After a limit nothing has changed. The cost is
    /// that of the heap: little, or a new quotient.
    pub fn step(&mut self, budget: &Budget) -> Result<(), LimitReached> {
        self.run(Some(self.learner.heap()), budget)
    }

    /// The last heap that the quotient is about so far. O(1).
    pub fn last_heap(&self) -> u32 {
        self.learner.heap() - 1
    }

    /// Whether the quotient is that of all heaps. O(1).
    pub fn is_whole(&self) -> bool {
        self.period.is_some()
    }

    /// The order of the quotient so far. O(1).
    pub fn order(&self) -> usize {
        self.learner.model.order()
    }

    /// The quotient so far. O(order²).
    pub fn quotient(&self) -> Quotient {
        Quotient::new(&self.learner, self.period)
    }
}
