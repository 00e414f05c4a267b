//! Errors of questions.

use std::ops::Range;
use std::path::PathBuf;

use ishitori_draw::DrawError;
use ishitori_language::{ErrorKind, LanguageError, TextGame};
use ishitori_rules::board::PositionError;
use ishitori_rules::end::EndError;
use ishitori_rules::heap::{HeapRule, RuleError, RuleErrorKind};
use ishitori_runtime::files::{LockError, OutputTargetError};
use ishitori_solve::ending::{self, EndingError, TerminalError};
use ishitori_solve::heap::{CheckpointError, HeapError, MisereError};
use ishitori_solve::play::PlayError;
use ishitori_solve::quotient::QuotientError;
use ishitori_solve::tuple::{SumPositionError, TupleError};
use ishitori_solve::two_pile::TableTooLarge;
use ishitori_sweep::{CheckError, ExpressionError, FamilyError, FileError, SweepError};
use ishitori_values::LimitReached;
use ishitori_values::calculator::{EvalError, EvalErrorKind};

use crate::accepted::Accepted;
use crate::device_choice::NoGpu;
use crate::record_error::RecordError;

/// The error of a question without an answer. Fields of requests are named as in JSON; `ishitori-words` puts
/// it in words, with the names that the caller knows.
#[derive(Debug)]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum AskError {
    /// A field with an invalid value.
    Argument { field: &'static str, value: String, accepted: Accepted },
    /// An expression that cannot be read or evaluated.
    Expression { from: Origin, source: String, error: EvalError },
    /// A position that cannot be read.
    Position { text: String, error: PositionError },
    /// A text that is not a position of a board game, or a game that cannot be set up there.
    BoardPosition { text: String, error: ishitori_boards::SetUpError },
    /// A board game of which there is no certificate.
    BoardCertificate { game: String, error: ishitori_boards::certificate::CertificateError },
    /// A text that is not a board game.
    BoardText { from: TextOf, source: String, error: ishitori_boards::TextError },
    /// A name that no board game has.
    UnknownBoard { name: String },
    /// A board game where heaps or tuples are wanted.
    OnBoards { name: String },
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
    Language { from: TextOf, source: String, error: LanguageError },
    /// The name of a file where files are not read.
    FileName { field: &'static str, name: String },
    /// A game that is not in the library.
    Library { name: String },
    /// A game in the language whose heaps are not those of a heap game.
    NotHeaps { game: TextGame },
    /// A game in the language cannot be solved.
    Game { game: TextGame, error: TupleError },
    /// A formula about a game cannot be tested.
    Conjecture { game: TextGame, formula: String, error: TupleError },
    /// Too few or too many numbers in the corner of a table.
    BoxBounds { expected: usize, found: usize },
    /// A game of several coordinates where one heap is wanted.
    SeveralCoordinates { game: TextGame, instead: Instead },
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
    /// A saved check cannot be used.
    CheckSaved { path: PathBuf, why: ishitori_certify::milestones::NotSaved },
    /// There is no key to seal what a check has verified.
    Key(std::sync::Arc<ishitori_runtime::files::KeyError>),
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
    Condition { field: &'static str, source: String, error: ExpressionError },
    /// A check that does not exist.
    Check(CheckError),
    /// A family that takes very long.
    TooManySets { sets: u64, seconds: f64 },
    /// A family that has too many sets for a chart.
    ChartTooLarge { sets: u64, most: u64 },
    /// A sweep has no answer.
    Sweep(SweepError),
    /// A GPU was asked for, and does not answer.
    Gpu(NoGpu),
    /// Records of shards cannot be added up.
    Record(RecordError),
    /// Rows of a sweep cannot be written.
    SweepFile(FileError),
    /// A file cannot be read or written.
    File { path: PathBuf, error: std::io::Error },
    /// A file cannot go where it is wanted.
    Target { path: PathBuf, error: OutputTargetError },
    /// Another process works on a file.
    Lock(LockError),
    /// A file is larger than what is read.
    TooLarge { path: PathBuf, most: u64 },
    /// A folder is not an atlas.
    Atlas(ishitori_atlas::AtlasError),
    /// A picture cannot be drawn.
    Draw(DrawError),
    /// A server cannot listen.
    Bind { address: std::net::SocketAddr, error: std::io::Error },
    /// A limit was reached before there was anything to show.
    Limit(LimitReached),
    /// Input or output failed.
    Io { what: Stream, error: std::io::Error },
}

/// Where an expression comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A field of the request.
    Field(&'static str),
    /// A line of standard input.
    Line(usize),
    /// The line that was just typed.
    Dialogue,
}

/// The text with the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextOf {
    /// The text of a field of the request.
    Field(&'static str),
    /// The text of a file, or of a game of the library.
    Name(String),
}

/// The question to ask instead where one heap is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// The table of the game.
    Table,
    /// The table of outcomes.
    OutcomeTable,
    /// The table of values.
    ValueTable,
    /// One row of the table.
    Row,
}

/// The stream that could not be read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// The terminal of a dialogue.
    Terminal,
    /// An answer as JSON.
    Json,
    /// A page of the manual.
    ManualPage,
    /// The layout of a game.
    Layout,
}

