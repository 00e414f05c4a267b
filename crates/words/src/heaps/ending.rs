//! End rules and families in words.

use ishitori_rules::end::{EndError, EndErrorKind};
use ishitori_solve::ending::EndingError;
use ishitori_sweep::{
    CheckError, ExpressionError, ExpressionErrorKind, FamilyError, FileError, Overflow,
    RowOverflow, SweepError,
};
use ishitori_values::Outcome;

use crate::common::diagnostic::placed;
use crate::{Caller, Lang, Text};
use ishitori_answers::sweep::set_name;

impl Text {
    /// Who wins, in a few words.
    pub fn outcome_short(&self, outcome: Outcome) -> &'static str {
        let (en, ja) = match outcome {
            Outcome::L => ("Left wins", "左手必勝"),
            Outcome::R => ("Right wins", "右手必勝"),
            Outcome::N => ("the next player wins", "先手必勝"),
            Outcome::P => ("the previous player wins", "後手必勝"),
        };
        match self.lang {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }

    // Errors.

    /// An end rule that cannot be read.
    pub fn end_error(&self, error: &EndError) -> String {
        let why = match (error.kind(), self.lang) {
            (_, Lang::En) => error.to_string(),
            (EndErrorKind::Unknown, Lang::Ja) => format!(
                "'{}' は終了規則ではありません。normal, misere, moves, mod2:LR, table:LRP[N] などを指定します",
                error.input()
            ),
            (EndErrorKind::Letter { found }, Lang::Ja) => {
                format!("'{found}' は使えません。文字は L, R, N, P です")
            }
            (EndErrorKind::Count { wanted, found }, Lang::Ja) => {
                format!("文字が {found} 個あります。mod{wanted} には {wanted} 個必要です")
            }
            (EndErrorKind::Modulus { limit }, Lang::Ja) => {
                format!("mod の後には 1 から {limit} までの数と ':' が必要です")
            }
            (EndErrorKind::NoBlock, Lang::Ja) => {
                "表の最後には繰り返す文字を [ ] に入れて書きます。例: table:LRP[N]".to_string()
            }
            (EndErrorKind::TooLong { limit }, Lang::Ja) => format!(
                "表の文字は {limit} 個までです。左右二つの表は、繰り返しの長さの最小公倍数だけの文字になります"
            ),
            (EndErrorKind::Halves, Lang::Ja) => {
                "左手用と右手用の表は高々二つで、残りの石の数によるものに限ります".to_string()
            }
        };
        match error.kind() {
            EndErrorKind::Unknown => why,
            _ => placed(&why, error.input(), &error.span()),
        }
    }

    /// An error of an engine for end rules.
    pub fn ending_error(&self, error: &EndingError) -> String {
        match (error, self.lang) {
            (EndingError::Heap(error), _) => self.heap_error(error),
            (EndingError::Limit(limit), _) => self.limit(limit),
            (EndingError::ScoreNeedsWinners { end }, Lang::En) => format!(
                "{} score counts the heaps that each player has won, so the end rule may use L and R only, not {end}",
                self.field("sum")
            ),
            (_, Lang::En) => error.to_string(),
            (EndingError::NotHeaps { rule }, Lang::Ja) => {
                format!("{rule} は二つの山で一つの局面です。終了規則は一山ずつの規則に使えます")
            }
            (EndingError::ScoreNeedsWinners { end }, Lang::Ja) => format!(
                "{} score は勝った山の数を比べるので、終了規則の文字は L と R に限ります({end})",
                self.field("sum")
            ),
            (EndingError::MovesNeedImpartial { rule }, Lang::Ja) => {
                format!("{rule} は両者の着手が異なります。moves は着手が同じ規則に使えます")
            }
            (EndingError::ValuesNeedSameMoves { rule }, Lang::Ja) => format!(
                "{rule} は両者の着手が異なるので、値があるのは正規形だけです。一方だけが動けない局面に対応するゲームがありません"
            ),
            (EndingError::EndsAfterMoves, Lang::Ja) => {
                "値には残りの石の数による終了規則(mod2:LR など)が必要です".to_string()
            }
        }
    }

