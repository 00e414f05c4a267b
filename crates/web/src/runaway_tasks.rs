//! Runaway tasks: work that does not end at its time limit.
//!
//! Every engine asks its budget, so work ends soon after its time limit. If one forgets to ask, its thread
//! cannot be stopped: it becomes a runaway task, and its permit goes to the next question. The number of
//! runaway tasks is bounded. While there are several of one command, more questions with this command are
//! refused, so that it cannot use up the bound; other commands are answered as always.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// How long after the end of its time work may take to notice.
pub(crate) const GRACE: Duration = Duration::from_secs(5);
/// RunawayTasks of one command before more questions with it are refused.
const SAME: usize = 2;

/// How work ended.
pub(crate) enum Ended<T> {
    /// By itself.
    Done(T),
    /// It failed.
    Broken,
    /// It did not, and is no longer waited for.
    Lost,
}

/// The number of runaway tasks of each command.
pub(crate) struct RunawayTasks {
    most: usize,
    now: Mutex<HashMap<String, usize>>,
}

impl RunawayTasks {
    /// O(1).
    pub fn new(most: usize) -> Arc<RunawayTasks> {
        Arc::new(RunawayTasks { most, now: Mutex::default() })
    }

    fn now(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        // Nothing panics while it holds the lock.
        self.now.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether questions with this command are refused for now. O(1).
    pub fn refuse(&self, command: &str) -> bool {
        self.now().get(command).is_some_and(|count| *count >= SAME)
    }

    /// Counts one more, unless there are too many. O(runaway tasks).
    fn take(&self, command: &str) -> bool {
        let mut now = self.now();
        let fits = now.values().sum::<usize>() < self.most;
        if fits {
            *now.entry(command.to_string()).or_default() += 1;
        }
        fits
    }

    fn give_back(&self, command: &str) {
        let mut now = self.now();
        if let Some(count) = now.get_mut(command) {
            *count -= 1;
            if *count == 0 {
                now.remove(command);
            }
        }
    }

    /// Does work on a thread that may block. The permit is given back when the work ends, or when
    /// `over` does, which is when it should have ended long ago; not when its client has left.
    pub async fn watch<T: Send + 'static>(
        self: Arc<RunawayTasks>,
        command: String,
        permit: OwnedSemaphorePermit,
        over: impl Future<Output = ()> + Send + 'static,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Ended<T> {
        let (send, receive) = oneshot::channel();
        tokio::spawn(async move {
            let mut work = tokio::task::spawn_blocking(work);
            let ended = tokio::select! {
                ended = &mut work => Some(ended),
                () = over => None,
            };
            match ended {
                Some(Ok(found)) => {
                    drop(permit);
                    let _ = send.send(Ended::Done(found));
                }
                Some(Err(_)) => {
                    drop(permit);
                    let _ = send.send(Ended::Broken);
                }
                None => {
                    let counted = self.take(&command);
                    // With too many runaway tasks there is no place for others before this one ends.
                    let kept = (!counted).then_some(permit);
                    let _ = send.send(Ended::Lost);
                    let _ = work.await;
                    drop(kept);
                    if counted {
                        self.give_back(&command);
                    }
                }
            }
        });
        receive.await.unwrap_or(Ended::Broken)
    }
}
