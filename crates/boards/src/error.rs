//! Errors in the text of a board game or of a position, with their places.

use std::fmt;
use std::ops::Range;

use ishitori_language::{ErrorKind, Fault};

use ishitori_values::LimitReached;

use crate::ast::BoardKind;

/// The most bytes of a text.
pub const MAX_LENGTH: usize = 1 << 16;
/// The most characters for cells and edges, `.` among them.
pub const MAX_PIECES: usize = 16;
/// The most sites of a board: cells, or vertices and edges.
pub const MAX_SITES: usize = 128;
/// The most places where patterns fit on a board.
pub const MAX_PLACEMENTS: usize = 400_000;
/// The most sets of pieces that the patterns of a text look at.
pub const MAX_SETS: usize = 48;
/// The most stages of a move.
pub const MAX_STAGES: usize = 3;

/// A mistake in the text of a board game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{mistake}")]
pub struct TextError {
    /// The bytes of the source that are at fault.
    pub span: Range<usize>,
    /// Their error.
    pub mistake: Mistake,
}

impl TextError {
    pub(crate) fn new(span: Range<usize>, mistake: Mistake) -> Self {
        TextError { span, mistake }
    }

    /// Line and column of the mistake, counted from 1. O(source).
    pub fn place(&self, source: &str) -> (usize, usize) {
        ishitori_language::place(source, self.span.start)
    }
}

/// The kinds of mistakes. `Display` speaks English; presenters translate the variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mistake {
    /// The text is too long.
    TooLong,
    /// A line that begins with none of the words of the language.
    UnknownLine {
        /// Its beginning.
        found: String,
        /// A word that looks like it.
        suggestion: Option<&'static str>,
    },
    /// Something else should stand here; nothing was found at the end of a line.
    Expected {
        /// The input found.
        found: String,
        /// The expected input.
        expected: ExpectedInput,
    },
    /// A part that the text needs.
    Missing(Line),
    /// A part that is there twice.
    Twice(Line),
    /// A character that is not a piece of this game.
    UnknownPiece {
        /// The character.
        found: char,
        /// The pieces.
        known: Vec<char>,
    },
    /// A character that cannot be a piece.
    NotAPiece(char),
    /// A piece that is listed twice.
    PieceTwice(char),
    /// Too many pieces.
    TooManyPieces,
    /// A word that is not a direction on this board.
    UnknownDirection {
        /// The word.
        found: String,
        /// The board.
        kind: BoardKind,
    },
    /// A pattern of several cells without directions.
    NeedsAlong,
    /// The two sides of a pattern have different shapes.
    Sides {
        /// Cells before the arrow.
        before: usize,
        /// Cells after it.
        after: usize,
    },
    /// A bracket that is never closed.
    Unclosed(char),
    /// A repetition or a group where none can be.
    NoRepetition,
    /// An edge where none can be: on a board without edges, or next to another edge.
    NoEdge,
    /// `~` without a line `turn`.
    NothingToTurn,
    /// Something on the right that says what stands there, not what becomes of it.
    NotAResult,
    /// A move that changes nothing.
    NoChange,
    /// `mirror` of a player without moves.
    NothingToMirror,
    /// No moves at all.
    NoMoves,
    /// A number that is too large.
    NumberTooLarge,
    /// Too many stages.
    TooManyStages,
    /// A word of the language as a name, or two parameters of one name.
    BadName(String),
    /// A parameter that does not exist.
    UnknownParameter {
        /// The name.
        name: String,
        /// The parameters.
        known: Vec<String>,
    },
    /// A rule about connection on a board without ground.
    NeedsGround,
    /// `loopy` and another end than `normal` in one text.
    LoopyMisere,
    /// An expression of the language of tuples that is wrong.
    Expression(ErrorKind),
}

/// The expected input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedInput {
    /// A name.
    Name,
    /// A kind of board.
    Board,
    /// A piece.
    Piece,
    /// `->`
    Arrow,
    /// `<->`
    Exchange,
    /// A pattern.
    Pattern,
    /// A direction.
    Direction,
    /// A condition.
    Condition,
    /// A consequence of a move.
    Then,
    /// A rule about what is allowed.
    Legal,
    /// A rule about the position after a move.
    After,
    /// An end.
    End,
    /// The result of a play without end.
    Endless,
    /// A number or a parameter.
    Number,
    /// `neighbour is`
    Neighbour,
    /// The end of the line.
    EndOfLine,
    /// A sign.
    Sign(char),
}

