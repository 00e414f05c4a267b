//! Questions that are answered in shards: which places a shard has, and what it leaves for others.

use std::ops::Range;

use ishitori_sweep::{Finding, Shard};
use serde::{Deserialize, Serialize};

use crate::record::{Divided, Found, Missing, Record, RecordError};
use crate::{Accepted, AskError, Context};

/// Which part of the whole an answer is about: nothing is told if that is all of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Part {
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

impl Part {
    /// What is there of the whole if the records of some shards are added up.
    pub(crate) fn without(missing: Option<Missing>) -> Part {
        Part { missing, ..Part::default() }
    }
}

/// How the places of a question are divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    shard: Option<Shard>,
    /// How many places there are.
    pub all: u64,
}

impl Division {
    /// The shard that is asked for; a list whose places have no numbers has none.
    pub fn read(text: Option<&str>, all: u64) -> Result<Division, AskError> {
        let Some(text) = text else { return Ok(Division { shard: None, all }) };
        let refused =
            |accepted| AskError::Argument { field: "shard", value: text.into(), accepted };
        let shard = text.parse().map_err(|_| refused(Accepted::Shard))?;
        if all == u64::MAX {
            return Err(refused(Accepted::CountedFamily));
        }
        Ok(Division { shard: Some(shard), all })
    }

    /// Whether a shard is asked for.
    pub fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// The places that are looked at: all, or those of the shard.
    pub fn places(&self) -> Range<u64> {
        self.shard.map_or(0..self.all, |shard| shard.range(self.all))
    }

    /// What of a list is looked at.
    pub fn of_list<T>(&self, mut list: Vec<T>) -> Vec<T> {
        let Range { start, end } = self.places();
        list.truncate(end as usize);
        list.drain(..start as usize);
        list
    }

    pub fn part(&self) -> Part {
        let Some(shard) = self.shard else { return Part::default() };
        let Range { start, end } = self.places();
        Part { shard: Some(shard.to_string()), places: Some((start, end)), ..Part::default() }
    }

    /// The record of the shard, if it is one.
    pub fn record(
        &self,
        question: impl FnOnce() -> Divided,
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

/// What the records of a list say together, which are in their order and about different places.
pub(crate) fn joined<T: Finding>(
    names: &[String],
    records: Vec<(String, Record)>,
    of: u64,
    open: impl Fn(Found) -> Option<Vec<T>>,
    context: &Context,
) -> Result<Vec<T>, AskError> {
    if names.len() as u64 != of {
        return Err(impossible(records.first().map_or("", |(name, _)| name)));
    }
    let mut all = Vec::new();
    for (name, record) in records {
        context.budget.check(0)?;
        let asked = &names[record.places.0 as usize..record.places.1 as usize];
        let found = open(record.found).ok_or_else(|| impossible(&name))?;
        let same = asked.iter().zip(&found).all(|(name, one)| name == one.name());
        if asked.len() != found.len() || !same {
            return Err(impossible(&name));
        }
        all.extend(found);
    }
    Ok(all)
}
