//! Errors in words.

use ishitori_draw::{DrawError, Missing, Part};
use ishitori_rules::board::{Accepted, PositionError};
use ishitori_runtime::files::{LockError, NotRegular, OutputTargetError};
use ishitori_solve::ending::MAX_HEAP;
use ishitori_solve::play::PlayError;
use ishitori_solve::tuple::TupleError;
use ishitori_solve::two_pile::TableTooLarge;
use ishitori_values::GameError;
use ishitori_values::LimitReached;
use ishitori_values::TransfiniteError;
use ishitori_values::calculator::{EvalErrorKind, Kind, LoopyFault};
use ishitori_values::notation::{Expected, SyntaxErrorKind};

use crate::common::diagnostic::{placed, settled};
use crate::{Caller, Text, say};
use ishitori_answers::eval::BadLine;
use ishitori_answers::{AskError, Origin, Stream, TextOf};

impl Text {
    /// The error, its place, and the expected input: the fields at fault as the caller knows
    /// them, then the reason, then perhaps the place on lines of its own.
    pub fn failure(&self, error: &AskError) -> String {
        let fields: Vec<String> = error.fields().iter().map(|field| self.field(field)).collect();
        let reason = self.reason(error);
        match error {
            // The place in a text stands right after its name; a record is named.
            AskError::Language { .. } | AskError::BoardText { .. } | AskError::Record(_) => reason,
            _ if fields.is_empty() => reason,
            _ => format!("{}: {reason}", fields.join(", ")),
        }
    }

    /// The same without the fields.
    pub fn reason(&self, failure: &AskError) -> String {
        settled(&self.unsettled(failure))
    }

