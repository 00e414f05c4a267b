//! Budgets: limits of time and memory of an engine, and the error when one is reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::ceiling::Ceiling;
use crate::clock::Instant;

/// The time that may be spent after the time limit on reporting what is known.
const GRACE_PERIOD: Duration = Duration::from_millis(400);

/// Limits on one computation. Engines look at it in their outer loops and give up with
/// [`LimitReached`]; they never look at a clock on their own.
///
/// ```
/// use ishitori_runtime::Budget;
/// use std::time::Duration;
/// let budget = Budget::unlimited().with_time(Duration::from_secs(30)).with_memory(4 << 30);
/// assert!(budget.check(0).is_ok());
/// budget.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
/// assert!(budget.check(0).is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    time: Option<Duration>,
    memory: Option<Arc<Account>>,
    ceiling: Option<Arc<Ceiling>>,
    /// Bytes that the process may have above its ceiling, to report what was found.
    above: u64,
    cancelled: Arc<AtomicBool>,
    also_cancelled: Option<Arc<AtomicBool>>,
}

/// A limit of memory, and how much of it is reserved. Clones of a budget share it.
#[derive(Debug)]
struct Account {
    limit: u64,
    /// The limit as errors report it: for a share, the whole limit.
    reported: u64,
    reserved: AtomicU64,
    /// A smaller limit within a larger one: what is reserved here is reserved there too.
    within: Option<Arc<Account>>,
}

impl Account {
    /// Whether `bytes` fit on top of what is reserved, here and in all larger limits.
    fn check(&self, bytes: u64) -> Result<(), LimitReached> {
        if self.reserved.load(Ordering::Relaxed).saturating_add(bytes) > self.limit {
            return Err(LimitReached::Memory { limit: self.reported });
        }
        self.within.as_ref().map_or(Ok(()), |within| within.check(bytes))
    }

    /// Reserves `bytes` here and in all larger limits, or nowhere.
    fn take(&self, bytes: u64) -> Result<(), LimitReached> {
        let grown = |reserved: u64| reserved.checked_add(bytes).filter(|sum| *sum <= self.limit);
        let taken = self.reserved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grown);
        taken.map_err(|_| LimitReached::Memory { limit: self.reported })?;
        if let Some(within) = &self.within
            && let Err(limit) = within.take(bytes)
        {
            self.reserved.fetch_sub(bytes, Ordering::Relaxed);
            return Err(limit);
        }
        Ok(())
    }

    fn give_back(&self, bytes: u64) {
        self.reserved.fetch_sub(bytes, Ordering::Relaxed);
        if let Some(within) = &self.within {
            within.give_back(bytes);
        }
    }
}

/// Reserved memory: see [`Budget::reserve`]. It is given back when this is dropped.
#[derive(Debug, Default)]
pub struct Reservation {
    account: Option<Arc<Account>>,
    bytes: u64,
}

impl Reservation {
    /// How many bytes are reserved. O(1).
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reserves more or less: `bytes` in all. Nothing changes if there is not enough left. O(1).
    ///
    /// ```
    /// use ishitori_runtime::Budget;
    /// let budget = Budget::unlimited().with_memory(100);
    /// let mut table = budget.reserve(40).unwrap();
    /// assert!(table.resize(101).is_err());
    /// table.resize(100).unwrap();
    /// assert!(budget.reserve(1).is_err());
    /// ```
    pub fn resize(&mut self, bytes: u64) -> Result<(), LimitReached> {
        if let Some(account) = &self.account {
            match bytes.checked_sub(self.bytes) {
                Some(more) => account.take(more)?,
                None => account.give_back(self.bytes - bytes),
            }
        }
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some(account) = &self.account {
            account.give_back(self.bytes);
        }
    }
}

impl Budget {
    /// No limit; can still be cancelled.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// At most this long from now on.
    pub fn with_time(mut self, limit: Duration) -> Self {
        self.time = Some(limit);
        self.deadline = Instant::now().checked_add(limit);
        self
    }

