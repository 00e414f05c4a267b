//! Threads that share a computation.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, OnceLock};

use parking_lot::Mutex;

use crate::{Budget, CancelFlag, LimitReached, THREADS};

/// Settings of a parallel computation: its threads, its budget and its progress listener.
///
/// All parallel loops are one of these methods:
///
/// * [`pieces`](Workers::pieces): pieces of work, results taken as they come;
/// * [`in_order`](Workers::in_order): pieces of work, results in the order of the pieces;
/// * [`waves`](Workers::waves): pieces in waves, each of which needs the wave before;
/// * [`race`](Workers::race): the same question to all threads, the first answer counts;
/// * [`team`](Workers::team): every thread does its own part once.
///
/// The calling thread works too. Where the system refuses a thread the others do its work, where it has
/// none ([`THREADS`]) the caller does it all. A panic of a worker becomes a panic of the caller, after all workers have ended.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// How many threads; at least one works.
    pub threads: usize,
    /// Asked before every piece.
    pub budget: &'a Budget,
    /// The progress listener: every thread calls it after each piece with the amount of work done.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl<'a> Workers<'a> {
    /// A number of threads within a budget, without a report of progress. O(1).
    pub fn new(threads: usize, budget: &'a Budget) -> Workers<'a> {
        Workers { threads, budget, progress: None }
    }

    /// Runs `work(0)`, …, `work(threads − 1)`, each on a thread of its own, and gives the results
    /// in this order. The budget is not asked.
    ///
    /// ```
    /// use ishitori_runtime::Workers;
    /// use ishitori_runtime::Budget;
    /// let budget = Budget::unlimited();
    /// assert_eq!(Workers::new(3, &budget).team(|number| 10 * number), [0, 10, 20]);
    /// ```
    pub fn team<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let mut results = Vec::new();
        with_helpers(self.threads.max(1) - 1, |number| work(number + 1), |_| work(0), &mut results);
        // Parts whose thread the system refused.
        (results.len()..self.threads.max(1)).for_each(|number| results.push(work(number)));
        results
    }

    /// Does the pieces 0, …, `count` − 1. Each thread has a working space of its own; `take` gets
    /// the results as they come, one at a time, and says how much is done for
    /// [`progress`](Workers::progress).
    ///
    /// An error ends the loop, of a piece, of `take` or of the budget. All errors are returned, at most
    /// one per thread, by increasing pieces. Every piece before one with an error has been done or
    /// has an error too, so which error is the first does not depend on the number of threads
    /// (errors of the budget do, as they depend on time).
    ///
    /// ```
    /// use ishitori_runtime::Workers;
    /// use ishitori_runtime::{Budget, LimitReached};
    /// let (budget, mut sum) = (Budget::unlimited(), 0);
    /// let square = |_: &mut (), piece: u64| Ok::<u64, LimitReached>(piece * piece);
    /// let add = |square: u64| {
    ///     sum += square;
    ///     Ok(1)
    /// };
    /// let errors = Workers::new(2, &budget).pieces(10, || (), square, add);
    /// assert!(errors.is_empty() && sum == 285);
    /// ```
    pub fn pieces<W, T, E: From<LimitReached> + Send>(
        &self,
        count: u64,
        space: impl Fn() -> W + Sync,
        piece: impl Fn(&mut W, u64) -> Result<T, E> + Sync,
        take: impl FnMut(T) -> Result<u64, E> + Send,
    ) -> Vec<(u64, E)> {
        let next = AtomicU64::new(0);
        let taken = Mutex::new((take, Vec::new()));
        self.limited_to(count).team(|_| {
            let mut work = space();
            loop {
                // Beyond the last piece this counts the threads that stop.
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= count {
                    return;
                }
                let done = self.budget.check(0).map_err(E::from);
                let done = done.and_then(|()| piece(&mut work, at));
                let mut shared = taken.lock();
                let (take, errors) = &mut *shared;
                match done.and_then(take) {
                    Ok(amount) => {
                        drop(shared);
                        self.progress.iter().for_each(|report| report(amount));
                    }
                    Err(error) => {
                        next.store(count, Ordering::Relaxed);
                        errors.push((at, error));
                        return;
                    }
                }
            }
        });
        let mut errors = taken.into_inner().1;
        errors.sort_by_key(|(at, _)| *at);
        errors
    }

    /// Does the pieces 0, 1, … of `count` up to the first that breaks, and gives the results up to
    /// that one in the order of the pieces. They do not depend on the number of threads. The budget
    /// is not asked: a piece that asks it breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow::{Break, Continue};
    /// use ishitori_runtime::Workers;
    /// use ishitori_runtime::Budget;
    /// let budget = Budget::unlimited();
    /// let piece = |n: u64| if n * n > 50 { Break(n) } else { Continue(n) };
    /// let found = Workers::new(3, &budget).in_order(1000, piece);
    /// assert_eq!(found, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    /// ```
    pub fn in_order<T: Send>(
        &self,
        count: u64,
        piece: impl Fn(u64) -> ControlFlow<T, T> + Sync,
    ) -> Vec<T> {
        let (next, last) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
        let work = |_| {
            let mut found = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= count || at > last.load(Ordering::Relaxed) {
                    return found;
                }
                let result = piece(at);
                if result.is_break() {
                    last.fetch_min(at, Ordering::Relaxed);
                }
                let (ControlFlow::Break(result) | ControlFlow::Continue(result)) = result;
                found.push((at, result));
            }
        };
        let mut found: Vec<(u64, T)> =
            self.limited_to(count).team(work).into_iter().flatten().collect();
        found.sort_unstable_by_key(|(at, _)| *at);
        let last = last.into_inner();
        found.into_iter().take_while(|(at, _)| *at <= last).map(|(_, result)| result).collect()
    }

    /// Does pieces in waves: `sizes[w]` pieces in wave w, none of which begins before all pieces of
    /// the waves before are done; what those have written, it sees. `piece(space, wave, piece, stop)`
    /// may set the cancel flag, after which no piece begins. Returns whether it is still clear. The budget is not asked.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use ishitori_runtime::Workers;
    /// use ishitori_runtime::Budget;
    /// let (budget, sizes) = (Budget::unlimited(), [1, 2, 1, 3]);
    /// let done: [AtomicUsize; 4] = Default::default();
    /// let finished = Workers::new(2, &budget).waves(&sizes, || (), |_, wave, _, _| {
    ///     assert!(wave == 0 || done[wave - 1].load(Ordering::Relaxed) == sizes[wave - 1]);
    ///     done[wave].fetch_add(1, Ordering::Relaxed);
    /// });
    /// assert!(finished && done[3].load(Ordering::Relaxed) == 3);
    /// ```
    pub fn waves<W>(
        &self,
        sizes: &[usize],
        space: impl Fn() -> W + Sync,
        piece: impl Fn(&mut W, usize, usize, &CancelFlag) + Sync,
    ) -> bool {
        let (cancelled, panicked) = (CancelFlag::default(), Mutex::new(None));
        let next: Vec<AtomicUsize> = sizes.iter().map(|_| AtomicUsize::new(0)).collect();
        let widest = sizes.iter().copied().max().unwrap_or(1);
        // Known when all threads that there will be have been started.
        let barrier: OnceLock<Barrier> = OnceLock::new();
        let caught = |panic| {
            cancelled.set();
            *panicked.lock() = Some(panic);
        };
        let work = || {
            // A thread that panics must not leave the others waiting at the end of a wave.
            let mut space = catch_unwind(AssertUnwindSafe(&space)).map_err(caught).ok();
            for (wave, (&size, next)) in sizes.iter().zip(&next).enumerate() {
                while let Some(space) = space.as_mut().filter(|_| !cancelled.is_set()) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= size {
                        break;
                    }
                    let done = AssertUnwindSafe(|| piece(space, wave, at, &cancelled));
                    catch_unwind(done).unwrap_or_else(caught);
                }
                barrier.wait().wait();
            }
        };
        let helpers = self.threads.min(widest).max(1) - 1;
        let set = |helpers: usize| {
            barrier.get_or_init(|| Barrier::new(helpers + 1));
            work();
        };
        with_helpers(helpers, |_| work(), set, &mut Vec::new());
        if let Some(panic) = panicked.into_inner() {
            resume_unwind(panic);
        }
        !cancelled.is_set()
    }

    /// Lets all threads try the same, each with its number and a budget; the first that succeeds
    /// ends the others by theirs. If none succeeds, the error of the thread with the least number.
    ///
    /// ```
    /// use ishitori_runtime::Workers;
    /// use ishitori_runtime::{Budget, LimitReached};
    /// let budget = Budget::unlimited();
    /// let found = Workers::new(2, &budget).race(|number, budget| match number {
    ///     0 => Ok(42),
    ///     _ => loop {
    ///         budget.check(0)?;
    ///     },
    /// });
    /// assert_eq!(found, Ok::<i32, LimitReached>(42));
    /// ```
    pub fn race<T: Send, E: Send>(
        &self,
        attempt: impl Fn(usize, Budget) -> Result<T, E> + Sync,
    ) -> Result<T, E> {
        let done = Arc::new(AtomicBool::new(false));
        let results = self.team(|number| {
            let result = attempt(number, self.budget.clone().or_cancelled_by(done.clone()));
            if result.is_ok() {
                done.store(true, Ordering::Relaxed);
            }
            result
        });
        let mut error = None;
        for result in results {
            match result {
                Ok(found) => return Ok(found),
                Err(found) => error = error.or(Some(found)),
            }
        }
        Err(error.expect("a team has at least one member"))
    }

    /// The same workers, at most one for each of a number of pieces.
    fn limited_to(&self, pieces: u64) -> Workers<'a> {
        let most = usize::try_from(pieces).unwrap_or(usize::MAX);
        Workers { threads: self.threads.min(most).max(1), ..*self }
    }
}

/// Starts `helper(0)`, `helper(1)`, … on threads, at most `count` of them and as many as the system
/// grants, then runs `own` with their number on this thread. Pushes the result of `own` and those of the
/// helpers in order, when all have ended.
fn with_helpers<T: Send>(
    count: usize,
    helper: impl Fn(usize) -> T + Sync,
    own: impl FnOnce(usize) -> T,
    results: &mut Vec<T>,
) {
    if count == 0 || !THREADS {
        results.push(own(0));
        return;
    }
    std::thread::scope(|scope| {
        let helper = &helper;
        let start = |number: usize| {
            let name = format!("ishitori-{}", number + 1);
            std::thread::Builder::new().name(name).spawn_scoped(scope, move || helper(number)).ok()
        };
        let helpers: Vec<_> = (0..count).map_while(start).collect();
        results.push(own(helpers.len()));
        for helper in helpers {
            results.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
}