    /// The reason with foreign text as it is.
    fn unsettled(&self, failure: &AskError) -> String {
        match failure {
            AskError::Argument { value, accepted, .. } => {
                let accepted = self.accepted(*accepted);
                say!(self, "common.errors.invalid-value-expected", value, accepted)
            }
            AskError::FileName { name, .. } => {
                say!(self, "common.errors.file-name-but-files-cannot", name)
            }
            AskError::Expression { from, source, error } => {
                let place = source[..floor(source, error.span.start)].chars().count() + 1;
                let line = match from {
                    Origin::Line(n) => say!(self, "common.errors.line", n),
                    Origin::Field(_) | Origin::Dialogue => String::new(),
                };
                let why = self.eval_error(&error.kind);
                let head = say!(self, "common.errors.character", line, place, why);
                match error.kind {
                    EvalErrorKind::Syntax(SyntaxErrorKind::TooLong { .. }) => {
                        format!("{line}{why}")
                    }
                    _ => placed(&head, source, &error.span),
                }
            }
            AskError::Position { text, error } => {
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
                    Some(span) => placed(&why, text, &span),
                    None => why,
                }
            }
            AskError::BoardPosition { text, error } => self.board_position_error(text, error),
            AskError::BoardCertificate { game, error } => self.board_certificate_error(game, error),
            AskError::BoardText { from, source, error } => {
                self.board_text_error(&self.text_of(from), source, error)
            }
            AskError::UnknownBoard { name } => self.unknown_board(name),
            AskError::OnBoards { name } => self.on_boards(name),
            AskError::Rule { error } => self.rule_error(error),
            AskError::NotOneHeap { rule } => self.not_one_heap(rule),
            AskError::NeedsPosition { rule } => {
                say!(self, "common.errors.rule-needs-heaps-such-game", rule)
            }
            AskError::Language { from, source, error } => {
                self.language_error(&self.text_of(from), source, error)
            }
            AskError::Library { name } => self.not_in_library(name),
            AskError::NotHeaps { game } => self.not_heaps(game),
            AskError::Game { error: error @ TupleError::NotAPosition { .. }, .. }
            | AskError::Play(PlayError::Tuple(error @ TupleError::NotAPosition { .. })) => {
                self.tuple_reason(error)
            }
            AskError::Game { game, error } => self.tuple_error(game, error),
            AskError::Conjecture { game, formula, error } => {
                self.conjecture_error(game, formula, error)
            }
            AskError::BoxBounds { expected, found } => self.box_bounds(*expected, *found),
            AskError::SeveralCoordinates { game, instead } => {
                self.several_coordinates(game, *instead)
            }
            AskError::Gap { game, missing, present } => self.gap(game, *missing, *present),
            AskError::NotAGame { rule } => {
                say!(self, "common.errors.heap-game-expected-game-language", rule)
            }
            AskError::TuplePosition(error) => {
                say!(self, "common.errors.error", error, input = error.0)
            }
            AskError::Heap(error) => self.heap_error(error),
            AskError::Checkpoint(error) => self.checkpoint_error(error),
            AskError::CheckSaved { path, why } => self.check_saved_error(path, *why),
            AskError::Key(error) => self.key_error(error),
            AskError::End { error } => self.end_error(error),
            AskError::Quotient(error) => self.quotient_error(error),
            AskError::Ending(error) => self.ending_error(error),
            AskError::Play(error) => self.play_error(error),
            AskError::HeapPosition(error) => {
                say!(self, "common.errors.error-2", error, input = error.0, MAX_HEAP)
            }
            AskError::Misere { text, error } => self.misere_error(text, error),
            AskError::Terminal(error) => {
                say!(self, "common.errors.error-3", error, text = error.text)
            }
            AskError::Family(error) => self.family_error(error),
            AskError::Condition { source, error, .. } => self.condition_error(source, error),
            AskError::Check(error) => self.check_error(error),
            AskError::TooManySets { sets, seconds } => self.too_many_sets(*sets, *seconds),
            AskError::ChartTooLarge { sets, most } => self.chart_too_large(*sets, *most),
            AskError::Sweep(error) => self.sweep_error(error),
            AskError::Gpu(error) => self.no_gpu(error),
            AskError::Record(error) => self.record_error(error),
            AskError::SweepFile(error) => self.sweep_file_error(error),
            AskError::File { path, error } => {
                format!("{}: {}", path.display(), self.io(error))
            }
            AskError::Target { path, error } => {
                format!("{}: {}", path.display(), self.place(error))
            }
            AskError::Lock(error) => self.lock_error(error),
            AskError::TooLarge { path, most } => {
                let path = path.display();
                say!(self, "common.errors.larger-than-bytes", path, most)
            }
            AskError::NotPairs { rule } => {
                say!(self, "common.errors.played-single-heaps-use-grundy", rule)
            }
            AskError::Table(error) => self.table_too_large(error),
            AskError::Atlas(error) => self.atlas_error(error),
            AskError::Draw(error) => {
                say!(self, "common.errors.picture-cannot-drawn", error = draw_words(self, error))
            }
            AskError::Bind { address, error } => self.cannot_listen(address, error),
            AskError::Limit(limit) => self.limit(limit),
            AskError::Io { what, error } => {
                let what = self.stream(*what);
                format!("{what}: {}", self.io(error))
            }
        }
    }

    /// Why a file cannot go to a place.
    pub fn place(&self, error: &OutputTargetError) -> String {
        match error {
            OutputTargetError::NoFolder { folder } => {
                say!(self, "common.errors.folder-does-exist", folder = folder.display())
            }
            OutputTargetError::NotAFolder { folder } => {
                say!(self, "common.errors.folder", folder = folder.display())
            }
            OutputTargetError::IsFolder => {
                self.say("common.errors.folder-expected-file-name").to_string()
            }
            OutputTargetError::NotRegular(kind) => {
                say!(self, "common.errors.expected-file", kind = special_words(self, *kind))
            }
            OutputTargetError::Io(error) => self.io(error),
        }
    }

    /// Why a file cannot be worked on now.
    pub fn lock_error(&self, error: &LockError) -> String {
        match error {
            LockError::Io { path, error } => {
                format!("{}: {}", path.display(), self.io(error))
            }
            LockError::InTheWay { path } => {
                say!(self, "common.errors.way-has-name-lock-none", path = path.display())
            }
            LockError::Held { path, holder: Some(holder) } => say!(
                self,
                "common.errors.being-written-process-wait-take",
                path = path.display(),
                holder
            ),
            LockError::Held { path, holder: None } => say!(
                self,
                "common.errors.being-written-another-process-wait",
                path = path.display()
            ),
        }
    }

    /// The error of the operating system about a file, a stream or an address.
    pub fn io(&self, error: &std::io::Error) -> String {
        use std::io::ErrorKind;
        // In English the system speaks for itself.
        match error.kind() {
            ErrorKind::NotFound => say!(self, "common.errors.system.not-found", error),
            ErrorKind::PermissionDenied => {
                say!(self, "common.errors.system.permission-denied", error)
            }
            ErrorKind::IsADirectory => say!(self, "common.errors.system.is-a-folder", error),
            ErrorKind::NotADirectory => say!(self, "common.errors.system.not-a-folder", error),
            ErrorKind::AlreadyExists => say!(self, "common.errors.system.already-exists", error),
            ErrorKind::InvalidData => say!(self, "common.errors.system.invalid-data", error),
            ErrorKind::FileTooLarge => say!(self, "common.errors.system.file-too-large", error),
            ErrorKind::ReadOnlyFilesystem => say!(self, "common.errors.system.read-only", error),
            ErrorKind::StorageFull => say!(self, "common.errors.system.storage-full", error),
            ErrorKind::InvalidFilename => {
                say!(self, "common.errors.system.invalid-file-name", error)
            }
            ErrorKind::InvalidInput => say!(self, "common.errors.system.invalid-input", error),
            ErrorKind::AddrInUse => say!(self, "common.errors.system.address-in-use", error),
            ErrorKind::AddrNotAvailable => {
                say!(self, "common.errors.system.address-not-here", error)
            }
            ErrorKind::BrokenPipe => say!(self, "common.errors.system.broken-pipe", error),
            ErrorKind::UnexpectedEof => say!(self, "common.errors.system.unexpected-end", error),
            _ => match error.raw_os_error() {
                Some(code) => say!(self, "common.errors.system.other-code", error, code),
                None => say!(self, "common.errors.system.other", error),
            },
        }
    }

    /// A table that is too large.
    pub fn table_too_large(&self, error: &TableTooLarge) -> String {
        say!(self, "common.errors.error-4", error, found = error.found, limit = error.limit)
    }

    /// The name of a text that is wrong.
    fn text_of(&self, from: &TextOf) -> String {
        match from {
            TextOf::Field(field) => self.field(field),
            TextOf::Name(name) => name.clone(),
        }
    }

    /// The name of a stream that could not be read or written.
    fn stream(&self, stream: Stream) -> &'static str {
        match stream {
            Stream::Input => self.say("common.errors.standard-input"),
            Stream::Output => self.say("common.errors.standard-output"),
            Stream::Terminal => self.say("common.errors.terminal"),
            Stream::Json => "JSON",
            Stream::ManualPage => self.say("common.errors.manual-page"),
            Stream::Layout => "fmt",
        }
    }

    /// A line of standard input that is not text.
    pub fn bad_line(&self, number: usize, line: BadLine) -> String {
        let why = match line {
            BadLine::NotUtf8(byte) => say!(self, "common.errors.byte-utf", byte),
            BadLine::TooLong => {
                let limit = ishitori_values::notation::MAX_LENGTH;
                self.syntax_error(&SyntaxErrorKind::TooLong { limit })
            }
        };
        say!(self, "common.errors.line-2", number, why)
    }

    /// An error of the calculator.
    pub fn eval_error(&self, kind: &EvalErrorKind) -> String {
        match kind {
            EvalErrorKind::Syntax(kind) => self.syntax_error(kind),
            EvalErrorKind::Game(error) => self.game_error(error),
            EvalErrorKind::UnknownVariable(name) => {
                say!(self, "common.errors.there-no-variable-define", name)
            }
            EvalErrorKind::UnknownFunction { name, suggestion: Some(close) } => {
                say!(self, "common.errors.there-no-function-did-you", name, close)
            }
            EvalErrorKind::UnknownFunction { name, suggestion: None } => {
                say!(self, "common.errors.there-no-function", name)
            }
            EvalErrorKind::ReservedName(name) => {
                say!(self, "common.errors.word-notation-name-function-game", name)
            }
            EvalErrorKind::ArgumentCount { name, signature, expected, found } => {
                say!(self, "common.errors.takes-argument-s-given", name, expected, signature, found)
            }
            EvalErrorKind::Kind { found, expected } => say!(
                self,
                "common.errors.expected",
                found = kind_words(self, *found),
                expected = kind_words(self, *expected)
            ),
            EvalErrorKind::NotDyadic => {
                self.say("common.errors.dyadic-fraction-denominator-must-power").to_string()
            }
            EvalErrorKind::NimberTooLarge => {
                self.say("common.errors.nimbers-known-below-here").to_string()
            }
            EvalErrorKind::NoInverse => self.say("common.errors.has-no-nim-inverse").to_string(),
            EvalErrorKind::Loopy(fault) => loopy_fault_words(self, fault),
            EvalErrorKind::DoubledParameter(name) => {
                say!(self, "common.errors.parameter-occurs-twice", name)
            }
            EvalErrorKind::Inside { name, text, error } => {
                say!(self, "common.errors.in-at", name, text, error = self.eval_error(error))
            }
            EvalErrorKind::RecursionTooDeep { limit } => {
                say!(self, "common.errors.functions-conditions-lists-stand-each", limit)
            }
            EvalErrorKind::ListTooLong { limit } => {
                say!(self, "common.errors.list-more-than-elements", limit)
            }
            EvalErrorKind::EmptyList => {
                self.say("common.errors.list-empty-so-no-element").to_string()
            }
            EvalErrorKind::Incomparable => {
                self.say("common.errors.two-elements-list-confused-each").to_string()
            }
            EvalErrorKind::NotOrdinal => {
                self.say("common.errors.ordinal-infinite-ordinals-can-added").to_string()
            }
            EvalErrorKind::PowerOfOrdinal => {
                self.say("common.errors.infinite-ordinals-only-omega-itself").to_string()
            }
            EvalErrorKind::OrdinalTooLarge => {
                self.say("common.errors.ordinals-known-below-omega-omega").to_string()
            }
            EvalErrorKind::Transfinite(error) => self.transfinite_words(error),
        }
    }

    fn transfinite_words(&self, error: &TransfiniteError) -> String {
        match error {
            TransfiniteError::UnknownRoot { prime } => {
                say!(self, "common.errors.needs-least-ordinal-without-th", prime)
            }
            TransfiniteError::TooManyTerms { limit } => {
                say!(self, "common.errors.ordinal-more-than-terms", limit)
            }
            TransfiniteError::DegreeTooLarge { limit } => {
                say!(self, "common.errors.smallest-field-nimber-has-degree", limit)
            }
            TransfiniteError::Limit(limit) => self.limit(limit),
        }
    }

    fn syntax_error(&self, kind: &SyntaxErrorKind) -> String {
        match kind {
            SyntaxErrorKind::UnknownCharacter(c) => say!(
                self,
                "common.errors.character-has-no-meaning",
                c = format_args!("{c:?}"),
                c2 = c
            ),
            SyntaxErrorKind::Unexpected { found, expected } if found.is_empty() => say!(
                self,
                "common.errors.input-ends-but-expected",
                expected = expected_words(self, *expected)
            ),
            SyntaxErrorKind::Unexpected { found, expected } => say!(
                self,
                "common.errors.found-expected",
                found,
                expected = expected_words(self, *expected)
            ),
            SyntaxErrorKind::Unclosed(c) => say!(self, "common.errors.never-closed", c),
            SyntaxErrorKind::NoBar => {
                self.say("common.errors.game-braces-needs-bar-between").to_string()
            }
            SyntaxErrorKind::AmbiguousBars(n) => say!(
                self,
                "common.errors.occurs-twice-same-level-so",
                bars = "|".repeat(*n.min(&8))
            ),
            SyntaxErrorKind::NegativeNimber => {
                self.say("common.errors.nimber-k-k-write-difference").to_string()
            }
            SyntaxErrorKind::OutOfRange { limit } => {
                say!(self, "common.errors.number-out-range-here-most", limit)
            }
            SyntaxErrorKind::UpPower { limit } => say!(self, "common.errors.n-n-th-power-n", limit),
            SyntaxErrorKind::Decimal => {
                self.say("common.errors.decimals-read-write-fraction-such").to_string()
            }
            SyntaxErrorKind::TooDeep { limit } => {
                say!(self, "common.errors.brackets-nested-more-than-deep", limit)
            }
            SyntaxErrorKind::TooLong { limit } => {
                say!(self, "common.errors.expression-longer-than-bytes", limit)
            }
            SyntaxErrorKind::NimberPower => {
                self.say("common.errors.can-read-two-ways-write").to_string()
            }
            SyntaxErrorKind::Empty => say!(
                self,
                "common.errors.expression-empty-expected",
                expected = expected_words(self, Expected::Game)
            ),
        }
    }

    fn game_error(&self, error: &GameError) -> String {
        match error {
            GameError::Limit(limit) => self.limit(limit),
            GameError::NotInfinitesimal { left, right } => {
                say!(self, "common.errors.game-atomic-infinitesimal-stops", left, right)
            }
            GameError::NotAtomic => {
                self.say("common.errors.game-atomic-infinitesimal-but-all").to_string()
            }
            GameError::NegativeTemperature(t) => {
                say!(self, "common.errors.game-cannot-cooled-temperature-must", t)
            }
        }
    }

    /// A limit that was reached, and what raises it for those who can.
    pub fn limit(&self, limit: &LimitReached) -> String {
        // A visitor of a server asks within the limits of the server.
        let raised = |field: &str| (self.caller != Caller::Json).then(|| self.field(field));
        let limit = &match *limit {
            LimitReached::Time { limit } => LimitReached::Time { limit: rounded(limit) },
            other => other,
        };
        let (time, memory) = (raised("time-limit"), raised("memory-limit"));
        let why = match limit {
            LimitReached::Time { limit } => {
                say!(self, "common.errors.limit.time", limit = format_args!("{limit:?}"))
            }
            LimitReached::Memory { limit } => say!(self, "common.errors.limit.memory", limit),
            LimitReached::Cancelled => self.say("common.errors.limit.cancelled").to_string(),
            LimitReached::Games { limit } => say!(self, "common.errors.limit.games", limit),
            LimitReached::NumberBits { limit } => say!(self, "common.errors.limit.bits", limit),
            LimitReached::Multiple { limit } => say!(self, "common.errors.limit.multiple", limit),
            LimitReached::Options { limit } => say!(self, "common.errors.limit.options", limit),
        };
        match (limit, time, memory) {
            (LimitReached::Time { .. }, Some(time), Some(memory)) => {
                say!(self, "common.errors.limit.raise-time", why, time, memory)
            }
            (LimitReached::Memory { .. }, Some(time), Some(memory)) => {
                say!(self, "common.errors.limit.raise-memory", why, time, memory)
            }
            _ => why,
        }
    }

    fn position_error(&self, error: &PositionError) -> String {
        match error {
            PositionError::Character { place, found: character, accepted } => say!(
                self,
                "common.errors.position-character",
                place,
                character,
                found = format_args!("{character:?}"),
                accepted = accepted_words(self, *accepted)
            ),
            PositionError::RaggedRow { row, found, expected } => {
                say!(self, "common.errors.row-has-cells-but-row", row, found, expected)
            }
            PositionError::Board { rows, columns } => {
                say!(self, "common.errors.board-rows-columns-too-large", rows, columns)
            }
            PositionError::TooLarge { found, limit } => {
                say!(self, "common.errors.position-has-pieces-most-accepted", found, limit)
            }
            PositionError::Empty { example } => {
                say!(self, "common.errors.position-empty-write-example", example)
            }
            PositionError::Parenthesis { place } => {
                say!(self, "common.errors.parenthesis-place-has-no-partner", place)
            }
        }
    }
}

