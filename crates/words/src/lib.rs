//! What the workbench says to people, in English and Japanese: any answer or error in sentences.
//!
//! Nothing here computes or prints. [`Text`] knows the language, and how its caller knows the
//! fields of a question: as options of a command line, or by their names in JSON.

mod accepted;
mod any;
mod certificates;
mod diagnostic;
mod ending;
mod errors;
pub mod explain;
mod family;
mod functions;
mod grundy;
pub mod heaps;
mod identify;
mod known;
mod language;
mod library;
pub mod misere;
mod note;
mod outcomes;
mod period;
mod pictures;
pub mod play;
mod progress;
mod proof;
mod quotient;
mod quotient_sweep;
mod serve;
mod sweep;
mod values;

use ishitori_answers::{Answered, Limit, Stopped};
use ishitori_values::{Dyadic, GameSummary, Outcome, Thermograph};
use unicode_width::UnicodeWidthStr;

pub use functions::function_help;

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
}

/// Sentences in one language, for one kind of caller.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The language.
    pub lang: Lang,
    /// Who asks.
    pub caller: Caller,
}

/// An answer that can be told to people.
pub trait InWords: Answered {
    /// What is printed.
    fn in_words(&self, text: &Text) -> String;

    /// Fills in the sentences that are fields of the answer, before it is sent as JSON.
    fn fill_in(&mut self, _text: &Text) {}
}

/// Why a line of input cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadLine {
    /// It is longer than the longest expression.
    TooLong,
    /// The byte at which the text stops being UTF-8, from 1.
    NotUtf8(usize),
}

/// Fields that stand without a name on a command line.
const POSITIONAL: [&str; 8] =
    ["rule", "position", "expression", "game", "formula", "values", "file", "name"];

impl Text {
    /// Sentences for a person at a command line.
    pub fn new(lang: Lang) -> Text {
        Text { lang, caller: Caller::CommandLine }
    }

    /// Sentences for a program.
    pub fn for_json(lang: Lang) -> Text {
        Text { lang, caller: Caller::Json }
    }

