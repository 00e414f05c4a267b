//! The context of a question: limits, threads, a listener to progress, and the place of stored results.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ishitori_automata::Stage;
use ishitori_values::Budget;

use crate::device_choice::DeviceChoice;
use crate::plot::Captions;

/// The context in which a question is answered.
///
/// ```
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let context = Context::new(Budget::unlimited().with_memory(1 << 30));
/// assert!(context.threads >= 1 && context.checkpoint.is_none());
/// ```
#[derive(Clone)]
pub struct Context {
    /// The limits of time and memory, and the cancel flag.
    pub budget: Budget,
    /// Whether the user set the limit of time; otherwise long searches have one of
    /// their own.
    pub timed: bool,
    /// The number of threads, for engines that can use several.
    pub threads: usize,
    /// The listener to progress, if there is one.
    pub listener: Option<Listener>,
    /// The captions of pictures in a language; English if there are none.
    pub captions: Option<Arc<dyn Captions>>,
    /// The device that computes sweeps.
    pub device: DeviceChoice,
    /// The checkpoint file, to which a search is saved at intervals and from which it resumes.
    pub checkpoint: Option<PathBuf>,
}

/// A listener to the progress of a computation, from any thread; must be quick.
pub type Listener = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The progress of a computation.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum Progress {
    /// Values found so far for a position, and the time spent on it.
    Values { found: usize, time: Duration },
    /// Heaps, sets or items that are done, and their total number.
    Counted { done: u64, total: u64 },
    /// Sets of a family that are done, and their total number.
    Sets { done: u64, total: u64 },
    /// Heaps computed in search of a period, their largest number, how many of them are rare, the
    /// last of these, the largest value, and heaps for each second.
    Heaps { computed: u64, limit: u64, rares: u64, last_rare: u64, max_value: u32, rate: f64 },
    /// Heaps of a certificate that are checked, and their total number.
    Checked { heaps: u64, total: u64 },
    /// A stage of a proof, and the states of the automaton that is being made.
    Proof { stage: Stage, states: usize },
    /// The last heap that a quotient is known for, and its order.
    Quotient { heap: u32, order: usize },
    /// The work is over; a line that shows progress can be cleared.
    Over,
}

impl Progress {
    /// The part of the work that is done, from 0 to 1, where the end is known. O(1).
    ///
    /// ```
    /// use ishitori_answers::Progress;
    ///
    /// assert_eq!(Progress::Counted { done: 3, total: 12 }.share(), Some(0.25));
    /// assert_eq!(Progress::Quotient { heap: 9, order: 40 }.share(), None);
    /// ```
    pub fn share(&self) -> Option<f64> {
        let (done, total) = match *self {
            Progress::Counted { done, total }
            | Progress::Sets { done, total }
            | Progress::Heaps { computed: done, limit: total, .. }
            | Progress::Checked { heaps: done, total } => (done, total),
            _ => return None,
        };
        (total > 0).then(|| (done as f64 / total as f64).min(1.0))
    }
}

impl Context {
    /// A context with a budget, on all cores, without a listener or stored results.
    pub fn new(budget: Budget) -> Context {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let device = DeviceChoice::default();
        let (listener, captions, checkpoint) = (None, None, None);
        Context { budget, timed: false, threads, listener, captions, device, checkpoint }
    }

    /// Reports progress to the listener.
    pub fn report(&self, progress: Progress) {
        if let Some(listener) = &self.listener {
            listener(&progress);
        }
    }

    /// The memory of one thread, if there is a limit: all have the same share.
    pub(crate) fn memory_per_thread(&self) -> Option<u64> {
        self.budget.memory().map(|bytes| bytes / self.threads.max(1) as u64)
    }

    /// The budget, with a limit of time for a search without limits.
    pub fn budget_or(&self, default: Duration) -> Budget {
        match self.timed {
            true => self.budget.clone(),
            false => self.budget.clone().with_time(default),
        }
    }
}