fn draw_words(text: &Text, error: &DrawError) -> String {
    match error {
        DrawError::TooLarge { what, found, limit } => say!(
            text,
            "common.errors.picture-would-have-most-possible",
            found,
            what = part_words(text, *what),
            limit
        ),
        DrawError::Nothing(what) => {
            say!(text, "common.errors.there-nothing-draw", what = missing_words(text, *what))
        }
        DrawError::Pdf(why) => say!(text, "common.errors.pdf-could-written", why),
        DrawError::GivenUp => text.say("common.errors.picture-was-given-up").to_string(),
        DrawError::Png(why) => say!(text, "common.errors.png-could-written", why),
    }
}

/// The name of a special file.
fn special_words(text: &Text, kind: NotRegular) -> &'static str {
    match kind {
        NotRegular::BlockDevice => text.say("common.errors.disk"),
        NotRegular::Socket => text.say("common.errors.socket"),
        NotRegular::Circle => text.say("common.errors.circle-links"),
        NotRegular::Unknown => text.say("common.errors.special-file"),
    }
}

/// The name of a part of which a picture has too many.
fn part_words(text: &Text, part: Part) -> &'static str {
    match part {
        Part::Cells => text.say("common.errors.cells"),
        Part::ValueUnits => text.say("common.errors.units-value"),
        Part::Elements => text.say("common.errors.elements"),
        Part::PixelsHigh => text.say("common.errors.pixels-height"),
        Part::Points => text.say("common.errors.points"),
        Part::LengthUnits => text.say("common.errors.units-length"),
        Part::Pixels => text.say("common.errors.pixels"),
        Part::Nodes => text.say("common.errors.nodes"),
        Part::Heaps => text.say("common.errors.heaps"),
        Part::Moves => text.say("common.errors.moves"),
        Part::States => text.say("common.errors.states"),
    }
}

