//! Errors in words.

use ishitori::prelude::LimitReached;
use ishitori::rules::board::{Accepted, PositionError};
use ishitori::values::GameError;
use ishitori::values::calculator::{EvalErrorKind, Kind};
use ishitori::values::notation::{Expected, SyntaxErrorKind};

use super::{Lang, Text};
use crate::commands::eval::Line;
use crate::diagnostic::point;
use crate::failure::{Failure, Source};

impl Text {
    /// What is wrong, where, and what would be accepted.
    pub fn failure(&self, failure: &Failure) -> String {
        match failure {
            Failure::Argument { argument, value, accepted } => match self.0 {
                Lang::En => format!(
                    "ishitori: {argument}: `{value}` is not understood; accepted is {accepted}"
                ),
                Lang::Ja => format!(
                    "ishitori: {argument}: 「{value}」は解釈できません。{}",
                    self.accepted(accepted)
                ),
            },
            Failure::Expression { argument, source, error } => {
                let place = source[..floor(source, error.span.start)].chars().count() + 1;
                let name = match (argument, self.0) {
                    (Source::Argument(name), _) => format!("{name}: "),
                    (Source::Line(n), Lang::En) => format!("line {n}: "),
                    (Source::Line(n), Lang::Ja) => format!("{n} 行目: "),
                    (Source::Dialogue, _) => String::new(),
                };
                let why = self.eval_error(&error.kind);
                let head = match self.0 {
                    Lang::En => format!("ishitori: {name}at character {place}: {why}"),
                    Lang::Ja => format!("ishitori: {name}{place} 文字目: {why}"),
                };
                match error.kind {
                    EvalErrorKind::Syntax(SyntaxErrorKind::TooLong { .. }) => {
                        format!("ishitori: {name}{why}")
                    }
                    _ => format!("{head}\n{}", point(source, &error.span)),
                }
            }
            Failure::Position { text, error } => {
                let why = self.position_error(error);
                let place = match error {
                    PositionError::Character { place, .. }
                    | PositionError::Parenthesis { place } => {
                        let trimmed = text.trim_start();
                        let lead = text.len() - trimmed.len();
                        let at = trimmed.char_indices().nth(place - 1).map(|(i, c)| (lead + i, c));
                        at.map(|(i, c)| i..i + c.len_utf8())
                    }
                    _ => None,
                };
                match place {
                    Some(span) => format!("ishitori: POSITION: {why}\n{}", point(text, &span)),
                    None => format!("ishitori: POSITION: {why}"),
                }
            }
            Failure::Rule { error } => self.rule_error(error),
            Failure::NotOneHeap { rule } => self.not_one_heap(rule),
            Failure::Language { name, source, error } => self.language_error(name, source, error),
            Failure::Library { name } => self.not_in_library(name),
            Failure::NotHeaps { game } => self.not_heaps(game),
            Failure::Game { game, error } => self.tuple_error(game, error),
            Failure::Conjecture { game, formula, error } => {
                self.conjecture_error(game, formula, error)
            }
            Failure::Corner { expected, found } => self.corner(*expected, *found),
            Failure::SeveralCoordinates { game, instead } => {
                self.several_coordinates(game, instead)
            }
            Failure::NotAGame { rule } => match self.0 {
                Lang::En => format!(
                    "ishitori: RULE: {rule} is a heap game; a game in the language is accepted here: a file my.game, a text such as '(n) -> (n-1) if n > 0', or chocolate:3"
                ),
                Lang::Ja => format!(
                    "ishitori: RULE: {rule} は山のゲームです。ここではゲーム言語のファイル my.game、'(n) -> (n-1) if n > 0' のような文、chocolate:3 を指定します"
                ),
            },
            Failure::TuplePosition(error) => match self.0 {
                Lang::En => format!("ishitori: POSITION: {error}"),
                Lang::Ja => format!(
                    "ishitori: POSITION: '{}' は局面ではありません。(2,7) や (2,7)+(1,4) のように書きます",
                    error.0
                ),
            },
            Failure::Heap(error) => self.heap_error(error),
            Failure::Checkpoint(error) => self.checkpoint_error(error),
            Failure::End { error } => self.end_error(error),
            Failure::Quotient(error) => self.quotient_error(error),
            Failure::Ending(error) => self.ending_error(error),
            Failure::HeapPosition(error) => match self.0 {
                Lang::En => format!("ishitori: POSITION: {error}"),
                Lang::Ja => format!(
                    "ishitori: POSITION: '{}' は局面ではありません。6 や 3+5+5 のように書きます",
                    error.0
                ),
            },
            Failure::Misere { text, error } => self.misere_error(text, error),
            Failure::Terminal(error) => match self.0 {
                Lang::En => format!("ishitori: --terminal: {error}"),
                Lang::Ja => format!(
                    "ishitori: --terminal: '{}' は解釈できません。L=1,R=-1 のように書きます",
                    error.text
                ),
            },
            Failure::Family(error) => self.family_error(error),
            Failure::Condition { argument, source, error } => {
                self.condition_error(argument, source, error)
            }
            Failure::Check(error) => self.check_error(error),
            Failure::TooManySets { sets, seconds } => self.too_many_sets(*sets, *seconds),
            Failure::Sweep(error) => self.sweep_error(error),
            Failure::SweepFile(error) => self.sweep_file_error(error),
            Failure::File { path, error } => format!("ishitori: {}: {error}", path.display()),
            Failure::NotPairs { rule } => match self.0 {
                Lang::En => format!(
                    "ishitori: RULE: {rule} is played on single heaps (use `grundy`); wythoff, \
                     wythoff:2, fibonacci-nim, mem and nim-with-pass have tables"
                ),
                Lang::Ja => format!(
                    "ishitori: RULE: {rule} は一山の規則です(grundy を使います)。表にできるのは \
                     wythoff, wythoff:2, fibonacci-nim, mem, nim-with-pass です"
                ),
            },
            Failure::Table(error) => match self.0 {
                Lang::En => format!("ishitori: --to: {error}"),
                Lang::Ja => format!(
                    "ishitori: --to: {} マスの表は大きすぎます。{} マスまで計算できます",
                    error.found, error.limit
                ),
            },
            Failure::Draw(error) => match self.0 {
                Lang::En => format!("ishitori: the picture cannot be drawn: {error}"),
                Lang::Ja => format!("ishitori: 図を描けません: {error}"),
            },
            Failure::Limit(limit) => format!("ishitori: {}", self.limit(limit)),
            Failure::Io { what, error } => format!("ishitori: {what}: {error}"),
        }
    }

