//! Board games in words: what is wrong with their texts and positions.

pub(crate) mod position;

use ishitori_boards::ast::direction_words;
use ishitori_boards::{
    LIBRARY, LOOPY_LIBRARY, MAX_LENGTH, MAX_PIECES, MAX_PLACEMENTS, MAX_SETS, MAX_SITES,
    MAX_STAGES, Mistake, SetUpError, TextError, Wanted,
};
use ishitori_language::tuple;

use crate::common::diagnostic::placed;
use crate::tuples::language::{error_ja, fault_ja};
use crate::{Lang, Text};

/// Pieces as they are listed.
fn list(pieces: &[char]) -> String {
    pieces.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" ")
}

/// Board games that are named where no name is near: a list of all would not be read.
const USUAL: [&str; 6] =
    ["domineering", "clobber", "cram", "hackenbush", "toads-and-frogs", "amazons"];

impl Text {
    /// A text that is not a board game.
    pub(crate) fn board_text_error(&self, name: &str, source: &str, error: &TextError) -> String {
        let why = match self.lang {
            Lang::En => error.to_string(),
            Lang::Ja => mistake_ja(&error.mistake),
        };
        match error.mistake {
            Mistake::TooLong
            | Mistake::Missing(_)
            | Mistake::NoMoves
            | Mistake::LoopyMisere
            | Mistake::UnknownParameter { .. } => {
                format!("{name}: {why}")
            }
            _ => {
                let (line, column) = error.place(source);
                placed(&format!("{name}:{line}:{column}: {why}"), source, &error.span)
            }
        }
    }

    /// A name that no board game has.
    pub(crate) fn unknown_board(&self, name: &str) -> String {
        let near = nearest(name);
        let names = match near.is_empty() {
            true => USUAL.join(", "),
            false => near.join(", "),
        };
        match (self.lang, near.is_empty()) {
            (Lang::En, true) => {
                format!(
                    "`{name}` is no board game of the library, which has {names} and others; \
                     `ishitori games` lists all, and `ishitori games WORD` looks for a word"
                )
            }
            (Lang::En, false) => format!(
                "`{name}` is no board game of the library; did you mean {names}? `ishitori games` lists all"
            ),
            (Lang::Ja, true) => format!(
                "「{name}」という盤のゲームはライブラリにありません。{names} などがあります。一覧は ishitori games、検索は ishitori games 言葉"
            ),
            (Lang::Ja, false) => format!(
                "「{name}」という盤のゲームはライブラリにありません。もしかして: {names}(一覧は ishitori games)"
            ),
        }
    }

    /// A board game where heaps or tuples are wanted.
    pub(crate) fn on_boards(&self, name: &str) -> String {
        match self.lang {
            Lang::En => format!(
                "{name} is a game on boards, which has no heaps; `position`, `explain`, `play` and `draw board` are for it"
            ),
            Lang::Ja => format!(
                "{name} は盤のゲームで、山はありません。position, explain, play, draw board で扱います"
            ),
        }
    }

    /// A position of a board game that cannot be read or set up.
    pub(crate) fn board_position_error(&self, text: &str, error: &SetUpError) -> String {
        let why = match self.lang {
            Lang::En => error.to_string(),
            Lang::Ja => match error {
                SetUpError::Limit(limit) => self.limit(limit),
                error => set_up_ja(error),
            },
        };
        let SetUpError::Character { place, .. } = error else { return why };
        let trimmed = text.trim_start();
        let lead = text.len() - trimmed.len();
        match trimmed.char_indices().nth(place - 1) {
            Some((i, c)) => placed(&why, text, &(lead + i..lead + i + c.len_utf8())),
            None => why,
        }
    }
}

