//! The sentences of the workbench, in every language: any answer, error or note for people.
//!
//! Nothing here computes or prints. [`Text`] knows the language, and how its caller knows the
//! fields of a question: as options of a command line, or by their names in JSON.

mod boards;
mod common;
mod expressions;
mod families;
pub mod heaps;
mod language;
mod pictures;
mod playing;
mod program;
mod tuples;

use std::fmt::Display;

use ishitori_answers::{Answered, Limit, Stopped};
use ishitori_values::Outcome;
use unicode_width::UnicodeWidthStr;

pub use common::glossary;
pub use language::Lang;
pub use playing::play;

pub use common::functions::function_help;
pub use ishitori_records::visible::{one_line, visible, visible_json};
pub use program::python::Mistake;

/// The kind of caller, which decides how fields of a question are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// A person at a command line: `RULE`, `--to`.
    CommandLine,
    /// A program that sends JSON or parameters: `rule`, `to`.
    Json,
    /// A program in Python: `rule`, `group_by`, `with_`.
    Python,
}

/// Sentences in one language, for one kind of caller.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The language.
    pub lang: Lang,
    /// The caller.
    pub caller: Caller,
}

/// An answer that can be described in sentences for people.
pub trait Describe: Answered + serde::Serialize {
    /// The sentences that are printed.
    fn describe(&self, text: &Text) -> String;

    /// Writes the sentences that are fields of the answer in the language of `text`, before it is sent as JSON.
    fn localize(&mut self, _text: &Text) {}
}

/// Fields that stand without a name on a command line.
const POSITIONAL: [&str; 9] =
    ["rule", "position", "expression", "game", "formula", "values", "file", "name", "condition"];

/// Fields whose names are keywords of Python.
const PYTHON_KEYWORDS: [&str; 2] = ["from", "with"];

impl Text {
    /// Sentences for a person at a command line.
    pub fn new(lang: Lang) -> Text {
        Text { lang, caller: Caller::CommandLine }
    }

    /// Sentences for a program.
    pub fn for_json(lang: Lang) -> Text {
        Text { lang, caller: Caller::Json }
    }

    /// Sentences for a program in Python.
    pub fn for_python(lang: Lang) -> Text {
        Text { lang, caller: Caller::Python }
    }

    /// A field of a question as the caller knows it.
    ///
    /// ```
    /// use ishitori_words::{Lang, Text};
    ///
    /// assert_eq!(Text::new(Lang::En).field("rule"), "RULE");
    /// assert_eq!(Text::new(Lang::En).field("group-by"), "--group-by");
    /// assert_eq!(Text::for_json(Lang::En).field("group-by"), "group-by");
    /// assert_eq!(Text::for_python(Lang::En).field("group-by"), "group_by");
    /// assert_eq!(Text::for_python(Lang::En).field("with"), "with_");
    /// ```
    pub fn field(&self, name: &str) -> String {
        match self.caller {
            Caller::Json => name.to_string(),
            Caller::Python if PYTHON_KEYWORDS.contains(&name) => format!("{name}_"),
            Caller::Python => name.replace('-', "_"),
            Caller::CommandLine if POSITIONAL.contains(&name) => name.to_uppercase(),
            Caller::CommandLine => format!("--{name}"),
        }
    }

    /// A message without arguments. O(1).
    pub fn say(&self, key: &'static str) -> &'static str {
        self.lang.say(key)
    }

    /// A message with arguments; the macro [`say!`] calls it. O(length).
    pub fn fill(&self, key: &'static str, arguments: &[(&str, &dyn Display)]) -> String {
        self.lang.fill(key, arguments)
    }

    /// Why a computation ended before its end.
    pub fn stopped_by(&self, stopped: &Stopped) -> String {
        match (&stopped.reached, stopped.limit) {
            (Some(reached), _) => self.limit(reached),
            (None, Limit::Time) => self.say("common.text.time-limit-reached").into(),
            (None, Limit::Memory) => self.say("common.text.memory-limit-reached").into(),
            (None, Limit::Cancelled) => self.say("common.text.cancelled").into(),
            (None, Limit::Size) => self.say("common.text.size-limit-reached").into(),
        }
    }

    /// The meaning of an outcome class.
    pub fn outcome(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::P => self.say("common.text.previous-player-wins-whoever-moves"),
            Outcome::N => self.say("common.text.next-player-wins-whoever-moves"),
            Outcome::L => self.say("common.text.left-wins-whoever-moves-first"),
            Outcome::R => self.say("common.text.right-wins-whoever-moves-first"),
        }
    }

