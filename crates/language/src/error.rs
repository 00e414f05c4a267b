//! Errors in a text, with their places.

use std::fmt;
use std::ops::Range;

use crate::display::Display;

/// The most bytes of a text.
pub const MAX_LENGTH: usize = 1 << 16;
/// The deepest nesting of an expression.
pub const MAX_DEPTH: u32 = 120;
/// The most nodes of all expressions of a game after helper functions are put in place.
pub const MAX_NODES: usize = 20_000;
/// The most coordinates of a position.
pub const MAX_COORDINATES: usize = 8;
/// The most elements of a set.
pub const MAX_SET: usize = 100_000;

/// A mistake in the text of a game or a formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct LanguageError {
    /// The bytes of the source that are at fault.
    pub span: Range<usize>,
    /// Their error.
    pub kind: ErrorKind,
}

impl LanguageError {
    pub(crate) fn new(span: Range<usize>, kind: ErrorKind) -> Self {
        LanguageError { span, kind }
    }

    /// Line and column of the mistake, counted from 1, columns in characters. O(source).
    ///
    /// ```
    /// use ishitori_language::TextGame;
    /// let source = "position (n)\nboth: (m) for m in 0 ..< q";
    /// let error = TextGame::new(source, &[]).unwrap_err();
    /// assert_eq!(error.place(source), (2, 26));
    /// ```
    pub fn place(&self, source: &str) -> (usize, usize) {
        place(source, self.span.start)
    }
}

/// Line and column of a byte, counted from 1, columns in characters. O(source).
pub fn place(source: &str, byte: usize) -> (usize, usize) {
    let mut byte = byte.min(source.len());
    while !source.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &source[..byte];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The kinds of mistakes. `Display` speaks English; presenters translate the variants.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A character that means nothing here.
    UnknownCharacter(char),
    /// Something else should stand here. `found` is empty at the end of the text.
    Unexpected {
        /// The input found.
        found: String,
        /// The expected input.
        expected: Expected,
    },
    /// A bracket that is never closed.
    Unclosed(char),
    /// `2p` for `2 * p`.
    ImplicitProduct,
    /// `^`, which could be a power or a nim-sum.
    Caret,
    /// A number beyond 64 bits.
    NumberTooLarge,
    /// The text is too long.
    TooLong,
    /// A text that would be too long in its canonical layout.
    LayoutTooLong {
        /// Its length, in bytes.
        found: usize,
    },
    /// Brackets or operators are nested too deep.
    TooDeep,
    /// The game is too large once its helper functions are put in place.
    TooLarge,
    /// A set with too many elements.
    SetTooLarge,
    /// Too many coordinates.
    TooManyCoordinates,
    /// A name that nothing has.
    UnknownName {
        /// The name.
        name: String,
        /// A name that looks like it.
        suggestion: Option<String>,
    },
    /// A function that does not exist.
    UnknownFunction {
        /// The name.
        name: String,
        /// A function that looks like it.
        suggestion: Option<String>,
    },
    /// A function used without arguments.
    FunctionWithoutArguments(String),
    /// A name that is given twice.
    Duplicate(String),
    /// A name that the language needs itself.
    Reserved(String),
    /// Too few or too many arguments.
    ArgumentCount {
        /// The function.
        name: String,
        /// How many it takes.
        expected: String,
        /// How many stand there.
        found: usize,
    },
    /// A value of the wrong type.
    Type {
        /// The type found.
        found: Type,
        /// The type needed.
        expected: Type,
    },
    /// A tuple of another length than the positions.
    Width {
        /// How many coordinates there are.
        expected: usize,
        /// How many stand there.
        found: usize,
    },
    /// A part of the game that has to be there.
    Missing(Part),
    /// A part of the game that is there twice.
    Twice(Part),
    /// `if … then …` without `else` where a value is needed.
    NoElse,
    /// A clause of a formula after one that always applies.
    Unreachable,
    /// Something that must not depend on the position.
    NotConstant,
    /// An operation on constants has no result.
    NoResult(Trap),
    /// A parameter without default that was not set.
    ParameterMissing(String),
    /// A value for a parameter that does not exist.
    UnknownParameter {
        /// The name.
        name: String,
        /// The parameters that exist.
        known: Vec<String>,
    },
    /// A number for a set parameter or the other way round.
    ParameterType {
        /// The parameter.
        name: String,
        /// The expected type.
        expected: Type,
    },
    /// A move to a sum in a game with passes.
    PassesSums,
    /// A move to a sum in a game with a line `loopy`.
    LoopySums,
    /// Another end than `normal` in a game with a line `loopy`.
    LoopyEnd,
    /// A display that does not exist.
    UnknownDisplay(String),
    /// A display that cannot show these coordinates.
    DisplayArguments(Display),
}

