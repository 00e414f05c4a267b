//! Games in the language in words.

use ishitori_language::{
    Display, ErrorKind, Expected, Fault, FaultKind, LanguageError, MAX_COORDINATES, MAX_DEPTH,
    MAX_LENGTH, MAX_NODES, MAX_SET, Part, TextGame, Trap, Type, place, tuple,
};
use ishitori_solve::tuple::TupleError;

use crate::common::diagnostic::placed;
use crate::{Lang, Text};
use ishitori_answers::Instead;

impl Text {
    /// A text that is not a game or a formula.
    pub fn language_error(&self, name: &str, source: &str, error: &LanguageError) -> String {
        let why = match (&error.kind, self.lang) {
            (ErrorKind::Unexpected { found, .. }, Lang::En)
                if between_moves(found, source, error) =>
            {
                "moves are separated by `;` or stand on lines of their own, not by `,`".to_string()
            }
            (ErrorKind::Unexpected { found, .. }, Lang::Ja)
                if between_moves(found, source, error) =>
            {
                "手と手の間は , でなく ; で区切るか、改行します".to_string()
            }
            (ErrorKind::ParameterMissing(name), Lang::En) => format!(
                "the parameter `{name}` has no default: set it with {} {name}=…",
                self.field("set")
            ),
            (ErrorKind::ParameterMissing(name), Lang::Ja) => format!(
                "パラメータ {name} には既定値がありません。{} {name}=… で与えます",
                self.field("set")
            ),
            (_, Lang::En) => error.to_string(),
            (kind, Lang::Ja) => error_ja(kind),
        };
        match error.kind {
            ErrorKind::TooLong | ErrorKind::LayoutTooLong { .. } | ErrorKind::Missing(_) => {
                format!("{name}: {why}")
            }
            _ => {
                let (line, column) = error.place(source);
                placed(&format!("{name}:{line}:{column}: {why}"), source, &error.span)
            }
        }
    }

    /// A game that goes wrong while it is played.
    pub fn tuple_error(&self, game: &TextGame, error: &TupleError) -> String {
        match error {
            TupleError::Fault(Fault { kind: FaultKind::Cycle { .. }, .. })
                if game.loopy().is_some() =>
            {
                self.pick(
                    "by its line `loopy` the positions of this game recur, and this question is only about games that \
                     always end; `table`, `grundy`, `explain` and `play` answer for it, draws included",
                    "このゲームは loopy の行により局面が繰り返しますが、この質問は必ず終わるゲームについてのものです。\
                     table, grundy, explain, play なら引き分けも含めて答えます",
                )
                .to_string()
            }
            TupleError::Fault(fault) => self.fault(game.source(), fault),
            error => self.tuple_reason(error).to_string(),
        }
    }

    /// The same, where a fault may come from the formula.
    pub fn conjecture_error(&self, game: &TextGame, formula: &str, error: &TupleError) -> String {
        match error {
            TupleError::Formula(fault) => self.fault(formula, fault),
            error => self.tuple_error(game, error),
        }
    }

    fn fault(&self, source: &str, fault: &Fault) -> String {
        let (line, column) = place(source, fault.span.start);
        let position = tuple(&fault.position);
        let why = match self.lang {
            Lang::En => fault.kind.to_string(),
            Lang::Ja => fault_ja(&fault.kind),
        };
        let head = match self.lang {
            Lang::En => {
                format!("at position {position}, line {line}, column {column}: {why}")
            }
            Lang::Ja => format!("局面 {position}、{line} 行 {column} 列: {why}"),
        };
        placed(&head, source, &fault.span)
    }

