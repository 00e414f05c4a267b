//! A small language for games on tuples of numbers.
//!
//! A student's game is a few lines: what the positions are, what the moves are, who wins at the
//! end. They are read ([`parse`]), checked, and compiled to code for a register machine
//! ([`TextGame`], [`Machine`]); the engines that solve such games are in `ishitori-solve`.
//!
//! ```
//! use ishitori_language::TextGame;
//! let game = TextGame::new("(n) -> (n - s) for s in {1, 2, 3} if s <= n", &[]).unwrap();
//! assert!(game.is_impartial() && game.recognise().is_some());
//! ```

pub mod ast;
mod check;
mod compile;
mod constants;
mod display;
mod error;
mod fault;
mod format;
mod game;
pub mod ir;
mod lanes;
mod lexer;
mod library;
mod library_ja;
mod machine;
mod parser;
mod pile_games;
mod recognise;

pub use check::{BUILTINS, CheckedFormula, CheckedGame};
pub use compile::Line;
pub use display::{Display, PositionView};
pub use error::{
    ErrorKind, Expected, LanguageError, MAX_COORDINATES, MAX_DEPTH, MAX_LENGTH, MAX_NODES, MAX_SET,
    Part, Trap, Type, place,
};
pub use fault::{Fault, FaultKind, Halt, tuple};
pub use format::format;
pub use game::{EndKind, Formula, ParameterValue, PlayConvention, TextGame};
pub use ir::outcome;
pub use lanes::LANES;
pub use library::{LIBRARY, LibraryGame, chocolate, library_game};
pub use machine::{
    FormulaMachine, MAX_COORDINATE, MAX_TRIED, Machine, OptionBatch, RowProgram, Sink,
};
pub use parser::{parse, parse_formula};
pub use pile_games::{PILE_GAMES, PileCodeError, pile_game};
pub use recognise::Recognised;
