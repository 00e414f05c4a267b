//! How much an engine may spend, and how it says that it was not enough.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits on one computation. Engines look at it in their outer loops and give up with
/// [`LimitReached`]; they never look at a clock on their own.
///
/// ```
/// use ishitori_values::Budget;
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
    memory: Option<u64>,
    cancelled: Arc<AtomicBool>,
    also_cancelled: Option<Arc<AtomicBool>>,
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
    /// use ishitori_values::Budget;
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

    /// At most this many bytes in the tables of the engine.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
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
        self.memory
    }

    /// Whether an engine that holds `bytes` of memory may go on. A system call at most.
    pub fn check(&self, bytes: u64) -> Result<(), LimitReached> {
        let set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if set(&self.cancelled) || self.also_cancelled.as_ref().is_some_and(set) {
            return Err(LimitReached::Cancelled);
        }
        if let Some(limit) = self.memory
            && bytes > limit
        {
            return Err(LimitReached::Memory { limit });
        }
        if let (Some(deadline), Some(limit)) = (self.deadline, self.time)
            && Instant::now() >= deadline
        {
            return Err(LimitReached::Time { limit });
        }
        Ok(())
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
    /// Somebody asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The store has no handles left for another game.
    #[error("the store is full ({limit} games)")]
    Games {
        /// How many games a store can hold.
        limit: u64,
    },
    /// A number would need more bits than a store accepts.
    #[error("a number of more than {limit} bits")]
    NumberBits {
        /// How many bits are accepted.
        limit: u64,
    },
    /// A nimber or a multiple of ↑ is out of range.
    #[error("a nimber or a multiple of ^ beyond {limit}")]
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
