//! Threads that share the pieces of a family.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_values::{Budget, LimitReached};

use crate::run::{Query, SweepSummary};

/// Who does a sweep, and how far they may go.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use ishitori_sweep::{Family, Query, Workers, sweep};
/// use ishitori_values::Budget;
/// let (budget, seen) = (Budget::unlimited(), AtomicU64::new(0));
/// let count = |sets| drop(seen.fetch_add(sets, Ordering::Relaxed));
/// let workers = Workers { progress: Some(&count), ..Workers::new(2, &budget) };
/// let query = Query::new("mod2:LR".parse().unwrap());
/// sweep(&Family::new(2, 12), &query, &workers).unwrap();
/// assert_eq!(seen.into_inner(), 1024);
/// ```
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// How many threads; at least one works.
    pub threads: usize,
    /// Looked at before every piece.
    pub budget: &'a Budget,
    /// Told how many more sets are done, by any thread, after every piece.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl<'a> Workers<'a> {
    /// So many threads within a budget, silently. O(1).
    pub fn new(threads: usize, budget: &'a Budget) -> Workers<'a> {
        Workers { threads, budget, progress: None }
    }

    /// Does the pieces 0, …, pieces − 1 and adds up their statistics. Each thread has a working
    /// space of its own; `accept` looks at the sum after every piece. The first error ends all: of
    /// those that are about a set that of the first set, however many threads there are, because
    /// whatever comes before it has been begun.
    pub(crate) fn pieces<W, E: From<LimitReached> + Stops + Send>(
        &self,
        pieces: u64,
        query: &Query,
        space: impl Fn() -> W + Sync,
        piece: impl Fn(&mut W, u64) -> Result<SweepSummary, E> + Sync,
        accept: impl Fn(&SweepSummary) -> Result<(), E> + Sync,
    ) -> (SweepSummary, Option<E>) {
        let next = AtomicU64::new(0);
        let result = Mutex::new((SweepSummary::new(query), None));
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut work = space();
                    loop {
                        // Beyond the last piece this counts the threads that stop.
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= pieces {
                            break;
                        }
                        let done = self.budget.check(0).map_err(E::from);
                        let done = done.and_then(|()| piece(&mut work, at));
                        let mut result = result.lock().expect("no thread panics");
                        let sets = done.as_ref().map_or(0, |summary| summary.sets);
                        let accepted = done.and_then(|done| {
                            result.0.merge(done);
                            accept(&result.0)
                        });
                        if let Err(error) = accepted {
                            next.store(pieces, Ordering::Relaxed);
                            let earlier = |old: &E| {
                                error.set().is_some_and(|new| old.set().is_none_or(|old| new < old))
                            };
                            if result.1.as_ref().is_none_or(earlier) {
                                result.1 = Some(error);
                            }
                            break;
                        }
                        drop(result);
                        self.progress.iter().for_each(|tell| tell(sets));
                    }
                });
            }
        });
        result.into_inner().expect("no thread panics")
    }
}

/// Why pieces are not done.
pub(crate) trait Stops {
    /// The place of the set that is to blame, if one is.
    fn set(&self) -> Option<u64>;
}

/// Looks at the budget after every so much work.
pub(crate) struct Look<'b> {
    budget: &'b Budget,
    work: u64,
}

/// Steps of some nanoseconds each between two looks.
const STEPS: u64 = 1 << 18;

impl<'b> Look<'b> {
    pub fn new(budget: &'b Budget) -> Self {
        Look { budget, work: 0 }
    }

    /// So many steps were done. O(1).
    pub fn worked(&mut self, steps: u64) -> Result<(), LimitReached> {
        self.work = self.work.saturating_add(steps);
        if self.work < STEPS {
            return Ok(());
        }
        self.work = 0;
        self.budget.check(0)
    }
}