/// The types of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A number.
    Int,
    /// True or false.
    Bool,
    /// A set of numbers.
    Set,
    /// L, R, N or P.
    Letter,
}

/// Parts of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// `position (…)`
    Position,
    /// `both:`, `left:` or `right:`
    Moves,
    /// `end:`
    End,
    /// `show:`
    Show,
    /// `terminal:`
    Terminal,
    /// `loopy`
    Loopy,
    /// `passes: …`
    Passes,
    /// `game …`
    Header,
}

/// Why an operation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trap {
    /// Beyond 64 bits.
    Overflow,
    /// `div` or `mod` by 0.
    DivisionByZero,
    /// A shift or a power by a negative or too large number, a root of a negative number.
    OutOfRange,
    /// A range whose step is not positive.
    Step,
    /// No clause of a formula applies.
    Undefined,
}

/// The expected input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// An expression.
    Expression,
    /// A part of a game.
    Item,
    /// A name.
    Name,
    /// `(` and coordinates.
    Tuple,
    /// A move.
    Move,
    /// A symbol or keyword.
    Symbol(&'static str),
    /// The end.
    End,
    /// A set or a range.
    Set,
    /// A number, or a set in braces.
    Value,
    /// The result of a play without end.
    Endless,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Int => "a number",
            Type::Bool => "a condition",
            Type::Set => "a set",
            Type::Letter => "one of L, R, N, P",
        })
    }
}