    /// A condition over a family that cannot be read.
    pub fn condition_error(&self, source: &str, error: &ExpressionError) -> String {
        use ExpressionErrorKind::*;
        let place = source[..error.span.start.min(source.len())].chars().count() + 1;
        let why = match (&error.kind, self.lang) {
            (kind, Lang::En) => format!("at character {place}: {kind}"),
            (kind, Lang::Ja) => {
                let why = match kind {
                    Character(c) => format!("'{c}' は式に使えません"),
                    NoOperator(word) => {
                        format!("'{word}' はここには置けません。演算子が必要です")
                    }
                    Unfinished => "式が途中で終わっています。名前か数が必要です".to_string(),
                    Parenthesis(c) => format!("ここには '{c}' が必要です"),
                    Unknown { name, accepted } => {
                        format!("'{name}' という名前はありません。使えるもの: {accepted}")
                    }
                    Number => "数が大きすぎます".to_string(),
                    TooDeep => "括弧などが深すぎます".to_string(),
                    TooLong { most } => format!("数・名前・演算子が {most} 個を超えています"),
                };
                format!("{place} 文字目: {why}")
            }
        };
        placed(&why, source, &error.span)
    }

    /// A check that does not exist.
    pub fn check_error(&self, error: &CheckError) -> String {
        match self.lang {
            Lang::En => format!("{error}"),
            Lang::Ja => format!(
                "'{}' という検査はありません。neighbours, runs, carret, carret-all, \
                 eventually-l, never:文字列 が使えます(文字列は 1000 文字まで、'.' は任意、[PR] はどれか一つ)",
                error.0
            ),
        }
    }

    /// A sweep without an answer.
    pub fn sweep_error(&self, error: &SweepError) -> String {
        match (error, self.lang) {
            (SweepError::TooManyGroups { limit }, Lang::Ja) => {
                format!("値が {limit} 通りを超えました。もっと粗く分けてください")
            }
            (SweepError::TooManyRows { limit }, Lang::En) => format!(
                "at most {limit} sets are listed, and there are more; {} writes any number of them to a file, {} lists fewer",
                self.field("out"),
                self.field("where")
            ),
            (SweepError::TooManyRows { limit }, Lang::Ja) => format!(
                "一覧にできるのは集合 {limit} 個までです。{} ならいくつでもファイルに書けます。{} で絞ることもできます",
                self.field("out"),
                self.field("where")
            ),
            (SweepError::Overflow(overflow), Lang::Ja) => self.overflow(overflow),
            (SweepError::Limit { limit, done }, Lang::Ja) => {
                format!("{}。集合 {} 個まで終わりました", self.limit(limit), done.sets)
            }
            (error, Lang::En) => format!("{error}"),
        }
    }

    /// A value beyond 64 bits.
    pub fn overflow(&self, overflow: &Overflow) -> String {
        match self.lang {
            Lang::En => overflow.to_string(),
            Lang::Ja => format!(
                "式 '{}' の値が集合 {} で 64 ビットを超えます",
                overflow.expression,
                set_name(&overflow.set)
            ),
        }
    }

    /// A value of a condition on rows beyond 64 bits.
    pub fn row_overflow(&self, overflow: &RowOverflow) -> String {
        match self.lang {
            Lang::En => overflow.to_string(),
            Lang::Ja => format!(
                "条件 '{}' の値が {} で 64 ビットを超えます",
                overflow.condition, overflow.row
            ),
        }
    }

    /// A family that does not exist.
    pub fn family_error(&self, error: &FamilyError) -> String {
        match (error, self.lang) {
            (FamilyError::Bounds { .. }, Lang::En) => format!("{error}"),
            (FamilyError::Element { .. }, Lang::En) => {
                format!("{error}")
            }
            (FamilyError::Bounds { limit, .. }, Lang::Ja) => {
                format!("1 ≤ min ≤ max ≤ {limit} としてください")
            }
            (FamilyError::Element { number, from, max, .. }, Lang::Ja) => {
                format!("{number} は指定できません。{from} から {max} までです")
            }
        }
    }

