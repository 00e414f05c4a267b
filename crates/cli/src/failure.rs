//! Everything that can go wrong in a command, with its exit status.

use std::path::PathBuf;
use std::process::ExitCode;

use ishitori::draw::DrawError;
use ishitori::language::{LanguageError, TextGame};
use ishitori::prelude::LimitReached;
use ishitori::rules::board::PositionError;
use ishitori::rules::end::EndError;
use ishitori::rules::heap::{HeapRule, RuleError};
use ishitori::solve::ending::{self, EndingError, TerminalError};
use ishitori::solve::heap::{CheckpointError, HeapError, MisereError};
use ishitori::solve::plane::TableTooLarge;
use ishitori::solve::play::PlayError;
use ishitori::solve::quotient::QuotientError;
use ishitori::solve::tuple::{SumPositionError, TupleError};
use ishitori::sweep::{CheckError, ExpressionError, FamilyError, FileError, SweepError};
use ishitori::values::calculator::EvalError;
use ishitori_files::{LockError, PlaceError};

use crate::output::Output;

/// Exit status: the answer is no.
pub const NO: u8 = 1;
/// Exit status: bad input.
pub const BAD_INPUT: u8 = 2;
/// Exit status: a limit was reached.
pub const LIMIT: u8 = 3;

/// Why a command did not finish.
pub enum Failure {
    /// An argument that clap does not check.
    Argument { argument: &'static str, value: String, accepted: &'static str },
    /// An expression that cannot be read or evaluated.
    Expression { argument: Source, source: String, error: EvalError },
    /// A position that cannot be read.
    Position { text: String, error: PositionError },
    /// A rule that cannot be read.
    Rule { error: RuleError },
    /// A rule that is not an impartial game on single heaps.
    NotOneHeap { rule: HeapRule },
    /// A rule without the heaps that are asked about.
    NeedsPosition { rule: HeapRule },
    /// A rule that is not played on pairs.
    NotPairs { rule: HeapRule },
    /// A table that is too large.
    Table(TableTooLarge),
    /// A text that is not a game or a formula.
    Language { name: String, source: String, error: LanguageError },
    /// A game that is not in the library.
    Library { name: String },
    /// A game in the language whose heaps are not those of a heap game.
    NotHeaps { game: TextGame },
    /// A game in the language cannot be solved.
    Game { game: TextGame, error: TupleError },
    /// A formula about a game cannot be tested.
    Conjecture { game: TextGame, formula: String, error: TupleError },
    /// Too few or too many numbers after --to.
    Corner { expected: usize, found: usize },
    /// A game of several coordinates where one heap is wanted.
    SeveralCoordinates { game: TextGame, instead: &'static str },
    /// A game of one coordinate whose positions are not 0, 1, 2, … without a gap.
    Gap { game: TextGame, missing: i64, present: i64 },
    /// A heap game where a game in the language is wanted.
    NotAGame { rule: HeapRule },
    /// Tuples that cannot be read.
    TuplePosition(SumPositionError),
    /// A heap engine cannot answer.
    Heap(HeapError),
    /// A saved search cannot be used.
    Checkpoint(CheckpointError),
    /// An end rule that cannot be read.
    End { error: EndError },
    /// An engine for end rules cannot answer.
    Ending(EndingError),
    /// A game cannot be judged.
    Play(PlayError),
    /// There is no quotient.
    Quotient(QuotientError),
    /// Heaps that cannot be read.
    HeapPosition(ending::PositionError),
    /// A misère game that cannot be read.
    Misere { text: String, error: MisereError },
    /// Terminal values that cannot be read.
    Terminal(TerminalError),
    /// A family that does not exist.
    Family(FamilyError),
    /// A condition over a family that cannot be read.
    Condition { argument: &'static str, source: String, error: ExpressionError },
    /// A check that does not exist.
    Check(CheckError),
    /// A family that takes very long.
    TooManySets { sets: u64, seconds: f64 },
    /// A sweep has no answer.
    Sweep(SweepError),
    /// Rows of a sweep cannot be written.
    SweepFile(FileError),
    /// A file cannot be read or written.
    File { path: PathBuf, error: std::io::Error },
    /// A file cannot go where it is wanted.
    Place { path: PathBuf, error: PlaceError },
    /// Another process works on a file.
    Lock(LockError),
    /// A file is larger than what is read.
    TooLarge { path: PathBuf, most: u64 },
    /// A picture cannot be drawn.
    Draw(DrawError),
    /// A server cannot listen.
    Bind { address: std::net::SocketAddr, error: std::io::Error },
    /// A limit was reached before there was anything to show.
    Limit(LimitReached),
    /// Input or output failed.
    Io { what: &'static str, error: std::io::Error },
}

/// Where an expression comes from.
pub enum Source {
    /// A command line argument.
    Argument(&'static str),
    /// A line of standard input.
    Line(usize),
    /// What was just typed.
    Dialogue,
}

impl From<LimitReached> for Failure {
    fn from(limit: LimitReached) -> Self {
        Failure::Limit(limit)
    }
}

impl Failure {
    /// Says what is wrong on standard error and gives the exit status.
    pub fn report(&self, output: &Output) -> ExitCode {
        output.complain(&output.text().failure(self));
        ExitCode::from(self.status())
    }

    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failure::Expression { error, .. } if error.limit().is_some() => LIMIT,
            Failure::Play(PlayError::Limit(_)) => LIMIT,
            Failure::Game { error: TupleError::Limit(_), .. }
            | Failure::Conjecture { error: TupleError::Limit(_), .. } => LIMIT,
            Failure::Quotient(QuotientError::Limit(_)) => LIMIT,
            Failure::Limit(_) | Failure::Heap(HeapError::Limit(_)) => LIMIT,
            Failure::Checkpoint(CheckpointError::Limit(_))
            | Failure::Quotient(QuotientError::Checkpoint(CheckpointError::Limit(_))) => LIMIT,
            Failure::Misere { error: MisereError::Limit(_), .. } => LIMIT,
            Failure::Ending(EndingError::Limit(_) | EndingError::Heap(HeapError::Limit(_))) => {
                LIMIT
            }
            _ => BAD_INPUT,
        }
    }
}
