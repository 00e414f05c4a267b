//! Certificates with milestones, checked in pieces by several threads.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ishitori_certify::milestones::{LANES, Pieces, Stretch};
use ishitori_certify::{self as certify, Limits, Opened, Rejection, Verdict, check_with, open};
use ishitori_runtime::Workers;
use ishitori_runtime::files::{Key, OutputTargetError, ReadError};
use ishitori_solve::heap::CheckpointError;

use crate::check::Verified;
use crate::checkpoint::Checkpoint;
use crate::{AskError, Context, Note, Progress};

/// The most heaps of one certificate where the steps are not limited.
const MOST_HEAPS: u64 = 1 << 44;
/// Heaps of each stretch between two looks at the budget: some tenths of a second for a whole group.
const HEAPS: u64 = 1 << 18;
/// The largest file that says how far a check is.
const MOST_BYTES: u64 = 1 << 28;

/// The result of a check.
pub(crate) struct Done {
    pub verdict: Verdict,
    pub verified: Option<Verified>,
    /// Heaps that were verified before and taken from the checkpoint.
    pub resumed: Option<u64>,
    pub notes: Vec<Note>,
}

impl From<Verdict> for Done {
    fn from(verdict: Verdict) -> Done {
        Done { verdict, verified: None, resumed: None, notes: Vec::new() }
    }
}

/// Checks a document, in pieces if it can be.
pub(crate) fn check(
    document: &str,
    steps: Option<u64>,
    limits: &Limits,
    report: &mut dyn FnMut(certify::Progress) -> ControlFlow<()>,
    context: &Context,
) -> Result<Done, AskError> {
    if steps.is_some() {
        return Ok(Done::from(check_with(document, limits, report)));
    }
    // Time is the limit here.
    let limits = Limits { heaps: MOST_HEAPS, ..limits.clone() };
    let mut checkpoint = Checkpoint::of(context)?;
    let pieces = match open(document, &limits, report) {
        Opened::Decided(verdict) => return Ok(Done::from(*verdict)),
        Opened::Pieces(pieces) => pieces,
    };
    let key = match &context.checkpoint {
        Some(_) => {
            Some(ishitori_runtime::files::key().map_err(|error| AskError::Key(error.into()))?)
        }
        None => None,
    };
    let fresh = pieces.stretches();
    let from_start = pieces.verified(&fresh);
    let stretches = match (checkpoint.found(), &key) {
        (Some(path), Some(key)) => resume(&pieces, path, key, context)?,
        _ => fresh,
    };
    let resumed = Some(pieces.verified(&stretches) - from_start).filter(|&heaps| heaps > 0);
    let (stretches, rejection) = verify(&pieces, stretches, &mut checkpoint, key.as_ref(), context);
    let heaps = pieces.verified(&stretches);
    let verdict = match rejection {
        Some(rejection) => pieces.rejected(rejection),
        None => pieces.verdict(&stretches),
    };
    let stopped = verdict.why == certify::Why::Rejected(Rejection::Cancelled);
    checkpoint.finally(stopped, |path| save(&pieces, &stretches, key.as_ref(), path));
    let verified = stopped.then(|| Verified { heaps, total: pieces.total() });
    Ok(Done { verdict, verified, resumed, notes: checkpoint.into_notes() })
}

fn resume(
    pieces: &Pieces,
    path: &Path,
    key: &Key,
    context: &Context,
) -> Result<Vec<Stretch>, AskError> {
    let most = context.budget.memory().unwrap_or(MOST_BYTES).min(MOST_BYTES);
    let of_file = |source| CheckpointError::File { path: path.to_path_buf(), source };
    let bytes = ishitori_runtime::files::read(path, most, &mut || context.budget.check(0))
        .map_err(|error| {
            AskError::Checkpoint(match error {
                ReadError::Io(source) => of_file(source),
                ReadError::TooLarge { most } => {
                    CheckpointError::TooLarge { path: path.to_path_buf(), most }
                }
                ReadError::Stopped(limit) => CheckpointError::Limit(limit),
            })
        })?;
    let text = String::from_utf8_lossy(&bytes);
    let resumed = pieces.resume(&text, key.bytes());
    resumed.map_err(|why| AskError::CheckSaved { path: path.to_path_buf(), why })
}

fn save(
    pieces: &Pieces,
    stretches: &[Stretch],
    key: Option<&Key>,
    path: &Path,
) -> Result<(), CheckpointError> {
    // A caller that names a file has a key.
    let Some(key) = key else { return Ok(()) };
    let text = pieces.save(stretches, key.bytes());
    ishitori_runtime::files::write(path, text.as_bytes()).map_err(|error| CheckpointError::File {
        path: path.to_path_buf(),
        source: match error {
            OutputTargetError::Io(error) => error,
            other => std::io::Error::other(other),
        },
    })
}

/// The state that the threads share.
struct Shared<'c, 'p> {
    /// How far all stretches are.
    stretches: Vec<Stretch>,
    /// Those that no thread works on, the last is the next.
    waiting: Vec<usize>,
    checkpoint: &'c mut Checkpoint<'p>,
    /// Why a stretch was refused, and the first of its group.
    rejection: Option<(usize, Rejection)>,
}

/// A panic of another thread ends this one too, after its piece.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Verifies stretches until all are over, one is refused or the budget is used up.
fn verify(
    pieces: &Pieces,
    stretches: Vec<Stretch>,
    checkpoint: &mut Checkpoint<'_>,
    key: Option<&Key>,
    context: &Context,
) -> (Vec<Stretch>, Option<Rejection>) {
    let left = |stretch: &&Stretch| stretch.left() > 0;
    let mut waiting: Vec<usize> = stretches.iter().filter(left).map(Stretch::index).collect();
    waiting.reverse();
    // A group takes about as long as one of its stretches, so more threads than groups are no help.
    let threads = context.threads.min(waiting.len().div_ceil(LANES)).max(1);
    let shared = Mutex::new(Shared { stretches, waiting, checkpoint, rejection: None });
    let stop = AtomicBool::new(false);
    Workers::new(threads, &context.budget).team(|_| {
        let mut group: Vec<Stretch> = Vec::new();
        loop {
            group.retain(|stretch| stretch.left() > 0);
            {
                let shared = &mut *locked(&shared);
                while group.len() < LANES
                    && let Some(index) = shared.waiting.pop()
                {
                    group.push(shared.stretches[index].clone());
                }
            }
            if group.is_empty() || stop.load(Ordering::Relaxed) || context.budget.check(0).is_err()
            {
                return;
            }
            let advanced = ishitori_verify::advance(pieces, &mut group, HEAPS);
            let shared = &mut *locked(&shared);
            if let Err(rejection) = advanced {
                // What these stretches are now is not noted.
                let first = group.iter().map(Stretch::index).min().unwrap_or(0);
                if shared.rejection.as_ref().is_none_or(|(index, _)| first < *index) {
                    shared.rejection = Some((first, rejection));
                }
                stop.store(true, Ordering::Relaxed);
                return;
            }
            for stretch in &group {
                shared.stretches[stretch.index()] = stretch.clone();
            }
            let (heaps, total) = (pieces.verified(&shared.stretches), pieces.total());
            context.report(Progress::Checked { heaps, total });
            let Shared { stretches, checkpoint, .. } = shared;
            checkpoint.now_and_then(|path| save(pieces, stretches, key, path));
        }
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    (shared.stretches, shared.rejection.map(|(_, rejection)| rejection))
}
