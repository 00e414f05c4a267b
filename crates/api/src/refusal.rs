//! Refusals: the reasons why there is no answer, as JSON.

use ishitori_words::say;
use std::ops::Range;

use http::StatusCode;
use serde_json::json;

use crate::language::Language;

/// A question that is not answered: a status, a code for programs, a reason for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: StatusCode,
    /// The kind of refusal: a word that does not change between versions.
    pub code: &'static str,
    /// Why, and what would be accepted.
    pub message: String,
    /// The parameter at fault.
    pub parameter: Option<String>,
    /// The bytes of the parameter at fault.
    pub place: Option<Range<usize>>,
    /// The word that is probably meant there.
    pub suggestion: Option<String>,
}

impl Refusal {
    /// The code of a limit that was reached.
    pub const LIMIT: &'static str = "limit-reached";

    /// The code of too much at a time.
    pub const BUSY: &'static str = "busy";

    /// A refusal without a parameter. O(1).
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refusal {
        let (parameter, place, suggestion) = (None, None, None);
        Refusal { status, code, message: message.into(), parameter, place, suggestion }
    }

    /// Input that cannot be understood. O(1).
    pub fn bad(parameter: impl Into<String>, message: impl Into<String>) -> Refusal {
        let mut refusal = Refusal::new(StatusCode::BAD_REQUEST, "bad-input", message);
        refusal.parameter = Some(parameter.into());
        refusal
    }

    /// Something that does not exist. O(1).
    pub fn unknown(parameter: impl Into<String>, message: impl Into<String>) -> Refusal {
        let mut refusal = Refusal::new(StatusCode::NOT_FOUND, "not-found", message);
        refusal.parameter = Some(parameter.into());
        refusal
    }

    /// A limit that was reached before there was anything to show. O(1).
    pub fn limit(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, Refusal::LIMIT, message)
    }

    /// A computation that did not stop at its time limit. O(1).
    pub fn lost(language: Language) -> Refusal {
        let message = language.say("server.refusal.computation-did-end-time-no");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, Refusal::LIMIT, message)
    }

    /// A question that takes too long for an answer at once. O(1).
    pub fn job_only(language: Language) -> Refusal {
        let message = language.say("server.refusal.takes-long-so-job-post");
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "job-only", message)
    }

    /// Parameters that are too large. O(1).
    pub fn long_parameters(limit: usize, language: Language) -> Refusal {
        let message = say!(language, "server.refusal.parameters-have-more-than-bytes", limit);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    /// A body that is too large. O(1).
    pub fn too_large(limit: usize, language: Language) -> Refusal {
        let message = say!(language, "server.refusal.too-large-limit-bytes", limit);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    /// Too many at a time. O(1).
    pub fn busy(language: Language) -> Refusal {
        let message = language.say("server.refusal.too-many-computations-time-try");
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, Refusal::BUSY, message)
    }

    /// Nothing has this address. O(1).
    pub fn not_found(language: Language) -> Refusal {
        let message = language.say("server.refusal.there-nothing-address");
        Refusal::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// An internal error: a computation failed. O(1).
    pub fn broken(language: Language) -> Refusal {
        let message = language.say("server.refusal.internal-error-computation-failed-please");
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// A job that is not there. O(1).
    pub fn no_job(language: Language) -> Refusal {
        let message = language.say("server.refusal.there-no-such-job-results");
        Refusal::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// A job that has no result, or none yet. O(1).
    pub fn no_result(language: Language) -> Refusal {
        let message = language.say("server.refusal.job-has-no-result");
        Refusal::new(StatusCode::CONFLICT, "no-result", message)
    }

    /// Whether more time might have helped. O(1).
    pub fn is_timeout(&self) -> bool {
        self.code == Refusal::LIMIT && self.status != StatusCode::SERVICE_UNAVAILABLE
    }

    /// The object that is sent. O(length).
    pub fn to_json(&self) -> serde_json::Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(parameter) = &self.parameter {
            error["parameter"] = json!(parameter);
        }
        if let Some(place) = &self.place {
            error["place"] = json!([place.start, place.end]);
        }
        if let Some(suggestion) = &self.suggestion {
            error["suggestion"] = json!(suggestion);
        }
        json!({ "error": error })
    }
}
