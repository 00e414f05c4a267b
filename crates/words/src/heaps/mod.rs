//! Heap games in words.

pub(crate) mod ending;
pub(crate) mod grundy;
pub(crate) mod identify;
pub(crate) mod misere;
pub(crate) mod outcomes;
pub(crate) mod parity;
pub(crate) mod period;
pub(crate) mod quotient;
pub(crate) mod values;

use std::path::Path;

use ishitori_rules::heap::{Expected, HeapRule, RuleError, RuleErrorKind};
use ishitori_solve::heap::{CheckpointError, Engine, HeapError};
use ishitori_values::LimitReached;

use crate::common::diagnostic::placed;
use crate::common::question_help::QuestionHelp;
use ishitori_answers::SameGame;

use crate::{Lang, Text};

/// The help of commands that are made from their requests.
pub(crate) const HELP: &[&QuestionHelp] = &[&identify::HELP, &parity::HELP];

impl Text {
    /// The rule as it was understood, and what it is the same as.
    pub(crate) fn rule_line(&self, code: &str, same: Option<&SameGame>) -> String {
        match (same, self.lang) {
            (None, _) => code.to_string(),
            (Some(SameGame { rule: standard, shift }), Lang::En) => {
                format!("{code}  (the same game as {standard}, heap n there is n + {shift} here)")
            }
            (Some(SameGame { rule: standard, shift }), Lang::Ja) => {
                format!("{code}  ({standard} と同じゲーム。そこでの山 n はここでの n + {shift})")
            }
        }
    }

    /// A sequence that is shorter than asked for.
    pub fn stopped(&self, heaps: u64, limit: &LimitReached) -> String {
        let why = self.limit(limit);
        match self.lang {
            Lang::En => format!("only {heaps} heaps were computed: {why}"),
            Lang::Ja => format!("山 {heaps} 個までで中断しました: {why}"),
        }
    }

    /// An answer that was not written to its end.
    pub fn cut_short(&self, limit: &LimitReached) -> String {
        let why = self.limit(limit);
        match self.lang {
            Lang::En => format!("the answer was not written to its end: {why}"),
            Lang::Ja => format!("結果の出力を途中で打ち切りました: {why}"),
        }
    }

    // Errors.

    /// A rule that cannot be read.
    pub fn rule_error(&self, error: &RuleError) -> String {
        let why = match self.lang {
            Lang::En => error.to_string(),
            Lang::Ja => rule_error_ja(error),
        };
        match error.kind() {
            RuleErrorKind::Empty | RuleErrorKind::UnknownName { .. } => why.to_string(),
            _ => placed(&why, error.input(), &error.span()),
        }
    }

    /// A rule that is not an impartial game on single heaps.
    pub fn not_one_heap(&self, rule: &HeapRule) -> String {
        match (rule, self.lang) {
            (HeapRule::Partizan(_), Lang::En) => format!(
                "{rule} is partizan: its heaps have values, not Grundy numbers; expected an impartial rule (use `values` for this one)"
            ),
            (HeapRule::Partizan(_), Lang::Ja) => format!(
                "{rule} は非不偏ゲームで、グランディ数ではなくゲームの値を持ちます。ここでは不偏ゲームを指定します"
            ),
            (_, Lang::En) => {
                format!(
                    "{rule} is a two-pile game; expected a rule for single heaps (use `table` for this one)"
                )
            }
            (_, Lang::Ja) => {
                format!("{rule} は二つの山で一つの局面です。ここでは一山の規則を指定します")
            }
        }
    }

