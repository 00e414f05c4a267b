//! The clock that engines look at.
//!
//! An [`Instant`] is that of the standard library, but where that has none: in a browser
//! (`wasm32-unknown-unknown`) it traps. There the page that loads the program supplies a clock once, and until
//! then time stands still, so that limits of time are never reached.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use supplied::{Instant, set_clock};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, allow(dead_code))]
mod supplied {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Milliseconds since some moment.
    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Supplies the clock: milliseconds since some moment, never fewer than before. Only the first one
    /// counts. O(1).
    pub fn set_clock(clock: fn() -> f64) {
        let _ = CLOCK.set(clock);
    }

    /// A moment: a reading of the supplied clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment. O(1).
        pub fn now() -> Instant {
            let milliseconds = CLOCK.get().map_or(0.0, |clock| clock());
            Instant(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
        }

        /// How long ago it was. O(1).
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// How much later it is than another moment, nothing if it is not. O(1).
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same as [`saturating_duration_since`](Instant::saturating_duration_since). O(1).
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The moment `time` later; `None` on overflow. O(1).
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl Sub<Instant> for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::sync::atomic::{AtomicU64, Ordering};

        #[test]
        fn a_supplied_clock_is_read() {
            static NOW: AtomicU64 = AtomicU64::new(0);
            let before = Instant::now();
            assert_eq!(before.elapsed(), Duration::ZERO, "without a clock time stands still");
            set_clock(|| NOW.load(Ordering::Relaxed) as f64);
            NOW.store(1500, Ordering::Relaxed);
            assert_eq!(before.elapsed(), Duration::from_millis(1500));
            let end = before.checked_add(Duration::from_secs(2)).unwrap();
            assert!(Instant::now() < end && end == before + Duration::from_secs(2));
            assert_eq!(before.saturating_duration_since(end), Duration::ZERO);
            assert_eq!(end - before, Duration::from_secs(2));
            assert_eq!(end.checked_add(Duration::MAX), None);
            set_clock(|| 0.0);
            assert_eq!(before.elapsed(), Duration::from_millis(1500), "the first clock counts");
        }
    }
}
