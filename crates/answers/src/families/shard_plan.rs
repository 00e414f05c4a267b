//! Questions that are answered in shards: which places a shard has, and what it leaves for others.

use std::ops::Range;

use ishitori_sweep::Shard;
use serde::{Deserialize, Serialize};

use crate::record::{Found, Missing, Record, RecordError, ShardedQuestion};
use crate::{Accepted, AskError, Finish, Stopped};

/// The part of a family that an answer covers; all fields are empty if that is the whole family.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// The shard that this is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Its places in the whole, from the first number to below the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<(u64, u64)>,
    /// The file that the record of the shard was written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// What is missing, if the records of some shards were added up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
}

impl Coverage {
    /// The coverage of an answer that adds up the records of some shards.
    pub(crate) fn without(missing: Option<Missing>) -> Coverage {
        Coverage { missing, ..Coverage::default() }
    }

    /// How an answer ends that a limit may have stopped: partial too if records are missing.
    pub(crate) fn finish(&self, stopped: &Option<Stopped>) -> Finish {
        if self.missing.is_some() { Finish::Partial } else { Finish::unless(stopped) }
    }
}

/// The division of the places of a question into shards, with the shard that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShardPlan {
    shard: Option<Shard>,
    /// How many places there are.
    pub all: u64,
}

impl ShardPlan {
    /// The shard that is asked for; a list whose places have no numbers has none.
    pub fn read(text: Option<&str>, all: u64) -> Result<ShardPlan, AskError> {
        let Some(text) = text else { return Ok(ShardPlan { shard: None, all }) };
        let refused =
            |accepted| AskError::Argument { field: "shard", value: text.into(), accepted };
        let shard = text.parse().map_err(|_| refused(Accepted::Shard))?;
        if all == u64::MAX {
            return Err(refused(Accepted::CountedFamily));
        }
        Ok(ShardPlan { shard: Some(shard), all })
    }

    /// Whether a shard is asked for.
    pub fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// The places that are examined: all, or those of the shard.
    pub fn places(&self) -> Range<u64> {
        self.shard.map_or(0..self.all, |shard| shard.range(self.all))
    }

    /// Leaves of a list the places that are looked at.
    pub fn keep_part<T>(&self, list: &mut Vec<T>) {
        let Range { start, end } = self.places();
        list.truncate(end as usize);
        list.drain(..start as usize);
    }

    /// What an answer about these places covers.
    pub fn coverage(&self) -> Coverage {
        let Some(shard) = self.shard else { return Coverage::default() };
        let Range { start, end } = self.places();
        Coverage {
            shard: Some(shard.to_string()),
            places: Some((start, end)),
            ..Coverage::default()
        }
    }

    /// The record of the shard, if it is one.
    pub fn record(
        &self,
        question: impl FnOnce() -> ShardedQuestion,
        found: impl FnOnce() -> Found,
    ) -> Option<String> {
        let shard = self.shard?;
        Some(Record::new(question(), shard, self.all, found()).to_text())
    }
}

/// No run of this program finds what the record says.
pub(crate) fn impossible(name: &str) -> AskError {
    AskError::Record(RecordError::Impossible { name: name.to_string() })
}
