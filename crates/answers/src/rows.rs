//! Files of rows.

use std::path::{Path, PathBuf};

use crate::{Accepted, AskError};

/// Where the rows of a sweep go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowsFile {
    /// The file: CSV, or Parquet if its name ends so.
    pub path: PathBuf,
    /// How it was made; Parquet says so.
    pub heading: String,
    /// Whether an interrupted sweep to the same file goes on.
    pub resume: bool,
}

impl RowsFile {
    /// Refuses a name that says nothing known about the format, before anything is computed.
    pub(crate) fn check(&self) -> Result<(), AskError> {
        let known = |path: &Path| {
            path.extension()
                .is_some_and(|e| ["csv", "parquet"].iter().any(|name| e.eq_ignore_ascii_case(name)))
        };
        match known(&self.path) {
            true => Ok(()),
            false => Err(AskError::Argument {
                field: "out",
                value: self.path.display().to_string(),
                accepted: Accepted::RowsFile,
            }),
        }
    }
}
