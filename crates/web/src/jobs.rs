//! Computations that take long: queued, watched, cancelled, forgotten after a while.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use ishitori_api::{Call, Progress, ProgressReport, Refusal, Workbench};
use serde_json::{Value as Json, json};
use tokio::sync::{Semaphore, watch};

use crate::admission::{Admission, Rendered, run};
use crate::bodies::BodyPermit;
use crate::limits::Limits;
use crate::runaway_tasks::{Ended, GRACE};

/// Where a job stands.
#[derive(Clone, Debug)]
pub(crate) enum State {
    Queued,
    Running,
    /// With all that is said about the job, written once.
    Done(Arc<Rendered>, Bytes),
    Failed(Refusal),
    /// With what was known by then, if there was anything.
    Cancelled(Option<(Arc<Rendered>, Bytes)>),
}

impl State {
    pub fn name(&self) -> &'static str {
        match self {
            State::Queued => "queued",
            State::Running => "running",
            State::Done(..) => "done",
            State::Failed(_) => "failed",
            State::Cancelled(_) => "cancelled",
        }
    }

    /// The result so far, and the full description of the job.
    pub fn found(&self) -> Option<(&Arc<Rendered>, &Bytes)> {
        match self {
            State::Done(rendered, text) => Some((rendered, text)),
            State::Cancelled(found) => found.as_ref().map(|(rendered, text)| (rendered, text)),
            _ => None,
        }
    }

    pub fn is_final(&self) -> bool {
        !matches!(self, State::Queued | State::Running)
    }
}

/// The state of a job as its watchers see it.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    pub state: State,
    pub progress: Option<ProgressReport>,
    began: Option<Instant>,
    ended: Option<Instant>,
}

/// A job.
pub(crate) struct Job {
    pub id: String,
    call: Arc<Call>,
    /// The share of the capacity for documents that its document takes until it has ended.
    held: Mutex<Option<BodyPermit>>,
    status: watch::Sender<Status>,
    cancel: Arc<AtomicBool>,
    /// When a client last asked about it.
    asked: Mutex<Instant>,
}

impl Job {
    /// Everything about the job as the text of one object; the result is part of it when it is an
    /// object. What a finished job has to say is written once. O(1) then.
    pub fn to_text(&self) -> Bytes {
        let status = self.status.borrow().clone();
        match status.state.found() {
            Some((_, text)) => text.clone(),
            None => self.describe(&status).to_string().into(),
        }
    }

    /// The description of a job without its result.
    fn describe(&self, status: &Status) -> Json {
        let mut object = json!({
            "id": self.id,
            "command": self.call.command,
            "state": status.state.name(),
        });
        if let Some(ProgressReport { line, share }) = &status.progress {
            object["progress"] = json!(line);
            if let Some(share) = share {
                object["share"] = json!(share);
            }
        }
        if let Some(began) = status.began {
            let end = status.ended.unwrap_or_else(Instant::now);
            object["seconds"] = json!((end - began).as_secs_f64());
        }
        if let Some((rendered, _)) = status.state.found() {
            object["complete"] = json!(rendered.complete);
            let names = rendered.files.iter().map(|file| json!(file.name));
            object["files"] = names.collect();
        }
        if let State::Failed(refusal) = &status.state {
            object["error"] = refusal.to_json()["error"].take();
        }
        object
    }

    /// Ends the job with what was found. The answer is kept once: as a part of the text that says
    /// everything about the job. O(answer).
    fn finish(&self, result: Result<Rendered, Refusal>) {
        self.end(result, State::Done);
    }

    /// Ends the job that was cancelled; what it had found by then is kept. O(answer).
    fn finish_early(&self, ended: Ended<Result<Rendered, Refusal>>) {
        match ended {
            Ended::Done(result @ Ok(_)) => {
                self.end(result, |rendered, text| State::Cancelled(Some((rendered, text))));
            }
            _ => self.set(State::Cancelled(None)),
        }
    }

