//! The reply to the page.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ishitori_api::{
    Call, JobRequest, Language, Progress, Questions, Refusal, RequestLimits, Workbench, Written,
    safe_name,
};
use ishitori_runtime::Budget;
use serde_json::json;

use crate::request::{Kind, Request};

/// Answers a request, a JSON object such as
/// `{"kind": "get", "address": "grundy?rule=nim&to=9&lang=en"}`. The reply is the length of a head
/// (four bytes, the lowest first), the head, and the bytes of the answer and of the files that accompany it, one
/// after the other. The head is a JSON object: `status` as in HTTP, `type` and `name` of the answer,
/// whether it is `complete`, its `length`, and name, type and length of the `files`.
///
/// What the server answers at the address is answered here; how long it takes is the business of the
/// budget, which is that of the server. Lines for people on the way of a job go to `progress`; when `stop`
/// is set the answer is what is known by then.
///
/// ```
/// let request = r#"{"kind": "get", "address": "grundy?rule=nim&to=3&lang=en"}"#;
/// let listener = std::sync::Arc::new(|_: &ishitori_api::ProgressReport| {});
/// let reply = ishitori_wasm::reply(request.as_bytes(), listener, Default::default());
/// assert!(String::from_utf8_lossy(&reply).contains(r#""status":200"#));
/// ```
pub fn reply(request: &[u8], progress: Progress, stop: Arc<AtomicBool>) -> Vec<u8> {
    let request: Request = match serde_json::from_slice(request) {
        Ok(request) => request,
        // The page alone makes requests; one that cannot be read is an internal error.
        Err(_) => return refused(&Refusal::broken(Language::En)),
    };
    match answer(&request, &progress, stop) {
        Ok(written) => packed(200, &written),
        Err(refusal) => refused(&refusal),
    }
}

fn answer(
    request: &Request,
    progress: &Progress,
    stop: Arc<AtomicBool>,
) -> Result<Written, Refusal> {
    let (path, query) = request.parts();
    let language = ishitori_api::language_asked(query, &request.accept);
    let limits = RequestLimits::default();
    let call = match request.kind {
        Kind::Get if path == "status" => return Ok(object(&status(&limits, request.jobs))),
        Kind::Get => Call::at(path, query, &request.accept)?,
        Kind::Check if request.body.len() > limits.document => {
            return Err(Refusal::too_large(limits.document, language));
        }
        Kind::Check => Call::check(request.body.clone().into_bytes(), language),
        Kind::Order | Kind::Job => {
            if request.body.len() > limits.document {
                return Err(Refusal::too_large(limits.document, language));
            }
            let job = JobRequest::read(request.body.as_bytes());
            job.map_err(|error| error.refusal(language))?.call(language, 1, limits.parameters)?
        }
        Kind::Broken => return Err(Refusal::broken(language)),
        Kind::Missing => return Err(Refusal::no_job(language)),
        Kind::Busy => return Err(Refusal::busy(language)),
        Kind::Nothing => return Err(Refusal::not_found(language)),
        Kind::Unfinished => return Err(Refusal::no_result(language)),
    };
    if request.kind == Kind::Order {
        return Ok(object(&json!({ "command": call.command })));
    }
    let (time, memory) = match call.is_job {
        true => (limits.job_time, limits.job_memory),
        false => (limits.direct_time, limits.direct_memory),
    };
    let budget = Budget::unlimited().with_time(time).with_memory(memory).with_cancel_flag(stop);
    let answer = Questions.answer(&call, &budget, progress)?;
    Written::new(answer, call.language, limits.largest_answer)
}

/// The answer at `status`.
fn status(limits: &RequestLimits, (running, queued): (usize, usize)) -> serde_json::Value {
    json!({
        "program": "ishitori",
        "version": env!("CARGO_PKG_VERSION"),
        "jobs": { "running": running, "queued": queued },
        "limits": {
            "direct_seconds": limits.direct_time.as_secs_f64(),
            "direct_memory": limits.direct_memory,
            "job_seconds": limits.job_time.as_secs_f64(),
            "job_memory": limits.job_memory,
            "document": limits.document,
            "answer": limits.largest_answer,
        },
    })
}

fn object(value: &serde_json::Value) -> Written {
    Written {
        media_type: Written::JSON,
        save_as: None,
        bytes: value.to_string().into_bytes(),
        complete: true,
        files: Vec::new(),
    }
}

fn refused(refusal: &Refusal) -> Vec<u8> {
    packed(refusal.status.as_u16(), &object(&refusal.to_json()))
}

fn packed(status: u16, written: &Written) -> Vec<u8> {
    let files = written.files.iter();
    let files: Vec<_> = files
        .map(|file| json!({ "name": file.name, "type": file.media_type(), "length": file.bytes.len() }))
        .collect();
    let head = json!({
        "status": status,
        "type": written.media_type,
        "name": written.save_as.as_deref().map(safe_name),
        "complete": written.complete,
        "length": written.bytes.len(),
        "files": files,
    });
    let head = head.to_string();
    // A head is a list of names; no answer has 4 GiB of them.
    let length = head.len() as u32;
    let mut reply = length.to_le_bytes().to_vec();
    reply.extend_from_slice(head.as_bytes());
    reply.extend_from_slice(&written.bytes);
    written.files.iter().for_each(|file| reply.extend_from_slice(&file.bytes));
    reply
}
