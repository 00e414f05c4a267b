//! Where there are no files there is no Parquet: nothing makes such a file.

use std::convert::Infallible;
use std::fs::File;
use std::io::{Error, ErrorKind, Write};
use std::marker::PhantomData;

use crate::cell::{Record, Rows, Stream};
use crate::format::WriteError;

/// A Parquet file, of which there is none.
pub struct ParquetFile<W: Write + Send> {
    nothing: Infallible,
    file: PhantomData<W>,
}

impl<W: Write + Send> ParquetFile<W> {
    /// Refuses.
    pub fn new(_: &Rows, _: W) -> Result<Self, WriteError> {
        Err(Error::new(ErrorKind::Unsupported, "Parquet is not written here").into())
    }

    /// Never called.
    pub fn add(&mut self, _: impl IntoIterator<Item: Record>) -> Result<(), WriteError> {
        match self.nothing {}
    }

    /// Never called.
    pub(crate) fn add_to(
        &mut self,
        _: &mut dyn Stream,
        _: &mut dyn Write,
    ) -> Result<(), WriteError> {
        match self.nothing {}
    }

    /// Never called.
    pub fn append(&mut self, _: &File) -> Result<(), WriteError> {
        match self.nothing {}
    }

    /// Never called.
    pub fn finish(self) -> Result<W, WriteError> {
        match self.nothing {}
    }
}