    /// Why a game on tuples has no answer.
    pub fn tuple_reason(&self, error: &TupleError) -> String {
        match (error, self.lang) {
            (TupleError::Limit(limit), _) => self.limit(limit),
            (_, Lang::En) => error.to_string(),
            (TupleError::TooLarge { found, limit }, Lang::Ja) => {
                let to = self.field("to");
                format!("{to}: {found} マスの表は大きすぎます。{limit} マスまで計算できます")
            }
            (TupleError::NotImpartial, Lang::Ja) => {
                "左だけ、または右だけの手があるので、グランディ数ではなく帰結類や値をもちます".into()
            }
            (TupleError::NotNormal, Lang::Ja) => {
                "グランディ数は正規形のものです。他の終了規則では帰結類を求めます".into()
            }
            (TupleError::SumsNeedTotals, Lang::Ja) => {
                "終了規則が一つの最終局面によるので、和の勝敗は決まりません".into()
            }
            (TupleError::SumsNeedNormal, Lang::Ja) => {
                "手が局面の和に移るので、帰結類の表は正規形に限ります。一つの局面なら explain で調べられます".into()
            }
            (TupleError::MisereValues, Lang::Ja) => {
                "逆形では局面は値ではなく帰結類をもちます".into()
            }
            (TupleError::ValuesNeedNormal, Lang::Ja) => {
                "手が和に移るか両者の手が異なるゲームでは、値は正規形に限ります".into()
            }
            (TupleError::NotAPosition { position }, Lang::Ja) => {
                format!("{} はこのゲームの局面ではありません", tuple(position))
            }
            (TupleError::Fault(fault) | TupleError::Formula(fault), Lang::Ja) => {
                let position = tuple(&fault.position);
                format!("局面 {position}: {}", fault_ja(&fault.kind))
            }
            (_, Lang::Ja) => error.to_string(),
        }
    }

    /// Too few or too many numbers after --to.
    pub fn box_bounds(&self, expected: usize, found: usize) -> String {
        match self.lang {
            Lang::En => format!(
                "{found} number{} given, but the game has {expected} free coordinate{}",
                if found == 1 { "" } else { "s" },
                if expected == 1 { "" } else { "s" },
            ),
            Lang::Ja => {
                format!("数が {found} 個ありますが、自由な座標は {expected} 個です")
            }
        }
    }

    /// A command for sequences and a game with several coordinates.
    pub fn several_coordinates(&self, game: &TextGame, instead: Instead) -> String {
        let names = game.coordinates().join(", ");
        let show = self.field("show");
        let row = self.field("row");
        let instead = match instead {
            Instead::Table => "`table`".to_string(),
            Instead::OutcomeTable => format!("`table {show} outcome`"),
            Instead::ValueTable => format!("`table {show} value`"),
            Instead::Row => {
                // All coordinates but the last, by their own names.
                let names = game.coordinates();
                let fixed: Vec<String> = names[..names.len().saturating_sub(1)]
                    .iter()
                    .map(|name| format!("{row} {name}=3"))
                    .collect();
                format!("`{row}`, such as `{}`", fixed.join(" "))
            }
        };
        match self.lang {
            Lang::En => format!("{game} has the coordinates {names}, not one heap; use {instead}"),
            Lang::Ja => format!(
                "{game} の座標は {names} で、一山ではありません。{instead} を使ってください"
            ),
        }
    }

    /// Positions that are no sequence.
    pub fn gap(&self, game: &TextGame, missing: i64, present: i64) -> String {
        match self.lang {
            Lang::En => format!(
                "{present} is a position of {game} and {missing} is not, so the positions are no sequence from 0 on; use `table`, which leaves gaps"
            ),
            Lang::Ja => format!(
                "{game} では {present} は局面ですが {missing} は局面でなく、0 からの数列になりません。空欄のある `table` を使ってください"
            ),
        }
    }

    /// For readers who cannot see the picture.
    pub fn describe_grid(&self, title: &str) -> String {
        match self.lang {
            Lang::En => format!("Table of {title}. Lost positions are ringed."),
            Lang::Ja => format!("{title} の表。後手必勝の局面に丸印。"),
        }
    }