fn set_up_ja(error: &SetUpError) -> String {
    match error {
        SetUpError::Character { place, found, accepted } => format!(
            "{place} 文字目の「{found}」は使えません。指定できるもの: {} と、行の間の `|`",
            list(accepted)
        ),
        SetUpError::RaggedRow { row, found, expected } => {
            format!("{row} 行目のマスは {found} 個ですが、1 行目は {expected} 個です")
        }
        SetUpError::Rows { rows } => format!("一列の盤ですが、{rows} 行あります"),
        SetUpError::OtherBoard => "局面の盤がゲームの盤と違います".to_string(),
        SetUpError::TooLarge { found } => {
            format!("マス(頂点と辺)が {found} 個あります。{MAX_SITES} 個まで扱えます")
        }
        SetUpError::Empty => "局面が空です".to_string(),
        SetUpError::GraphWord { word } => format!(
            "「{word}」はグラフの一部として読めません。1-2 は辺、1l2 は色付きの辺、1>2 は矢、3:L はラベル、@1 は地面。path:5、cycle:6、star:4、wheel:5、grid:2x3、complete:4、bipartite:2,3、cube、petersen は名前の付いたグラフ"
        ),
        SetUpError::EdgeKind { word, accepted } => format!(
            "辺「{word}」の種類はこのゲームにありません。指定できるもの: {}",
            list(accepted)
        ),
        SetUpError::Label { word, accepted } => {
            format!("「{word}」のラベルは使えません。指定できるもの: {}", list(accepted))
        }
        SetUpError::NoGround => {
            "このゲームには地面が要ります。`@1` で頂点 1 が地面にあることを示します".to_string()
        }
        SetUpError::TooManyPlacements => format!(
            "この盤では型の当てはまる場所が {MAX_PLACEMENTS} を超えます。小さい盤にしてください"
        ),
        SetUpError::TooManySets => format!(
            "このゲームの型に現れる駒の組が {MAX_SETS} 種類を超えます。[xo] のような組を減らしてください"
        ),
        SetUpError::Limit(limit) => limit.to_string(),
        SetUpError::Cycle { cycle } => {
            format!(
                "同じ局面に戻る手順があります: {}。本文に `loopy` の行があれば許され、position で調べられます",
                cycle.join(" → ")
            )
        }
        SetUpError::Fault(fault) => format!(
            "本文の式の値が {} で定まりません: {}",
            tuple(&fault.position),
            fault_ja(&fault.kind)
        ),
        SetUpError::EndUnknown { positions } => format!(
            "この盤でゲームが終わることを示せませんでした。手ごとに減る量が見つからず、{positions} 局面を調べても戻る手順は見つかりませんでした"
        ),
    }
}

/// Names of the library that look like a name, at most three.
fn nearest(name: &str) -> Vec<&'static str> {
    // Nobody misspells a name at greater length.
    let name: String = name.trim().to_lowercase().chars().take(64).collect();
    let near = |known: &&str| {
        name.len() >= 3 && (known.contains(&name) || strsim::jaro_winkler(known, &name) > 0.88)
    };
    LIBRARY.iter().chain(LOOPY_LIBRARY).map(|game| game.name).filter(near).take(3).collect()
}