/// Parts of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// `game`
    Game,
    /// `board`
    Board,
    /// `pieces`
    Pieces,
    /// `edges`
    Edges,
    /// `neighbours`
    Neighbours,
    /// `end`
    End,
    /// `loopy`
    Loopy,
}

impl Line {
    /// The word that it begins with. O(1).
    pub fn word(self) -> &'static str {
        match self {
            Line::Game => "game",
            Line::Board => "board",
            Line::Pieces => "pieces",
            Line::Edges => "edges",
            Line::Neighbours => "neighbours",
            Line::End => "end",
            Line::Loopy => "loopy",
        }
    }
}

impl fmt::Display for ExpectedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExpectedInput::Name => "a name",
            ExpectedInput::Board => "a board: grid, hex, strip or graph",
            ExpectedInput::Piece => "a piece, such as x",
            ExpectedInput::Arrow => "`->` and what replaces the pattern",
            ExpectedInput::Exchange => "`<->` and another piece",
            ExpectedInput::Pattern => "a pattern, such as x o -> . x",
            ExpectedInput::Direction => "a direction",
            ExpectedInput::Condition => {
                "a condition: no, some, every, at least N, at most N or exactly N, then `neighbour is x`; or `nothing falls`"
            }
            ExpectedInput::Then => "another pattern, `neighbours . -> x` or `reachable . -> x along right`",
            ExpectedInput::Legal => "`every group of x has a liberty`",
            ExpectedInput::After => "`loose -> #` or `parts of one kind -> #`",
            ExpectedInput::End => {
                "normal, misere, or an expression such as if [x] > [o] then L else R"
            }
            ExpectedInput::Endless => "a colon and draw, left or right, or nothing",
            ExpectedInput::Number => "a number or a parameter",
            ExpectedInput::Neighbour => "`neighbour is` and pieces",
            ExpectedInput::EndOfLine => "the end of the line",
            ExpectedInput::Sign(sign) => return write!(f, "`{sign}`"),
        })
    }
}

/// Characters side by side. O(length).
pub(crate) fn list(pieces: &[char]) -> String {
    pieces.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::TooLong => write!(f, "the text is longer than {MAX_LENGTH} bytes"),
            Mistake::UnknownLine { found, suggestion } => {
                write!(f, "no line of a board game begins with `{found}`")?;
                match suggestion {
                    Some(word) => write!(f, "; did you mean `{word}`?"),
                    None => write!(
                        f,
                        "; expected game, board, pieces, edges, turn, neighbours, left:, right:, both:, never:, legal:, after:, end:, loopy"
                    ),
                }
            }
            Mistake::Expected { found, expected } if found.is_empty() => {
                write!(f, "the line ends, but expected {expected}")
            }
            Mistake::Expected { found, expected } => {
                write!(f, "found `{found}`, expected {expected}")
            }
            Mistake::Missing(line) => write!(f, "the text has no line `{}`", line.word()),
            Mistake::Twice(line) => write!(f, "the text has two lines `{}`", line.word()),
            Mistake::UnknownPiece { found, known } => {
                write!(f, "`{found}` is not a piece of this game; it has {}", list(known))
            }
            Mistake::NotAPiece(c) => {
                write!(f, "{c:?} cannot be a piece; expected a letter or a digit")
            }
            Mistake::PieceTwice(c) => write!(f, "the piece `{c}` is listed twice"),
            Mistake::TooManyPieces => {
                write!(
                    f,
                    "too many characters for cells and edges: the limit is {MAX_PIECES}, including `.`"
                )
            }
            Mistake::UnknownDirection { found, kind } => write!(
                f,
                "`{found}` is not a direction of a board `{}`; it has {}",
                kind.name(),
                crate::ast::direction_words(*kind).join(", ")
            ),
            Mistake::NeedsAlong => {
                write!(f, "a pattern of several cells needs directions: `along orthogonal`")
            }
            Mistake::Sides { before, after } => write!(
                f,
                "the pattern has {before} cells (groups counted once) before the arrow and {after} after it; both sides need the same shape"
            ),
            Mistake::Unclosed(c) => write!(f, "this `{c}` is never closed"),
            Mistake::NoRepetition => write!(f, "there is nothing here to repeat"),
            Mistake::NoEdge => {
                write!(
                    f,
                    "an edge stands alone or between two vertices of a graph with a line `edges`"
                )
            }
            Mistake::NothingToTurn => write!(f, "`~` needs a line such as `turn h <-> t`"),
            Mistake::NotAResult => {
                write!(
                    f,
                    "after the arrow come pieces, `_` (unchanged), `~` (turned), `[+1]` or `[-1]`, and in a line `'` (what the next cell was)"
                )
            }
            Mistake::NoChange => {
                write!(
                    f,
                    "this move changes nothing, so it could be repeated forever; a line `loopy` allows that"
                )
            }
            Mistake::NothingToMirror => {
                write!(f, "there are no moves of the other player to mirror")
            }
            Mistake::NoMoves => write!(f, "the text has no moves: `left:`, `right:` or `both:`"),
            Mistake::NumberTooLarge => write!(f, "the number is too large; the limit here is 128"),
            Mistake::TooManyStages => write!(f, "a move has at most {MAX_STAGES} stages"),
            Mistake::BadName(name) => write!(f, "`{name}` cannot be used as a name here"),
            Mistake::UnknownParameter { name, known } if known.is_empty() => {
                write!(f, "there is no parameter `{name}`: the game has none")
            }
            Mistake::UnknownParameter { name, known } => {
                write!(f, "there is no parameter `{name}`; the game has {}", known.join(", "))
            }
            Mistake::NeedsGround => {
                write!(f, "only graphs have a ground: `@1` in a position says which vertex it is")
            }
            Mistake::Expression(kind) => write!(f, "{kind}"),
            Mistake::LoopyMisere => {
                write!(
                    f,
                    "a game with a line `loopy` must have the end `normal`: the player who cannot move loses"
                )
            }
        }
    }
}

