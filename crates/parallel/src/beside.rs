//! Work, and now and then a look at how far it is.

use std::sync::mpsc;
use std::time::Duration;

use crate::THREADS;

/// Does the work on this thread; another one looks at it every so often, and `last` is called there
/// when it has ended. Where there are no threads nobody looks before the end.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
/// let over = AtomicBool::new(false);
/// let last = || over.store(true, Ordering::Relaxed);
/// assert_eq!(ishitori_parallel::beside(Duration::from_secs(1), || {}, last, || 42), 42);
/// assert!(over.into_inner());
/// ```
pub fn beside<T>(
    every: Duration,
    look: impl Fn() + Send,
    last: impl FnOnce() + Send,
    work: impl FnOnce() -> T,
) -> T {
    if !THREADS {
        let result = work();
        last();
        return result;
    }
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Ends when the other end of the channel is dropped.
            while wait.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
                look();
            }
            last();
        });
        let result = work();
        drop(done);
        result
    })
}
