//! The bodies of requests: how much of them is taken at a time.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use futures_util::StreamExt;
use ishitori_api::{Language, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::admission::Rendered;
use crate::api::language;
use crate::limits::Limits;

/// Receives request bodies. Bytes beyond the length of a usual question are reserved, as they arrive, from a
/// capacity that all visitors share; when it is used up, the visitor is asked to retry. So neither many bodies nor slow
/// ones take more memory than that, and usual questions never meet the limit.
pub(crate) struct Bodies {
    limits: Arc<Limits>,
    shared: Arc<Semaphore>,
}

/// A permit for the memory that a body takes, given back when it is dropped.
#[derive(Default)]
pub(crate) struct BodyPermit(Option<OwnedSemaphorePermit>);

/// A body that has come.
pub(crate) struct Received {
    pub bytes: Vec<u8>,
    pub language: Language,
    pub held: BodyPermit,
}

impl Bodies {
    pub fn new(limits: Arc<Limits>) -> Bodies {
        let shared = Arc::new(Semaphore::new(limits.bodies.min(Semaphore::MAX_PERMITS)));
        Bodies { limits, shared }
    }

    /// Takes a body of JSON, within the limits of size and time. O(length).
    pub async fn receive(&self, request: Request) -> Result<Received, Refusal> {
        let limit = self.limits.document;
        let language = language(request.headers(), request.uri().query());
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if kind != Some(Rendered::JSON) {
            let message = language.say("server.bodies.header-content-type-application-json");
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Refusal::new(status, "unsupported-media-type", message));
        }
        // Said before it is sent, so that the client hears the answer.
        let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|n| n.to_str().ok());
        if announced.and_then(|n| n.parse::<u64>().ok()).is_some_and(|n| n > limit as u64) {
            return Err(Refusal::too_large(limit, language));
        }
        match tokio::time::timeout(self.limits.body_time, self.take(request, language)).await {
            Ok(received) => received,
            Err(_) => {
                let message = language.say("server.bodies.request-took-too-long");
                Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "timeout", message))
            }
        }
    }

    async fn take(&self, request: Request, language: Language) -> Result<Received, Refusal> {
        let limit = self.limits.document;
        let mut parts = request.into_body().into_data_stream();
        let (mut bytes, mut held) = (Vec::new(), BodyPermit::default());
        while let Some(part) = parts.next().await {
            let part = part.map_err(|_| Refusal::too_large(limit, language))?;
            let length = bytes.len() + part.len();
            if length > limit {
                return Err(Refusal::too_large(limit, language));
            }
            if length > bytes.capacity() {
                let capacity = length.max(2 * bytes.capacity()).min(limit);
                self.enlarge(&mut held, capacity, language)?;
                bytes.reserve_exact(capacity - bytes.len());
            }
            bytes.extend_from_slice(&part);
        }
        Ok(Received { bytes, language, held })
    }

    /// Reserves enough of the shared capacity for a body of this capacity.
    fn enlarge(
        &self,
        held: &mut BodyPermit,
        capacity: usize,
        language: Language,
    ) -> Result<(), Refusal> {
        let now = held.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = capacity.saturating_sub(self.limits.body).saturating_sub(now);
        if more == 0 {
            return Ok(());
        }
        let more = u32::try_from(more).map_err(|_| Refusal::too_large(capacity, language))?;
        let more = self.shared.clone().try_acquire_many_owned(more);
        let more = more.map_err(|_| Refusal::busy(language))?;
        match &mut held.0 {
            Some(permit) => permit.merge(more),
            none => *none = Some(more),
        }
        Ok(())
    }
}