    /// Rows that could not be written.
    pub fn sweep_file_error(&self, error: &FileError) -> String {
        match (error, self.lang) {
            (FileError::Unfinished { path }, Lang::En) => format!(
                "{}: an interrupted sweep lies here; {} goes on with it, or remove the folder",
                path.display(),
                self.field("resume")
            ),
            (FileError::Unfinished { path }, Lang::Ja) => format!(
                "{} に中断された計算があります。{} で続けるか、フォルダを消してください",
                path.display(),
                self.field("resume")
            ),
            (FileError::OtherQuestion { path, found }, Lang::Ja) => {
                format!("{} の中断された計算は別の問いです: {found}", path.display())
            }
            (FileError::OtherVersion { path, found }, Lang::Ja) => {
                format!("{} の中断された計算は別の版のものです: {found}", path.display())
            }
            (FileError::NotOurs { path }, Lang::Ja) => format!(
                "{} は中断された計算のフォルダではありません。途中の行を置くのにこの名前が要ります",
                path.display()
            ),
            (FileError::Target { path, error }, _) => {
                format!("{}: {}", path.display(), self.place(error))
            }
            (FileError::UnknownFormat { path }, _) => format!(
                "{}: {}",
                path.display(),
                self.accepted(ishitori_answers::Accepted::RowsFile)
            ),
            (FileError::Lock(error), _) => self.lock_error(error),
            (FileError::Overflow(overflow), _) => self.overflow(overflow),
            (FileError::RowOverflow(overflow), _) => self.row_overflow(overflow),
            (FileError::TooManyGroups { limit }, Lang::Ja) => {
                format!("値が {limit} 通りを超えました。もっと粗く分けてください")
            }
            (FileError::Io { path, error }, Lang::Ja) => {
                format!("{}: {}", path.display(), self.io(error))
            }
            (FileError::Limit { limit, done }, Lang::Ja) => {
                format!("{}。終わった集合 {} 個は保存してあります", self.limit(limit), done.sets)
            }
            (error @ FileError::TooManyGroups { .. }, Lang::En) => format!("{error}"),
            (error, Lang::En) => format!("{error}"),
        }
    }

    /// What is told before a family that takes minutes or hours, where nobody sees a bar of progress.
    pub fn takes_long(&self, sets: u64, seconds: f64) -> String {
        let (hours, minutes) = ((seconds / 3600.0).floor(), (seconds / 60.0).ceil() % 60.0);
        let limit = "--time-limit";
        match (self.lang, hours >= 1.0) {
            (Lang::En, true) => format!(
                "{sets} sets will take about {hours} h {minutes} min; {limit} ends it earlier"
            ),
            (Lang::En, false) => {
                format!("{sets} sets will take about {minutes} min; {limit} ends it earlier")
            }
            (Lang::Ja, true) => format!(
                "集合 {sets} 個には約 {hours} 時間 {minutes} 分かかります。{limit} で途中で終わらせることができます"
            ),
            (Lang::Ja, false) => format!(
                "集合 {sets} 個には約 {minutes} 分かかります。{limit} で途中で終わらせることができます"
            ),
        }
    }

    /// A family that takes very long.
    pub fn too_many_sets(&self, sets: u64, seconds: f64) -> String {
        let count = match sets {
            u64::MAX => "more than 2^64".to_string(),
            n => n.to_string(),
        };
        let days = seconds / 86400.0;
        let [most, with, without] = ["max-size", "with", "without"].map(|name| self.field(name));
        // Only at a command line there is somebody who can say that it may take so long.
        let begins = self.caller == Caller::CommandLine;
        match self.lang {
            Lang::En => format!(
                "{count} sets would take about {days:.1} days; {}{most}, {with} and {without} make the family smaller",
                if begins { "--yes begins, " } else { "" }
            ),
            Lang::Ja => format!(
                "集合 {count} 個には約 {days:.1} 日かかります。{}{most}, {with}, {without} で減らしてください",
                if begins { "--yes で始めるか、" } else { "" }
            ),
        }
    }
}