    /// The explanation of the ring in a grid.
    pub fn lost_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "the player to move loses (P-position)",
            Lang::Ja => "後手必勝(P 局面)",
        }
    }
}

pub(crate) fn fault_ja(kind: &FaultKind) -> String {
    match kind {
        FaultKind::Trap(trap) => trap_ja(*trap).to_string(),
        FaultKind::Leaves { option } => format!(
            "この手は {} に移りますが、それは局面ではありません。if で条件を付けるか where を変えてください",
            tuple(option)
        ),
        FaultKind::Cycle { cycle } => {
            let path: Vec<String> = cycle.iter().take(9).map(|p| tuple(p)).collect();
            format!("同じ局面に戻れるので、ゲームが終わるとは限りません: {}", path.join(" → "))
        }
        FaultKind::TooManyMoves { limit } => {
            format!("一つの局面の手を調べるのに {limit} 通りを超える値を試しています")
        }
        FaultKind::Beyond { limit } => format!(
            "求める局面の外で {limit} 手を超えて続きます。ゲームは終わりますか。終わるなら表を大きくしてください"
        ),
        FaultKind::TooDeep { limit } => {
            format!("{limit} 手を超えて続きます。ゲームは終わりますか")
        }
    }
}

fn type_ja(kind: Type) -> &'static str {
    match kind {
        Type::Int => "数",
        Type::Bool => "条件",
        Type::Set => "集合",
        Type::Letter => "L, R, N, P のいずれか",
    }
}

fn trap_ja(trap: Trap) -> &'static str {
    match trap {
        Trap::Overflow => "結果が 64 ビットに収まりません",
        Trap::DivisionByZero => "0 で割っています",
        Trap::OutOfRange => "引数が範囲外です",
        Trap::Step => "step は 1 以上でなければなりません",
        Trap::Undefined => "当てはまる式がありません",
    }
}

fn part_ja(part: Part) -> &'static str {
    part.keyword()
}

fn expected_ja(expected: Expected) -> String {
    match expected {
        Expected::Expression => "式(y div 2 + 1 など)".into(),
        Expected::Item => {
            "position, both:, left:, right:, end:, def, let, terminal:, show: のいずれか".into()
        }
        Expected::Name => "名前".into(),
        Expected::Tuple => "括弧に入れた局面((u, z) など)".into(),
        Expected::Move => "手((u, z) for u in 0 ..< y など)".into(),
        Expected::Symbol(symbol) => format!("「{symbol}」"),
        Expected::End => "ここで終わること".into(),
        Expected::Set => "範囲(0 ..< n)か集合({1, 2, 5})".into(),
        Expected::Value => "数か集合".into(),
        Expected::Endless => "draw, left, right のどれか".into(),
    }
}

