//! Games in the language in their canonical layout.

use ishitori_language::{TextGame, format, parse};
use serde::{Deserialize, Serialize};

use crate::registration::{Address, Registration};
use crate::{Answered, AskError, Context, Finish, Stream, TextOf};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("fmt")], &[&[("text", "(n) -> (n-1) if n > 0")]]);

/// How is this game laid out?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// What the text is called in the answer, such as the name of its file.
    #[serde(default)]
    pub file: String,
    /// The text.
    pub text: String,
    /// Whether only the question is asked, and another layout is a negative answer.
    #[serde(default)]
    pub check: bool,
}

/// The canonical layout of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// What the text is called.
    pub file: String,
    /// Whether the canonical layout is another one.
    pub changed: bool,
    /// What is wrong with the game beyond its syntax, in English.
    pub error: Option<String>,
    /// The text in its canonical layout.
    pub text: String,
    /// Whether only the question was asked.
    #[serde(skip)]
    pub check: bool,
    /// Whether the text itself is what to show.
    #[serde(skip)]
    pub shown: bool,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        if self.check && self.changed { Finish::No } else { Finish::Done }
    }
}

/// Lays a game out; what it means never changes. O(length).
///
/// ```
/// use ishitori_answers::{Context, fmt};
/// use ishitori_values::Budget;
///
/// let text = "(n)->(n-1) if n>0".to_string();
/// let request = fmt::Request { file: "one.game".into(), text, check: false };
/// let answer = fmt::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert!(answer.changed && answer.text.contains("position (n)"), "{}", answer.text);
/// ```
pub fn answer(request: &Request, _: &Context) -> Result<Answer, AskError> {
    let source = &request.text;
    let text = format(source).map_err(|error| AskError::Language {
        from: TextOf::Name(request.file.clone()),
        source: source.clone(),
        error,
    })?;
    // A layout that reads differently must never be written.
    if parse(&text).ok() != parse(source).ok() {
        let what = "the formatter would change the game; please report this";
        return Err(AskError::Io { what: Stream::Layout, error: std::io::Error::other(what) });
    }
    Ok(Answer {
        file: request.file.clone(),
        changed: text != *source,
        // Whether the game is also right, beyond its syntax.
        error: TextGame::new(source, &[]).err().map(|error| error.to_string()),
        text,
        check: request.check,
        shown: false,
    })
}
