//! The bodies of requests: how much of them is taken at a time, and what an order of a job says.

use std::fmt;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use futures_util::StreamExt;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::admission::Rendered;
use crate::api::language;
use crate::language::Language;
use crate::limits::Limits;
use crate::refusal::Refusal;

/// Parameters of one question.
pub(crate) const MAX_PARAMETERS: usize = 64;

/// Takes bodies. What is longer than a usual question comes out of a room that all visitors share, as
/// it arrives; who finds it full is told to come again. So neither many bodies nor slow ones take more
/// memory than that, and usual questions never meet it.
pub(crate) struct Bodies {
    limits: Arc<Limits>,
    room: Arc<Semaphore>,
}

/// The room that a body takes, until it is dropped.
#[derive(Default)]
pub(crate) struct Held(Option<OwnedSemaphorePermit>);

/// A body that has come.
pub(crate) struct Received {
    pub bytes: Vec<u8>,
    pub language: Language,
    pub held: Held,
}

impl Bodies {
    pub fn new(limits: Arc<Limits>) -> Bodies {
        let room = Arc::new(Semaphore::new(limits.bodies.min(Semaphore::MAX_PERMITS)));
        Bodies { limits, room }
    }

    /// Takes a body of JSON, within the limits of size and time. O(length).
    pub async fn receive(&self, request: Request) -> Result<Received, Refusal> {
        let limit = self.limits.document;
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
        match tokio::time::timeout(self.limits.body_time, self.take(request, language)).await {
            Ok(received) => received,
            Err(_) => {
                let message = language
                    .pick("the request took too long", "要求の受信に時間がかかりすぎました");
                Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "timeout", message))
            }
        }
    }

    async fn take(&self, request: Request, language: Language) -> Result<Received, Refusal> {
        let limit = self.limits.document;
        let mut parts = request.into_body().into_data_stream();
        let (mut bytes, mut held) = (Vec::new(), Held::default());
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

    /// Takes so much of the room that a body of this capacity may stay.
    fn enlarge(&self, held: &mut Held, capacity: usize, language: Language) -> Result<(), Refusal> {
        let now = held.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = capacity.saturating_sub(self.limits.body).saturating_sub(now);
        if more == 0 {
            return Ok(());
        }
        let more = u32::try_from(more).map_err(|_| Refusal::too_large(capacity, language))?;
        let more = self.room.clone().try_acquire_many_owned(more);
        let more = more.map_err(|_| Refusal::busy(language))?;
        match &mut held.0 {
            Some(permit) => permit.merge(more),
            none => *none = Some(more),
        }
        Ok(())
    }
}

/// What a body orders: `{"command": …, "parameters": {name: value or [values]}, "document": …}`.
///
/// It is read without a tree in between, so that a long document costs its length.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object is expected")]
pub(crate) struct Order {
    pub command: String,
    #[serde(default, deserialize_with = "parameters")]
    pub parameters: Vec<(String, String)>,
    #[serde(default)]
    pub document: Option<String>,
}

/// Why a body is no order.
pub(crate) enum Wrong {
    Json(serde_json::Error),
    TooMany,
}

impl Wrong {
    pub fn refusal(self, language: Language) -> Refusal {
        let error = match self {
            Wrong::TooMany => return too_many(language),
            Wrong::Json(error) => error,
        };
        let message = match language {
            Language::En => format!("the body is not the JSON that is expected: {error}"),
            Language::Ja => format!("本文が期待された JSON ではありません: {error}"),
        };
        Refusal::new(StatusCode::BAD_REQUEST, "bad-json", message)
    }
}

pub(crate) fn too_many(language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("more than {MAX_PARAMETERS} parameters"),
        Language::Ja => format!("引数が {MAX_PARAMETERS} 個を超えています"),
    };
    Refusal::new(StatusCode::BAD_REQUEST, "bad-input", message)
}

/// What serde is told where there are too many parameters, to be known again.
const TOO_MANY: &str = "too many parameters";

impl Order {
    /// O(length).
    pub fn read(bytes: &[u8]) -> Result<Order, Wrong> {
        serde_json::from_slice(bytes).map_err(|error| match error.to_string() {
            text if text.starts_with(TOO_MANY) => Wrong::TooMany,
            _ => Wrong::Json(error),
        })
    }