impl From<LimitReached> for AskError {
    fn from(limit: LimitReached) -> Self {
        AskError::Limit(limit)
    }
}

impl AskError {
    /// The limit that was reached, if that is the error.
    pub fn limit(&self) -> Option<LimitReached> {
        match self {
            AskError::Expression { error, .. } => error.limit(),
            AskError::Play(PlayError::Limit(limit))
            | AskError::Game { error: TupleError::Limit(limit), .. }
            | AskError::Conjecture { error: TupleError::Limit(limit), .. }
            | AskError::Quotient(QuotientError::Limit(limit))
            | AskError::Limit(limit)
            | AskError::Heap(HeapError::Limit(limit))
            | AskError::Checkpoint(CheckpointError::Limit(limit))
            | AskError::Quotient(QuotientError::Checkpoint(CheckpointError::Limit(limit)))
            | AskError::Misere { error: MisereError::Limit(limit), .. }
            | AskError::Ending(EndingError::Limit(limit))
            | AskError::Ending(EndingError::Heap(HeapError::Limit(limit))) => Some(*limit),
            _ => None,
        }
    }

    /// The kind of error, as a word for programs. O(1).
    pub fn kind(&self) -> &'static str {
        match self {
            _ if self.limit().is_some() => "limit",
            AskError::File { .. }
            | AskError::Target { .. }
            | AskError::Lock(_)
            | AskError::TooLarge { .. }
            | AskError::SweepFile(_)
            | AskError::Checkpoint(_)
            | AskError::Quotient(QuotientError::Checkpoint(_))
            | AskError::Record(_) => "file",
            #[cfg(not(target_arch = "wasm32"))]
            AskError::CheckSaved { .. } | AskError::Key(_) => "file",
            #[cfg(not(target_family = "wasm"))]
            AskError::Atlas(_) => "file",
            AskError::Gpu(_) => "device",
            AskError::Io { .. } | AskError::Bind { .. } => "io",
            AskError::Table(_)
            | AskError::Game { error: TupleError::TooLarge { .. }, .. }
            | AskError::TooManySets { .. }
            | AskError::ChartTooLarge { .. }
            | AskError::Draw(DrawError::TooLarge { .. })
            | AskError::Sweep(SweepError::TooManyGroups { .. } | SweepError::TooManyRows { .. }) => {
                "too-large"
            }
            _ => "input",
        }
    }

    /// The range of the error in the field at fault, in bytes, where it is known.
    pub fn place(&self) -> Option<Range<usize>> {
        match self {
            AskError::Expression { error, .. } => Some(error.span.clone()),
            AskError::Rule { error } => Some(error.span()),
            AskError::End { error } => Some(error.span()),
            AskError::Condition { error, .. } => Some(error.span.clone()),
            AskError::Language { error, .. } => Some(error.span.clone()),
            AskError::Conjecture { error: TupleError::Formula(fault), .. } => {
                Some(fault.span.clone())
            }
            _ => None,
        }
    }

    /// The word that is probably meant at the [`place`](AskError::place), if one is close to what is there. O(1).
    pub fn suggestion(&self) -> Option<&str> {
        match self {
            AskError::Expression { error, .. } => match &error.kind {
                EvalErrorKind::UnknownFunction { suggestion, .. } => *suggestion,
                _ => None,
            },
            AskError::Rule { error } => match error.kind() {
                RuleErrorKind::UnknownName { suggestion } => *suggestion,
                _ => None,
            },
            AskError::BoardText { error, .. } => match &error.mistake {
                ishitori_boards::Mistake::UnknownLine { suggestion, .. } => *suggestion,
                _ => None,
            },
            AskError::Language { error, .. } => match &error.kind {
                ErrorKind::UnknownName { suggestion, .. }
                | ErrorKind::UnknownFunction { suggestion, .. } => suggestion.as_deref(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text that [`place`](AskError::place) is a place of, where it is not the field itself but
    /// a part of it or made from it.
    pub fn text(&self) -> Option<&str> {
        match self {
            AskError::Language { source, .. } => Some(source),
            AskError::Conjecture { formula, .. } => Some(formula),
            _ => None,
        }
    }

    /// The fields of the request that are at fault, by their names in JSON.
    pub fn fields(&self) -> &[&'static str] {
        match self {
            AskError::Argument { field, .. }
            | AskError::Condition { field, .. }
            | AskError::FileName { field, .. } => std::slice::from_ref(field),
            AskError::Expression { from: Origin::Field(field), .. }
            | AskError::Language { from: TextOf::Field(field), .. } => std::slice::from_ref(field),
            AskError::BoardText { from: TextOf::Field(field), .. } => std::slice::from_ref(field),
            AskError::UnknownBoard { .. } => &["game"],
            AskError::BoardCertificate { .. } => &["certificate"],
            AskError::Position { .. }
            | AskError::BoardPosition { .. }
            | AskError::NeedsPosition { .. }
            | AskError::TuplePosition(_)
            | AskError::HeapPosition(_)
            | AskError::Game { error: TupleError::NotAPosition { .. }, .. }
            | AskError::Play(PlayError::Tuple(TupleError::NotAPosition { .. })) => &["position"],
            AskError::Rule { .. }
            | AskError::OnBoards { .. }
            | AskError::NotOneHeap { .. }
            | AskError::NotPairs { .. }
            | AskError::NotHeaps { .. }
            | AskError::NotAGame { .. }
            | AskError::SeveralCoordinates { .. }
            | AskError::Gap { .. }
            | AskError::Heap(HeapError::NoMisere { .. })
            | AskError::Ending(EndingError::Heap(HeapError::NoMisere { .. }))
            | AskError::Ending(
                EndingError::NotHeaps { .. } | EndingError::MovesNeedImpartial { .. },
            )
            | AskError::Quotient(
                QuotientError::NotHeaps { .. } | QuotientError::MovesNeedImpartial { .. },
            ) => &["rule"],
            AskError::Heap(HeapError::UnknownEngine(_) | HeapError::Unsuitable { .. })
            | AskError::Ending(EndingError::Heap(
                HeapError::UnknownEngine(_) | HeapError::Unsuitable { .. },
            )) => &["engine"],
            AskError::End { .. }
            | AskError::Ending(
                EndingError::EndsAfterMoves | EndingError::ValuesNeedSameMoves { .. },
            ) => &["end"],
            AskError::BoxBounds { .. }
            | AskError::Table(_)
            | AskError::Game { error: TupleError::TooLarge { .. }, .. } => &["to"],
            AskError::Misere { error, .. } if !matches!(error, MisereError::Limit(_)) => &["game"],
            AskError::Terminal(_) => &["terminal"],
            AskError::Family(FamilyError::Bounds { .. }) => &["min", "max"],
            AskError::Family(FamilyError::Element { .. }) => &["with", "without"],
            AskError::ChartTooLarge { .. } => &["max"],
            AskError::Check(_) => &["check"],
            AskError::CheckSaved { .. } | AskError::Key(_) => &["checkpoint"],
            AskError::Checkpoint(_) | AskError::Quotient(QuotientError::Checkpoint(_)) => {
                &["checkpoint"]
            }
            AskError::Sweep(SweepError::TooManyGroups { .. })
            | AskError::SweepFile(FileError::TooManyGroups { .. }) => &["group-by"],
            AskError::Sweep(SweepError::TooManyRows { .. }) => &["list"],
            AskError::SweepFile(FileError::Overflow(_) | FileError::RowOverflow(_)) => &[],
            AskError::SweepFile(
                FileError::OtherQuestion { .. } | FileError::OtherVersion { .. },
            ) => &["resume"],
            AskError::SweepFile(_) => &["out"],
            AskError::Gpu(_) => &["device"],
            AskError::Atlas(_) => &["atlas"],
            AskError::Record(_) => &["records"],
            AskError::Bind { .. } => &["host", "port"],
            _ => &[],
        }
    }
}