    fn end(&self, result: Result<Rendered, Refusal>, state: fn(Arc<Rendered>, Bytes) -> State) {
        let mut rendered = match result {
            Ok(rendered) => rendered,
            Err(refusal) => return self.set(State::Failed(refusal)),
        };
        let mut status = self.status.borrow().clone();
        status.ended = Some(Instant::now());
        let is_object = rendered.media_type == Rendered::JSON;
        let answer = std::mem::take(&mut rendered.bytes);
        let rendered = Arc::new(rendered);
        status.state = state(rendered.clone(), Bytes::new());
        let mut text = self.describe(&status).to_string().into_bytes();
        drop(status);
        let mut rendered = Arc::unwrap_or_clone(rendered);
        if is_object {
            // Before the brace at the end.
            text.pop();
            text.reserve_exact(answer.len() + 16);
            text.extend_from_slice(b",\"result\":");
            let start = text.len();
            text.extend_from_slice(&answer);
            let end = text.len();
            text.push(b'}');
            let text = Bytes::from(text);
            rendered.bytes = text.slice(start..end);
            self.set(state(Arc::new(rendered), text));
        } else {
            rendered.bytes = answer;
            self.set(state(Arc::new(rendered), text.into()));
        }
    }

    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// Notes that a client asks about it.
    fn ask(&self) {
        *self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Instant::now();
    }

    /// Ends the job if no client watches it or asks about it for a while. To be called when a client
    /// has stopped watching.
    pub async fn abandon(self: Arc<Job>, patience: Duration) {
        tokio::time::sleep(patience).await;
        let asked = *self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if self.status.receiver_count() == 0 && asked.elapsed() >= patience {
            self.cancel();
        }
    }

    /// Whether the job is not over, and no client has watched it or asked about it for this long.
    fn is_unwatched(&self, patience: Duration) -> bool {
        let watched = self.status.receiver_count() > 0;
        if watched {
            self.ask();
        }
        let asked = *self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        !watched && !self.state().is_final() && asked.elapsed() >= patience
    }

    pub fn state(&self) -> State {
        self.status.borrow().state.clone()
    }

