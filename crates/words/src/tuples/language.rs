//! Games in the language in words.

use ishitori_language::{
    Display, ErrorKind, Expected, Fault, FaultKind, LanguageError, MAX_COORDINATES, MAX_DEPTH,
    MAX_LENGTH, MAX_NODES, MAX_SET, TextGame, Trap, Type, place, tuple,
};
use ishitori_solve::tuple::TupleError;

use crate::common::diagnostic::placed;
use crate::{Text, say};
use ishitori_answers::Instead;

impl Text {
    /// A text that is not a game or a formula.
    pub fn language_error(&self, name: &str, source: &str, error: &LanguageError) -> String {
        let why = match &error.kind {
            ErrorKind::Unexpected { found, .. } if between_moves(found, source, error) => {
                self.say("tuples.language.moves-separated-stand-lines-their").to_string()
            }
            ErrorKind::ParameterMissing(name) => say!(
                self,
                "tuples.language.parameter-has-no-default-set",
                name,
                set = self.field("set")
            ),
            kind => error_words(self, kind),
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
                self.say("tuples.language.line-loopy-positions-game-recur").to_string()
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
        let why = fault_words(self, &fault.kind);
        let head = say!(self, "tuples.language.position-line-column", position, line, column, why);
        placed(&head, source, &fault.span)
    }

    /// Why a game on tuples has no answer.
    pub fn tuple_reason(&self, error: &TupleError) -> String {
        match error {
            TupleError::TooLarge { found, limit } => say!(
                self,
                "tuples.language.table-cells-too-large-limit",
                found,
                limit,
                to = self.field("to")
            ),
            TupleError::NotImpartial => {
                self.say("tuples.language.game-has-moves-left-right").to_string()
            }
            TupleError::NotNormal => {
                self.say("tuples.language.grundy-numbers-normal-play-under").to_string()
            }
            TupleError::SumsNeedTotals => {
                self.say("tuples.language.end-rule-depends-one-final").to_string()
            }
            TupleError::SumsNeedNormal => {
                self.say("tuples.language.moves-lead-sums-positions-so").to_string()
            }
            TupleError::MisereValues => {
                self.say("tuples.language.under-mis-re-play-positions").to_string()
            }
            TupleError::ValuesNeedNormal => {
                self.say("tuples.language.where-moves-lead-sums-players").to_string()
            }
            TupleError::NotAPosition { position } => {
                say!(self, "tuples.language.position-game", position = tuple(position))
            }
            TupleError::Fault(fault) => say!(
                self,
                "tuples.language.position",
                position = tuple(&fault.position),
                why = fault_words(self, &fault.kind)
            ),
            TupleError::Formula(fault) => say!(
                self,
                "tuples.language.formula-position",
                position = tuple(&fault.position),
                why = fault_words(self, &fault.kind)
            ),
            TupleError::Limit(limit) => self.limit(limit),
            other => other.to_string(),
        }
    }

    /// Too few or too many numbers after --to.
    pub fn box_bounds(&self, expected: usize, found: usize) -> String {
        say!(self, "tuples.language.number-given-but-game-has", found, expected)
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
        say!(self, "tuples.language.has-coordinates-one-heap-use", game, names, instead)
    }

    /// Positions that are no sequence.
    pub fn gap(&self, game: &TextGame, missing: i64, present: i64) -> String {
        say!(self, "tuples.language.position-so-positions-no-sequence", present, game, missing)
    }

    /// For readers who cannot see the picture.
    pub fn describe_grid(&self, title: &str) -> String {
        say!(self, "tuples.language.table-lost-positions-ringed", title)
    }

    /// The explanation of the ring in a grid.
    pub fn lost_label(&self) -> &'static str {
        self.say("tuples.language.player-move-loses-p-position")
    }
}

