//! What there is to ask, and who answers.

use std::sync::Arc;

use ishitori_values::Budget;

use crate::language::Language;
use crate::refusal::Refusal;

/// A question: a command of the workbench and its parameters.
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

/// What was found.
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

/// Where to say how far a computation has come, in a line for people.
pub type Progress = Arc<dyn Fn(&str) + Send + Sync>;

/// Answers calls. Called on threads that may block; a call ends soon after the budget does.
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