    /// At most this long from now on, and no longer than before.
    pub fn with_time_at_most(self, limit: Duration) -> Self {
        let sooner = Instant::now().checked_add(limit);
        match (self.deadline, sooner) {
            (Some(old), Some(new)) if old <= new => self,
            _ => self.with_time(limit),
        }
    }

    /// At most this long from now on, and at most half of the time that is left: for an attempt
    /// after which there is something else to try.
    ///
    /// ```
    /// use ishitori_runtime::Budget;
    /// use std::time::Duration;
    /// let whole = Budget::unlimited().with_time(Duration::from_millis(4));
    /// let attempt = whole.clone().with_attempt(Duration::from_secs(9));
    /// while attempt.check(0).is_ok() {}
    /// assert!(Budget::unlimited().with_attempt(Duration::from_secs(9)).check(0).is_ok());
    /// ```
    pub fn with_attempt(self, limit: Duration) -> Self {
        let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()) / 2);
        self.with_time_at_most(left.map_or(limit, |left| left.min(limit)))
    }

    /// At most this many bytes in the tables of the engine, and no more than before: what is used
    /// under this limit counts for the limit that the budget had, too.
    pub fn with_memory(self, bytes: u64) -> Self {
        let limit = self.memory().map_or(bytes, |limit| limit.min(bytes));
        self.with_account(limit, limit)
    }

    fn with_account(mut self, limit: u64, reported: u64) -> Self {
        let within = self.memory.take();
        self.memory =
            Some(Arc::new(Account { limit, reported, reserved: AtomicU64::new(0), within }));
        self
    }

    /// Stop when the whole process has too much memory, too.
    pub fn with_ceiling(mut self, ceiling: Arc<Ceiling>) -> Self {
        self.ceiling = Some(ceiling);
        self
    }

    /// Stop when this becomes true (set it from a signal handler or another thread).
    pub fn with_cancel_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = flag;
        self
    }

    /// Stop when this becomes true as well: for helpers that are no longer needed.
    pub fn or_cancelled_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.also_cancelled = Some(flag);
        self
    }

    /// The flag that stops the computation when set.
    pub fn cancel_flag(&self) -> &Arc<AtomicBool> {
        &self.cancelled
    }

    /// The memory limit in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.memory.as_ref().map(|account| account.limit)
    }

    /// Asks for memory before it is allocated, whenever the size comes from the input. It counts
    /// for all users of the limit until the lease is dropped. A few atomic operations.
    ///
    /// ```
    /// use ishitori_runtime::Budget;
    /// let budget = Budget::unlimited().with_memory(1 << 20);
    /// assert!(budget.reserve(1 << 40).is_err());
    /// let half = budget.reserve(1 << 19).unwrap();
    /// assert!(budget.clone().check(1 + (1 << 19)).is_err());
    /// drop(half);
    /// assert!(budget.check(1 << 20).is_ok());
    /// ```
    pub fn reserve(&self, bytes: u64) -> Result<Reservation, LimitReached> {
        self.check(0)?;
        if let Some(account) = &self.memory {
            account.take(bytes)?;
        }
        Ok(Reservation { account: self.memory.clone(), bytes })
    }

    /// [`Budget::reserve`] for `count` values of a type.
    ///
    /// ```
    /// use ishitori_runtime::Budget;
    /// let budget = Budget::unlimited().with_memory(100);
    /// assert!(budget.reserve_for::<u64>(12).is_ok());
    /// assert!(budget.reserve_for::<u64>(13).is_err());
    /// assert!(budget.reserve_for::<u64>(usize::MAX).is_err());
    /// ```
    pub fn reserve_for<T>(&self, count: usize) -> Result<Reservation, LimitReached> {
        self.reserve((count as u64).saturating_mul(size_of::<T>() as u64))
    }

    /// The same limits with an equal share of the memory for each of `users`: for engines that
    /// count for themselves, or whose result is copied.
    ///
    /// ```
    /// use ishitori_runtime::Budget;
    /// let share = Budget::unlimited().with_memory(100).shared_by(4);
    /// assert!(share.check(25).is_ok() && share.check(26).is_err());
    /// ```
    pub fn shared_by(&self, users: u64) -> Budget {
        match &self.memory {
            Some(account) => {
                self.clone().with_account(account.limit / users.max(1), account.reported)
            }
            None => self.clone(),
        }
    }

    /// The same limits for reporting what is known: with a little more time, and not cancelled even if
    /// the computation was, so that a partial answer can still be printed. O(1).
    pub fn with_grace_period(&self) -> Budget {
        let mut budget = self.clone();
        budget.above = self.ceiling.as_ref().map_or(0, |ceiling| ceiling.limit() / 8);
        let over =
            matches!(self.check(0), Err(LimitReached::Time { .. } | LimitReached::Cancelled));
        if over {
            budget.cancelled = Arc::default();
            budget.also_cancelled = None;
            budget.time = self.time.or(Some(GRACE_PERIOD));
            budget.deadline = Instant::now().checked_add(GRACE_PERIOD);
        } else {
            budget.deadline = self.deadline.and_then(|at| at.checked_add(GRACE_PERIOD));
        }
        budget
    }

    /// Whether an engine that holds `bytes` of memory may go on. A system call at most.
    pub fn check(&self, bytes: u64) -> Result<(), LimitReached> {
        let set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if set(&self.cancelled) || self.also_cancelled.as_ref().is_some_and(set) {
            return Err(LimitReached::Cancelled);
        }
        if let Some(account) = &self.memory {
            account.check(bytes)?;
        }
        if let Some(ceiling) = &self.ceiling {
            ceiling.check(self.above)?;
        }
        if let (Some(deadline), Some(limit)) = (self.deadline, self.time)
            && Instant::now() >= deadline
        {
            return Err(LimitReached::Time { limit });
        }
        Ok(())
    }
}

