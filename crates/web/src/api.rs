//! The routes of the server.

use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use ishitori_api::{Call, JobRequest, Language, Refusal, Workbench, safe_name};
use ishitori_runtime::Reservation;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::admission::{Admission, Rendered};
use crate::assets;
use crate::bodies::{Bodies, Received};
use crate::jobs::{Job, Jobs, State as JobState, Status};
use crate::limits::Limits;
use crate::memory::Memory;
use crate::refused::Refused;

/// The length of bodies that are parsed on the runtime's own threads.
const SHORT: usize = 32 << 10;
/// The interval of keep-alive messages on a stream of events.
const ALIVE: Duration = Duration::from_secs(10);
/// The interval at which jobs and memory are checked.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// The state that all requests share.
pub(crate) struct Shared {
    pub limits: Arc<Limits>,
    pub jobs: Jobs,
    admission: Arc<Admission>,
    streams: Arc<Semaphore>,
    bodies: Bodies,
}

impl Shared {
    pub fn new(workbench: Arc<dyn Workbench>, limits: Limits) -> Shared {
        let limits = Arc::new(limits.within_memory());
        let admission = Arc::new(Admission::new(workbench.clone(), limits.clone()));
        Shared {
            jobs: Jobs::new(workbench, admission.clone(), limits.clone()),
            admission,
            streams: Arc::new(Semaphore::new(limits.streams)),
            bodies: Bodies::new(limits.clone()),
            limits,
        }
    }

    /// The memory accounts that all requests share.
    pub fn memory(&self) -> &Arc<Memory> {
        &self.admission.memory
    }

    /// Checks jobs and memory at intervals, as long as the server lives.
    pub async fn run_maintenance(shared: Weak<Shared>) {
        loop {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            let Some(shared) = shared.upgrade() else { return };
            shared.jobs.expire();
            // Giving memory back takes a while; the other visitors do not wait for that.
            let memory = shared.memory().clone();
            let _ = tokio::task::spawn_blocking(move || memory.tidy()).await;
        }
    }
}

type Answered = Result<Response, Refused>;
type Server = State<Arc<Shared>>;

/// The languages that a client prefers.
fn accepted(headers: &HeaderMap) -> &str {
    headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("")
}

/// The language that a request asks for: `?lang=`, then `Accept-Language`.
pub(crate) fn language(headers: &HeaderMap, query: Option<&str>) -> Language {
    ishitori_api::language_asked(query.unwrap_or(""), accepted(headers))
}

fn call(command: &str, headers: &HeaderMap, uri: &Uri) -> Result<Call, Refusal> {
    Call::at(command, uri.query().unwrap_or(""), accepted(headers))
}

/// `GET /api/v1/status`
pub(crate) async fn status(State(shared): Server) -> Response {
    let (running, queued) = shared.jobs.counts();
    let limits = &shared.limits;
    let object = json!({
        "program": "ishitori",
        "version": env!("CARGO_PKG_VERSION"),
        "jobs": { "running": running, "queued": queued },
        "limits": {
            "memory": limits.memory,
            "direct_seconds": limits.direct_time.as_secs_f64(),
            "direct_memory": limits.direct_memory,
            "job_seconds": limits.job_time.as_secs_f64(),
            "job_memory": limits.job_memory,
            "jobs_running": limits.running,
            "jobs_queued": limits.queued,
            "body": limits.body,
            "document": limits.document,
            "bodies": limits.bodies,
            "answer": limits.largest_answer,
        },
    });
    Json(object).into_response()
}

/// `GET /api/v1/{command}`
pub(crate) async fn direct(
    State(shared): Server,
    Path(command): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let call = call(&command, &headers, &uri)?;
    Ok(send(shared.admission.answer(call).await?))
}

/// `GET /api/v1/{command}/{part}`
pub(crate) async fn direct_part(
    State(shared): Server,
    Path((command, part)): Path<(String, String)>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let call = call(&format!("{command}/{part}"), &headers, &uri)?;
    Ok(send(shared.admission.answer(call).await?))
}

