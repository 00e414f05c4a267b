//! Calls, their answers, and the trait of what answers them.

use ishitori_words::say;
use std::sync::Arc;

use http::StatusCode;
use ishitori_runtime::Budget;

use crate::language::Language;
use crate::refusal::Refusal;

/// Parameters of one question.
pub const MAX_PARAMETERS: usize = 64;

/// A question: the name of a command and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name of the command, such as `grundy` or `draw/scatter.svg`.
    pub command: String,
    /// Names and values, in the order in which they came; a name may come several times.
    pub parameters: Vec<(String, String)>,
    /// A document that comes with the question.
    pub document: Option<String>,
    /// The language of the answer.
    pub language: Language,
    /// How many threads may work on it.
    pub threads: usize,
    /// Whether it is a job, for which there is time.
    pub is_job: bool,
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The answer itself.
    pub content: Content,
    /// Whether it is all that was asked for; if not, a limit was reached and the answer says so.
    pub complete: bool,
    /// Documents that belong to it.
    pub files: Vec<File>,
}

/// Kinds of answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// An object.
    Json(serde_json::Value),
    /// A text or a picture, or numbers packed as the documentation says.
    Bytes {
        /// The media type.
        media_type: &'static str,
        /// The name under which a browser saves it; shown in the browser if not given.
        save_as: Option<String>,
        /// The bytes.
        bytes: Vec<u8>,
    },
}

/// A document that belongs to an answer, such as a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// How far a computation has come.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgressReport {
    /// A line for people.
    pub line: String,
    /// The part of the work that is done, from 0 to 1, if that is known.
    pub share: Option<f64>,
}

/// A listener to how far a computation has come.
pub type Progress = Arc<dyn Fn(&ProgressReport) + Send + Sync>;

/// A set of questions that answers calls. Called on threads that may block; a call ends soon after the budget does.
pub trait Workbench: Send + Sync + 'static {
    /// Answers a call within a budget.
    fn answer(&self, call: &Call, budget: &Budget, progress: &Progress) -> Result<Answer, Refusal>;
}

impl Answer {
    /// An object, complete. O(1).
    pub fn json(object: serde_json::Value) -> Answer {
        Answer { content: Content::Json(object), complete: true, files: Vec::new() }
    }
}

impl Call {
    /// The question at an address: the path below `/api/v1/`, what follows the question mark, and the
    /// languages that the reader prefers, as in the header `Accept-Language`. O(length).
    ///
    /// ```
    /// use ishitori_api::{Call, Language};
    /// let call = Call::at("grundy", "rule=sub%3A1,2&to=9&lang=ja", "en").unwrap();
    /// assert_eq!(call.parameters[0], ("rule".to_string(), "sub:1,2".to_string()));
    /// assert_eq!((call.parameters.len(), call.language), (2, Language::Ja));
    /// ```
    pub fn at(command: &str, query: &str, accept: &str) -> Result<Call, Refusal> {
        let language = language_asked(query, accept);
        let parameters = pairs(query).filter(|(name, _)| name != LANG);
        let parameters: Vec<_> = parameters.take(MAX_PARAMETERS + 1).collect();
        if parameters.len() > MAX_PARAMETERS {
            return Err(too_many(language));
        }
        let (command, document) = (command.to_string(), None);
        Ok(Call { command, parameters, document, language, threads: 1, is_job: false })
    }

    /// A document that is to be checked. What is not UTF-8 is not JSON either; the checker says so.
    /// O(length).
    pub fn check(document: Vec<u8>, language: Language) -> Call {
        let document = String::from_utf8(document)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let (command, document) = ("check".to_string(), Some(document));
        Call { command, parameters: Vec::new(), document, language, threads: 1, is_job: false }
    }
}

/// The parameter of the language.
const LANG: &str = "lang";

fn pairs(query: &str) -> impl Iterator<Item = (String, String)> + '_ {
    form_urlencoded::parse(query.as_bytes()).map(|(k, v)| (k.into_owned(), v.into_owned()))
}

/// The language that a reader asks for: `lang=` in the address, then what is preferred as in the
/// header `Accept-Language`. O(length).
///
/// ```
/// use ishitori_api::{Language, language_asked};
/// assert_eq!(language_asked("lang=ja", "en"), Language::Ja);
/// assert_eq!(language_asked("rule=nim", "ja, en;q=0.5"), Language::Ja);
/// ```
pub fn language_asked(query: &str, accept: &str) -> Language {
    let asked = pairs(query).find(|(name, _)| name == LANG);
    let asked = asked.and_then(|(_, tag)| Language::from_tag(&tag));
    asked.unwrap_or_else(|| Language::preferred(accept))
}

/// More parameters than a question may have.
pub(crate) fn too_many(language: Language) -> Refusal {
    let message = say!(language, "server.call.more-than-parameters", MAX_PARAMETERS);
    Refusal::new(StatusCode::BAD_REQUEST, "bad-input", message)
}
