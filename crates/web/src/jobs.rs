//! Computations that take long: queued, watched, cancelled, forgotten after a while.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ishitori_values::Budget;
use serde_json::{Value as Json, json};
use tokio::sync::{Semaphore, watch};

use crate::lane::{Lanes, Rendered, broken, run};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::workbench::{Call, Progress, Workbench};

/// Where a job stands.
#[derive(Clone, Debug)]
pub(crate) enum State {
    Queued,
    Running,
    Done(Arc<Rendered>),
    Failed(Refusal),
    Cancelled,
}

impl From<Result<Rendered, Refusal>> for State {
    fn from(result: Result<Rendered, Refusal>) -> State {
        match result {
            Ok(rendered) => State::Done(Arc::new(rendered)),
            Err(refusal) => State::Failed(refusal),
        }
    }
}

impl State {
    pub fn name(&self) -> &'static str {
        match self {
            State::Queued => "queued",
            State::Running => "running",
            State::Done(_) => "done",
            State::Failed(_) => "failed",
            State::Cancelled => "cancelled",
        }
    }

    pub fn is_final(&self) -> bool {
        !matches!(self, State::Queued | State::Running)
    }
}

/// What watchers of a job see.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    pub state: State,
    pub progress: String,
    began: Option<Instant>,
    ended: Option<Instant>,
}

/// A job.
pub(crate) struct Job {
    pub id: String,
    call: Call,
    status: watch::Sender<Status>,
    cancel: Arc<AtomicBool>,
    /// When somebody last asked about it.
    asked: Mutex<Instant>,
}

impl Job {
    /// Everything about the job as one object; the result is part of it when it is an object.
    pub fn to_json(&self) -> Json {
        let status = self.status.borrow().clone();
        let mut object = json!({
            "id": self.id,
            "command": self.call.command,
            "state": status.state.name(),
        });
        if !status.progress.is_empty() {
            object["progress"] = json!(status.progress);
        }
        if let Some(began) = status.began {
            let end = status.ended.unwrap_or_else(Instant::now);
            object["seconds"] = json!((end - began).as_secs_f64());
        }
        match &status.state {
            State::Done(rendered) => {
                object["complete"] = json!(rendered.complete);
                if rendered.media_type == Rendered::JSON {
                    // It was written from such an object just now.
                    object["result"] = serde_json::from_slice(&rendered.bytes).unwrap_or_default();
                }
                let names = rendered.files.iter().map(|file| json!(file.name));
                object["files"] = names.collect();
            }
            State::Failed(refusal) => object["error"] = refusal.to_json()["error"].take(),
            _ => {}
        }
        object
    }

    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// Notes that somebody asks about it.
    fn ask(&self) {
        *self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Instant::now();
    }

    /// Ends the job if nobody watches it or asks about it for a while. To be called when somebody
    /// has stopped watching.
    pub async fn abandon(self: Arc<Job>, patience: Duration) {
        tokio::time::sleep(patience).await;
        let asked = *self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if self.status.receiver_count() == 0 && asked.elapsed() >= patience {
            self.cancel();
        }
    }

    pub fn state(&self) -> State {
        self.status.borrow().state.clone()
    }

    /// Asks the job to stop; a job that has not begun never does.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.status.send_if_modified(|status| {
            let waits = matches!(status.state, State::Queued);
            if waits {
                status.state = State::Cancelled;
                status.ended = Some(Instant::now());
            }
            waits
        });
    }

    fn set(&self, state: State) {
        self.status.send_modify(|status| {
            let now = Some(Instant::now());
            match state.is_final() {
                true => status.ended = now,
                false => status.began = now,
            }
            status.state = state;
        });
    }
}

/// All jobs of a server.
pub(crate) struct Jobs {
    workbench: Arc<dyn Workbench>,
    lanes: Arc<Lanes>,
    limits: Arc<Limits>,
    permits: Arc<Semaphore>,
    /// By the order in which they came.
    table: Mutex<BTreeMap<u64, Arc<Job>>>,
    names: RandomState,
}

