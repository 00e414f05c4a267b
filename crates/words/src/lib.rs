//! What the workbench says to people, in English and Japanese: any answer or error in sentences.
//!
//! Nothing here computes or prints. [`Text`] knows the language, and how its caller knows the
//! fields of a question: as options of a command line, or by their names in JSON.

mod boards;
mod common;
mod expressions;
mod families;
pub mod heaps;
mod pictures;
mod playing;
mod program;
mod tuples;

use ishitori_answers::{Answered, Limit, Stopped};
use ishitori_values::Outcome;
use unicode_width::UnicodeWidthStr;

pub use common::glossary;
pub use common::question_help::{QuestionHelp, question_help};
pub use playing::play;

pub use common::functions::function_help;
pub use common::visible::{one_line, visible, visible_json};
pub use program::python::Mistake;

/// The languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    /// English
    En,
    /// 日本語
    Ja,
}

impl Lang {
    /// From the locale: the first of LC_ALL, LC_MESSAGES and LANG that is set.
    pub fn from_environment() -> Lang {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        match locale {
            Some(value) if value.starts_with("ja") => Lang::Ja,
            _ => Lang::En,
        }
    }
}

/// Who asks, and so how the fields of a question are called.
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
    /// Who asks.
    pub caller: Caller,
}

/// An answer that can be described in sentences for people.
pub trait Describe: Answered {
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

    /// One of two texts.
    pub fn pick<'a>(&self, en: &'a str, ja: &'a str) -> &'a str {
        match self.lang {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }

    /// Why a computation ended before its end.
    pub fn stopped_by(&self, stopped: &Stopped) -> String {
        match (&stopped.reached, stopped.limit) {
            (Some(reached), _) => self.limit(reached),
            (None, Limit::Time) => self.pick("time limit reached", "時間の上限に達しました").into(),
            (None, Limit::Memory) => {
                self.pick("memory limit reached", "メモリの上限に達しました").into()
            }
            (None, Limit::Cancelled) => self.pick("cancelled", "中断されました").into(),
            (None, Limit::Size) => {
                self.pick("size limit reached", "大きさの上限に達しました").into()
            }
        }
    }

    /// What an outcome class means.
    pub fn outcome(&self, outcome: Outcome) -> &'static str {
        match (outcome, self.lang) {
            (Outcome::P, Lang::En) => "the previous player wins: whoever moves first loses",
            (Outcome::N, Lang::En) => "the next player wins: whoever moves first wins",
            (Outcome::L, Lang::En) => "Left wins, whoever moves first",
            (Outcome::R, Lang::En) => "Right wins, whoever moves first",
            (Outcome::P, Lang::Ja) => "後手必勝",
            (Outcome::N, Lang::Ja) => "先手必勝",
            (Outcome::L, Lang::Ja) => "左手必勝(どちらが先手でも左が勝つ)",
            (Outcome::R, Lang::Ja) => "右手必勝(どちらが先手でも右が勝つ)",
        }
    }

    /// How far the search of a position is.
    pub fn solving(&self, games: usize, time: std::time::Duration) -> String {
        let seconds = time.as_secs();
        match self.lang {
            Lang::En => format!("{games} values found, {seconds} s"),
            Lang::Ja => format!("{games} 個の値を発見、{seconds} 秒"),
        }
    }

    /// A command that has another name now.
    pub fn renamed(&self, old: &str, new: &str) -> String {
        match self.lang {
            Lang::En => format!("`{old}` is called `{new}` now; the old name still works"),
            Lang::Ja => format!("{old} は {new} になりました。古い名前もまだ使えます"),
        }
    }

    /// The remark that the program cannot handle Ctrl-C.
    pub fn ctrl_c_unavailable(&self) -> &'static str {
        match self.lang {
            Lang::En => "Ctrl-C will stop the program immediately",
            Lang::Ja => "Ctrl-C でただちに終了します",
        }
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

/// So many things, in English: 1 move, 2 moves.
fn counted(count: impl std::fmt::Display, thing: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{ending}")
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
/// So many letters of it are shown.
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
            match self.lang {
                Lang::En => format!("{head} … ({count} characters; {full} shows them)"),
                Lang::Ja => format!("{head} …(全 {count} 文字。{full} ですべて表示します)"),
            }
        };
        text.split('\n').map(fold).collect::<Vec<_>>().join("\n")
    }
}

/// A line of a complaint that quotes what somebody typed is cut in the middle if it has more letters.
const LONGEST_LINE: usize = 800;
/// So many letters stay at its beginning and at its end.
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