    /// Asks the job to stop; a job that has not begun never does.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        let waited = self.status.send_if_modified(|status| {
            let waits = matches!(status.state, State::Queued);
            if waits {
                status.state = State::Cancelled(None);
                status.ended = Some(Instant::now());
            }
            waits
        });
        if waited {
            self.give_back();
        }
    }

    /// Notes that the job begins to run; false if it has ended while it waited.
    fn begin(&self) -> bool {
        self.status.send_if_modified(|status| {
            let waits = matches!(status.state, State::Queued);
            if waits {
                status.state = State::Running;
                status.began = Some(Instant::now());
            }
            waits
        })
    }

    /// Ends the job in this state; a job that has ended stays as it is.
    fn set(&self, state: State) {
        self.status.send_if_modified(|status| {
            let goes_on = !status.state.is_final();
            if goes_on {
                status.ended = Some(Instant::now());
                status.state = state;
            }
            goes_on
        });
        self.give_back();
    }

    /// Gives back the share of the capacity for documents that the job has taken.
    fn give_back(&self) {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    }

    /// Bytes that are held for a job that has ended.
    fn size(&self) -> usize {
        let document = self.call.document.as_ref().map_or(0, String::len);
        document
            + self.state().found().map_or(0, |(rendered, text)| {
                // A part of the text, or separate from it.
                let apart = rendered.media_type != Rendered::JSON;
                text.len() + if apart { rendered.size() } else { rendered.files_size() }
            })
    }

    /// Waits until it is asked to stop.
    async fn cancelled(self: Arc<Job>) {
        while !self.cancel.load(Ordering::Relaxed) {
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// Between two looks at the flag that ends a job.
const LOOK: Duration = Duration::from_millis(200);

/// All jobs of a server.
pub(crate) struct Jobs {
    workbench: Arc<dyn Workbench>,
    admission: Arc<Admission>,
    limits: Arc<Limits>,
    permits: Arc<Semaphore>,
    /// By the order in which they came.
    table: Mutex<BTreeMap<u64, Arc<Job>>>,
    names: RandomState,
}

impl Jobs {
    pub fn new(
        workbench: Arc<dyn Workbench>,
        admission: Arc<Admission>,
        limits: Arc<Limits>,
    ) -> Jobs {
        let permits = Arc::new(Semaphore::new(limits.running));
        let (table, names) = (Mutex::new(BTreeMap::new()), RandomState::new());
        Jobs { workbench, admission, limits, permits, table, names }
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Job>>> {
        // Nothing panics while it holds the lock.
        self.table.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Queues a call; the same question that has been answered completely is not asked again.
    pub fn submit(&self, call: Call, held: BodyPermit) -> Result<Arc<Job>, Refusal> {
        if self.admission.runaway.refuse(&call.command) {
            return Err(Refusal::busy(call.language));
        }
        let mut table = self.table();
        self.tidy(&mut table);
        let answered = |job: &&Arc<Job>| {
            *job.call == call && matches!(job.state(), State::Done(found, _) if found.complete)
        };
        if let Some(job) = table.values().find(answered) {
            return Ok(job.clone());
        }
        let waiting = table.values().filter(|job| !job.state().is_final()).count();
        if waiting >= self.limits.queued + self.limits.running {
            return Err(Refusal::busy(call.language));
        }
        let number = table.last_key_value().map_or(0, |(last, _)| last + 1);
        let (progress, began, ended) = (None, None, None);
        let status = Status { state: State::Queued, progress, began, ended };
        let job = Arc::new(Job {
            id: format!("{number}-{:016x}", self.names.hash_one(number)),
            call: Arc::new(call),
            held: Mutex::new(Some(held)),
            status: watch::Sender::new(status),
            cancel: Arc::default(),
            asked: Mutex::new(Instant::now()),
        });
        table.insert(number, job.clone());
        drop(table);
        self.start(job.clone());
        Ok(job)
    }

    /// Tries within the quick time; if that is not enough, waits for its turn, then works.
    fn start(&self, job: Arc<Job>) {
        let (workbench, limits) = (self.workbench.clone(), self.limits.clone());
        let (permits, admission) = (self.permits.clone(), self.admission.clone());
        tokio::spawn(async move {
            let begun = Instant::now();
            if let Some(result) = admission.try_quickly(&job.call).await {
                if !job.state().is_final() {
                    job.status.send_modify(|status| status.began = Some(begun));
                    job.finish(result);
                }
                return;
            }
            let Ok(permit) = permits.acquire_owned().await else { return };
            let working = loop {
                if job.state().is_final() {
                    return;
                }
                match admission.memory.begin() {
                    Some(working) => break working,
                    None => tokio::time::sleep(LOOK).await,
                }
            };
            if !job.begin() {
                return;
            }
            let (worked_on, asked) = (job.clone(), job.clone());
            let time = limits.job_time;
            let over = async move {
                let long = tokio::time::sleep(time + GRACE);
                let cancelled = async {
                    asked.cancelled().await;
                    tokio::time::sleep(GRACE).await;
                };
                tokio::select! { () = long => {}, () = cancelled => {} }
            };
            let shared = admission.memory.budget();
            let work = move || {
                let _until_it_ends = working;
                let budget = shared
                    .with_time(limits.job_time)
                    .with_memory(limits.job_memory)
                    .with_cancel_flag(worked_on.cancel.clone());
                let watched = worked_on.clone();
                let progress: Progress = Arc::new(move |report: &ProgressReport| {
                    watched.status.send_modify(|status| status.progress = Some(report.clone()));
                });
                run(&*workbench, &worked_on.call, &budget, &progress, limits.largest_answer)
            };
            let command = job.call.command.clone();
            let ended = admission.runaway.clone().watch(command, permit, over, work).await;
            // A runaway task is asked to stop too.
            let asked = job.cancel.swap(true, Ordering::Relaxed);
            match ended {
                ended if asked => job.finish_early(ended),
                Ended::Done(result) => job.finish(result),
                Ended::Broken => job.finish(Err(Refusal::broken(job.call.language))),
                Ended::Lost => job.finish(Err(Refusal::lost(job.call.language))),
            }
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

    /// Forgets old jobs, and ends those that no client asks about. O(jobs).
    pub fn expire(&self) {
        let mut table = self.table();
        self.tidy(&mut table);
        table
            .values()
            .filter(|job| job.is_unwatched(self.limits.unwatched))
            .for_each(|job| job.cancel());
    }

    /// Forgets what is old, then the oldest of what is too much.
    fn tidy(&self, table: &mut BTreeMap<u64, Arc<Job>>) {
        let now = Instant::now();
        let ended = |job: &Job| job.status.borrow().ended;
        table.retain(|_, job| ended(job).is_none_or(|at| now - at < self.limits.kept_for));
        let mut bytes: usize =
            table.values().filter(|job| ended(job).is_some()).map(|job| job.size()).sum();
        let mut finished = table.values().filter(|job| ended(job).is_some()).count();
        let oldest: Vec<u64> = table.keys().copied().collect();
        for number in oldest {
            if finished <= self.limits.kept && bytes <= self.limits.kept_bytes {
                break;
            }
            if table.get(&number).is_some_and(|job| ended(job).is_some())
                && let Some(job) = table.remove(&number)
            {
                bytes -= job.size();
                finished -= 1;
            }
        }
    }
}