/// The name of a part that a picture lacks.
fn missing_words(text: &Text, missing: Missing) -> &'static str {
    match missing {
        Missing::TableCells => text.say("common.errors.table-has-no-cells"),
        Missing::ChartCells | Missing::Picture => text.say("common.errors.chart-has-no-cells"),
        Missing::GraphElements | Missing::TableElements => {
            text.say("common.errors.graph-has-no-elements")
        }
        Missing::Frame => text.say("common.errors.there-no-frame"),
        Missing::Sequence => text.say("common.errors.sequence-empty"),
        Missing::Heap => text.say("common.errors.graph-has-no-such-heap"),
        Missing::Order => text.say("common.errors.moves-lead-round-circle"),
    }
}

fn floor(text: &str, i: usize) -> usize {
    let mut i = i.min(text.len());
    while !text.is_char_boundary(i) {
        i -= 1;
    }
    i
}

fn accepted_words(text: &Text, accepted: Accepted) -> &'static str {
    match accepted {
        Accepted::DomineeringCells => text.say("common.errors.free-taken-between-rows"),
        Accepted::ClobberCells => text.say("common.errors.x-left-o-right-empty"),
        Accepted::ToadsAndFrogs => text.say("common.errors.t-toad-f-frog-empty"),
        Accepted::Dominoes => text.say("common.errors.l-left-r-right-e"),
        Accepted::PathVertices => text.say("common.errors.l-r-between-vertices"),
        Accepted::Edges => text.say("common.errors.l-left-r-right-e-2"),
    }
}

