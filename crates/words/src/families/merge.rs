//! Records of shards in words.

use ishitori_answers::merge::Answer;
use ishitori_answers::record::{Missing, RecordError};
use ishitori_sweep::SealError;

use crate::{Describe, Text, say};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        match self {
            Answer::Sweep(answer) => answer.describe(text),
            Answer::CodeSweep(answer) => answer.describe(text),
            Answer::GameSweep(answer) => answer.describe(text),
            Answer::QuotientSweep(answer) => answer.describe(text),
            Answer::Census(answer) => answer.describe(text),
        }
    }

    fn localize(&mut self, text: &Text) {
        match self {
            Answer::Sweep(answer) => answer.localize(text),
            Answer::CodeSweep(answer) => answer.localize(text),
            Answer::GameSweep(answer) => answer.localize(text),
            Answer::QuotientSweep(answer) => answer.localize(text),
            Answer::Census(answer) => answer.localize(text),
        }
    }
}

impl Text {
    /// Which shard this is, and what its places are.
    pub(crate) fn shard(&self, shard: &str, (from, to): (u64, u64)) -> String {
        match from < to {
            true => say!(self, "families.merge.places", shard, from, to = to - 1),
            false => say!(self, "families.merge.no-place", shard),
        }
    }

    /// The missing shards, such as `missing shards: 17, 40-43`.
    pub(crate) fn missing(&self, missing: &Missing) -> String {
        let (label, stretches) = match missing {
            Missing::Shards(stretches) => (self.say("families.merge.missing-shards"), stretches),
            Missing::Places(stretches) => (self.say("families.merge.missing-places"), stretches),
        };
        format!("{label}: {}", stretches_in_words(stretches))
    }

    /// Why records cannot be added up.
    pub(crate) fn record_error(&self, error: &RecordError) -> String {
        match error {
            RecordError::Broken { name, broken } => {
                format!("{name}: {}", self.broken(*broken))
            }
            RecordError::OtherVersion { name, found, expected } => {
                say!(self, "families.merge.record-another-version", name, found, expected)
            }
            RecordError::OtherQuestion { name, first } => {
                say!(self, "families.merge.record-another-question-than", name, first)
            }
            RecordError::Impossible { name } => {
                say!(self, "families.merge.no-run-program-finds-what", name)
            }
            RecordError::Double { name, other, shard } => {
                say!(self, "families.merge.shard-already", name, shard, other)
            }
            RecordError::Overlap { name, other } => {
                say!(self, "families.merge.some-places-those", name, other)
            }
            RecordError::NoRows { name, ending } => {
                say!(self, "families.merge.there-no-file-rows-record", name, ending)
            }
            RecordError::OtherRows { name, file } => say!(
                self,
                "families.merge.file-rows-there-was-changed",
                name,
                file = file.display()
            ),
            RecordError::Missing(Missing::Shards(shards)) if shards.is_empty() => {
                self.say("families.merge.there-no-record").to_string()
            }
            RecordError::Missing(missing) => self.missing(missing),
        }
    }

    fn broken(&self, broken: SealError) -> &'static str {
        match broken {
            SealError::Foreign => self.say("families.merge.record"),
            SealError::Cut => self.say("families.merge.record-cut-off-something-stands"),
            SealError::Changed => self.say("families.merge.record-was-changed-damaged-checksum"),
        }
    }
}

/// Stretches of numbers, such as `17, 40-43`.
fn stretches_in_words(stretches: &[(u64, u64)]) -> String {
    let one = |&(from, to): &(u64, u64)| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    stretches.iter().map(one).collect::<Vec<_>>().join(", ")
}
