//! Files of rows that are made in stretches.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::cell::{Record, Rows};
use crate::format::{Format, WriteError};
use crate::parquet::ParquetFile;
use crate::streamed::Streamed;

/// The format of a file of rows. Its stretches are written by themselves, in any order and by
/// several workers, and joined in the end without being read as rows again.
///
/// ```
/// use ishitori_records::{Column, RowFile, Rows};
///
/// let about = Rows::new("primes", vec![Column::integer("p")]);
/// let format = RowFile::named("primes.csv".as_ref()).unwrap();
/// assert_eq!(format.stretch(&about, [(2,), (3,)]).unwrap(), b"2\n3\n");
/// assert!(RowFile::named("primes.txt".as_ref()).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFile {
    /// Text of some kind.
    Text(Streamed),
    /// Parquet; a stretch is a file of its own.
    Parquet,
}

/// The extensions of files of rows.
const ENDINGS: [(&str, RowFile); 7] = [
    ("csv", RowFile::Text(Streamed::Csv)),
    ("tsv", RowFile::Text(Streamed::Tsv)),
    ("md", RowFile::Text(Streamed::Markdown)),
    ("tex", RowFile::Text(Streamed::Latex)),
    ("jsonl", RowFile::Text(Streamed::JsonLines)),
    ("html", RowFile::Text(Streamed::Html)),
    ("parquet", RowFile::Parquet),
];

impl RowFile {
    /// The format of a file with this name, by what stands after its last dot.
    pub fn named(name: &Path) -> Option<RowFile> {
        let ending = name.extension()?.to_str()?.to_ascii_lowercase();
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|&(_, format)| format)
    }

    /// The extensions of such files.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        ENDINGS.iter().map(|&(ending, _)| ending)
    }

    /// Its name as a format of rows.
    pub fn name(self) -> &'static str {
        self.format().name()
    }

    /// The format of rows that it is.
    pub fn format(self) -> Format {
        match self {
            RowFile::Text(Streamed::Csv) => Format::Csv,
            RowFile::Text(Streamed::Tsv) => Format::Tsv,
            RowFile::Text(Streamed::Markdown) => Format::Markdown,
            RowFile::Text(Streamed::Latex) => Format::Latex,
            RowFile::Text(Streamed::JsonLines) => Format::JsonLines,
            RowFile::Text(Streamed::Html) => Format::Html,
            RowFile::Parquet => Format::Parquet,
        }
    }

    /// The bytes of a stretch of rows. O(cells).
    pub fn stretch(
        self,
        about: &Rows,
        rows: impl IntoIterator<Item: Record>,
    ) -> Result<Vec<u8>, WriteError> {
        match self {
            RowFile::Text(format) => {
                let mut out = Vec::new();
                format.rows(about, rows, &mut out)?;
                Ok(out)
            }
            RowFile::Parquet => {
                let mut out = Vec::new();
                let mut file = ParquetFile::new(about)?;
                file.add(rows, &mut out)?;
                file.finish(&mut out)?;
                Ok(out)
            }
        }
    }

    /// Writes the file with these rows. O(cells).
    pub fn write<W: Write>(
        self,
        about: &Rows,
        rows: impl IntoIterator<Item: Record>,
        mut out: W,
    ) -> Result<W, WriteError> {
        match self {
            RowFile::Text(format) => {
                format.write(about, &mut rows.into_iter(), &mut out)?;
                Ok(out)
            }
            RowFile::Parquet => {
                let mut file = ParquetFile::new(about)?;
                file.add(rows, &mut out)?;
                file.finish(&mut out)?;
                Ok(out)
            }
        }
    }

    /// Writes one file with the rows of these files of the same columns, if that can be done
    /// without reading them as rows: Parquet, and formats with nothing but a header. O(bytes).
    ///
    /// ```
    /// use std::io::{Seek, Write};
    /// use ishitori_records::{Column, RowFile, Rows};
    ///
    /// let about = Rows::new("primes", vec![Column::integer("p")]);
    /// let format = RowFile::named("primes.csv".as_ref()).unwrap();
    /// let file = |primes: &[u64]| {
    ///     let mut file = tempfile::tempfile()?;
    ///     let rows = primes.iter().map(|&p| (p,));
    ///     file.write_all(&format.write(&about, rows, Vec::new()).unwrap())?;
    ///     file.rewind()?;
    ///     Ok(file)
    /// };
    /// let joined = format.join_files(&about, [file(&[2, 3]), file(&[5])], Vec::new()).unwrap();
    /// assert_eq!(joined, b"p\n2\n3\n5\n");
    /// ```
    pub fn join_files<W: Write>(
        self,
        about: &Rows,
        files: impl IntoIterator<Item = io::Result<File>>,
        mut out: W,
    ) -> Result<W, WriteError> {
        let RowFile::Text(format @ (Streamed::Csv | Streamed::Tsv | Streamed::JsonLines)) = self
        else {
            return match self {
                RowFile::Parquet => self.join(about, files, out),
                RowFile::Text(_) => Err(WriteError::NotJoined),
            };
        };
        let mut head = Vec::new();
        format.head(about, &mut head)?;
        out.write_all(&head)?;
        for file in files {
            let mut file = file?;
            let mut own = vec![0; head.len()];
            file.read_exact(&mut own)?;
            if own != head {
                return Err(WriteError::NotJoined);
            }
            io::copy(&mut file, &mut out)?;
        }
        Ok(out)
    }

    /// Writes the file whose stretches lie in these files. O(bytes).
    pub fn join<W: Write>(
        self,
        about: &Rows,
        stretches: impl IntoIterator<Item = io::Result<File>>,
        mut out: W,
    ) -> Result<W, WriteError> {
        match self {
            RowFile::Text(format) => {
                format.head(about, &mut out)?;
                for stretch in stretches {
                    io::copy(&mut stretch?, &mut out)?;
                }
                format.tail(&mut out)?;
                Ok(out)
            }
            RowFile::Parquet => {
                let mut file = ParquetFile::new(about)?;
                for stretch in stretches {
                    file.append(&stretch?, &mut out)?;
                }
                file.finish(&mut out)?;
                Ok(out)
            }
        }
    }
}
