//! Any question of the program as plain data, and its answer, in sentences too. The requests and answers of each question
//! are in its module of [`questions`].
//!
#![cfg_attr(feature = "words", doc = "```")]
#![cfg_attr(not(feature = "words"), doc = "```ignore")]
//! use ishitori::ask::{Context, Describe, Lang, Question, Text};
//! use ishitori::games::Budget;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // As a program of another language would ask it.
//!     let request = r#"{"question": "eval", "expression": "{2|-1} + *"}"#;
//!     let question: Question = serde_json::from_str(request)?;
//!     let answer = question.answer(&Context::new(Budget::unlimited()))?;
//!     assert!(answer.describe(&Text::new(Lang::En)).contains("{2*|-1*}"));
//!     Ok(())
//! }
//! ```

pub use ishitori_answers::{
    Accepted, Answered, AnyAnswer, AskError, Context, Finish, Limit, Note, Progress, Question,
    Rule, RuleSource, Stopped,
};
#[cfg(feature = "words")]
pub use ishitori_words::{Describe, Lang, Text};

/// The questions: a module each, with `Request`, `Answer` and `answer`.
pub mod questions {
    pub use ishitori_answers::{
        atlas, blocking, census, check, code_sweep, compound, conjecture, devices, dots_and_boxes,
        draw, eval, explain, family, fmt, game_sweep, games, grundy, identify, merge, misere,
        outcomes, parity, period, play, position, quotient, quotient_sweep, remoteness, sweep,
        table, tour, values, values_sweep,
    };
}
