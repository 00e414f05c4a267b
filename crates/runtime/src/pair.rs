//! Two pieces of work at the same time.

use crate::THREADS;

/// Does `here` on this thread and `there` on another one, and waits for both; where there are no threads, first
/// `here`, then `there`.
///
/// ```
/// assert_eq!(ishitori_runtime::pair(|| 6, || 7), (6, 7));
/// ```
pub fn pair<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    if !THREADS {
        let first = here();
        return (first, there());
    }
    std::thread::scope(|scope| {
        let other = scope.spawn(there);
        let first = here();
        match other.join() {
            Ok(second) => (first, second),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