/// A counter of short steps that asks a budget once every 256 of them, for loops in which asking it at every step would
/// cost more than the step.
///
/// ```
/// use ishitori_runtime::{Budget, BudgetTicker};
/// let budget = Budget::unlimited().with_memory(1000);
/// let mut ticker = BudgetTicker::default();
/// let stopped = (0..).find(|bytes| ticker.step(&budget, *bytes).is_err());
/// assert!((1000..2000).contains(&stopped.unwrap()));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BudgetTicker {
    steps: u32,
}

impl BudgetTicker {
    /// The number of steps between two questions to the budget.
    const STEPS: u32 = 256;

    /// One step; every 256th asks. See [`Budget::check`].
    #[inline]
    pub fn step(&mut self, budget: &Budget, bytes: u64) -> Result<(), LimitReached> {
        self.steps(budget, bytes, 1)
    }

    /// `count` steps at once.
    #[inline]
    pub fn steps(&mut self, budget: &Budget, bytes: u64, count: usize) -> Result<(), LimitReached> {
        self.steps = self.steps.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        if self.steps < Self::STEPS {
            return Ok(());
        }
        self.steps = 0;
        budget.check(bytes)
    }
}

/// Why a computation stopped before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LimitReached {
    /// The time is used up.
    #[error("the time limit of {limit:?} was reached")]
    Time {
        /// The limit that was set.
        limit: Duration,
    },
    /// The tables of the engine are as large as allowed.
    #[error("the memory limit of {limit} bytes was reached")]
    Memory {
        /// The limit that was set.
        limit: u64,
    },
    /// The search was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The store has no handles left for another game.
    #[error("the store is full ({limit} games)")]
    Games {
        /// How many games a store can hold.
        limit: u64,
    },
    /// A number would need more bits than a store accepts.
    #[error("a number with more than {limit} bits")]
    NumberBits {
        /// How many bits are accepted.
        limit: u64,
    },
    /// A nimber or a multiple of ↑ is out of range.
    #[error("a nimber or a multiple of ^ larger than {limit}")]
    Multiple {
        /// The largest one accepted.
        limit: u64,
    },
    /// A game would have to be written out with more options than a store accepts.
    #[error("a game with more than {limit} options")]
    Options {
        /// The largest number accepted.
        limit: u64,
    },
}