fn mistake_ja(mistake: &Mistake) -> String {
    match mistake {
        Mistake::TooLong => format!("本文が {MAX_LENGTH} バイトを超えています"),
        Mistake::UnknownLine { found, suggestion: Some(word) } => {
            format!("「{found}」で始まる行はありません。もしかして: {word}")
        }
        Mistake::UnknownLine { found, suggestion: None } => format!(
            "「{found}」で始まる行はありません。行の始まりは game, board, pieces, edges, turn, neighbours, left:, right:, both:, never:, legal:, after:, end:, loopy のどれかです"
        ),
        Mistake::Expected { found, expected } if found.is_empty() => {
            format!("行が終わっています。ここに必要なもの: {}", wanted_ja(*expected))
        }
        Mistake::Expected { found, expected } => {
            format!("「{found}」ではなく、ここに必要なもの: {}", wanted_ja(*expected))
        }
        Mistake::Missing(line) => format!("`{}` の行がありません", line.word()),
        Mistake::Twice(line) => format!("`{}` の行が二つあります", line.word()),
        Mistake::UnknownPiece { found, known } => {
            format!("`{found}` はこのゲームの駒ではありません。駒: {}", list(known))
        }
        Mistake::NotAPiece(c) => format!("{c:?} は駒にできません。駒は英字か数字です"),
        Mistake::PieceTwice(c) => format!("駒 `{c}` はすでにあります"),
        Mistake::TooManyPieces => {
            format!("マスと辺の文字は `.` を含めて {MAX_PIECES} 個までです")
        }
        Mistake::UnknownDirection { found, kind } => format!(
            "「{found}」は {} の盤の方向ではありません。方向: {}",
            kind.name(),
            direction_words(*kind).join(", ")
        ),
        Mistake::NeedsAlong => {
            "複数のマスの型には `along orthogonal` のような方向が必要です".to_string()
        }
        Mistake::Sides { before, after } => format!(
            "矢印の前には {before} 個、後には {after} 個のマスがあります(繰り返しは一つと数える)。両側は同じ形にします"
        ),
        Mistake::Unclosed(c) => format!("この `{c}` が閉じていません"),
        Mistake::NoRepetition => "ここでは繰り返せません".to_string(),
        Mistake::NoEdge => {
            "辺は、`edges` の行があるグラフで、単独か二つの頂点の間に書きます".to_string()
        }
        Mistake::NothingToTurn => "`~` を使うには `turn h <-> t` のような行が必要です".to_string(),
        Mistake::NotAResult => {
            "矢印の後に書けるのは、駒、`_`(そのまま)、`~`(裏返す)、`[+1]`、`[-1]`、一列の型では `'`(次のマスにあったもの)です".to_string()
        }
        Mistake::NoChange => {
            "この手は何も変えないので、終わりなく続けられます。`loopy` の行があれば許されます".to_string()
        }
        Mistake::NothingToMirror => "写すべき相手の手がありません".to_string(),
        Mistake::NoMoves => {
            "手がありません: `left:`、`right:`、`both:` のどれかで書きます".to_string()
        }
        Mistake::NumberTooLarge => "ここに書ける数は 128 までです".to_string(),
        Mistake::TooManyStages => format!("一手の段階は {MAX_STAGES} までです"),
        Mistake::BadName(name) => format!("「{name}」は名前にできません"),
        Mistake::UnknownParameter { name, known } if known.is_empty() => {
            format!("パラメータ「{name}」はありません。このゲームにパラメータはありません")
        }
        Mistake::UnknownParameter { name, known } => {
            format!("パラメータ「{name}」はありません。あるのは {} です", known.join(", "))
        }
        Mistake::NeedsGround => {
            "地面があるのはグラフだけです。局面の `@1` が地面の頂点を示します".to_string()
        }
        Mistake::Expression(kind) => error_ja(kind),
        Mistake::LoopyMisere => {
            "`loopy` の行があるゲームの終わりは `normal`(動けない方の負け)だけです".to_string()
        }
    }
}

fn wanted_ja(wanted: Wanted) -> String {
    match wanted {
        Wanted::Name => "名前",
        Wanted::Board => "盤の種類 grid, hex, strip, graph",
        Wanted::Piece => "x のような駒",
        Wanted::Arrow => "`->` と変化の結果",
        Wanted::Exchange => "`<->` ともう一つの駒",
        Wanted::Pattern => "x o -> . x のような型",
        Wanted::Direction => "方向",
        Wanted::Condition => {
            "条件(no, some, every, at least N, at most N, exactly N に続けて `neighbour is x`)、または `nothing falls`"
        }
        Wanted::Then => "次の型、`neighbours . -> x`、`reachable . -> x along right` のどれか",
        Wanted::Legal => "`every group of x has a liberty`",
        Wanted::After => "`loose -> #` か `parts of one kind -> #`",
        Wanted::End => "normal、misere、または if [x] > [o] then L else R のような式",
        Wanted::Endless => "コロンと draw, left, right のどれか(または何も書かない)",
        Wanted::Number => "数かパラメータ",
        Wanted::Neighbour => "`neighbour is` と駒",
        Wanted::EndOfLine => "行の終わり",
        Wanted::Sign(sign) => return format!("`{sign}`"),
    }
    .to_string()
}