pub(crate) fn fault_words(text: &Text, kind: &FaultKind) -> String {
    match kind {
        FaultKind::Trap(trap) => trap_words(text, *trap).to_string(),
        FaultKind::Leaves { option } => {
            say!(text, "tuples.language.move-leads-position-add-condition", option = tuple(option))
        }
        FaultKind::Cycle { cycle } => {
            let path: Vec<String> = cycle.iter().map(|p| tuple(p)).collect();
            let first = path[..path.len().min(9)].join(" → ");
            let ends = match path.as_slice() {
                [shown @ .., last] if shown.len() >= 8 => {
                    format!("{} → … → {last}", shown[..8].join(" → "))
                }
                all => all.join(" → "),
            };
            say!(text, "tuples.language.position-can-reached-from-itself", ends, first)
        }
        FaultKind::TooManyMoves { limit } => {
            say!(text, "tuples.language.more-than-values-variables-tried", limit)
        }
        FaultKind::Beyond { limit } => {
            say!(text, "tuples.language.line-play-more-than-moves", limit)
        }
        FaultKind::TooDeep { limit } => {
            say!(text, "tuples.language.line-play-more-than-moves-2", limit)
        }
    }
}

fn type_words(text: &Text, kind: Type) -> &'static str {
    match kind {
        Type::Int => text.say("tuples.language.number"),
        Type::Bool => text.say("tuples.language.condition"),
        Type::Set => text.say("tuples.language.set"),
        Type::Letter => text.say("tuples.language.one-l-r-n-p"),
    }
}

fn trap_words(text: &Text, trap: Trap) -> &'static str {
    match trap {
        Trap::Overflow => text.say("tuples.language.result-does-fit-into-bits"),
        Trap::DivisionByZero => text.say("tuples.language.divides"),
        Trap::OutOfRange => text.say("tuples.language.argument-out-range"),
        Trap::Step => text.say("tuples.language.step-must-least"),
        Trap::Undefined => text.say("tuples.language.no-clause-applies"),
    }
}

fn expected_words(text: &Text, expected: Expected) -> String {
    match expected {
        Expected::Expression => text.say("tuples.language.expression-such-y-div").to_string(),
        Expected::Item => text.say("tuples.language.part-game-position-both-left").to_string(),
        Expected::Name => text.say("tuples.language.name").to_string(),
        Expected::Tuple => text.say("tuples.language.position-parentheses-such-u-z").to_string(),
        Expected::Move => text.say("tuples.language.move-such-u-z-u").to_string(),
        Expected::Symbol(symbol) => say!(text, "tuples.language.symbol", symbol),
        Expected::End => text.say("tuples.language.end").to_string(),
        Expected::Set => text.say("tuples.language.range-such-n-set-such").to_string(),
        Expected::Value => text.say("tuples.language.number-such-set-such").to_string(),
        Expected::Endless => text.say("tuples.language.draw-left-right").to_string(),
    }
}