    /// How far the search of a position is.
    pub fn solving(&self, games: usize, time: std::time::Duration) -> String {
        let seconds = time.as_secs();
        say!(self, "common.text.values-found-s", games, seconds)
    }

    /// A command that has another name now.
    pub fn renamed(&self, old: &str, new: &str) -> String {
        say!(self, "common.text.called-now-old-name-still", old, new)
    }

    /// The remark that the program cannot handle Ctrl-C.
    pub fn ctrl_c_unavailable(&self) -> &'static str {
        self.say("common.text.ctrl-c-will-stop-program")
    }
}

/// Two columns, aligned as a terminal shows them. A value of several lines stays in its column, so that
/// what it quotes cannot pass for a line of the answer.
fn table<L: AsRef<str>, R: AsRef<str>>(rows: &[(L, R)]) -> String {
    let width = rows.iter().map(|(label, _)| label.as_ref().width()).max().unwrap_or(0);
    let lines: Vec<String> = rows
        .iter()
        .map(|(label, value)| {
            let (label, value) = (label.as_ref(), value.as_ref());
            let value = value.replace('\n', &format!("\n{}", " ".repeat(width + 4)));
            format!("  {label}{}  {value}", " ".repeat(width - label.width()))
        })
        .collect();
    lines.join("\n")
}

/// The rows of an answer in aligned columns.
fn in_columns(answer: &dyn ishitori_records::Tabular) -> String {
    let mut out = Vec::new();
    // Nothing fails to be written to memory.
    let _ = answer.write_as(ishitori_records::Format::Text, None, &mut out);
    String::from_utf8_lossy(&out).trim_end().to_string()
}

/// A line with more letters is folded on a terminal.
const LONGEST_SHOWN: usize = 400;
/// The letters of such a line that are shown.
const SHOWN_OF_LINE: usize = 240;

impl Text {
    /// An answer whose very long lines are folded, as a terminal shows it: a value can have a million letters, and what
    /// is known about it stands on the lines that follow. O(length).
    ///
    /// ```
    /// use ishitori_words::{Lang, Text};
    ///
    /// let long = format!("{}\n  mean  0", "*".repeat(1000));
    /// let folded = Text::new(Lang::En).folded(&long);
    /// assert!(folded.contains("1000 characters; --full shows them") && folded.ends_with("\n  mean  0"));
    /// assert_eq!(Text::new(Lang::En).folded("{2|1}"), "{2|1}");
    /// ```
    pub fn folded(&self, text: &str) -> String {
        let fold = |line: &str| {
            let count = line.chars().count();
            if count <= LONGEST_SHOWN {
                return line.to_string();
            }
            let head: String = line.chars().take(SHOWN_OF_LINE).collect();
            let full = self.field("full");
            say!(self, "common.text.characters-shows-them", head, count, full)
        };
        text.split('\n').map(fold).collect::<Vec<_>>().join("\n")
    }
}

/// The most letters of a line of an error that quotes user input; a longer one is cut in the middle.
const LONGEST_LINE: usize = 800;
/// The letters that stay at its beginning and at its end.
const KEPT_OF_LINE: usize = 360;

/// A complaint without what makes it too long to be read: an argument can have a hundred thousand letters,
/// and what is wrong with it is said before or after it. O(length).
pub fn shortened(text: &str) -> String {
    let shorter = |line: &str| {
        let count = line.chars().count();
        if count <= LONGEST_LINE {
            return line.to_string();
        }
        let head: String = line.chars().take(KEPT_OF_LINE).collect();
        let tail: String = line.chars().skip(count - KEPT_OF_LINE).collect();
        format!("{head} … {tail}")
    };
    text.split('\n').map(shorter).collect::<Vec<_>>().join("\n")
}