impl Jobs {
    pub fn new(workbench: Arc<dyn Workbench>, lanes: Arc<Lanes>, limits: Arc<Limits>) -> Jobs {
        let permits = Arc::new(Semaphore::new(limits.running));
        let (table, names) = (Mutex::new(BTreeMap::new()), RandomState::new());
        Jobs { workbench, lanes, limits, permits, table, names }
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Job>>> {
        // Nothing panics while it holds the lock.
        self.table.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Queues a call; the same question that has been answered completely is not asked again.
    pub fn submit(&self, call: Call) -> Result<Arc<Job>, Refusal> {
        let mut table = self.table();
        self.tidy(&mut table);
        let answered = |job: &&Arc<Job>| {
            job.call == call && matches!(job.state(), State::Done(found) if found.complete)
        };
        if let Some(job) = table.values().find(answered) {
            return Ok(job.clone());
        }
        let waiting = table.values().filter(|job| !job.state().is_final()).count();
        if waiting >= self.limits.queued + self.limits.running {
            return Err(Refusal::busy(call.language));
        }
        let number = table.last_key_value().map_or(0, |(last, _)| last + 1);
        let (progress, began, ended) = (String::new(), None, None);
        let status = Status { state: State::Queued, progress, began, ended };
        let job = Arc::new(Job {
            id: format!("{number}-{:016x}", self.names.hash_one(number)),
            call,
            status: watch::Sender::new(status),
            cancel: Arc::default(),
            asked: Mutex::new(Instant::now()),
        });
        table.insert(number, job.clone());
        drop(table);
        self.start(job.clone());
        Ok(job)
    }

    /// Tries at a glance; if that is not enough, waits for its turn, then works.
    fn start(&self, job: Arc<Job>) {
        let (workbench, limits) = (self.workbench.clone(), self.limits.clone());
        let (permits, lanes) = (self.permits.clone(), self.lanes.clone());
        tokio::spawn(async move {
            let begun = Instant::now();
            if let Some(result) = lanes.briefly(&job.call).await {
                if !job.state().is_final() {
                    job.status.send_modify(|status| status.began = Some(begun));
                    job.set(State::from(result));
                }
                return;
            }
            let Ok(permit) = permits.acquire_owned().await else { return };
            if job.state().is_final() {
                return;
            }
            job.set(State::Running);
            let working = job.clone();
            let work = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                let budget = Budget::unlimited()
                    .with_time(limits.job_time)
                    .with_memory(limits.job_memory)
                    .with_cancel_flag(working.cancel.clone());
                let told = working.clone();
                let progress: Progress = Arc::new(move |line: &str| {
                    told.status.send_modify(|status| status.progress = line.to_string());
                });
                run(&*workbench, &working.call, &budget, &progress, limits.largest_answer)
            });
            let result = work.await.unwrap_or_else(|_| Err(broken(job.call.language)));
            job.set(match result {
                _ if job.cancel.load(Ordering::Relaxed) => State::Cancelled,
                result => State::from(result),
            });
        });
    }

    pub fn find(&self, id: &str) -> Option<Arc<Job>> {
        let number: u64 = id.split_once('-')?.0.parse().ok()?;
        let job = self.table().get(&number).filter(|job| job.id == id).cloned()?;
        job.ask();
        Some(job)
    }

    /// Asks everything to stop.
    pub fn cancel_all(&self) {
        self.table().values().for_each(|job| job.cancel());
    }

    /// How many jobs run and wait.
    pub fn counts(&self) -> (usize, usize) {
        let table = self.table();
        let count = |name| table.values().filter(|job| job.state().name() == name).count();
        (count("running"), count("queued"))
    }

    /// Forgets what is old, then the oldest of what is too much.
    fn tidy(&self, table: &mut BTreeMap<u64, Arc<Job>>) {
        let now = Instant::now();
        let ended = |job: &Job| job.status.borrow().ended;
        table.retain(|_, job| ended(job).is_none_or(|at| now - at < self.limits.kept_for));
        let size = |job: &Job| match job.state() {
            State::Done(rendered) => rendered.size(),
            _ => 0,
        };
        let mut bytes: usize = table.values().map(|job| size(job)).sum();
        let mut finished = table.values().filter(|job| ended(job).is_some()).count();
        let oldest: Vec<u64> = table.keys().copied().collect();
        for number in oldest {
            if finished <= self.limits.kept && bytes <= self.limits.kept_bytes {
                break;
            }
            if table.get(&number).is_some_and(|job| ended(job).is_some())
                && let Some(job) = table.remove(&number)
            {
                bytes -= size(&job);
                finished -= 1;
            }
        }
    }
}
