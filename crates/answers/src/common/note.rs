//! Notes that accompany an answer, which go to standard error on a command line.

use std::path::PathBuf;
use std::sync::Arc;

use ishitori_solve::heap::CheckpointError;

use crate::Stopped;

/// A note that accompanies an answer; `ishitori-words` puts it in words.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum Note {
    /// Only this many heaps were computed.
    OnlyHeaps { heaps: u64, stopped: Stopped },
    /// A limit was reached.
    Stopped(Stopped),
    /// A search that was stopped can go on from this file.
    SearchSaved { path: PathBuf },
    /// A search could not be saved.
    NotSaved(NotSaved),
    /// There is no certificate, though one was asked for.
    NoCertificate(NoCertificate),
    /// Nothing can be proved about the quotient of all heaps, and so in the certificate, if one was
    /// asked for.
    NoQuotientTheorem { certificate: bool },
    /// The rows of a sweep that was stopped are kept next to this file.
    RowsKept { path: PathBuf },
    /// A proof for all positions may be found by automata: the arguments of the program that look for it.
    MayBeDecided { command: Vec<String> },
    /// A move of a text in the language of boards that fits nowhere on this board: its line, and the move.
    IdleMove { line: usize, text: String },
}

impl Note {
    /// Whether the answer says the same as JSON.
    pub fn is_in_json(&self) -> bool {
        matches!(self, Note::OnlyHeaps { .. } | Note::Stopped(_))
    }
}

/// Why a search could not be saved; equal if the same is said about it.
#[derive(Clone, Debug)]
pub struct NotSaved(Arc<CheckpointError>);

impl NotSaved {
    /// The error.
    pub fn error(&self) -> &CheckpointError {
        &self.0
    }
}

impl From<CheckpointError> for NotSaved {
    fn from(error: CheckpointError) -> Self {
        NotSaved(Arc::new(error))
    }
}

impl PartialEq for NotSaved {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

/// Why there is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCertificate {
    /// Nothing is proved.
    NothingProved,
    /// The format of certificates of periods cannot express the rule.
    Rule,
    /// The format has formulas for Grundy numbers of games without sums only.
    Formula,
    /// The format of certificates of outcomes cannot express the rule or its end.
    RuleOrEnd,
    /// No theorem covers the rule.
    NoTheorem,
    /// No period was found among this many heaps.
    NotFound {
        /// The heaps looked at.
        heaps: u64,
    },
    /// The games have too many followers to be listed.
    TooLarge,
}
