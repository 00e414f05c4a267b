//! Errors in records of shards.

use std::path::PathBuf;

use ishitori_sweep::SealError;
use serde::{Deserialize, Serialize};

/// An error in records. Each variant names the record at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum RecordError {
    /// It is not what was written, or not a record.
    Broken { name: String, broken: SealError },
    /// It is a record of another version.
    OtherVersion { name: String, found: String, expected: String },
    /// It answers another question than the first record.
    OtherQuestion { name: String, first: String },
    /// No run of this program finds what it says.
    Impossible { name: String },
    /// It is about the same shard as another one.
    Double { name: String, other: String, shard: String },
    /// Some of its places are those of another one, of other shards.
    Overlap { name: String, other: String },
    /// It names no file of rows, or one in another format.
    NoRows { name: String, ending: String },
    /// The file of rows that it names is not there, or another one.
    OtherRows { name: String, file: PathBuf },
    /// Some places are in no record.
    Missing(Missing),
}

/// The missing parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// These shards: the first and the last of each stretch.
    Shards(Vec<(u64, u64)>),
    /// These places, where records are of different divisions: the first and the last of each
    /// stretch.
    Places(Vec<(u64, u64)>),
}
