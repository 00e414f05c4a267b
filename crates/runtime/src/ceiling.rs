//! A ceiling on the memory of the whole process, as the system counts it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::budget::LimitReached;
use crate::clock::Instant;

/// The time between two looks at the memory of the process.
const BETWEEN_LOOKS: u64 = 10;
/// After giving memory back, this many times the time that it took passes before the next look.
const REST: u64 = 20;

/// A ceiling on the memory of the whole process: what engines reserve, what they do not count, and
/// what the allocator keeps although it was freed. Every [`Budget`](crate::Budget) that has one asks it.
///
/// It looks at the process a hundred times a second at most. When there is too much, what was freed is
/// first given back to the system; if that is not enough, every search that checks its budget is stopped.
///
/// ```
/// use ishitori_runtime::{Budget, Ceiling, LimitReached};
/// use std::sync::Arc;
/// let low = Arc::new(Ceiling::new(1000, 900, || Some(2000), || {}));
/// let budget = Budget::unlimited().with_ceiling(low);
/// assert_eq!(budget.check(0), Err(LimitReached::Memory { limit: 900 }));
/// let unknown = Arc::new(Ceiling::new(1000, 1000, || None, || {}));
/// assert!(Budget::unlimited().with_ceiling(unknown).check(0).is_ok());
/// ```
#[derive(Debug)]
pub struct Ceiling {
    limit: u64,
    reported: u64,
    used: fn() -> Option<u64>,
    release: fn(),
    began: Instant,
    /// The memory of the process at the last look.
    last: AtomicU64,
    /// When to look again, in milliseconds since `began`.
    next: AtomicU64,
}

impl Ceiling {
    /// A ceiling at `limit` bytes, which errors call `reported`. `used` measures the process, where the system can;
    /// `release` gives back what was freed. O(1).
    pub fn new(limit: u64, reported: u64, used: fn() -> Option<u64>, release: fn()) -> Ceiling {
        let (last, next) = (AtomicU64::new(0), AtomicU64::new(0));
        Ceiling { limit, reported, used, release, began: Instant::now(), last, next }
    }

    /// The ceiling in bytes. O(1).
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether the process may go on, with this many bytes above the ceiling for a moment. A few
    /// system calls at most.
    pub fn check(&self, above: u64) -> Result<(), LimitReached> {
        match self.used() > self.limit.saturating_add(above) {
            true => Err(LimitReached::Memory { limit: self.reported }),
            false => Ok(()),
        }
    }

    /// The memory of the process, measured a moment ago. Above the ceiling, freed memory is given back to the system
    /// first. 0 where the system does not report it. A few system calls at most.
    pub fn used(&self) -> u64 {
        let now = self.now();
        let next = self.next.load(Ordering::Relaxed);
        let mine = |next| {
            let soon = now + BETWEEN_LOOKS;
            self.next.compare_exchange(next, soon, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        // One thread looks; the others take what was seen last.
        if now >= next && mine(next) {
            let mut used = (self.used)().unwrap_or(0);
            if used > self.limit {
                (self.release)();
                used = (self.used)().unwrap_or(0);
                let after = self.now();
                let rest = REST.saturating_mul(after.saturating_sub(now)).max(BETWEEN_LOOKS);
                // A search above the ceiling ends at once, so the next look is soon.
                let rest = if used > self.limit { BETWEEN_LOOKS } else { rest.min(1000) };
                self.next.store(after + rest, Ordering::Relaxed);
            }
            self.last.store(used, Ordering::Relaxed);
        }
        self.last.load(Ordering::Relaxed)
    }

    fn now(&self) -> u64 {
        let passed: Duration = self.began.elapsed();
        u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// The memory of the process of the test, and whether memory was given back.
    static USED: AtomicU64 = AtomicU64::new(0);
    static RELEASED: AtomicBool = AtomicBool::new(false);

    fn eventually(ceiling: &Ceiling, wanted: bool) {
        let begun = Instant::now();
        while ceiling.check(0).is_ok() != wanted {
            assert!(begun.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn freed_memory_is_given_back_before_any_search_is_stopped() {
        let used = || Some(USED.load(Ordering::Relaxed));
        let release = || {
            USED.fetch_min(150, Ordering::Relaxed);
            RELEASED.store(true, Ordering::Relaxed);
        };
        let ceiling = Ceiling::new(200, 200, used, release);
        assert!(ceiling.check(0).is_ok() && !RELEASED.load(Ordering::Relaxed));
        USED.store(1000, Ordering::Relaxed);
        let begun = Instant::now();
        while !RELEASED.load(Ordering::Relaxed) {
            assert!(ceiling.check(0).is_ok() && begun.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(ceiling.check(0).is_ok(), "150 is enough");
        let low = Ceiling::new(100, 100, used, || {});
        USED.store(120, Ordering::Relaxed);
        eventually(&low, false);
        assert!(low.check(20).is_ok(), "results may still be reported");
        USED.store(90, Ordering::Relaxed);
        eventually(&low, true);
    }
}