pub(crate) fn error_words(text: &Text, kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::UnknownCharacter(c) => say!(
            text,
            "tuples.language.character-has-no-meaning",
            c = format_args!("{c:?}"),
            c2 = c
        ),
        ErrorKind::Unexpected { found, expected } if found.is_empty() => say!(
            text,
            "tuples.language.text-ends-but-expected",
            expected = expected_words(text, *expected)
        ),
        ErrorKind::Unexpected { found, expected } => say!(
            text,
            "tuples.language.found-expected",
            found,
            expected = expected_words(text, *expected)
        ),
        ErrorKind::Unclosed(c) => say!(text, "tuples.language.never-closed", c),
        ErrorKind::ImplicitProduct => {
            text.say("tuples.language.product-written-such-p").to_string()
        }
        ErrorKind::Caret => text.say("tuples.language.has-no-meaning-write-xor").to_string(),
        ErrorKind::NumberTooLarge => {
            text.say("tuples.language.number-does-fit-into-bits").to_string()
        }
        ErrorKind::TooLong => say!(text, "tuples.language.text-longer-than-bytes", MAX_LENGTH),
        ErrorKind::LayoutTooLong { found } => {
            say!(text, "tuples.language.laid-out-text-would-bytes", found, MAX_LENGTH)
        }
        ErrorKind::TooDeep => {
            say!(text, "tuples.language.expression-nested-more-than-deep", MAX_DEPTH)
        }
        ErrorKind::TooLarge => say!(text, "tuples.language.game-too-large-more-than", MAX_NODES),
        ErrorKind::SetTooLarge => say!(text, "tuples.language.set-has-more-than-elements", MAX_SET),
        ErrorKind::TooManyCoordinates => {
            say!(text, "tuples.language.position-has-most-coordinates", MAX_COORDINATES)
        }
        ErrorKind::UnknownName { name, suggestion: Some(close) } => {
            say!(text, "tuples.language.there-no-here-did-you", name, close)
        }
        ErrorKind::UnknownName { name, suggestion: None } => {
            say!(text, "tuples.language.there-no-here-expected-coordinate", name)
        }
        ErrorKind::UnknownFunction { name, suggestion: Some(close) } => {
            say!(text, "tuples.language.there-no-function-did-you", name, close)
        }
        ErrorKind::UnknownFunction { name, suggestion: None } => {
            say!(text, "tuples.language.there-no-function-define-def", name)
        }
        ErrorKind::FunctionWithoutArguments(name) => {
            say!(text, "tuples.language.function-write", name)
        }
        ErrorKind::Duplicate(name) => say!(text, "tuples.language.has-meaning-already", name),
        ErrorKind::Reserved(name) => {
            say!(text, "tuples.language.word-language-choose-another-name", name)
        }
        ErrorKind::ArgumentCount { name, expected, found } => {
            say!(text, "tuples.language.takes", name, expected, found)
        }
        ErrorKind::Type { found, expected } => say!(
            text,
            "tuples.language.but-needed",
            found = type_words(text, *found),
            expected = type_words(text, *expected)
        ),
        ErrorKind::Width { expected, found } => {
            say!(text, "tuples.language.position-has-coordinate-here", expected, found)
        }
        ErrorKind::Missing(part) => {
            say!(text, "tuples.language.game-has-no", keyword = part.keyword())
        }
        ErrorKind::Twice(part) => {
            say!(text, "tuples.language.game-has-two", keyword = part.keyword())
        }
        ErrorKind::NoElse => text.say("tuples.language.if-then-needs-else-here").to_string(),
        ErrorKind::Unreachable => {
            text.say("tuples.language.clause-before-one-always-applies").to_string()
        }
        ErrorKind::NotConstant => {
            text.say("tuples.language.must-depend-position-numbers-parameters").to_string()
        }
        ErrorKind::NoResult(trap) => trap_words(text, *trap).into(),
        ErrorKind::ParameterMissing(name) => {
            say!(text, "tuples.language.parameter-has-no-default-give", name)
        }
        ErrorKind::UnknownParameter { name, known } if known.is_empty() => {
            say!(text, "tuples.language.there-no-parameter-game-has", name)
        }
        ErrorKind::UnknownParameter { name, known } => say!(
            text,
            "tuples.language.there-no-parameter-game-has-2",
            name,
            known = known.join(", ")
        ),
        ErrorKind::ParameterType { name, expected } => {
            say!(text, "tuples.language.parameter", name, expected = type_words(text, *expected))
        }
        ErrorKind::PassesSums => text.say("tuples.language.game-passes-has-no-sums").to_string(),
        ErrorKind::LoopySums => text.say("tuples.language.game-line-loopy-has-no").to_string(),
        ErrorKind::LoopyEnd => text.say("tuples.language.game-line-loopy-has-end").to_string(),
        ErrorKind::UnknownDisplay(name) => say!(
            text,
            "tuples.language.there-no-display-expected-one",
            name,
            names = Display::ALL.map(Display::name).join(", ")
        ),
        ErrorKind::DisplayArguments(display) => say!(
            text,
            "tuples.language.these-coordinates-cannot-shown-way",
            usage = display.usage()
        ),
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
