//! Requests for jobs, as they come in the body of an HTTP request.

use ishitori_words::say;
use std::fmt;

use http::StatusCode;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::call::{Call, MAX_PARAMETERS, too_many};
use crate::language::Language;
use crate::refusal::Refusal;

/// A request for a job: `{"command": …, "parameters": {name: value or [values]}, "document": …}`.
///
/// It is read without a tree in between, so that a long document costs its length.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object is expected")]
pub struct JobRequest {
    command: String,
    #[serde(default, deserialize_with = "parameters")]
    parameters: Vec<(String, String)>,
    #[serde(default)]
    document: Option<String>,
}

/// The error for a body that is not a job request.
pub enum JobRequestError {
    /// It is not the JSON that is expected.
    Json(serde_json::Error),
    /// It has more parameters than a question may have.
    TooMany,
}

impl JobRequestError {
    /// The refusal that says so. O(1).
    pub fn refusal(self, language: Language) -> Refusal {
        let error = match self {
            JobRequestError::TooMany => return too_many(language),
            JobRequestError::Json(error) => error,
        };
        let message = say!(language, "server.job_request.body-json-expected", error);
        Refusal::new(StatusCode::BAD_REQUEST, "bad-json", message)
    }
}

/// The message of the serde error for too many parameters, by which it is recognised.
const TOO_MANY: &str = "too many parameters";

impl JobRequest {
    /// Reads a body. O(length).
    ///
    /// ```
    /// use ishitori_api::{Language, JobRequest};
    /// let request = JobRequest::read(br#"{"command": "grundy", "parameters": {"rule": "nim", "to": 9}}"#);
    /// let call = request.ok().unwrap().call(Language::En, 1, 1 << 16).unwrap();
    /// assert_eq!(call.command, "grundy");
    /// assert_eq!(call.parameters[1], ("to".to_string(), "9".to_string()));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<JobRequest, JobRequestError> {
        serde_json::from_slice(bytes).map_err(|error| match error.to_string() {
            text if text.starts_with(TOO_MANY) => JobRequestError::TooMany,
            _ => JobRequestError::Json(error),
        })
    }

    /// The call that is requested, if all but its document has at most `most` bytes. O(length).
    pub fn call(self, language: Language, threads: usize, most: usize) -> Result<Call, Refusal> {
        if self.size() > most {
            return Err(Refusal::long_parameters(most, language));
        }
        let JobRequest { command, parameters, document } = self;
        Ok(Call { command, parameters, document, language, threads, is_job: true })
    }

    /// Bytes of all but the document.
    fn size(&self) -> usize {
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
            return Err(E::custom("a number with more than 64 bits has to be a string of digits"));
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
    fn job_requests_are_read() {
        let read = |text: &str| JobRequest::read(text.as_bytes());
        let text = r#"{"parameters":{"a":[1,"two",2.5],"b":true,"a":-3,"c":[]},"command":"echo"}"#;
        let request = read(text).ok().unwrap();
        let pairs: Vec<String> =
            request.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(pairs, ["a=1", "a=two", "a=2.5", "b=true", "a=-3"]);
        assert!(request.document.is_none());
        let big = r#"{"command":"x","parameters":{"n":"123456789012345678901234567890"}}"#;
        assert_eq!(read(big).ok().unwrap().parameters[0].1, "123456789012345678901234567890");
        let rounded = r#"{"command":"x","parameters":{"n":123456789012345678901234567890}}"#;
        assert!(matches!(read(rounded), Err(JobRequestError::Json(_))));
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
            assert!(matches!(read(wrong), Err(JobRequestError::Json(_))), "{wrong}");
        }
        let many = format!(r#"{{"command":"x","parameters":{{"a":[{}0]}}}}"#, "0,".repeat(64));
        assert!(matches!(read(&many), Err(JobRequestError::TooMany)));
    }
}
