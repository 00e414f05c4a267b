//! Remarks beside an answer, which go to standard error on a command line.

use std::path::PathBuf;

use crate::Stopped;

/// A remark beside an answer; `ishitori-words` says it.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum Note {
    /// Only so many heaps were computed.
    OnlyHeaps { heaps: u64, stopped: Stopped },
    /// A limit was reached.
    Stopped(Stopped),
    /// A search that was stopped can go on from this file.
    SearchSaved { path: PathBuf },
}
