//! The memory of the server: one account for all visitors, and a ceiling for the whole process.
//!
//! Every answer takes what it counts from the account that all share, and every budget asks the ceiling, which looks at
//! what the process really has. So neither many visitors nor a question that forgets to count takes
//! the machine. What was freed goes back to the system: after work that took much, and when it is needed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use ishitori_api::Refusal;
use ishitori_runtime::{Budget, Ceiling, Reservation};

use crate::api::language;
use crate::limits::Limits;
use crate::refused::Refused;

/// Freed memory is given back when the process has this much more than after it was last given back.
const MUCH: u64 = 24 << 20;
/// Answers up to this length are not counted.
const SHORT: u64 = 64 << 10;

/// The memory of the server.
pub(crate) struct Memory {
    ceiling: Arc<Ceiling>,
    answers: Budget,
    sent: Budget,
    /// The memory of the process when some was last given back.
    after_release: AtomicU64,
    /// Questions that are being worked on.
    working: AtomicUsize,
}

impl Memory {
    pub fn new(limits: &Limits) -> Arc<Memory> {
        let (used, release) =
            (ishitori_runtime::memory::resident, ishitori_runtime::memory::release);
        let ceiling = Arc::new(Ceiling::new(limits.memory, limits.memory, used, release));
        let answers = Budget::unlimited().with_memory(limits.memory).with_ceiling(ceiling.clone());
        let sent = Budget::unlimited().with_memory(limits.sent as u64);
        let (after_release, working) = (AtomicU64::new(0), AtomicUsize::new(0));
        Arc::new(Memory { ceiling, answers, sent, after_release, working })
    }

    /// The initial budget of every answer. O(1).
    pub fn budget(&self) -> Budget {
        self.answers.clone()
    }

    /// Work begins, unless there is little memory left and others who work may give some back. O(1).
    pub fn begin(self: &Arc<Memory>) -> Option<Working> {
        let limit = self.ceiling.limit();
        let tight = self.ceiling.used() > limit - limit / 8;
        if tight && self.working.load(Ordering::Relaxed) > 0 {
            return None;
        }
        self.working.fetch_add(1, Ordering::Relaxed);
        Some(Working(self.clone()))
    }

    /// Gives freed memory back to the system if there may be much of it. Not for threads that must not wait.
    pub fn tidy(&self) {
        let Some(used) = ishitori_runtime::memory::resident() else { return };
        if used < self.after_release.load(Ordering::Relaxed).saturating_add(MUCH) {
            // What went back by itself is not there to be given back.
            self.after_release.fetch_min(used, Ordering::Relaxed);
            return;
        }
        ishitori_runtime::memory::release();
        let used = ishitori_runtime::memory::resident().unwrap_or(0);
        self.after_release.store(used, Ordering::Relaxed);
    }

    /// Reserves memory for a long text that is on its way to a reader.
    pub fn sending(&self, bytes: u64) -> Option<Reservation> {
        self.sent.reserve(if bytes > SHORT { bytes } else { 0 }).ok()
    }
}

/// A question that is being worked on.
pub(crate) struct Working(Arc<Memory>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.working.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts long answers until they have been read. When their memory is used up, a client is asked to retry.
pub(crate) async fn count(
    State(memory): State<Arc<Memory>>,
    request: Request,
    next: Next,
) -> Response {
    let language = language(request.headers(), request.uri().query());
    let response = next.run(request).await;
    // Without a length it is a stream, whose parts are counted where they are made.
    let length = response.body().size_hint().exact().unwrap_or(0);
    if length <= SHORT {
        return response;
    }
    let Some(held) = memory.sending(length) else {
        return Refused(Refusal::busy(language)).into_response();
    };
    let (mut head, body) = response.into_parts();
    // A stream has no length of its own, so that the head has to say it.
    head.headers.insert(axum::http::header::CONTENT_LENGTH, length.into());
    let parts = body.into_data_stream().map(move |part| {
        let _until_it_is_read = &held;
        part
    });
    Response::from_parts(head, Body::from_stream(parts))
}
