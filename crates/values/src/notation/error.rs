//! Errors in an expression, with their places.

use std::fmt;
use std::ops::Range;

/// A mistake in the text of an expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct SyntaxError {
    /// The bytes of the source that are at fault.
    pub span: Range<usize>,
    /// Their error.
    pub kind: SyntaxErrorKind,
}

/// The kinds of mistakes. `Display` speaks English; presenters translate the variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// A character that means nothing here.
    UnknownCharacter(char),
    /// Something else should stand here. `found` is empty at the end of the input.
    Unexpected {
        /// The input found.
        found: String,
        /// The expected input.
        expected: Expected,
    },
    /// A bracket that is never closed.
    Unclosed(char),
    /// Braces without any bar.
    NoBar,
    /// Two bars of the same, largest size, so that the sides are ambiguous.
    AmbiguousBars(usize),
    /// A nimber `*-1`.
    NegativeNimber,
    /// An integer that is out of range where it stands.
    OutOfRange {
        /// The largest value accepted.
        limit: u64,
    },
    /// An exponent of ↑ⁿ out of range.
    UpPower {
        /// The largest one accepted.
        limit: u64,
    },
    /// A decimal such as `0.5`.
    Decimal,
    /// Brackets inside brackets inside … too many times.
    TooDeep {
        /// How many levels are accepted.
        limit: usize,
    },
    /// The text is too long.
    TooLong {
        /// How many bytes are accepted.
        limit: usize,
    },
    /// `*omega**2`, which could be the power of a nimber or the nimber of a power.
    NimberPower,
    /// There is nothing in the text.
    Empty,
}

/// The expected input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A game: a number, `*`, `^`, `{…|…}`, a variable, a function, …
    Game,
    /// An operator or the end.
    OperatorOrEnd,
    /// `,`, `|` or `}`.
    OptionEnd,
    /// `,` or `)`.
    ArgumentEnd,
    /// `)`.
    ClosingParenthesis,
    /// A non-negative integer.
    Integer,
    /// `]` or `>`.
    ClosingIndex,
    /// `'`.
    ClosingQuote,
    /// `,`, `for` or `]`.
    ListEnd,
    /// `then`.
    Then,
    /// `else`.
    Else,
    /// A name.
    Name,
    /// `in`.
    In,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Game => "a game such as 3/4, *2, ^, {2|1}, a variable or a function call",
            Expected::OperatorOrEnd => "an operator (+ - : == <= …) or the end",
            Expected::OptionEnd => "`,`, `|` or `}`",
            Expected::ArgumentEnd => "`,` or `)`",
            Expected::ClosingParenthesis => "`)`",
            Expected::Integer => "an integer 0, 1, 2, …",
            Expected::ClosingIndex => "the closing bracket of the index",
            Expected::ClosingQuote => "an operator or the closing quote `'`",
            Expected::ListEnd => "`,`, `for x in …`, `if` or `]`",
            Expected::Then => "`then`, as in if c then a else b",
            Expected::Else => "`else`, as in if c then a else b",
            Expected::Name => "a name",
            Expected::In => "`in`, as in [Mean(x) for x in LeftOptions(G)]",
        })
    }
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyntaxErrorKind::UnknownCharacter(c) => write!(f, "unexpected character {c:?}"),
            SyntaxErrorKind::Unexpected { found, expected } if found.is_empty() => {
                write!(f, "the input ends here, but {expected} was expected")
            }
            SyntaxErrorKind::Unexpected { found, expected } => {
                write!(f, "found `{found}`, expected {expected}")
            }
            SyntaxErrorKind::Unclosed(c) => write!(f, "this `{c}` is never closed"),
            SyntaxErrorKind::NoBar => {
                write!(
                    f,
                    "a game in braces needs a bar between Left's and Right's options: {{2|1}}"
                )
            }
            SyntaxErrorKind::AmbiguousBars(n) => write!(
                f,
                "`{}` occurs twice on the same level, so the sides are ambiguous: use one more bar or braces",
                "|".repeat(*n.min(&8))
            ),
            SyntaxErrorKind::NegativeNimber => {
                write!(f, "a nimber is * or *k with k = 0, 1, 2, …; write `* - 1` for a difference")
            }
            SyntaxErrorKind::OutOfRange { limit } => {
                write!(f, "the number is out of range here: at most {limit}")
            }
            SyntaxErrorKind::UpPower { limit } => {
                write!(f, "^<n> is the n-th power of ^: n must be from 1 to {limit}")
            }
            SyntaxErrorKind::Decimal => write!(
                f,
                "decimals are not supported: write a fraction such as 7/2 (or 3.(5) for three copies of 5)"
            ),
            SyntaxErrorKind::TooDeep { limit } => {
                write!(f, "brackets are nested more than {limit} deep")
            }
            SyntaxErrorKind::TooLong { limit } => {
                write!(f, "the expression is longer than {limit} bytes")
            }
            SyntaxErrorKind::NimberPower => write!(
                f,
                "this can be read in two ways: write *(omega**2) for the nimber of a power, (*omega)**2 for the power of a nimber"
            ),
            SyntaxErrorKind::Empty => {
                write!(f, "the expression is empty: expected {}", Expected::Game)
            }
        }
    }
}
