//! Where there are no files there is no Parquet: nothing makes such a file.

use std::convert::Infallible;
use std::fs::File;
use std::io::{Error, ErrorKind, Write};

use crate::cell::{Record, Rows, Stream};
use crate::format::WriteError;

/// A Parquet file, of which there is none.
pub struct ParquetFile(Infallible);

impl ParquetFile {
    /// Refuses.
    pub fn new(_: &Rows) -> Result<Self, WriteError> {
        Err(Error::new(ErrorKind::Unsupported, "Parquet is not written here").into())
    }

    /// Never called.
    pub fn add(
        &mut self,
        _: impl IntoIterator<Item: Record>,
        _: &mut dyn Write,
    ) -> Result<(), WriteError> {
        match self.0 {}
    }

    /// Never called.
    pub(crate) fn add_all(
        &mut self,
        _: &mut dyn Stream,
        _: &mut dyn Write,
    ) -> Result<(), WriteError> {
        match self.0 {}
    }

    /// Never called.
    pub fn append(&mut self, _: &File, _: &mut dyn Write) -> Result<(), WriteError> {
        match self.0 {}
    }

    /// Never called.
    pub fn finish(self, _: &mut dyn Write) -> Result<(), WriteError> {
        match self.0 {}
    }
}
