//! What is answered at which address.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::assets;
use crate::jobs::{Job, Jobs, State as JobState, Status};
use crate::lane::{Lanes, Rendered};
use crate::language::Language;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::workbench::{Call, Workbench};

/// Parameters of one question.
const MAX_PARAMETERS: usize = 64;
/// Between two signs of life on a stream of events.
const ALIVE: Duration = Duration::from_secs(10);

/// What all requests share.
pub(crate) struct Shared {
    pub limits: Arc<Limits>,
    pub jobs: Jobs,
    lanes: Arc<Lanes>,
    streams: Arc<Semaphore>,
}

impl Shared {
    pub fn new(workbench: Arc<dyn Workbench>, limits: Limits) -> Shared {
        let limits = Arc::new(limits);
        let lanes = Arc::new(Lanes::new(workbench.clone(), limits.clone()));
        Shared {
            jobs: Jobs::new(workbench, lanes.clone(), limits.clone()),
            lanes,
            streams: Arc::new(Semaphore::new(limits.streams)),
            limits,
        }
    }
}

type Answered = Result<Response, Refusal>;
type Server = State<Arc<Shared>>;

/// The language that a request asks for: `?lang=`, then `Accept-Language`.
pub(crate) fn language(headers: &HeaderMap, query: Option<&str>) -> Language {
    let asked = pairs(query.unwrap_or("")).find(|(name, _)| name == "lang");
    let header = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    asked
        .and_then(|(_, tag)| Language::from_tag(&tag))
        .unwrap_or_else(|| Language::preferred(header.unwrap_or("")))
}

fn pairs(query: &str) -> impl Iterator<Item = (String, String)> + '_ {
    form_urlencoded::parse(query.as_bytes()).map(|(k, v)| (k.into_owned(), v.into_owned()))
}

fn call(command: String, headers: &HeaderMap, uri: &Uri) -> Result<Call, Refusal> {
    let language = language(headers, uri.query());
    let parameters = pairs(uri.query().unwrap_or("")).filter(|(name, _)| name != "lang");
    let parameters: Vec<_> = parameters.take(MAX_PARAMETERS + 1).collect();
    if parameters.len() > MAX_PARAMETERS {
        return Err(too_many(language));
    }
    Ok(Call { command, parameters, document: None, language, threads: 1, is_job: false })
}

fn too_many(language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("more than {MAX_PARAMETERS} parameters"),
        Language::Ja => format!("引数が {MAX_PARAMETERS} 個を超えています"),
    };
    Refusal::new(StatusCode::BAD_REQUEST, "bad-input", message)
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
            "direct_seconds": limits.direct_time.as_secs_f64(),
            "direct_memory": limits.direct_memory,
            "job_seconds": limits.job_time.as_secs_f64(),
            "job_memory": limits.job_memory,
            "jobs_running": limits.running,
            "jobs_queued": limits.queued,
            "body": limits.body,
            "document": limits.document,
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
    let call = call(command, &headers, &uri)?;
    Ok(send(shared.lanes.answer(call).await?))
}

/// `GET /api/v1/{command}/{part}`
pub(crate) async fn direct_part(
    State(shared): Server,
    Path((command, part)): Path<(String, String)>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let call = call(format!("{command}/{part}"), &headers, &uri)?;
    Ok(send(shared.lanes.answer(call).await?))
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
    let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = name.chars().take(100).map(safe).collect();
    let value = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    headers.insert(header::CONTENT_DISPOSITION, value.expect("letters that a header can have"));
}

/// Reads a body of JSON, within the limits of size and time.
async fn body(
    request: Request,
    shared: &Shared,
    limit: usize,
) -> Result<(Bytes, Language), Refusal> {
    let language = language(request.headers(), request.uri().query());
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    if kind != Some(Rendered::JSON) {
        let message = language.pick(
            "the header Content-Type: application/json is required",
            "Content-Type: application/json ヘッダーが必要です",
        );
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Refusal::new(status, "unsupported-media-type", message));
    }
    // Said before it is sent, so that the client hears the answer.
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|n| n.to_str().ok());
    if announced.and_then(|n| n.parse::<u64>().ok()).is_some_and(|n| n > limit as u64) {
        return Err(Refusal::too_large(limit, language));
    }
    let reading = axum::body::to_bytes(request.into_body(), limit);
    match tokio::time::timeout(shared.limits.body_time, reading).await {
        Ok(Ok(bytes)) => Ok((bytes, language)),
        Ok(Err(_)) => Err(Refusal::too_large(limit, language)),
        Err(_) => {
            let message =
                language.pick("the request took too long", "要求の受信に時間がかかりすぎました");
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "timeout", message))
        }
    }
}

fn not_json(language: Language, error: &dyn std::fmt::Display) -> Refusal {
    let message = match language {
        Language::En => format!("the body is not the JSON that is expected: {error}"),
        Language::Ja => format!("本文が期待された JSON ではありません: {error}"),
    };
    Refusal::new(StatusCode::BAD_REQUEST, "bad-json", message)
}

/// `POST /api/v1/check`: the body is the certificate.
pub(crate) async fn check(State(shared): Server, request: Request) -> Answered {
    let (bytes, language) = body(request, &shared, shared.limits.document).await?;
    // What is not UTF-8 is not JSON either; the checker says so.
    let document = Some(String::from_utf8_lossy(&bytes).into_owned());
    let command = "check".to_string();
    let call =
        Call { command, parameters: Vec::new(), document, language, threads: 1, is_job: false };
    Ok(send(shared.lanes.answer(call).await?))
}