    fn accepted(&self, accepted: &str) -> String {
        match self.0 {
            Lang::En => format!("accepted is {accepted}"),
            Lang::Ja => format!("指定できるもの: {accepted}"),
        }
    }

    /// A line of standard input that is not text.
    pub fn bad_line(&self, number: usize, line: &Line) -> String {
        match (line, self.0) {
            (Line::NotUtf8(byte), Lang::En) => {
                format!("ishitori: line {number}: byte {byte} is not UTF-8")
            }
            (Line::NotUtf8(byte), Lang::Ja) => {
                format!("ishitori: {number} 行目: {byte} バイト目が UTF-8 ではありません")
            }
            _ => {
                let limit = ishitori::values::notation::MAX_LENGTH;
                let why = self.syntax_error(&SyntaxErrorKind::TooLong { limit });
                match self.0 {
                    Lang::En => format!("ishitori: line {number}: {why}"),
                    Lang::Ja => format!("ishitori: {number} 行目: {why}"),
                }
            }
        }
    }

    /// An error of the calculator.
    pub fn eval_error(&self, kind: &EvalErrorKind) -> String {
        if self.0 == Lang::En {
            return match kind {
                EvalErrorKind::Game(GameError::Limit(limit)) => self.limit(limit),
                kind => kind.to_string(),
            };
        }
        match kind {
            EvalErrorKind::Syntax(kind) => self.syntax_error(kind),
            EvalErrorKind::Game(error) => self.game_error(error),
            EvalErrorKind::UnknownVariable(name) => {
                format!("変数 {name} は定義されていません({name} := … で定義します)")
            }
            EvalErrorKind::UnknownFunction { name, suggestion } => {
                let hint =
                    suggestion.map(|s| format!("。{s} ではありませんか")).unwrap_or_default();
                format!("関数 {name} はありません{hint}")
            }
            EvalErrorKind::ReservedName(name) => {
                format!("{name} は関数の名前なので変数にできません")
            }
            EvalErrorKind::ArgumentCount { name, signature, expected, found } => {
                format!("{name} の引数は {expected} 個です: {signature}。{found} 個与えられました")
            }
            EvalErrorKind::Kind { found, expected } => {
                format!("これは{}です。{}が必要です", kind_ja(*found), kind_ja(*expected))
            }
            EvalErrorKind::NotDyadic => "分母は 2 のべき(1, 2, 4, 8, …)でなければなりません".into(),
            EvalErrorKind::NimberTooLarge => "ここで扱えるニム数は 2^128 未満です".into(),
            EvalErrorKind::NoInverse => "0 にはニム積の逆元がありません".into(),
        }
    }