impl Part {
    /// How the part begins. O(1).
    pub const fn keyword(self) -> &'static str {
        match self {
            Part::Position => "position (…)",
            Part::Moves => "both: …",
            Part::End => "end: …",
            Part::Show => "show: …",
            Part::Terminal => "terminal: …",
            Part::Loopy => "loopy",
            Part::Passes => "passes: …",
            Part::Header => "game NAME",
        }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trap::Overflow => "the result does not fit into 64 bits",
            Trap::DivisionByZero => "this divides by 0",
            Trap::OutOfRange => "an argument is out of range",
            Trap::Step => "a step must be at least 1",
            Trap::Undefined => "no clause applies",
        })
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Expression => "an expression such as y div 2 + 1",
            Expected::Item => {
                "a part of a game: position, both:, left:, right:, end:, def, let, terminal:, passes:, show:"
            }
            Expected::Name => "a name",
            Expected::Tuple => "a position in parentheses, such as (u, z)",
            Expected::Move => "a move, such as (u, z) for u in 0 ..< y",
            Expected::Symbol(symbol) => return write!(f, "`{symbol}`"),
            Expected::End => "the end",
            Expected::Set => "a range such as 0 ..< n, a set such as {1, 2, 5}, or its name",
            Expected::Value => "a number such as 3, or a set such as {1, 2, 5}",
            Expected::Endless => "draw, left or right",
        })
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::UnknownCharacter(c) => write!(f, "unexpected character {c:?}"),
            ErrorKind::Unexpected { found, expected } if found.is_empty() => {
                write!(f, "the text ends, but expected {expected}")
            }
            ErrorKind::Unexpected { found, expected } => {
                write!(f, "found `{found}`, expected {expected}")
            }
            ErrorKind::Unclosed(c) => write!(f, "this `{c}` is never closed"),
            ErrorKind::ImplicitProduct => {
                write!(f, "a product is written with `*`, such as 2*p")
            }
            ErrorKind::Caret => {
                write!(f, "`^` is not an operator: write `xor` for the nim-sum, pow(a, b) for a power")
            }
            ErrorKind::NumberTooLarge => write!(f, "the number does not fit into 64 bits"),
            ErrorKind::TooLong => write!(f, "the text is longer than {MAX_LENGTH} bytes"),
            ErrorKind::LayoutTooLong { found } => write!(
                f,
                "formatted, the text would be {found} bytes long, but at most {MAX_LENGTH} are read"
            ),
            ErrorKind::TooDeep => write!(f, "the expression is nested more than {MAX_DEPTH} deep"),
            ErrorKind::TooLarge => write!(
                f,
                "the game is too large: more than {MAX_NODES} operations once its functions are put in place"
            ),
            ErrorKind::SetTooLarge => write!(f, "the set has more than {MAX_SET} elements"),
            ErrorKind::TooManyCoordinates => {
                write!(f, "a position has at most {MAX_COORDINATES} coordinates")
            }
            ErrorKind::UnknownName { name, suggestion } => {
                write!(f, "there is no `{name}` here")?;
                match suggestion {
                    Some(close) => write!(f, "; did you mean `{close}`?"),
                    None => write!(
                        f,
                        ": expected a coordinate, a parameter, or a variable of `for` or `let`"
                    ),
                }
            }
            ErrorKind::UnknownFunction { name, suggestion } => {
                write!(f, "there is no function `{name}`")?;
                match suggestion {
                    Some(close) => write!(f, "; did you mean `{close}`?"),
                    None => write!(f, "; define it with `def {name}(t) = …` further up"),
                }
            }
            ErrorKind::FunctionWithoutArguments(name) => {
                write!(f, "`{name}` is a function: write {name}(…)")
            }
            ErrorKind::Duplicate(name) => write!(f, "`{name}` is already defined"),
            ErrorKind::Reserved(name) => {
                write!(f, "`{name}` is a word of the language; choose another name")
            }
            ErrorKind::ArgumentCount { name, expected, found } => {
                write!(f, "{name} takes {expected}, not {found}")
            }
            ErrorKind::Type { found, expected } => {
                write!(f, "this is {found}; expected {expected}")
            }
            ErrorKind::Width { expected, found } => write!(
                f,
                "a position has {expected} coordinate{}, here are {found}",
                if *expected == 1 { "" } else { "s" }
            ),
            ErrorKind::Missing(part) => write!(f, "the game has no `{}`", part.keyword()),
            ErrorKind::Twice(part) => write!(f, "the game has more than one `{}`", part.keyword()),
            ErrorKind::NoElse => write!(f, "`if … then …` needs an `else …` here"),
            ErrorKind::Unreachable => write!(
                f,
                "the clause before this one always applies, so this one is never reached; begin clauses with `if`, or end the line before with an operator to go on"
            ),
            ErrorKind::NotConstant => {
                write!(f, "this must not depend on the position: only numbers and parameters are allowed")
            }
            ErrorKind::NoResult(trap) => write!(f, "{trap}"),
            ErrorKind::ParameterMissing(name) => {
                write!(f, "the parameter `{name}` has no default: give it a value")
            }
            ErrorKind::UnknownParameter { name, known } if known.is_empty() => {
                write!(f, "there is no parameter `{name}`: the game has none")
            }
            ErrorKind::UnknownParameter { name, known } => {
                write!(f, "there is no parameter `{name}`; the game has {}", known.join(", "))
            }
            ErrorKind::ParameterType { name, expected } => {
                write!(f, "the parameter `{name}` is {expected}")
            }
            ErrorKind::PassesSums => f.write_str(
                "a game with `passes` cannot have moves to sums of positions: it would not be clear whose passes the parts have",
            ),
            ErrorKind::LoopySums => write!(
                f,
                "a game with a line `loopy` cannot have moves to sums of positions: they could grow forever"
            ),
            ErrorKind::LoopyEnd => {
                write!(f, "a game with a line `loopy` must have the end `normal`: the player who cannot move loses")
            }
            ErrorKind::UnknownDisplay(name) => {
                let names = Display::ALL.map(Display::name).join(", ");
                write!(f, "there is no display `{name}`; expected one of {names}")
            }
            ErrorKind::DisplayArguments(display) => {
                write!(
                    f,
                    "these coordinates cannot be shown this way; expected {}",
                    display.usage()
                )
            }
        }
    }
}
