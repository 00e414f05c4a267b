//! Sweeps, censuses, shards.

use ishitori_answers::shard_plan::Coverage;
use ishitori_answers::{Answered, Stopped};
use ishitori_records::Tabular;

use crate::{Text, in_columns, table};

pub(crate) mod census;
pub(crate) mod code_sweep;
pub(crate) mod devices;
pub(crate) mod family;
pub(crate) mod game_sweep;
pub(crate) mod merge;
pub(crate) mod quotient_sweep;
pub(crate) mod sweep;
pub(crate) mod values_sweep;

impl Text {
    /// The row that says which shard an answer is about, if it is about one.
    fn shard_row(&self, coverage: &Coverage) -> Option<(&'static str, String)> {
        let (shard, places) = coverage.shard.as_ref().zip(coverage.places)?;
        Some((self.say("families.list.shard"), self.shard(shard, places)))
    }

    /// The last rows about a sweep: which records are missing, and which limit ended it.
    fn last_rows(
        &self,
        coverage: &Coverage,
        stopped: &Option<Stopped>,
    ) -> Vec<(&'static str, String)> {
        let missing = coverage.missing.as_ref();
        let missing =
            missing.map(|missing| (self.say("families.list.complete"), self.missing(missing)));
        let stopped = stopped.as_ref();
        let stopped =
            stopped.map(|stopped| (self.say("families.list.stopped"), self.stopped_by(stopped)));
        missing.into_iter().chain(stopped).collect()
    }
}

/// The row that says how many of those that are done satisfy the condition, if there is one.
fn matching_row(
    condition: &Option<String>,
    matching: Option<usize>,
    done: usize,
) -> Option<(&str, String)> {
    let (condition, matching) = condition.as_ref().zip(matching)?;
    Some((condition, format!("{matching} / {done}")))
}

/// A title, rows under it, and the list of an answer if it has one.
fn with_listed<L: AsRef<str>, A: Answered + Tabular>(
    title: &str,
    rows: &[(L, String)],
    answer: &A,
) -> String {
    let mut words = format!("{title}\n{}", table(rows));
    if Answered::rows(answer).is_some() {
        words.push_str("\n\n");
        words.push_str(&in_columns(answer));
    }
    words
}
