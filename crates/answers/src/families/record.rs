//! Records: what one shard of a question found, as a document that another process can add up with
//! those of the other shards.
//!
//! A record names its question, which is the typed request in one canonical form, with a hash of it,
//! the version of the engine, and the places that it is about. Every program that knows the form reads it; records that are
//! added up were all written by the same version. Nothing in it is believed when it is
//! read: [`merge`](crate::merge) compares all of that with the other records, and looks whether the
//! statistics can be those of that number of places.

use ishitori_sweep::{
    CodeRow, QuotientAnswer, SealError, Shard, SweepSummary, digest, open_sealed, seal,
};
use serde::{Deserialize, Serialize};

pub use crate::record_error::{Missing, RecordError};
use crate::{census, code_sweep, game_sweep, quotient_sweep, sweep};

/// What records look like; another number for another way.
const FORMAT: &str = "ishitori record 1";

/// What one shard of a question found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    format: String,
    version: String,
    /// What was asked about all places.
    pub(crate) question: ShardedQuestion,
    /// The checksum of the question.
    question_sha256: String,
    /// Which shard it is, such as 3/64.
    shard: String,
    /// The places from the first number to below the second.
    pub(crate) places: (u64, u64),
    /// How many places there are.
    pub(crate) of: u64,
    /// What was found there.
    pub(crate) found: Found,
}

/// A question that can be asked in shards, in canonical form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "question")]
pub(crate) enum ShardedQuestion {
    #[serde(rename = "sweep")]
    Sweep(Box<sweep::Request>),
    #[serde(rename = "code-sweep")]
    CodeSweep(Box<code_sweep::Request>),
    #[serde(rename = "game-sweep")]
    GameSweep(Box<game_sweep::Request>),
    #[serde(rename = "quotient-sweep")]
    QuotientSweep(Box<quotient_sweep::Request>),
    #[serde(rename = "census")]
    Census(Box<census::Request>),
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Found {
    /// Statistics of the sets, and their rows where they were to be listed.
    #[serde(rename = "sweep")]
    Sweep {
        summary: Box<SweepSummary>,
        rows: Option<Vec<sweep::Row>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<RowsFileRef>,
    },
    /// What is known about the codes, in their order.
    #[serde(rename = "code-sweep")]
    Codes { rows: Vec<CodeRow> },
    /// What is known about the games, in their order.
    #[serde(rename = "game-sweep")]
    Games { rows: Vec<game_sweep::Row> },
    /// The answers for the rules, in their order, and how long they took.
    #[serde(rename = "quotient-sweep")]
    Quotients { answers: Vec<QuotientAnswer>, seconds: f64 },
    /// How many positions of a board have which values.
    #[serde(rename = "census")]
    Census(Box<census::CensusCount>),
}

/// A reference to the file with the rows of a shard, which is in the folder of its record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RowsFileRef {
    /// Its name without folders.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its checksum.
    pub sha256: String,
}

/// The version and the form of a record, of whatever version.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: String,
}

impl Record {
    pub(crate) fn new(question: ShardedQuestion, shard: Shard, of: u64, found: Found) -> Record {
        let places = shard.range(of);
        Record {
            format: FORMAT.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            question_sha256: question.digest(),
            question,
            shard: shard.to_string(),
            places: (places.start, places.end),
            of,
            found,
        }
    }

    /// The record as a document with its checksum. O(record).
    pub fn to_text(&self) -> String {
        // Nothing in a record has a form that JSON does not know.
        seal(&serde_json::to_string(self).expect("a record is JSON"))
    }

    /// Reads a document, under a name to complain about. O(document).
    pub fn read(name: &str, text: &str) -> Result<Record, RecordError> {
        let broken = |broken| RecordError::Broken { name: name.to_string(), broken };
        let text = open_sealed(text).map_err(broken)?;
        let head: Head = serde_json::from_str(text).map_err(|_| broken(SealError::Foreign))?;
        if head.format != FORMAT {
            let found = format!("{} ({})", head.format, head.version);
            let expected = FORMAT.to_string();
            return Err(RecordError::OtherVersion { name: name.to_string(), found, expected });
        }
        let impossible = || RecordError::Impossible { name: name.to_string() };
        let record: Record = serde_json::from_str(text).map_err(|_| impossible())?;
        let places = record.shard().map(|shard| shard.range(record.of));
        let placed = places == Some(record.places.0..record.places.1);
        let named = record.question.digest() == record.question_sha256;
        if placed && named { Ok(record) } else { Err(impossible()) }
    }

    /// The form of the record and the version of the program that wrote it, such as `ishitori record 1 (0.1.0)`.
    pub(crate) fn written_by(&self) -> String {
        format!("{} ({})", self.format, self.version)
    }

    /// Which shard it is; nothing if it says none that there is. O(1).
    pub fn shard(&self) -> Option<Shard> {
        self.shard.parse().ok()
    }

    /// The checksum of the question, which records that can be added up have in common. O(1).
    pub fn question_sha256(&self) -> &str {
        &self.question_sha256
    }
}

impl ShardedQuestion {
    fn digest(&self) -> String {
        digest(serde_json::to_string(self).expect("a request is JSON").as_bytes())
    }
}