    /// Bytes of all but the document.
    pub fn size(&self) -> usize {
        let parameters = self.parameters.iter().map(|(name, value)| name.len() + value.len());
        self.command.len() + parameters.sum::<usize>()
    }
}

/// The parameters in their order; a list gives its name several times.
fn parameters<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<(String, String)>, D::Error> {
    struct Parameters;
    impl<'de> Visitor<'de> for Parameters {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("`parameters` has to be an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
            let mut found: Self::Value = Vec::new();
            while let Some(name) = fields.next_key::<String>()? {
                let Values(values) = fields.next_value()?;
                for value in values {
                    if found.len() == MAX_PARAMETERS {
                        return Err(A::Error::custom(TOO_MANY));
                    }
                    found.push((name.clone(), value));
                }
            }
            Ok(found)
        }
    }
    source.deserialize_map(Parameters)
}

/// A string, a number, a truth value, or a list of them, as texts.
struct Values(Vec<String>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(AnyOf { list: true })
    }
}

/// One of them.
struct One(String);

impl<'de> Deserialize<'de> for One {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let Values(mut texts) = source.deserialize_any(AnyOf { list: false })?;
        Ok(One(texts.pop().unwrap_or_default()))
    }
}

struct AnyOf {
    list: bool,
}

/// From 2^53 on not every whole number is a floating-point number.
const MAX_EXACT: f64 = (1u64 << 53) as f64;

impl<'de> Visitor<'de> for AnyOf {
    type Value = Values;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a number or a list")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Values, E> {
        Ok(Values(vec![text.to_string()]))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Values, E> {
        self.visit_str(if value { "true" } else { "false" })
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Values, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Values, E> {
        self.visit_str(&value.to_string())
    }

    /// Whole numbers that fit into none of the others come here too, and have lost their digits.
    fn visit_f64<E: Error>(self, value: f64) -> Result<Values, E> {
        if value.abs() >= MAX_EXACT {
            return Err(E::custom("a number of more than 64 bits has to be a string of digits"));
        }
        self.visit_str(&value.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Values, A::Error> {
        if !self.list {
            return Err(A::Error::custom("a list in a list"));
        }
        let mut found = Vec::new();
        while let Some(One(text)) = items.next_element()? {
            if found.len() == MAX_PARAMETERS {
                return Err(A::Error::custom(TOO_MANY));
            }
            found.push(text);
        }
        Ok(Values(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let read = |text: &str| Order::read(text.as_bytes());
        let text = r#"{"parameters":{"a":[1,"two",2.5],"b":true,"a":-3,"c":[]},"command":"echo"}"#;
        let order = read(text).ok().unwrap();
        let pairs: Vec<String> =
            order.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(pairs, ["a=1", "a=two", "a=2.5", "b=true", "a=-3"]);
        assert!(order.document.is_none());
        let big = r#"{"command":"x","parameters":{"n":"123456789012345678901234567890"}}"#;
        assert_eq!(read(big).ok().unwrap().parameters[0].1, "123456789012345678901234567890");
        let rounded = r#"{"command":"x","parameters":{"n":123456789012345678901234567890}}"#;
        assert!(matches!(read(rounded), Err(Wrong::Json(_))));
        let largest = r#"{"command":"x","parameters":{"n":18446744073709551615}}"#;
        assert_eq!(read(largest).ok().unwrap().parameters[0].1, "18446744073709551615");
        for wrong in [
            "[]",
            "{}",
            r#"{"command":1}"#,
            r#"{"command":"x","parameters":[]}"#,
            r#"{"command":"x","parameters":{"a":null}}"#,
            r#"{"command":"x","parameters":{"a":{}}}"#,
            r#"{"command":"x","parameters":{"a":[[1]]}}"#,
            r#"{"command":"x","more":1}"#,
            r#"{"command":"x","document":1}"#,
            r#"{"command":"x"} "#.trim_end_matches("} "),
        ] {
            assert!(matches!(read(wrong), Err(Wrong::Json(_))), "{wrong}");
        }
        let many = format!(r#"{{"command":"x","parameters":{{"a":[{}0]}}}}"#, "0,".repeat(64));
        assert!(matches!(read(&many), Err(Wrong::TooMany)));
    }
}
