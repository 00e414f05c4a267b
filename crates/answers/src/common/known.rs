//! Known facts about the period of a sequence.

use ishitori_solve::heap::Periodicity;
use ishitori_solve::{ending, heap, known};
use serde::{Deserialize, Deserializer, Serialize};

/// How a search for a period ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The period is certain.
    Proved,
    /// It is certain that there is no period: infinitely many terms are different.
    NotPeriodic,
    /// A repetition would be a proof, but none was seen.
    NotFound,
    /// No theorem covers the rule, so nothing is claimed.
    NoTheorem,
}

impl From<heap::Status> for Status {
    fn from(status: heap::Status) -> Self {
        match status {
            heap::Status::Proved => Status::Proved,
            heap::Status::NotFound => Status::NotFound,
            heap::Status::NoTheorem => Status::NoTheorem,
        }
    }
}

impl From<known::Knowledge> for Status {
    fn from(knowledge: known::Knowledge) -> Self {
        match knowledge {
            known::Knowledge::Proved(_) | known::Knowledge::Grows { .. } => Status::Proved,
            known::Knowledge::NotPeriodic => Status::NotPeriodic,
            known::Knowledge::NotFound { .. } => Status::NotFound,
            known::Knowledge::NoTheorem => Status::NoTheorem,
        }
    }
}

/// A period and where it begins, both least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Cycle {
    /// The least period.
    pub period: u64,
    /// The least heap from which on it holds.
    pub preperiod: u64,
}

impl From<heap::Period> for Cycle {
    fn from(found: heap::Period) -> Self {
        Cycle { period: found.period, preperiod: found.preperiod }
    }
}

impl From<ending::Cycle> for Cycle {
    fn from(found: ending::Cycle) -> Self {
        Cycle { period: found.period as u64, preperiod: found.preperiod as u64 }
    }
}

/// A period that a finite piece of a sequence shows: evidence, not a theorem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Observed {
    /// v(n + period) = v(n) + saltus …
    pub period: u64,
    /// … for all n from here on, as far as the piece goes.
    pub preperiod: u64,
    /// The saltus: what one period adds.
    pub saltus: i64,
}

impl From<known::Observed> for Observed {
    fn from(seen: known::Observed) -> Self {
        let known::Observed { period, preperiod, saltus } = seen;
        Observed { period: period as u64, preperiod: preperiod as u64, saltus }
    }
}

/// v(n + period) = v(n) + saltus for all n ≥ preperiod, proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The least period.
    pub period: u64,
    /// The least heap from which on it holds.
    pub preperiod: u64,
    /// The saltus: what one period adds.
    pub saltus: u64,
    /// The heaps before the preperiod whose value differs from the periodic continuation; nothing if
    /// the preperiod is too long to list them.
    pub exceptions: Option<Vec<u64>>,
}

impl From<Periodicity> for Repetition {
    fn from(found: Periodicity) -> Self {
        let Periodicity { values, saltus, exceptions, .. } = found;
        Repetition { period: values.period, preperiod: values.preperiod, saltus, exceptions }
    }
}

/// Reads a field that may be left out, or be null, which is not the same.
pub(crate) fn nullable<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