/// `POST /api/v1/jobs`: `{"command": …, "parameters": {name: value or [values]}, "document": …}`.
pub(crate) async fn submit(State(shared): Server, request: Request) -> Answered {
    let (bytes, language) = body(request, &shared, shared.limits.document).await?;
    let object: Value =
        serde_json::from_slice(&bytes).map_err(|error| not_json(language, &error))?;
    let call = read_call(&object, language, shared.limits.job_threads)?;
    let small = call.parameters.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
    if small > shared.limits.body {
        return Err(Refusal::too_large(shared.limits.body, language));
    }
    let job = shared.jobs.submit(call)?;
    let place = format!("/api/v1/jobs/{}", job.id);
    let headers = [(header::LOCATION, place)];
    Ok((StatusCode::ACCEPTED, headers, Json(job.to_json())).into_response())
}

fn read_call(object: &Value, language: Language, threads: usize) -> Result<Call, Refusal> {
    let wrong = |what: &str| not_json(language, &what);
    let fields = object.as_object().ok_or_else(|| wrong("an object is expected"))?;
    const KNOWN: [&str; 3] = ["command", "parameters", "document"];
    if let Some(name) = fields.keys().find(|name| !KNOWN.contains(&name.as_str())) {
        return Err(wrong(&format!("unknown field `{name}`; known are {}", KNOWN.join(", "))));
    }
    let command = fields.get("command").and_then(Value::as_str);
    let command = command.ok_or_else(|| wrong("`command` has to be a string"))?.to_string();
    let document = match fields.get("document") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => return Err(wrong("`document` has to be a string")),
    };
    let mut parameters = Vec::new();
    let given = match fields.get("parameters") {
        None => None,
        Some(Value::Object(given)) => Some(given),
        Some(_) => return Err(wrong("`parameters` has to be an object")),
    };
    for (name, value) in given.into_iter().flatten() {
        let values = match value {
            Value::Array(values) => values.as_slice(),
            single => std::slice::from_ref(single),
        };
        for value in values {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                _ => {
                    return Err(wrong(&format!("`{name}` has to be a string, a number or a list")));
                }
            };
            parameters.push((name.clone(), text));
            if parameters.len() > MAX_PARAMETERS {
                return Err(too_many(language));
            }
        }
    }
    Ok(Call { command, parameters, document, language, threads, is_job: true })
}

fn find(shared: &Shared, id: &str, language: Language) -> Result<Arc<Job>, Refusal> {
    shared.jobs.find(id).ok_or_else(|| {
        let message = language.pick(
            "there is no such job; results are kept for a while only",
            "その計算はありません。結果は一定時間だけ保存されます",
        );
        Refusal::new(StatusCode::NOT_FOUND, "not-found", message)
    })
}

/// `GET /api/v1/jobs/{id}`
pub(crate) async fn job(
    State(shared): Server,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Answered {
    let job = find(&shared, &id, language(&headers, uri.query()))?;
    Ok(Json(job.to_json()).into_response())
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
    Ok(Json(job.to_json()).into_response())
}

fn finished(job: &Job, language: Language) -> Result<Arc<Rendered>, Refusal> {
    match job.state() {
        JobState::Done(rendered) => Ok(rendered),
        JobState::Failed(refusal) => Err(refusal),
        _ => {
            let message = language.pick("the job has no result", "この計算には結果がありません");
            Err(Refusal::new(StatusCode::CONFLICT, "no-result", message))
        }
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
    let kind = match name.rsplit('.').next() {
        Some("json") => Rendered::JSON,
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
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
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let language = language(&headers, uri.query());
    let job = find(&shared, &id, language)?;
    let permit = shared.streams.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Refusal::busy(language))?;
    let (receiver, patience) = (job.watch(), shared.limits.abandoned);
    let watching = Watching { receiver, job, first: true, over: false, patience, _permit: permit };
    Ok(Sse::new(stream::unfold(watching, next_event)).keep_alive(KeepAlive::new().interval(ALIVE)))
}

struct Watching {
    job: Arc<Job>,
    receiver: watch::Receiver<Status>,
    first: bool,
    over: bool,
    patience: Duration,
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
    Some((Ok(Event::default().event(name).data(w.job.to_json().to_string())), w))
}

/// `GET /assets/…`
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap, uri: Uri) -> Response {
    assets::asset(&path, &headers, language(&headers, uri.query()))
}

/// Every address of a page.
pub(crate) async fn page(request: Request) -> Response {
    let known = matches!(
        request.uri().path(),
        "/" | "/sequence" | "/family" | "/values" | "/games" | "/quotient" | "/play" | "/reproduce"
    );
    let language = language(request.headers(), request.uri().query());
    if !known {
        return Refusal::not_found(language).into_response();
    }
    if !matches!(request.method().as_str(), "GET" | "HEAD") {
        return method(request).await;
    }
    assets::asset(assets::SHELL, request.headers(), language)
}

/// Nothing is there.
pub(crate) async fn nothing(headers: HeaderMap, uri: Uri) -> Refusal {
    Refusal::not_found(language(&headers, uri.query()))
}

/// Something is there, but not for this method.
pub(crate) async fn method(request: Request) -> Response {
    let language = language(request.headers(), request.uri().query());
    let message =
        language.pick("this address does not take this method", "このメソッドは使えません");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message).into_response()
}
