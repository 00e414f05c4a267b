//! Known facts about the period of a sequence.

use std::fmt::Write;

use ishitori_answers::known::{Observed, Status};

use crate::{Text, say};

/// Known facts about the period of a sequence.
pub(crate) struct Known {
    pub status: Status,
    /// The period and where it begins, if it is proved.
    pub cycle: Option<(u64, u64)>,
    /// By how much the nimbers of a period grow.
    pub saltus: u64,
    /// How many heaps were examined.
    pub looked_at: Option<u64>,
    /// The apparent pattern of the terms.
    pub observed: Option<Observed>,
}

impl Text {
    /// Known facts about the period of a sequence `name`, of which the terms up to `last` are
    /// shown.
    pub(crate) fn known(&self, name: &str, last: usize, known: &Known) -> String {
        let heaps = known.looked_at.unwrap_or(0);
        let mut text = match (known.cycle, known.saltus) {
            (Some((period, preperiod)), 0) => {
                return say!(self, "common.known.period-from-heap-proved", period, preperiod);
            }
            (Some((period, preperiod)), saltus) => {
                return say!(self, "common.known.every-heap-n-heap-n", preperiod, period, saltus);
            }
            (None, _) if known.status == Status::NotPeriodic => {
                return self.not_periodic().to_string();
            }
            (None, _) if known.status == Status::NotFound => {
                say!(self, "common.known.no-period-among-first-heaps", heaps)
            }
            (None, _) => self.no_theorem().to_string(),
        };
        if let Some(seen) = known.observed {
            let seen = self.seen(name, last as u64, Some(seen));
            let _ = write!(text, "\n  {}: {seen}", self.say("common.known.observed"));
        }
        text
    }

    /// A sequence that never repeats.
    pub(crate) fn not_periodic(&self) -> &'static str {
        self.say("common.known.periodic-infinitely-many-different-values")
    }

    /// No theorem covers a rule.
    pub(crate) fn no_theorem(&self) -> &'static str {
        self.say("common.known.no-theorem-known-here-covers")
    }

    /// A period that was seen up to `last` and not proved.
    pub(crate) fn seen(&self, name: &str, last: u64, observed: Option<Observed>) -> String {
        let Some(Observed { period: p, preperiod: n0, saltus }) = observed else {
            return say!(self, "common.known.no-repetition-up", last);
        };
        let jump = match saltus {
            0 => String::new(),
            s => format!(" + {s}"),
        };
        say!(self, "common.known.n-n-n-n-evidence", name, p, jump, n0, last)
    }
}