fn send(rendered: Rendered) -> Response {
    let Rendered { media_type, save_as, bytes, complete, .. } = rendered;
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    let complete = HeaderValue::from_static(if complete { "true" } else { "false" });
    headers.insert("ishitori-complete", complete);
    if let Some(name) = save_as {
        attach(headers, &name);
    }
    response
}

fn attach(headers: &mut HeaderMap, name: &str) {
    let name = safe_name(name);
    let value = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    headers.insert(header::CONTENT_DISPOSITION, value.expect("letters that a header can have"));
}

/// `POST /api/v1/check`: the body is the certificate.
pub(crate) async fn check(State(shared): Server, request: Request) -> Answered {
    let Received { bytes, language, held } = shared.bodies.receive(request).await?;
    let call = Call::check(bytes, language);
    let answered = shared.admission.answer(call).await;
    drop(held);
    Ok(send(answered?))
}

/// `POST /api/v1/jobs`: `{"command": …, "parameters": {name: value or [values]}, "document": …}`.
pub(crate) async fn submit(State(shared): Server, request: Request) -> Answered {
    let Received { bytes, language, held } = shared.bodies.receive(request).await?;
    let job = match bytes.len() {
        0..SHORT => JobRequest::read(&bytes),
        // Reading it takes a while; the other visitors do not wait for that.
        _ => {
            let reading = tokio::task::spawn_blocking(move || JobRequest::read(&bytes));
            reading.await.map_err(|_| Refusal::broken(language))?
        }
    };
    let job = job.map_err(|error| error.refusal(language))?;
    let call = job.call(language, shared.limits.job_threads, shared.limits.parameters)?;
    let job = shared.jobs.submit(call, held)?;
    let place = format!("/api/v1/jobs/{}", job.id);
    let headers = [(header::LOCATION, place)];
    Ok((StatusCode::ACCEPTED, headers, described(&job)).into_response())
}

fn find(shared: &Shared, id: &str, language: Language) -> Result<Arc<Job>, Refusal> {
    shared.jobs.find(id).ok_or_else(|| Refusal::no_job(language))
}

/// `GET /api/v1/jobs/{id}`
pub(crate) async fn job(
    State(shared): Server,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let job = find(&shared, &id, language(&headers, uri.query()))?;
    Ok(described(&job))
}

/// `DELETE /api/v1/jobs/{id}`
pub(crate) async fn cancel(
    State(shared): Server,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let job = find(&shared, &id, language(&headers, uri.query()))?;
    job.cancel();
    Ok(described(&job))
}

/// The description of a job.
fn described(job: &Job) -> Response {
    let kind = [(header::CONTENT_TYPE, Rendered::JSON)];
    (kind, job.to_text()).into_response()
}

fn finished(job: &Job, language: Language) -> Result<Arc<Rendered>, Refusal> {
    let state = job.state();
    if let Some((rendered, _)) = state.found() {
        return Ok(rendered.clone());
    }
    match state {
        JobState::Failed(refusal) => Err(refusal),
        _ => Err(Refusal::no_result(language)),
    }
}

/// `GET /api/v1/jobs/{id}/result`
pub(crate) async fn result(
    State(shared): Server,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let language = language(&headers, uri.query());
    let rendered = finished(&*find(&shared, &id, language)?, language)?;
    Ok(send(Rendered::clone(&rendered)))
}

/// `GET /api/v1/jobs/{id}/files/{name}`
pub(crate) async fn file(
    State(shared): Server,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let language = language(&headers, uri.query());
    let rendered = finished(&*find(&shared, &id, language)?, language)?;
    let file = rendered.files.iter().find(|file| file.name == name);
    let file = file.ok_or_else(|| Refusal::not_found(language))?;
    let mut response = Response::new(Body::from(file.bytes.clone()));
    let kind = file.media_type();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if !kind.starts_with("image/") {
        attach(response.headers_mut(), &name);
    }
    Ok(response)
}