    fn syntax_error(&self, kind: &SyntaxErrorKind) -> String {
        if self.0 == Lang::En {
            return kind.to_string();
        }
        match kind {
            SyntaxErrorKind::UnknownCharacter(c) => format!("文字「{c}」は使えません"),
            SyntaxErrorKind::Unexpected { found, expected } if found.is_empty() => {
                format!("入力が途中で終わっています。{}が必要です", expected_ja(*expected))
            }
            SyntaxErrorKind::Unexpected { found, expected } => {
                format!("「{found}」ではなく{}が必要です", expected_ja(*expected))
            }
            SyntaxErrorKind::Unclosed(c) => format!("この「{c}」が閉じられていません"),
            SyntaxErrorKind::NoBar => {
                "中括弧の中には左右の選択肢を分ける | が必要です: {2|1}".into()
            }
            SyntaxErrorKind::AmbiguousBars(n) => format!(
                "「{}」が同じ段に 2 回現れ、左右の区切りが決まりません。| を増やすか中括弧を使ってください",
                "|".repeat(*n.min(&8))
            ),
            SyntaxErrorKind::NegativeNimber => {
                "ニム数は * または *k (k = 0, 1, 2, …)です。差は * - 1 と書きます".into()
            }
            SyntaxErrorKind::OutOfRange { limit } => {
                format!("数が大きすぎます。{limit} まで使えます")
            }
            SyntaxErrorKind::UpPower { limit } => {
                format!("^<n> は ^ の n 乗です。n は 1 から {limit} までです")
            }
            SyntaxErrorKind::Decimal => {
                "小数は使えません。7/2 のような分数で書いてください(5 の 3 倍は 3.(5))".into()
            }
            SyntaxErrorKind::TooDeep { limit } => format!("括弧が {limit} 重を超えています"),
            SyntaxErrorKind::TooLong { limit } => format!("式が {limit} バイトを超えています"),
            SyntaxErrorKind::Empty => {
                format!("式が空です。{}を入力してください", expected_ja(Expected::Game))
            }
        }
    }

    fn game_error(&self, error: &GameError) -> String {
        match error {
            GameError::Limit(limit) => self.limit(limit),
            GameError::NotInfinitesimal { left, right } => {
                format!("このゲームは原子量をもちません: 無限小ではなく、停止値は {left} と {right} です")
            }
            GameError::NotAtomic => {
                "このゲームは原子量をもちません: 無限小ですが、オールスモールでも ^ の倍数の近くでもありません".into()
            }
            GameError::NegativeTemperature(t) => {
                format!("{t} では冷却できません。温度は 0 以上でなければなりません")
            }
        }
    }

