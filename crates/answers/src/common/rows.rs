//! Files of rows.

use std::io::{self, BufWriter};
use std::path::PathBuf;

use ishitori_records::{Column, RowFile, Rows, WriteError};
use ishitori_runtime::files::{AtomicWriter, OutputTarget};
use ishitori_sweep::{FileError, RowCondition, RowOverflow};

use crate::{Accepted, AskError};

/// The title of rows, and their provenance.
pub(crate) fn about(title: &str, made: Option<&str>, columns: Vec<Column>) -> Rows {
    let rows = Rows::new(title, columns);
    match made {
        Some(made) => rows.with_provenance(made),
        None => rows,
    }
}

/// The file for the rows of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowsFile {
    /// The file; its name says which format it has, see [`RowFile::named`].
    pub path: PathBuf,
    /// Its provenance, for formats with a place for that.
    pub heading: String,
    /// Whether an interrupted sweep to the same file goes on.
    pub resume: bool,
}

impl RowsFile {
    /// Refuses a name without a known extension, before anything is computed.
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

    /// Writes the file, whole or not at all.
    pub(crate) fn write(
        &self,
        rows: impl FnOnce(BufWriter<AtomicWriter>) -> Result<BufWriter<AtomicWriter>, WriteError>,
    ) -> Result<(), AskError> {
        let path = || self.path.clone();
        let failed = |error| AskError::SweepFile(FileError::Io { path: path(), error });
        let target = OutputTarget::check(&self.path)
            .map_err(|error| AskError::SweepFile(FileError::Target { path: path(), error }))?;
        let written = rows(BufWriter::new(target.writer().map_err(failed)?));
        let writer = written.map_err(|error| match error {
            WriteError::Io(error) => failed(error),
            WriteError::NotJoined => {
                let (field, value) = ("out", self.path.display().to_string());
                AskError::Argument { field, value, accepted: Accepted::JoinedRows }
            }
            error => failed(io::Error::other(error)),
        })?;
        let writer = writer.into_inner().map_err(|error| failed(error.into_error()))?;
        writer.finish().map_err(failed)
    }

    pub(crate) fn borrowed(&self) -> ishitori_sweep::RowsFile<'_> {
        let RowsFile { path, heading, resume } = self;
        ishitori_sweep::RowsFile { path, heading, resume: *resume }
    }
}

/// A condition whose value is beyond 64 bits.
pub(crate) fn too_large(overflow: RowOverflow) -> AskError {
    AskError::SweepFile(FileError::from(Box::new(overflow)))
}

/// Parses the condition on rows.
pub(crate) fn row_condition(
    text: Option<&str>,
    columns: &[Column],
) -> Result<Option<RowCondition>, AskError> {
    let read = |text: &str| {
        RowCondition::read(text, columns).map_err(|error| AskError::Condition {
            field: "where",
            source: text.to_string(),
            error,
        })
    };
    text.map(read).transpose()
}
