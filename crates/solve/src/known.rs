//! Known facts about the sequence of a rule, and the only code that decides them.
//!
//! Several commands speak about the same sequence: Grundy numbers, who wins a single heap, canonical
//! values. They must not contradict each other, so all of them ask here how far to look
//! ([`Effort`]), what a proof about Grundy numbers says about outcomes and values
//! ([`Knowledge`]), and what a finite piece looks like where nothing is proved ([`Observed`]).

use ishitori_rules::heap::HeapCode;
use ishitori_values::Budget;

use crate::cycle::Cycle;
use crate::heap::{Engine, HeapError, PeriodReport, Status, find_period};

pub use crate::closed_form::ClosedForm;
pub use crate::observed::{Observed, observed_cycle, observed_period, shortest_cycle};

/// The effort of a search for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A moment, for use within another question.
    Quick,
    /// The search is the question itself.
    Search,
}

impl Effort {
    /// How many heaps are examined, by the speed of the engine for the code. O(digits).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// use ishitori_solve::known::Effort;
    /// let kayles = HeapCode::from_bits(&[7, 7]);
    /// assert!(Effort::Quick.heaps(&kayles) < Effort::Search.heaps(&kayles));
    /// ```
    pub fn heaps(self, code: &HeapCode) -> u64 {
        match (self, Engine::choose(code)) {
            (Effort::Quick, Engine::Naive) => 512,
            (Effort::Search, Engine::Naive) => 2000,
            (Effort::Quick, _) => 1 << 16,
            (Effort::Search, _) => 500_000_000,
        }
    }
}

/// The period of the Grundy sequence of a code as far as a quick search finds it, for questions about something else
/// that compute its first `count` heaps anyway. The cost of [`find_period`] with the heaps of [`Effort::Quick`], or
/// with `count` if there are more.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::ending::Cycle;
/// use ishitori_solve::known::quick_period;
/// use ishitori_values::Budget;
/// let nim = HeapCode::all_but(&[]);
/// let report = quick_period(&nim, 10, &Budget::unlimited()).unwrap();
/// assert_eq!(report.outcomes().cycle(), Some(Cycle { period: 1, preperiod: 1 }));
/// ```
pub fn quick_period(
    code: &HeapCode,
    count: u64,
    budget: &Budget,
) -> Result<PeriodReport, HeapError> {
    find_period(code, Effort::Quick.heaps(code).max(count), budget)
}

/// Known facts about the period of a sequence of outcomes or values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// The sequence repeats forever.
    Proved(Cycle),
    /// The sequence is one of nimbers that grow forever: the one p heaps later is *(g + saltus).
    Grows {
        /// From where on, and how many heaps later.
        cycle: Cycle,
        /// By how much; not 0.
        saltus: u64,
    },
    /// The sequence takes infinitely many values, so that it never repeats.
    NotPeriodic,
    /// A repetition would be a proof, but none was seen among the heaps looked at.
    NotFound {
        /// The heaps looked at.
        heaps: usize,
    },
    /// No theorem of this program covers the rule.
    NoTheorem,
}

impl Knowledge {
    /// In one word, as in other reports. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Knowledge::Proved(_) | Knowledge::Grows { .. } => Status::Proved.name(),
            Knowledge::NotPeriodic => "not periodic, proved",
            Knowledge::NotFound { .. } => Status::NotFound.name(),
            Knowledge::NoTheorem => Status::NoTheorem.name(),
        }
    }

    /// The cycle, if one is proved. O(1).
    pub const fn cycle(self) -> Option<Cycle> {
        match self {
            Knowledge::Proved(cycle) => Some(cycle),
            _ => None,
        }
    }

    /// How many heaps were looked at, if no period was found among them. O(1).
    pub const fn looked_at(self) -> Option<u64> {
        match self {
            Knowledge::NotFound { heaps } => Some(heaps as u64),
            _ => None,
        }
    }
}

impl PeriodReport {
    /// The consequence for the outcomes of single heaps under normal play, where the heap is lost
    /// exactly if its Grundy number is 0 (Sprague, Grundy). O(1).
    pub fn outcomes(&self) -> Knowledge {
        match self.periodicity.as_ref().map(|found| found.win_lose) {
            Some(Some(w)) => Knowledge::Proved(cycle(w.period, w.preperiod)),
            _ => self.nothing(),
        }
    }

    /// The consequence for the canonical values of single heaps under normal play, which are the
    /// nimbers of the Grundy numbers. O(1).
    pub fn values(&self) -> Knowledge {
        match &self.periodicity {
            Some(found) => {
                let cycle = cycle(found.values.period, found.values.preperiod);
                match found.saltus {
                    0 => Knowledge::Proved(cycle),
                    saltus => Knowledge::Grows { cycle, saltus },
                }
            }
            None => self.nothing(),
        }
    }

    fn nothing(&self) -> Knowledge {
        match self.status {
            Status::NoTheorem => Knowledge::NoTheorem,
            _ => Knowledge::NotFound { heaps: self.computed_to as usize },
        }
    }
}

fn cycle(period: u64, preperiod: u64) -> Cycle {
    Cycle { period: period as usize, preperiod: preperiod as usize }
}
