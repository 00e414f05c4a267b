//! Expressions and dialogues about them in words.

use ishitori_answers::eval::{Answer, FUNCTIONS, Failed, LOOPY_FUNCTIONS, Line, LineFault};
use ishitori_answers::{AskError, Origin};
use ishitori_values::calculator::function;
use ishitori_values::notation::PrintError;

use crate::common::functions::function_help;
use crate::{Describe, Lang, Text, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        text.value_facts(&self.value, self.style)
    }
}

impl Text {
    /// Fills in what is wrong with a line of many, before it is sent as JSON.
    pub fn localize_line(&self, line: &mut Line) {
        if let Line::Failed(failed) = line {
            failed.error = match &failed.fault {
                Some(LineFault::Bad(bad)) => Some(self.bad_line(failed.line, *bad)),
                Some(LineFault::Expression(error)) => Some(self.eval_error(&error.kind)),
                Some(LineFault::Call(error)) => Some(self.failure(&error.0)),
                Some(LineFault::Print(_)) => None,
                None => failed.error.take(),
            };
        }
    }

    /// What is wrong with a line of many.
    pub fn failed_line(&self, failed: &Failed) -> String {
        let number = failed.line;
        match &failed.fault {
            Some(LineFault::Bad(bad)) => self.bad_line(number, *bad),
            Some(LineFault::Expression(error)) => self.failure(&AskError::Expression {
                from: Origin::Line(number),
                source: failed.input.clone().unwrap_or_default(),
                error: error.clone(),
            }),
            Some(LineFault::Call(error)) => format!("{number}: {}", self.failure(&error.0)),
            Some(LineFault::Print(PrintError::Limit(limit))) => {
                format!("{number}: {}", self.limit(limit))
            }
            Some(LineFault::Print(PrintError::TooLong { .. })) => {
                format!("{number}: {}", self.too_long())
            }
            None => {
                let why = failed.error.as_ref().or(failed.limit.as_ref());
                format!("{number}: {}", why.map_or("", String::as_str))
            }
        }
    }

    /// The variables of a dialogue, one a line.
    pub fn variables(&self, variables: &[(String, Option<String>)]) -> String {
        if variables.is_empty() {
            let none = self.pick(
                "no variables; define one with G := {2|1}",
                "変数はありません。G := {2|1} のように定義します",
            );
            return none.to_string();
        }
        let line = |(name, shown): &(String, Option<String>)| {
            let shown = shown.clone().unwrap_or_else(|| self.too_long());
            format!("{name} := {shown}")
        };
        variables.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The first line of a dialogue.
    pub fn welcome(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        match self.lang {
            Lang::En => {
                format!("ishitori {version}: a calculator for games. Type `help` or `quit`.")
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
  '{-1|1}' as written, not simplified;  G === H (or ≅): the same options, not only the same value
  on off over under upon dud tis tisn   a{0|a}  {0|pass}  a game that comes back   s & t  its sides
  f(x) := {x|-x}  defines a function;  if c then a else b;  a; b  one statement after the other
  [Mean(x) for x in LeftOptions(G) if x > 0]  a list, for Sum(L) Max(L) Min(L) Count(L)
  omega (or ω)  omega**2  3.omega+1  ordinals;  *omega  *(omega+1)  (*omega)**3  nimbers of ordinals
  vars lists the variables, help NAME explains a function, quit leaves.
Functions:"
            }
            Lang::Ja => {
                "\
式を入力するか、変数を定義します:   G := {2||1|0}
  数 3  -3/4  2**200           ニム数 *  *3        上 ^  ^^  ^3  ^[2]  ^<2>  下 v  vv  v3
  {2|1}  {2||1|0}  {0,*|-1}    +-1  +-{3|1}        1^*  (= 1 + ^ + *)    Tiny(2)  Miny(2)
  G+H  G-H  -G  3.G  G:H       == != <= >= < > <> (比較不能)  <| |>
  '{-1|1}' は簡約しない形そのもの。G === H (≅) は値だけでなく選択肢まで同じこと
  on off over under upon dud tis tisn   a{0|a}  {0|pass}  元の局面に戻るゲーム   s & t  両側
  f(x) := {x|-x} で関数を定義。if c then a else b は条件。a; b と続けて書けます
  [Mean(x) for x in LeftOptions(G) if x > 0] はリスト。Sum(L) Max(L) Min(L) Count(L) で使います
  omega (または ω)  omega**2  3.omega+1  順序数。  *omega  *(omega+1)  (*omega)**3  順序数のニム数
  vars で変数の一覧、help 名前 で関数の説明、quit で終了します。
関数:"
            }
        };
        let explained = |name: &str| function_help(name, self.lang).unwrap_or_default().to_string();
        let mut rows: Vec<(String, String)> =
            FUNCTIONS.iter().map(|f| (f.signature(), explained(f.name))).collect();
        rows.extend(LOOPY_FUNCTIONS.iter().map(|name| (loopy_signature(name), explained(name))));
        format!("{intro}\n{}", table(&rows))
    }

    /// The help on one function.
    pub fn help_on(&self, name: &str) -> String {
        match function(name) {
            Some(f) => format!(
                "{}\n  {}",
                f.signature(),
                function_help(f.name, self.lang).unwrap_or_default()
            ),
            None if LOOPY_FUNCTIONS.contains(&name) => {
                let explained = function_help(name, self.lang).unwrap_or_default();
                format!("{}\n  {explained}", loopy_signature(name))
            }
            None => match self.lang {
                Lang::En => format!("there is no function `{name}`; `help` lists them"),
                Lang::Ja => format!("関数 {name} はありません。help で一覧を表示します"),
            },
        }
    }
}

/// How a function of loopy games is called.
fn loopy_signature(name: &str) -> String {
    let two = matches!(name, "Upsum" | "Downsum");
    format!("{name}({})", if two { "G, H" } else { "G" })
}
