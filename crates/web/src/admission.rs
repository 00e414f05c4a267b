//! Direct answers: few at a time, each within a small budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use ishitori_api::{Call, File, Language, Progress, ProgressReport, Refusal, Workbench, Written};
use ishitori_runtime::Budget;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::cost_history::{CostHistory, Expected};
use crate::limits::Limits;
use crate::memory::Memory;
use crate::runaway_tasks::{Ended, GRACE, RunawayTasks};

/// A rendered answer: its bytes as they are sent.
#[derive(Clone, Debug)]
pub(crate) struct Rendered {
    pub media_type: &'static str,
    pub save_as: Option<String>,
    pub bytes: Bytes,
    pub complete: bool,
    pub files: Vec<File>,
}

impl Rendered {
    pub const JSON: &'static str = Written::JSON;

    /// The bytes in memory.
    pub fn size(&self) -> usize {
        self.bytes.len() + self.files_size()
    }

    /// Bytes of the documents that accompany it.
    pub fn files_size(&self) -> usize {
        self.files.iter().map(|file| file.bytes.len()).sum()
    }
}

/// Runs a call on this thread, which may block, and renders the answer.
pub(crate) fn run(
    workbench: &dyn Workbench,
    call: &Call,
    budget: &Budget,
    progress: &Progress,
    largest: usize,
) -> Result<Rendered, Refusal> {
    let answer = workbench.answer(call, budget, progress)?;
    let written = Written::new(answer, call.language, largest)?;
    let Written { media_type, save_as, bytes, complete, files } = written;
    Ok(Rendered { media_type, save_as, bytes: bytes.into(), complete, files })
}

/// Admission of direct answers. Whether a question is cheap is measured, not listed: every
/// question is first tried within the quick time, so that the cheap ones never wait for long; those for which
/// that was not enough go to a lane of their own, at once when they come again. While many questions
/// with the same command need more than the quick time, all with this command are tried in a
/// narrow lane, so that they cannot crowd out the others.
pub(crate) struct Admission {
    workbench: Arc<dyn Workbench>,
    limits: Arc<Limits>,
    fast: Lane,
    narrow: Lane,
    slow: Lane,
    costs: CostHistory,
    pub memory: Arc<Memory>,
    pub runaway: Arc<RunawayTasks>,
}

/// The multiple of the quick time beyond which even a complete answer counts as expensive.
const PATIENCE: f64 = 1.5;

/// A lane: a number of questions at a time, a number that wait, and the time for each.
struct Lane {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    time: Duration,
}

impl Lane {
    fn new(permits: usize, most_waiting: usize, time: Duration) -> Lane {
        let (permits, waiting) = (Arc::new(Semaphore::new(permits)), AtomicUsize::new(0));
        Lane { permits, waiting, most_waiting, time }
    }

    /// Waits for a turn.
    async fn enter(&self, language: Language) -> Result<OwnedSemaphorePermit, Refusal> {
        let place = Place::take(&self.waiting);
        if place.number >= self.most_waiting {
            return Err(Refusal::busy(language));
        }
        let permit = self.permits.clone().acquire_owned().await;
        permit.map_err(|_| Refusal::busy(language))
    }
}

impl Admission {
    pub fn new(workbench: Arc<dyn Workbench>, limits: Arc<Limits>) -> Admission {
        let fast = Lane::new(limits.direct, limits.direct_waiting, limits.quick_time);
        // Quick answers are short, so more can wait for one.
        let narrow = Lane::new(limits.slow, 4 * limits.slow_waiting, limits.quick_time);
        let slow = Lane::new(limits.slow, limits.slow_waiting, limits.direct_time);
        let (memory, runaway) = (Memory::new(&limits), RunawayTasks::new(limits.runaway));
        let costs = CostHistory::default();
        Admission { workbench, limits, fast, narrow, slow, costs, memory, runaway }
    }

