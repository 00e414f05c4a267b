//! Heap games in words.

pub(crate) mod ending;
pub(crate) mod grundy;
pub(crate) mod identify;
pub(crate) mod misere;
pub(crate) mod outcomes;
pub(crate) mod parity;
pub(crate) mod period;
pub(crate) mod quotient;
pub(crate) mod values;

use std::path::Path;

use ishitori_rules::heap::{Expected, HeapRule, RuleError, RuleErrorKind};
use ishitori_solve::heap::{CheckpointError, Engine, HeapError};
use ishitori_values::LimitReached;

use crate::common::diagnostic::placed;
use ishitori_answers::SameGame;

use crate::{Text, say};

impl Text {
    /// The rule as it was understood, and what it is the same as.
    pub(crate) fn rule_line(&self, code: &str, same: Option<&SameGame>) -> String {
        match same {
            None => code.to_string(),
            Some(SameGame { rule: standard, shift }) => {
                say!(self, "heaps.general.same-game-heap-n-there", code, standard, shift)
            }
        }
    }

    /// A sequence that is shorter than asked for.
    pub fn stopped(&self, heaps: u64, limit: &LimitReached) -> String {
        let why = self.limit(limit);
        say!(self, "heaps.general.only-heaps-were-computed", heaps, why)
    }

    /// An answer that was not written to its end.
    pub fn cut_short(&self, limit: &LimitReached) -> String {
        let why = self.limit(limit);
        say!(self, "heaps.general.answer-was-written-end", why)
    }

    // Errors.

    /// A rule that cannot be read.
    pub fn rule_error(&self, error: &RuleError) -> String {
        let why = rule_error_words(self, error);
        match error.kind() {
            RuleErrorKind::Empty | RuleErrorKind::UnknownName { .. } => why.to_string(),
            _ => placed(&why, error.input(), &error.span()),
        }
    }

    /// A rule that is not an impartial game on single heaps.
    pub fn not_one_heap(&self, rule: &HeapRule) -> String {
        match rule {
            HeapRule::Partizan(_) => {
                say!(self, "heaps.general.partizan-heaps-have-values-grundy", rule)
            }
            _ => say!(self, "heaps.general.two-pile-game-expected-rule", rule),
        }
    }

    /// An error of a heap engine.
    pub fn heap_error(&self, error: &HeapError) -> String {
        match error {
            HeapError::UnknownEngine(name) => {
                say!(self, "heaps.general.no-engine-called-there-naive", name)
            }
            HeapError::Unsuitable { engine, rule } => {
                say!(
                    self,
                    "heaps.general.engine-cannot-compute",
                    engine,
                    rule,
                    needs = self.needs(*engine)
                )
            }
            HeapError::TooMany { count, limit } => {
                say!(self, "heaps.general.heaps-too-many-most-can", count, limit)
            }
            HeapError::ValueTooLarge { heap, limit, engine } => {
                say!(self, "heaps.general.value-heap-larger-than-most", heap, limit, engine)
            }
            HeapError::NoMisere { rule } => {
                say!(self, "heaps.general.mis-re-play-supported-breaks", rule)
            }
            HeapError::Limit(limit) => self.limit(limit),
        }
    }

    /// The rules that an engine for heaps takes.
    fn needs(&self, engine: Engine) -> &'static str {
        match engine {
            Engine::Naive => self.say("heaps.general.takes-every-code"),
            Engine::Window => self.say("heaps.general.takes-finite-subtraction-sets"),
            Engine::RareCommon => self.say("heaps.general.takes-finite-codes-leave-most"),
            Engine::AllBut => self.say("heaps.general.takes-games-all-numbers-but"),
        }
    }

    /// Where a search that was stopped can go on.
    pub fn search_is_saved(&self, path: &Path) -> String {
        let path = path.display();
        say!(self, "heaps.general.search-so-far-saved-same", path)
    }

    /// Why a saved search cannot be used.
    pub fn checkpoint_error(&self, error: &CheckpointError) -> String {
        match error {
            CheckpointError::Damaged { path } => {
                say!(self, "heaps.general.checkpoint-heap-search-damaged", path = path.display())
            }
            CheckpointError::OtherRule { path, found, wanted } => {
                say!(self, "heaps.general.checkpoint", path = path.display(), found, wanted)
            }
            CheckpointError::OtherVersion { path, found, wanted } => say!(
                self,
                "heaps.general.checkpoint-version-program-reads-version",
                path = path.display(),
                found,
                wanted
            ),
            CheckpointError::TooLarge { path, most } => say!(
                self,
                "heaps.general.larger-than-bytes-memory-limit",
                path = path.display(),
                most
            ),
            CheckpointError::File { path, source } => say!(
                self,
                "heaps.general.checkpoint-2",
                path = path.display(),
                source = self.io(source)
            ),
            CheckpointError::Limit(limit) => {
                say!(self, "heaps.general.error", error, limit = self.limit(limit))
            }
        }
    }
}

fn rule_error_words(text: &Text, error: &RuleError) -> String {
    let input = error.input();
    let place = input[..error.span().start].chars().count() + 1;
    let forms = text.say("heaps.general.rule.forms");
    match error.kind() {
        RuleErrorKind::Empty => say!(text, "heaps.general.rule-empty", forms),
        RuleErrorKind::Unexpected { found: Some(c), expected } => {
            say!(
                text,
                "heaps.general.place-expected",
                c,
                place,
                input,
                expected = expected_words(text, *expected)
            )
        }
        RuleErrorKind::Unexpected { found: None, expected } => {
            say!(
                text,
                "heaps.general.ends-too-early-expected",
                input,
                expected = expected_words(text, *expected)
            )
        }
        RuleErrorKind::TooLarge { limit } => {
            say!(text, "heaps.general.number-place-too-large-limit", place, input, limit)
        }
        RuleErrorKind::ZeroTake => {
            say!(text, "heaps.general.place-move-takes-least-one", place, input)
        }
        RuleErrorKind::BackwardRange => {
            say!(text, "heaps.general.range-place-ends-before-begins", place, input)
        }
        RuleErrorKind::UnknownName { suggestion: Some(name) } => {
            say!(text, "heaps.general.no-rule-called-did-you", input, name, forms)
        }
        RuleErrorKind::UnknownName { suggestion: None } => {
            say!(text, "heaps.general.no-rule-called", input, forms)
        }
    }
}

fn expected_words(text: &Text, expected: Expected) -> &'static str {
    match expected {
        Expected::Digit => text.say("heaps.general.digit-octal-f-hexadecimal"),
        Expected::Point => text.say("heaps.general.after-digit"),
        Expected::Number => text.say("heaps.general.number-from"),
        Expected::SetEnd => text.say("heaps.general.end-set"),
        Expected::Slash => text.say("heaps.general.next-set"),
        Expected::Close => text.say("heaps.general.closing-bracket"),
        Expected::End => text.say("heaps.general.nothing-more"),
    }
}
