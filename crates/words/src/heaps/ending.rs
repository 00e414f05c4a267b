//! End rules and families in words.

use ishitori_rules::end::{EndError, EndErrorKind};
use ishitori_solve::ending::EndingError;
use ishitori_sweep::{
    CheckError, ExpressionError, ExpressionErrorKind, FamilyError, FileError, Overflow,
    ROWS_FORMAT, RowOverflow, SweepError,
};
use ishitori_values::Outcome;

use crate::common::diagnostic::placed;
use crate::{Caller, Text, say};
use ishitori_answers::sweep::set_name;

impl Text {
    /// The outcome, in a few words.
    pub fn outcome_short(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::L => self.say("heaps.ending.left-wins"),
            Outcome::R => self.say("heaps.ending.right-wins"),
            Outcome::N => self.say("heaps.ending.next-player-wins"),
            Outcome::P => self.say("heaps.ending.previous-player-wins"),
        }
    }

    // Errors.

    /// An end rule that cannot be read.
    pub fn end_error(&self, error: &EndError) -> String {
        let why = match error.kind() {
            EndErrorKind::Unknown => {
                say!(self, "heaps.ending.end-rule-expected-normal-misere", input = error.input())
            }
            EndErrorKind::Letter { found } => {
                say!(self, "heaps.ending.letters-l-r-player-wins", found, input = error.input())
            }
            EndErrorKind::Count { wanted, found } => say!(
                self,
                "heaps.ending.has-letters-mod-needs-one",
                input = error.input(),
                found,
                wanted
            ),
            EndErrorKind::Modulus { limit } => say!(
                self,
                "heaps.ending.expected-number-from-after-mod",
                input = error.input(),
                limit
            ),
            EndErrorKind::NoBlock => {
                say!(self, "heaps.ending.table-ends-letters-repeat-ever", input = error.input())
            }
            EndErrorKind::TooLong { limit } => {
                say!(self, "heaps.ending.table-may-have-most-letters", limit)
            }
            EndErrorKind::Halves => {
                say!(self, "heaps.ending.too-many-tables-stones-left", input = error.input())
            }
        };
        match error.kind() {
            EndErrorKind::Unknown => why,
            _ => placed(&why, error.input(), &error.span()),
        }
    }

    /// An error of an engine for end rules.
    pub fn ending_error(&self, error: &EndingError) -> String {
        match error {
            EndingError::NotHeaps { rule } => {
                say!(self, "heaps.ending.played-pairs-heaps-end-rules", rule)
            }
            EndingError::MovesNeedImpartial { rule } => {
                say!(self, "heaps.ending.partizan-end-rule-moves-rules", rule)
            }
            EndingError::ValuesNeedSameMoves { rule } => {
                say!(self, "heaps.ending.partizan-so-heaps-have-values", rule)
            }
            EndingError::EndsAfterMoves => {
                self.say("heaps.ending.values-need-end-rule-over").to_string()
            }
            EndingError::Heap(error) => self.heap_error(error),
            EndingError::Limit(limit) => self.limit(limit),
            EndingError::ScoreNeedsWinners { end } => say!(
                self,
                "heaps.ending.score-counts-heaps-each-player",
                sum = self.field("sum"),
                end
            ),
        }
    }

    /// A condition over a family that cannot be read.
    pub fn condition_error(&self, source: &str, error: &ExpressionError) -> String {
        let place = source[..error.span.start.min(source.len())].chars().count() + 1;
        let kind = &error.kind;
        let why = {
            let why = match kind {
                ExpressionErrorKind::Character(c) => say!(self, "heaps.ending.used-expressions", c),
                ExpressionErrorKind::NoOperator(word) => {
                    say!(self, "heaps.ending.does-belong-here-operator-accepted", word)
                }
                ExpressionErrorKind::Unfinished => {
                    self.say("heaps.ending.expression-ends-too-early-name").to_string()
                }
                ExpressionErrorKind::Parenthesis(c) => say!(self, "heaps.ending.expected", c),
                ExpressionErrorKind::Unknown { name, accepted } => {
                    say!(self, "heaps.ending.known-expected", name, accepted)
                }
                ExpressionErrorKind::Number => {
                    self.say("heaps.ending.number-too-large").to_string()
                }
                ExpressionErrorKind::TooDeep => {
                    self.say("heaps.ending.nested-too-deeply").to_string()
                }
                ExpressionErrorKind::TooLong { most } => {
                    say!(self, "heaps.ending.longer-than-numbers-names-operators", most)
                }
            };
            say!(self, "heaps.ending.character", place, why)
        };
        placed(&why, source, &error.span)
    }

    /// A check that does not exist.
    pub fn check_error(&self, error: &CheckError) -> String {
        say!(self, "heaps.ending.error", error, input = error.0)
    }

    /// A sweep without an answer.
    pub fn sweep_error(&self, error: &SweepError) -> String {
        match error {
            SweepError::TooManyGroups { limit } => {
                say!(self, "heaps.ending.groups-have-more-than-different", limit)
            }
            SweepError::Overflow(overflow) => self.overflow(overflow),
            SweepError::Limit { limit, done } => say!(
                self,
                "heaps.ending.sets-were-done",
                limit = self.limit(limit),
                sets = done.sets
            ),
            SweepError::TooManyRows { limit } => {
                say!(self, "heaps.ending.most-sets-listed-there-more", limit, out = self.field("out"), where = self.field("where"))
            }
        }
    }

    /// A value beyond 64 bits.
    pub fn overflow(&self, overflow: &Overflow) -> String {
        say!(
            self,
            "heaps.ending.overflow",
            overflow,
            expression = overflow.expression,
            set = set_name(&overflow.set)
        )
    }

    /// A value of a condition on rows beyond 64 bits.
    pub fn row_overflow(&self, overflow: &RowOverflow) -> String {
        say!(
            self,
            "heaps.ending.overflow-2",
            overflow,
            condition = overflow.condition,
            row = overflow.row
        )
    }

    /// A family that does not exist.
    pub fn family_error(&self, error: &FamilyError) -> String {
        match error {
            FamilyError::Bounds { limit, min, max, .. } => {
                say!(self, "heaps.ending.min-max-min-max-accepted", min, max, limit)
            }
            FamilyError::Element { number, from, max, what, .. } => {
                say!(self, "heaps.ending.cannot-numbers-from-can", number, what, from, max)
            }
        }
    }

    /// Rows that could not be written.
    pub fn sweep_file_error(&self, error: &FileError) -> String {
        match error {
            FileError::OtherQuestion { path, found } => say!(
                self,
                "heaps.ending.interrupted-sweep-lies-here-asked",
                path = path.display(),
                found
            ),
            FileError::OtherVersion { path, found } => say!(
                self,
                "heaps.ending.interrupted-sweep-another-version-lies",
                path = path.display(),
                found,
                format = ROWS_FORMAT,
                version = env!("CARGO_PKG_VERSION")
            ),
            FileError::NotOurs { path } => {
                say!(self, "heaps.ending.no-folder-interrupted-sweep-rows", path = path.display())
            }
            FileError::TooManyGroups { limit } => {
                say!(self, "heaps.ending.groups-have-more-than-different", limit)
            }
            FileError::Io { path, error } => {
                say!(self, "heaps.ending.path-error", path = path.display(), error = self.io(error))
            }
            FileError::Limit { limit, done } => say!(
                self,
                "heaps.ending.sets-done-kept",
                limit = self.limit(limit),
                sets = done.sets
            ),
            FileError::Unfinished { path } => say!(
                self,
                "heaps.ending.interrupted-sweep-lies-here-goes",
                path = path.display(),
                resume = self.field("resume")
            ),
            FileError::Target { path, error } => {
                format!("{}: {}", path.display(), self.place(error))
            }
            FileError::UnknownFormat { path } => format!(
                "{}: {}",
                path.display(),
                self.accepted(ishitori_answers::Accepted::RowsFile)
            ),
            FileError::Lock(error) => self.lock_error(error),
            FileError::Overflow(overflow) => self.overflow(overflow),
            FileError::RowOverflow(overflow) => self.row_overflow(overflow),
        }
    }

    /// The warning before a family that takes minutes or hours, where there is no progress bar.
    pub fn takes_long(&self, sets: u64, seconds: f64) -> String {
        let (hours, minutes) = ((seconds / 3600.0).floor(), (seconds / 60.0).ceil() % 60.0);
        let limit = "--time-limit";
        match hours >= 1.0 {
            true => say!(self, "heaps.ending.sets-will-take-about-h", sets, hours, minutes, limit),
            false => say!(self, "heaps.ending.sets-will-take-about-min", sets, minutes, limit),
        }
    }

    /// A family that takes very long.
    pub fn too_many_sets(&self, sets: u64, seconds: f64) -> String {
        let count = match sets {
            u64::MAX => "more than 2^64".to_string(),
            n => n.to_string(),
        };
        let days = seconds / 86400.0;
        let [most, with, without] = ["max-size", "with", "without"].map(|name| self.field(name));
        // Only the user of a command line can agree to a long run.
        let begins = self.caller == Caller::CommandLine;
        match begins {
            true => say!(
                self,
                "heaps.ending.sets-would-take-about-days",
                count,
                days = format_args!("{days:.1}"),
                most,
                with,
                without
            ),
            false => say!(
                self,
                "heaps.ending.sets-would-take-about-days-2",
                count,
                days = format_args!("{days:.1}"),
                most,
                with,
                without
            ),
        }
    }
}