fn loopy_fault_words(text: &Text, fault: &LoopyFault) -> String {
    match fault {
        LoopyFault::ShortOnly => {
            text.say("common.errors.loopy-game-accepted-here-only").to_string()
        }
        LoopyFault::NotDefined(name) => say!(text, "common.errors.known-loopy-games", name),
        LoopyFault::NotStopper { name, game } => {
            say!(text, "common.errors.takes-stopper-game", name, game)
        }
        LoopyFault::Misplaced(name) => say!(text, "common.errors.leads-back-game-braces-can", name),
        LoopyFault::PassOutside => {
            text.say("common.errors.pass-only-has-meaning-among").to_string()
        }
        LoopyFault::SidesOrder => text.say("common.errors.s-t-needs-s-t").to_string(),
        LoopyFault::NoMean => text.say("common.errors.game-has-no-mean-walls").to_string(),
        LoopyFault::NoVariety => text.say("common.errors.game-has-no-variety-degree").to_string(),
        LoopyFault::Unstable => {
            text.say("common.errors.game-stable-upsum-variety-downsum").to_string()
        }
    }
}

fn kind_words(text: &Text, kind: Kind) -> &'static str {
    match kind {
        Kind::Game => text.say("common.errors.game"),
        Kind::Number => text.say("common.errors.number"),
        Kind::Integer => text.say("common.errors.integer"),
        Kind::Nimber => text.say("common.errors.non-negative-integer-nimber"),
        Kind::Bool => text.say("common.errors.truth-value"),
        Kind::Outcome => text.say("common.errors.outcome-class"),
        Kind::Games => text.say("common.errors.set-games"),
        Kind::Thermograph => text.say("common.errors.thermograph"),
        Kind::Ordinal => text.say("common.errors.ordinal"),
        Kind::InfiniteOrdinal => text.say("common.errors.infinite-ordinal"),
        Kind::TransfiniteNimber => text.say("common.errors.transfinite-nimber"),
        Kind::List => text.say("common.errors.list"),
        Kind::Element => text.say("common.errors.single-value"),
        Kind::Function => text.say("common.errors.function"),
    }
}