    /// An error of a heap engine.
    pub fn heap_error(&self, error: &HeapError) -> String {
        match (error, self.lang) {
            (HeapError::Limit(limit), _) => self.limit(limit),
            (_, Lang::En) => error.to_string(),
            (HeapError::UnknownEngine(name), Lang::Ja) => format!(
                "エンジン {name} はありません。naive, window, rare-common, all-but から選びます"
            ),
            (HeapError::Unsuitable { engine, rule }, Lang::Ja) => {
                let needs = match engine {
                    Engine::Naive => "どの符号でも使えます",
                    Engine::Window => "有限の除去可能数集合に使えます",
                    Engine::RareCommon => "残る山が二つまでの有限の符号に使えます",
                    Engine::AllBut => "有限個を除くすべての数を取れるゲームに使えます",
                };
                format!("エンジン {engine} では {rule} を計算できません。{needs}")
            }
            (HeapError::TooMany { count, limit }, Lang::Ja) => {
                format!("山 {count} 個は多すぎます。{limit} 個まで計算できます")
            }
            (HeapError::ValueTooLarge { heap, limit, engine }, Lang::Ja) => {
                format!("山 {heap} の値が {limit} を超え、エンジン {engine} では扱えません")
            }
            (HeapError::NoMisere { rule }, Lang::Ja) => format!(
                "{rule} の逆形は計算できません(等しい山や任意個の山に分ける規則は扱えません)"
            ),
        }
    }

    /// Where a search that was stopped can go on.
    pub fn search_is_saved(&self, path: &Path) -> String {
        let path = path.display();
        match self.lang {
            Lang::En => {
                format!("the search so far is saved in {path}; the same command goes on with it")
            }
            Lang::Ja => {
                format!("ここまでの探索を {path} に保存しました。同じコマンドで続けられます")
            }
        }
    }

    /// Why a saved search cannot be used.
    pub fn checkpoint_error(&self, error: &CheckpointError) -> String {
        match (error, self.lang) {
            (CheckpointError::Damaged { path }, Lang::Ja) => {
                format!("{} は探索の保存ファイルではないか、壊れています", path.display())
            }
            (CheckpointError::OtherRule { path, found, wanted }, Lang::Ja) => {
                format!("{} は {wanted} ではなく {found} の保存ファイルです", path.display())
            }
            (CheckpointError::OtherVersion { path, found, wanted }, Lang::Ja) => format!(
                "{} は版 {found} の保存ファイルです。読めるのは版 {wanted} です",
                path.display()
            ),
            (CheckpointError::TooLarge { path, most }, Lang::Ja) => {
                format!("{} はメモリの上限で読める {most} バイトを超えています", path.display())
            }
            (CheckpointError::Limit(limit), Lang::Ja) => self.limit(limit).to_string(),
            (CheckpointError::File { path, source }, Lang::Ja) => {
                format!("{}: {}", path.display(), self.io(source))
            }
            (error, Lang::En) => format!("{error}"),
        }
    }
}

fn rule_error_ja(error: &RuleError) -> String {
    let input = error.input();
    let place = input[..error.span().start].chars().count() + 1;
    let forms = "使える形: 0.77, 4.7, 0.3F などの符号、abc:1,2/1,2/1,2、sub:1,2,3、allbut:1,5、sink:2,3、psub:1,2/1,3、kayles などの名前";
    match error.kind() {
        RuleErrorKind::Empty => format!("規則が空です。{forms}"),
        RuleErrorKind::Unexpected { found: Some(c), expected } => {
            format!("{place} 文字目の「{c}」ではなく{}が必要です", expected_ja(*expected))
        }
        RuleErrorKind::Unexpected { found: None, expected } => {
            format!("途中で終わっています。{}が必要です", expected_ja(*expected))
        }
        RuleErrorKind::TooLarge { limit } => {
            format!("{place} 文字目の数が大きすぎます。{limit} まで使えます")
        }
        RuleErrorKind::ZeroTake => {
            format!("{place} 文字目の 0: 一手で1個以上取ります。1 以上の数を指定します")
        }
        RuleErrorKind::BackwardRange => {
            format!("{place} 文字目の範囲が逆です。小さい数を先に書きます")
        }
        RuleErrorKind::UnknownName { suggestion } => {
            let hint = suggestion.map(|s| format!("({s} ではありませんか)")).unwrap_or_default();
            format!("「{input}」という規則はありません{hint}。{forms}")
        }
    }
}

fn expected_ja(expected: Expected) -> &'static str {
    match expected {
        Expected::Digit => "数字 0–7(8進)または 8–9, A–F(16進)、'{' か '['",
        Expected::Point => "0 の桁の後の '.'",
        Expected::Number => "1 以上の数",
        Expected::SetEnd => "',' か '-' か集合の終わり",
        Expected::Slash => "'/' と次の集合",
        Expected::Close => "閉じ括弧",
        Expected::End => "ここで終わること",
    }
}