pub(crate) fn error_ja(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::UnknownCharacter(c) => format!("文字「{c}」は使えません"),
        ErrorKind::Unexpected { found, expected } if found.is_empty() => {
            format!("途中で終わっています。{}が必要です", expected_ja(*expected))
        }
        ErrorKind::Unexpected { found, expected } => {
            format!("「{found}」ではなく{}が必要です", expected_ja(*expected))
        }
        ErrorKind::Unclosed(c) => format!("この「{c}」が閉じられていません"),
        ErrorKind::ImplicitProduct => "積は * を使って 2*p のように書きます".into(),
        ErrorKind::Caret => "^ は使えません。ニム和は xor、べきは pow(a, b) と書きます".into(),
        ErrorKind::NumberTooLarge => "数が 64 ビットに収まりません".into(),
        ErrorKind::TooLong => format!("{MAX_LENGTH} バイトを超えています"),
        ErrorKind::LayoutTooLong { found } => {
            format!("整形すると {found} バイトになります。読めるのは {MAX_LENGTH} バイトまでです")
        }
        ErrorKind::TooDeep => format!("式の入れ子が {MAX_DEPTH} 重を超えています"),
        ErrorKind::TooLarge => {
            format!("ゲームが大きすぎます。関数を展開して {MAX_NODES} 個の演算までです")
        }
        ErrorKind::SetTooLarge => format!("集合の要素は {MAX_SET} 個までです"),
        ErrorKind::TooManyCoordinates => format!("座標は {MAX_COORDINATES} 個までです"),
        ErrorKind::UnknownName { name, suggestion } => match suggestion {
            Some(close) => format!("「{name}」は定義されていません。{close} ではありませんか"),
            None => format!(
                "「{name}」は定義されていません。座標、パラメータ、for や let の変数が使えます"
            ),
        },
        ErrorKind::UnknownFunction { name, suggestion } => match suggestion {
            Some(close) => format!("関数 {name} はありません。{close} ではありませんか"),
            None => format!("関数 {name} はありません。上の方で def {name}(t) = … と定義します"),
        },
        ErrorKind::FunctionWithoutArguments(name) => {
            format!("{name} は関数です。{name}(…) と書きます")
        }
        ErrorKind::Duplicate(name) => format!("「{name}」はすでに使われています"),
        ErrorKind::Reserved(name) => {
            format!("「{name}」はこの言語の言葉なので、別の名前にしてください")
        }
        ErrorKind::ArgumentCount { name, expected, found } => {
            format!("{name} の引数の数が違います({expected} のところ {found} 個)")
        }
        ErrorKind::Type { found, expected } => {
            format!("これは{}です。{}が必要です", type_ja(*found), type_ja(*expected))
        }
        ErrorKind::Width { expected, found } => {
            format!("局面の座標は {expected} 個ですが、ここには {found} 個あります")
        }
        ErrorKind::Missing(part) => format!("ゲームに {} がありません", part_ja(*part)),
        ErrorKind::Twice(part) => format!("ゲームに {} が二つあります", part_ja(*part)),
        ErrorKind::NoElse => "ここの if … then … には else … が必要です".into(),
        ErrorKind::Unreachable => {
            "前の式がいつも当てはまるので、この式は使われません。if で始めるか、前の行を演算子で終えてください"
                .into()
        }
        ErrorKind::NotConstant => "ここには数とパラメータだけが使えます".into(),
        ErrorKind::NoResult(trap) => trap_ja(*trap).into(),
        ErrorKind::ParameterMissing(name) => {
            format!("パラメータ {name} には既定値がありません。値を与えてください")
        }
        ErrorKind::UnknownParameter { name, known } if known.is_empty() => {
            format!("パラメータ {name} はありません(このゲームにパラメータはありません)")
        }
        ErrorKind::UnknownParameter { name, known } => {
            format!("パラメータ {name} はありません。あるのは {} です", known.join(", "))
        }
        ErrorKind::ParameterType { name, expected } => {
            format!("パラメータ {name} は{}です", type_ja(*expected))
        }
        ErrorKind::LoopySums => {
            "`loopy` の行があるゲームでは、局面の和への手は使えません(限りなく増えることがあるため)".into()
        }
        ErrorKind::LoopyEnd => {
            "`loopy` の行があるゲームの終わりは `normal`(動けない方の負け)だけです".into()
        }
        ErrorKind::UnknownDisplay(name) => {
            let names = Display::ALL.map(Display::name).join(", ");
            format!("表示「{name}」はありません。{names} が使えます")
        }
        ErrorKind::DisplayArguments(display) => {
            format!("この座標は表示できません。{} のように書きます", display.usage())
        }
        other => other.to_string(),
    }
}

/// Whether a comma stands where one move has ended and another begins: `(n-1), (n-3)`.
fn between_moves(found: &str, source: &str, error: &LanguageError) -> bool {
    let (before, after) = (source.get(..error.span.start), source.get(error.span.end..));
    found == ","
        && before.is_some_and(|text| text.trim_end().ends_with(')'))
        && after.is_some_and(|text| text.trim_start().starts_with('('))
}