    /// A field of a question as the caller knows it.
    ///
    /// ```
    /// use ishitori_words::{Lang, Text};
    ///
    /// assert_eq!(Text::new(Lang::En).field("rule"), "RULE");
    /// assert_eq!(Text::new(Lang::En).field("group-by"), "--group-by");
    /// assert_eq!(Text::for_json(Lang::En).field("group-by"), "group-by");
    /// ```
    pub fn field(&self, name: &str) -> String {
        match self.caller {
            Caller::Json => name.to_string(),
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
            (None, Limit::Time) => self.pick("the time was over", "時間の上限に達しました").into(),
            (None, Limit::Memory) => {
                self.pick("the memory was used up", "メモリの上限に達しました").into()
            }
            (None, Limit::Cancelled) => self.pick("it was cancelled", "中断されました").into(),
            (None, Limit::Size) => {
                self.pick("something became too large", "大きくなりすぎました").into()
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

    /// The facts about a game, one a line.
    pub fn summary(&self, s: &GameSummary) -> String {
        let unknown = || self.pick("not reached", "未計算").to_string();
        let shown = |x: &Option<Dyadic>| x.as_ref().map_or_else(unknown, Dyadic::to_string);
        let outcome = s.outcome.map_or_else(unknown, |o| format!("{o}  {}", self.outcome(o)));
        let birthday = s.birthday.as_ref().map_or_else(unknown, |b| b.to_string());
        let (left, right) = (shown(&s.left_stop), shown(&s.right_stop));
        let rows = [
            (self.pick("outcome", "帰結類"), outcome),
            (self.pick("mean", "平均値"), shown(&s.mean)),
            (self.pick("temperature", "温度"), shown(&s.temperature)),
            (
                self.pick("stops", "停止値"),
                match self.lang {
                    Lang::En => {
                        format!("{left} (Left first), {right} (Right first)")
                    }
                    Lang::Ja => format!("{left} (左が先手), {right} (右が先手)"),
                },
            ),
            (self.pick("birthday", "誕生日"), birthday),
        ];
        table(&rows)
    }

    /// A thermograph: where the walls bend.
    pub fn thermograph(&self, t: &Thermograph, left: &str, right: &str) -> String {
        let rows = [
            (self.pick("mean", "平均値"), t.mean().to_string()),
            (self.pick("temperature", "温度"), t.temperature().to_string()),
            (self.pick("left wall", "左の壁"), left.to_string()),
            (self.pick("right wall", "右の壁"), right.to_string()),
        ];
        let note = self.pick(
            "  walls as (value, temperature) at their bends, from temperature -1 up to the mast",
            "  壁は折れ目の(値, 温度)を温度 -1 からマストまで並べたもの",
        );
        format!("{t}\n{}\n{note}", table(&rows))
    }

    /// The heading of a set of games.
    pub fn set_size(&self, n: usize) -> String {
        match (self.lang, n) {
            (Lang::En, 1) => "1 game".into(),
            (Lang::En, n) => format!("{n} games"),
            (Lang::Ja, n) => format!("{n} 個のゲーム"),
        }
    }

    /// In place of a canonical form.
    pub fn too_long(&self) -> String {
        let limit = ishitori_values::notation::MAX_PRINTED;
        match self.lang {
            Lang::En => format!("(the canonical form is longer than {limit} characters)"),
            Lang::Ja => format!("(標準形が {limit} 文字を超えるため表示しません)"),
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

    /// Ctrl-C cannot be heard.
    pub fn interrupt_is_rough(&self) -> &'static str {
        match self.lang {
            Lang::En => "Ctrl-C will end the program at once",
            Lang::Ja => "Ctrl-C でただちに終了します",
        }
    }

    /// What to do after the tour.
    pub fn after_tour(&self) -> String {
        self.pick(
            "\nMore: `ishitori eval EXPRESSION`, `ishitori repl`, `ishitori --help`.",
            "\n続きは ishitori eval 式、ishitori repl、ishitori --help でどうぞ。",
        )
        .to_string()
    }

    /// No variable is defined.
    pub fn no_variables(&self) -> String {
        self.pick(
            "no variables; define one with G := {2|1}",
            "変数はありません。G := {2|1} のように定義します",
        )
        .to_string()
    }

    /// The first line of a dialogue.
    pub fn welcome(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        match self.lang {
            Lang::En => {
                format!("ishitori {version}: a calculator for games. `help` helps, `quit` leaves.")
            }
            Lang::Ja => {
                format!("ishitori {version}: ゲームの電卓です。help で使い方、quit で終了します。")
            }
        }
    }

    /// What was typed is not remembered.
    pub fn history_not_saved(
        &self,
        file: &std::path::Path,
        error: &dyn std::fmt::Display,
    ) -> String {
        let file = file.display();
        match self.lang {
            Lang::En => format!("the history was not saved to {file}: {error}"),
            Lang::Ja => format!("履歴を {file} に保存できませんでした: {error}"),
        }
    }

    /// The help of the dialogue.
    pub fn help(&self) -> String {
        let intro = match self.lang {
            Lang::En => {
                "\
Type an expression, or define a variable:   G := {2||1|0}
  numbers 3  -3/4  2**200      nimbers *  *3       ups ^  ^^  ^3  ^[2]  ^<2>  downs v  vv  v3
  {2|1}  {2||1|0}  {0,*|-1}    +-1  +-{3|1}        1^*  (= 1 + ^ + *)    Tiny(2)  Miny(2)
  G+H  G-H  -G  3.G  G:H       == != <= >= < > <> (confused)  <| |>
  vars lists the variables, help NAME explains a function, quit leaves.
Functions:"
            }
            Lang::Ja => {
                "\
式を入力するか、変数を定義します:   G := {2||1|0}
  数 3  -3/4  2**200           ニム数 *  *3        上 ^  ^^  ^3  ^[2]  ^<2>  下 v  vv  v3
  {2|1}  {2||1|0}  {0,*|-1}    +-1  +-{3|1}        1^*  (= 1 + ^ + *)    Tiny(2)  Miny(2)
  G+H  G-H  -G  3.G  G:H       == != <= >= < > <> (比較不能)  <| |>
  vars で変数の一覧、help 名前 で関数の説明、quit で終了します。
関数:"
            }
        };
        let rows: Vec<(String, String)> = ishitori_values::calculator::FUNCTIONS
            .iter()
            .map(|f| {
                (f.signature(), function_help(f.name, self.lang).unwrap_or_default().to_string())
            })
            .collect();
        format!("{intro}\n{}", table(&rows))
    }

    /// The help on one function.
    pub fn help_on(&self, name: &str) -> String {
        match ishitori_values::calculator::function(name) {
            Some(f) => format!(
                "{}\n  {}",
                f.signature(),
                function_help(f.name, self.lang).unwrap_or_default()
            ),
            None => match self.lang {
                Lang::En => format!("there is no function `{name}`; `help` lists them"),
                Lang::Ja => format!("関数 {name} はありません。help で一覧を表示します"),
            },
        }
    }
}

/// Two columns, aligned as a terminal shows them.
fn table<L: AsRef<str>, R: AsRef<str>>(rows: &[(L, R)]) -> String {
    let width = rows.iter().map(|(label, _)| label.as_ref().width()).max().unwrap_or(0);
    let lines: Vec<String> = rows
        .iter()
        .map(|(label, value)| {
            let (label, value) = (label.as_ref(), value.as_ref());
            format!("  {label}{}  {value}", " ".repeat(width - label.width()))
        })
        .collect();
    lines.join("\n")
}
