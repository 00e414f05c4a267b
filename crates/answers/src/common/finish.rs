//! How an answer ends: complete, negative, or stopped by a limit.

use ishitori_records::Tabular;
use ishitori_values::LimitReached;
use serde::{Deserialize, Serialize};

use crate::note::Note;

/// Why a computation ended before its end; what was reached until then is in the answer. In JSON
/// it is a [`Limit`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(from = "Limit", into = "Limit")]
#[cfg_attr(feature = "schemas", schemars(with = "Limit"))]
pub struct Stopped {
    /// Which limit it was.
    pub limit: Limit,
    /// The exact limit that was reached, where the answer was computed.
    pub reached: Option<LimitReached>,
}

/// The kinds of limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// It was cancelled.
    Cancelled,
    /// A number, or a list, became larger than what is supported.
    Size,
}

impl From<LimitReached> for Stopped {
    fn from(reached: LimitReached) -> Self {
        let limit = match reached {
            LimitReached::Time { .. } => Limit::Time,
            LimitReached::Memory { .. } => Limit::Memory,
            LimitReached::Cancelled => Limit::Cancelled,
            _ => Limit::Size,
        };
        Stopped { limit, reached: Some(reached) }
    }
}

impl From<&LimitReached> for Stopped {
    fn from(reached: &LimitReached) -> Self {
        Stopped::from(*reached)
    }
}

impl From<Limit> for Stopped {
    fn from(limit: Limit) -> Self {
        Stopped { limit, reached: None }
    }
}

impl From<Stopped> for Limit {
    fn from(stopped: Stopped) -> Self {
        stopped.limit
    }
}

/// How an answer ends; the command line turns it into its exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// Everything that was asked is answered.
    Done,
    /// The answer is no.
    No,
    /// A limit was reached before the end.
    Partial,
    /// It is answered as far as it could be, but the search could not be saved, which was asked
    /// for.
    Unsaved,
}

impl Finish {
    /// Partial if something was stopped, done otherwise.
    pub fn unless(stopped: &Option<Stopped>) -> Finish {
        if stopped.is_some() { Finish::Partial } else { Finish::Done }
    }
}

/// The interface of all answers.
pub trait Answered: Serialize {
    /// How it ends.
    fn finish(&self) -> Finish;

    /// The document that belongs to it: a certificate.
    fn document(&self) -> Option<&str> {
        None
    }

    /// Whether that document is the record of a shard, not a certificate.
    fn is_record(&self) -> bool {
        false
    }

    /// The answer as it is sent where bytes can be sent, if it is not an object.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }

    /// Its rows, if it has rows that can be written in every format of rows.
    fn rows(&self) -> Option<&dyn Tabular> {
        None
    }

    /// Other files that belong to it, with what their names add to the first one's.
    fn series(&self) -> Vec<(&str, &[u8])> {
        Vec::new()
    }

    /// Notes that accompany it.
    fn notes(&self) -> &[Note] {
        &[]
    }
}
