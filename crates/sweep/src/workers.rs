//! The pieces of a family, done by [`Workers`] and added up.

use ishitori_runtime::Workers;
use ishitori_values::{Budget, LimitReached};

use crate::run::Query;
use crate::summary::SweepSummary;

/// Does the pieces 0, …, pieces − 1 of a family and adds up their statistics. Each thread has a
/// working space of its own; `accept` looks at the sum after every piece. The first error ends
/// all: of those that are about a set that of the first set, however many threads there are.
pub(crate) fn add_up<W, E: From<LimitReached> + Stops + Send>(
    workers: &Workers<'_>,
    pieces: u64,
    query: &Query,
    space: impl Fn() -> W + Sync,
    piece: impl Fn(&mut W, u64) -> Result<SweepSummary, E> + Sync,
    accept: impl Fn(&SweepSummary) -> Result<(), E> + Sync,
) -> (SweepSummary, Option<E>) {
    let mut sum = SweepSummary::new(query);
    let take = |done: SweepSummary| {
        let sets = done.sets;
        sum.merge(done);
        accept(&sum).map(|()| sets)
    };
    let errors = workers.pieces(pieces, space, piece, take).into_iter().map(|(_, error)| error);
    let first = errors.min_by_key(|error| error.set().map_or((true, 0), |set| (false, set)));
    (sum, first)
}

/// Why pieces are not done.
pub(crate) trait Stops {
    /// The place of the set that is to blame, if one is.
    fn set(&self) -> Option<u64>;
}

/// A meter of work that asks the budget now and then.
pub(crate) struct Look<'b> {
    budget: &'b Budget,
    work: u64,
}

/// Steps of some nanoseconds each between two questions to the budget.
const STEPS: u64 = 1 << 18;

impl<'b> Look<'b> {
    pub fn new(budget: &'b Budget) -> Self {
        Look { budget, work: 0 }
    }

    /// Counts steps that were done. O(1).
    pub fn worked(&mut self, steps: u64) -> Result<(), LimitReached> {
        self.work = self.work.saturating_add(steps);
        if self.work < STEPS {
            return Ok(());
        }
        self.work = 0;
        self.budget.check(0)
    }
}
