//! Files of rows.

use std::path::PathBuf;

use ishitori_records::RowFile;

use crate::{Accepted, AskError};

/// Where the rows of a sweep go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowsFile {
    /// The file; its name says which format it has, see [`RowFile::named`].
    pub path: PathBuf,
    /// How it was made; formats with a place for that say so.
    pub heading: String,
    /// Whether an interrupted sweep to the same file goes on.
    pub resume: bool,
}

impl RowsFile {
    /// Refuses a name that says nothing known about the format, before anything is computed.
    pub(crate) fn check(&self) -> Result<(), AskError> {
        match RowFile::named(&self.path) {
            Some(_) => Ok(()),
            None => Err(AskError::Argument {
                field: "out",
                value: self.path.display().to_string(),
                accepted: Accepted::RowsFile,
            }),
        }
    }

    pub(crate) fn borrowed(&self) -> ishitori_sweep::RowsFile<'_> {
        let RowsFile { path, heading, resume } = self;
        ishitori_sweep::RowsFile { path, heading, resume: *resume }
    }
}