fn expected_words(text: &Text, expected: Expected) -> &'static str {
    match expected {
        Expected::Game => text.say("common.errors.game-such-variable-function-call"),
        Expected::OperatorOrEnd => text.say("common.errors.operator-end"),
        Expected::OptionEnd => text.say("common.errors.or"),
        Expected::ArgumentEnd => text.say("common.errors.or-2"),
        Expected::ClosingParenthesis => text.say("common.errors.sign"),
        Expected::Integer => text.say("common.errors.integer-2"),
        Expected::ClosingIndex => text.say("common.errors.closing-bracket-index"),
        Expected::ClosingQuote => text.say("common.errors.operator-closing-quote"),
        Expected::ListEnd => text.say("common.errors.x-if"),
        Expected::Then => text.say("common.errors.then-if-c-then-else"),
        Expected::Else => text.say("common.errors.else-if-c-then-else"),
        Expected::Name => text.say("common.errors.name"),
        Expected::In => text.say("common.errors.mean-x-x-leftoptions-g"),
    }
}

/// A limit of time as the user gave it: the time used before the question began is rounded away.
fn rounded(limit: std::time::Duration) -> std::time::Duration {
    let millis = u64::try_from((limit.as_nanos() + 500_000) / 1_000_000).unwrap_or(u64::MAX);
    let step = match millis {
        0..1_000 => 1,
        1_000..60_000 => 100,
        _ => 1_000,
    };
    std::time::Duration::from_millis(millis.saturating_add(step / 2) / step * step)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::rounded;

    #[test]
    fn limits_of_time_are_reported_as_they_were_given() {
        for (nanos, shown) in [
            (29_999_999_732_u64, "30s"),
            (300_000_000, "300ms"),
            (299_999_900, "300ms"),
            (2_500_000_000, "2.5s"),
            (3_600_000_000_000, "3600s"),
        ] {
            assert_eq!(format!("{:?}", rounded(Duration::from_nanos(nanos))), shown);
        }
    }
}