    /// Answers within the limits of direct answers. Dropping the future cancels the work.
    pub async fn answer(&self, call: Call) -> Result<Rendered, Refusal> {
        let call = Arc::new(call);
        match self.quick_answer(&call).await {
            Some(Ok(rendered)) if rendered.complete => Ok(rendered),
            Some(Err(refusal)) if !refusal.is_timeout() => Err(refusal),
            _ => self.attempt(call, &self.slow).await,
        }
    }

    /// Answers a job within the quick time, or not at all: then it has to wait for its turn.
    pub async fn try_quickly(&self, call: &Arc<Call>) -> Option<Result<Rendered, Refusal>> {
        match self.quick_answer(call).await? {
            Ok(rendered) => rendered.complete.then_some(Ok(rendered)),
            Err(refusal) if refusal.is_timeout() || refusal.code == Refusal::BUSY => None,
            Err(refusal) => Some(Err(refusal)),
        }
    }

    /// An answer within the quick time, if that may be enough. What was learnt while it waited for its turn
    /// counts too, so that a crowd with the same expensive question is soon out of the way.
    async fn quick_answer(&self, call: &Arc<Call>) -> Option<Result<Rendered, Refusal>> {
        let mut expected = self.costs.expected(call);
        loop {
            let lane = match expected {
                Expected::Cheap => &self.fast,
                Expected::Unknown => &self.narrow,
                Expected::Expensive => return None,
            };
            let permit = match lane.enter(call.language).await {
                Ok(permit) => permit,
                Err(refusal) => return Some(Err(refusal)),
            };
            let now = self.costs.expected(call);
            if now <= expected {
                return Some(self.work(call.clone(), lane.time, permit).await);
            }
            expected = now;
        }
    }

    async fn attempt(&self, call: Arc<Call>, lane: &Lane) -> Result<Rendered, Refusal> {
        let permit = lane.enter(call.language).await?;
        self.work(call, lane.time, permit).await
    }

    async fn work(
        &self,
        call: Arc<Call>,
        time: Duration,
        permit: OwnedSemaphorePermit,
    ) -> Result<Rendered, Refusal> {
        let language = call.language;
        if self.runaway.refuse(&call.command) {
            return Err(Refusal::busy(language));
        }
        let Some(working) = self.memory.begin() else { return Err(Refusal::busy(language)) };
        let given_up = CancelOnDrop(Arc::new(AtomicBool::new(false)));
        let budget = self
            .memory
            .budget()
            .with_time(time)
            .with_memory(self.limits.direct_memory)
            .with_cancel_flag(given_up.0.clone());
        let (workbench, largest) = (self.workbench.clone(), self.limits.largest_answer);
        let (asked, begun) = (call.clone(), Instant::now());
        let over = tokio::time::sleep(time + GRACE);
        let work = move || {
            let _until_it_ends = working;
            run(
                &*workbench,
                &call,
                &budget,
                &(Arc::new(|_: &ProgressReport| {}) as Progress),
                largest,
            )
        };
        let ended = self.runaway.clone().watch(asked.command.clone(), permit, over, work).await;
        let enough = match &ended {
            Ended::Done(Ok(rendered)) => rendered.complete,
            Ended::Done(Err(refusal)) => refusal.code != Refusal::LIMIT,
            Ended::Broken => true,
            Ended::Lost => false,
        };
        let quick_time = self.limits.quick_time.mul_f64(if enough { PATIENCE } else { 1.0 });
        self.costs.learn(&asked, begun.elapsed() >= quick_time);
        match ended {
            Ended::Done(result) => result,
            Ended::Broken => Err(Refusal::broken(language)),
            Ended::Lost => Err(Refusal::lost(language)),
        }
    }
}

/// A place in the queue.
struct Place<'a> {
    waiting: &'a AtomicUsize,
    number: usize,
}

impl Place<'_> {
    fn take(waiting: &AtomicUsize) -> Place<'_> {
        Place { waiting, number: waiting.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Cancels a computation when its client has left.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