/// `GET /api/v1/jobs/{id}/events`: `progress` until it is `done`, `failed` or `cancelled`.
pub(crate) async fn events(
    State(shared): Server,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let language = language(&headers, uri.query());
    let job = find(&shared, &id, language)?;
    let permit = shared.streams.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Refusal::busy(language))?;
    let (receiver, patience) = (job.watch(), shared.limits.abandoned);
    let memory = shared.memory().clone();
    let (first, over, held) = (true, false, None);
    let watching = Watching { receiver, job, first, over, patience, memory, held, _permit: permit };
    Ok(Sse::new(stream::unfold(watching, next_event)).keep_alive(KeepAlive::new().interval(ALIVE)))
}

struct Watching {
    job: Arc<Job>,
    receiver: watch::Receiver<Status>,
    first: bool,
    over: bool,
    patience: Duration,
    memory: Arc<Memory>,
    /// The memory reserved for the last event until it has been read.
    held: Option<Reservation>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Watching {
    fn drop(&mut self) {
        if self.over {
            return;
        }
        // The client has gone. The runtime is there but for the end of the server, which ends jobs.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(self.job.clone().abandon(self.patience));
        }
    }
}

async fn next_event(mut w: Watching) -> Option<(Result<Event, Infallible>, Watching)> {
    if w.over {
        return None;
    }
    if !w.first {
        // The sender lives in the job, which we hold.
        w.receiver.changed().await.ok()?;
    }
    w.first = false;
    let state = w.receiver.borrow_and_update().state.clone();
    w.over = state.is_final();
    let name = if w.over { state.name() } else { "progress" };
    let text = w.job.to_text();
    // Once as data, once as an event. Where it does not fit the stream ends, and the client polls the job.
    w.held = Some(w.memory.sending(2 * text.len() as u64)?);
    // JSON without line breaks.
    Some((Ok(Event::default().event(name).data(String::from_utf8_lossy(&text))), w))
}

/// `GET /assets/…`
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap, uri: Uri) -> Response {
    assets::asset(&path, &headers, language(&headers, uri.query()))
}

/// The addresses of pages.
const PAGES: &[&str] = &[
    "/",
    "/gallery",
    "/game",
    "/sequence",
    "/family",
    "/values",
    "/games",
    "/quotient",
    "/play",
    "/puzzle",
    "/study",
    "/worksheet",
    "/reproduce",
    "/identify",
    "/atlas",
    "/check",
    "/job",
];

/// A page of any address; a browser also gets one for an address that does not exist.
pub(crate) async fn page(request: Request) -> Response {
    let known = PAGES.contains(&request.uri().path());
    let language = language(request.headers(), request.uri().query());
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let reads = accept.is_some_and(|kinds| kinds.contains("text/html"));
    let visits = reads && request.method() == Method::GET;
    if !known && !visits {
        return Refused(Refusal::not_found(language)).into_response();
    }
    if !matches!(request.method().as_str(), "GET" | "HEAD") {
        return method(request).await;
    }
    if !known {
        // Not by what the visitor has kept: its status would be another.
        let shell = assets::asset(assets::SHELL, &HeaderMap::new(), language);
        return (StatusCode::NOT_FOUND, shell).into_response();
    }
    assets::asset(assets::SHELL, request.headers(), language)
}

/// 404: there is nothing at this address.
pub(crate) async fn nothing(headers: HeaderMap, uri: Uri) -> Refused {
    Refused(Refusal::not_found(language(&headers, uri.query())))
}

/// 405: the address exists, but not for this method.
pub(crate) async fn method(request: Request) -> Response {
    let language = language(request.headers(), request.uri().query());
    let message = language.say("server.api.address-does-take-method");
    Refused(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message))
        .into_response()
}