    /// A limit that was reached.
    pub fn limit(&self, limit: &LimitReached) -> String {
        match (self.0, limit) {
            (Lang::En, LimitReached::Time { .. } | LimitReached::Memory { .. }) => {
                format!("{limit}; raise --time-limit or --memory-limit to go on")
            }
            (Lang::En, limit) => limit.to_string(),
            (Lang::Ja, LimitReached::Time { limit }) => {
                format!("時間の上限 {limit:?} に達しました(--time-limit で変更できます)")
            }
            (Lang::Ja, LimitReached::Memory { limit }) => {
                format!("メモリの上限 {limit} バイトに達しました(--memory-limit で変更できます)")
            }
            (Lang::Ja, LimitReached::Cancelled) => "中断されました".into(),
            (Lang::Ja, LimitReached::Games { limit }) => {
                format!("ゲームの個数が上限 {limit} に達しました")
            }
            (Lang::Ja, LimitReached::NumberBits { limit }) => {
                format!("数が大きすぎます({limit} ビットまで)")
            }
            (Lang::Ja, LimitReached::Multiple { limit }) => {
                format!("ニム数または ^ の倍数が大きすぎます({limit} まで)")
            }
            (Lang::Ja, LimitReached::Options { limit }) => {
                format!("選択肢が多すぎます({limit} 個まで)")
            }
        }
    }

    fn position_error(&self, error: &PositionError) -> String {
        if self.0 == Lang::En {
            return error.to_string();
        }
        match error {
            PositionError::Character { place, found, accepted } => {
                format!(
                    "{place} 文字目の「{found}」は使えません。{}",
                    self.accepted(accepted_ja(*accepted))
                )
            }
            PositionError::RaggedRow { row, found, expected } => {
                format!("{row} 行目のマスは {found} 個ですが、1 行目は {expected} 個です")
            }
            PositionError::Board { rows, columns } => format!(
                "{rows} 行 {columns} 列の盤は大きすぎます。8 x 8、4 x 16、2 x 32、1 x 64 (縦横どちらでも)まで扱えます"
            ),
            PositionError::TooLarge { found, limit } => {
                format!("駒が {found} 個あります。{limit} 個まで扱えます")
            }
            PositionError::Empty { example } => format!("局面が空です。例: {example}"),
            PositionError::Parenthesis { place } => {
                format!("{place} 文字目の括弧に対応する括弧がありません")
            }
        }
    }
}

fn floor(text: &str, i: usize) -> usize {
    let mut i = i.min(text.len());
    while !text.is_char_boundary(i) {
        i -= 1;
    }
    i
}

fn accepted_ja(accepted: Accepted) -> &'static str {
    match accepted {
        Accepted::DomineeringCells => ".(空き)、#(使用済み)、行の区切り |",
        Accepted::ClobberCells => "x(左)、o(右)、.(空き)、行の区切り |",
        Accepted::ToadsAndFrogs => "t(ヒキガエル)、f(カエル)、.(空き)",
        Accepted::Dominoes => "l(左)、r(右)、e(両者)",
        Accepted::PathVertices => ".、L、R、# を - で区切ったもの",
        Accepted::Edges => "l(左)、r(右)、e(両者)、枝を囲む括弧、+",
    }
}

fn kind_ja(kind: Kind) -> &'static str {
    match kind {
        Kind::Game => "ゲーム",
        Kind::Number => "数",
        Kind::Integer => "整数",
        Kind::Nimber => "0 以上の整数またはニム数",
        Kind::Bool => "真偽値",
        Kind::Outcome => "帰結類",
        Kind::Games => "ゲームの集合",
        Kind::Thermograph => "温度グラフ",
    }
}

fn expected_ja(expected: Expected) -> &'static str {
    match expected {
        Expected::Game => "ゲーム(3/4, *2, ^, {2|1}, 変数, 関数など)",
        Expected::OperatorOrEnd => "演算子(+ - : == <= など)または式の終わり",
        Expected::OptionEnd => "「,」「|」「}」のいずれか",
        Expected::ArgumentEnd => "「,」または「)」",
        Expected::ClosingParenthesis => "「)」",
        Expected::Integer => "0 以上の整数",
        Expected::ClosingIndex => "添字の閉じ括弧",
    }
}
