//! Work that is watched by a monitor thread, for progress reports.

use std::sync::mpsc;
use std::time::Duration;

use crate::THREADS;

/// Runs `work` on this thread with a monitor thread next to it, which calls `tick` once per `interval`
/// and `finish` when the work has ended. Without threads (in browsers) only `finish` is called, after
/// the work. Cost: one thread.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
/// let over = AtomicBool::new(false);
/// let finish = || over.store(true, Ordering::Relaxed);
/// assert_eq!(ishitori_runtime::with_monitor(Duration::from_secs(1), || {}, finish, || 42), 42);
/// assert!(over.into_inner());
/// ```
pub fn with_monitor<T>(
    interval: Duration,
    tick: impl Fn() + Send,
    finish: impl FnOnce() + Send,
    work: impl FnOnce() -> T,
) -> T {
    if !THREADS {
        let result = work();
        finish();
        return result;
    }
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Ends when the other end of the channel is dropped.
            while wait.recv_timeout(interval) == Err(mpsc::RecvTimeoutError::Timeout) {
                tick();
            }
            finish();
        });
        let result = work();
        drop(done);
        result
    })
}