/// An error in the text of a position, or with a game on its board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// A character without meaning in this game.
    #[error(
        "unexpected character {found:?} at place {place} here; expected {}, and `|` between rows",
        list(accepted)
    )]
    Character {
        /// Where it stands, counting characters from 1.
        place: usize,
        /// The character.
        found: char,
        /// The expected input.
        accepted: Vec<char>,
    },
    /// A row of another length than the first.
    #[error("row {row} has {found} cells, but row 1 has {expected}")]
    RaggedRow {
        /// The row, counting from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first.
        expected: usize,
    },
    /// Several rows on a strip.
    #[error("a strip has one row, but this position has {rows}")]
    Rows {
        /// How many there are.
        rows: usize,
    },
    /// Another board than the one that the game was made for.
    #[error("the position is on a different board from the game")]
    OtherBoard,
    /// A board with too many cells, or vertices and edges.
    #[error(
        "the board has {found} cells (or vertices and edges); at most {MAX_SITES} are supported"
    )]
    TooLarge {
        /// How many there are.
        found: usize,
    },
    /// No cell at all.
    #[error("the position is empty")]
    Empty,
    /// A piece of a graph that cannot be read.
    #[error(
        "`{word}` is not part of a graph: 1-2 is an edge, 1l2 a coloured one, 1>2 an arrow, 3:L a label, @1 the ground; path:5, cycle:6, star:4, wheel:5, grid:2x3, complete:4, bipartite:2,3, cube and petersen are graphs by name"
    )]
    GraphWord {
        /// The word.
        word: String,
    },
    /// An edge of a kind that the game does not have.
    #[error(
        "the edge `{word}` is of a kind that this game does not have; it has {}",
        list(accepted)
    )]
    EdgeKind {
        /// The edge.
        word: String,
        /// The expected input.
        accepted: Vec<char>,
    },
    /// A label that the game does not have.
    #[error("the label in `{word}` is not allowed here; expected {}", list(accepted))]
    Label {
        /// The word.
        word: String,
        /// The expected input.
        accepted: Vec<char>,
    },
    /// A game that needs a ground on a graph without one.
    #[error("this game needs a ground: `@1` says that vertex 1 is on it")]
    NoGround,
    /// Patterns fit at too many places.
    #[error(
        "the patterns of this game fit in more than {MAX_PLACEMENTS} places on this board; use a smaller one"
    )]
    TooManyPlacements,
    /// Patterns that look at too many sets of pieces.
    #[error(
        "the patterns of this game look at more than {MAX_SETS} different sets of pieces; write it with fewer classes such as [xo]"
    )]
    TooManySets,
    /// A limit was reached while the board was set up.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// Positions that come back.
    #[error(
        "play can return to a position: {}; a line `loopy` in the text allows that, and `position` handles such games",
        cycle.join(" → ")
    )]
    Cycle {
        /// The positions, the first of which is the last.
        cycle: Vec<String>,
    },
    /// An expression without a result.
    #[error("an expression of the text has no result: {0}")]
    Fault(Fault),
    /// It is not known whether the game ends.
    #[error(
        "it could not be shown that the game ends on this board: no count goes down with every move, and more than {positions} positions were seen without any coming back"
    )]
    EndUnknown {
        /// How many positions were examined.
        positions: usize,
    },
}
