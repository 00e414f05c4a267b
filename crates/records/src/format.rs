//! The formats.

use std::io::{self, Write};
use std::str::FromStr;

use crate::cell::{Cell, Kind, Record, Rows, Stream};
use crate::parquet::ParquetFile;
use crate::plain;
use crate::streamed::Streamed;

/// A way to write rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// Comma-separated values, a header first.
    Csv,
    /// Tab-separated values, a header first.
    Tsv,
    /// A Markdown table.
    Markdown,
    /// A tabular environment.
    Latex,
    /// A b-file for the OEIS: two columns of numbers.
    Bfile,
    /// The entry of the OEIS with its b-file, of answers that know the name of their sequence.
    Oeis,
    /// One JSON object per line.
    JsonLines,
    /// An HTML table.
    Html,
    /// Apache Parquet, typed columns for other programs.
    Parquet,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 10] = [
        Format::Text,
        Format::Csv,
        Format::Tsv,
        Format::Markdown,
        Format::Latex,
        Format::Bfile,
        Format::Oeis,
        Format::JsonLines,
        Format::Html,
        Format::Parquet,
    ];

    /// Whether files of it are no text.
    pub fn is_binary(self) -> bool {
        self == Format::Parquet
    }

    /// Its name as an argument.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
            Format::Bfile => "bfile",
            Format::Oeis => "oeis",
            Format::JsonLines => "jsonl",
            Format::Html => "html",
            Format::Parquet => "parquet",
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// Not the name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such format")]
pub struct UnknownFormat;

/// Why rows cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A b-file has two columns of numbers, and an entry of the OEIS one sequence.
    #[error("a b-file and an entry of the OEIS hold one sequence of whole numbers")]
    NotASequence,
    /// A typed column has a cell of another kind: a number beyond 64 bits.
    #[error("'{cell}' is not of the kind of its column")]
    NotOfItsColumn {
        /// The cell.
        cell: String,
    },
    /// Files of this format or of different columns are not joined.
    #[error(
        "files of rows are joined if they are CSV, TSV, JSON lines or Parquet with the same columns"
    )]
    NotJoined,
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A result with rows, which knows its columns.
pub trait Tabular {
    /// Writes the rows in a format; how they were made may stand in comments.
    fn write_as(
        &self,
        format: Format,
        provenance: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError>;
}

/// Writes rows in a format, as they come: O(cells), and the memory of a row. Aligned text takes the
/// rows twice, the first time to measure them; Parquet has the memory of a group of rows.
pub fn write<I>(
    about: &Rows,
    rows: I,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), WriteError>
where
    I: IntoIterator<Item: Record> + Clone,
{
    match format {
        Format::Text => {
            let mut measured = rows.clone().into_iter();
            Ok(plain::text(about, &mut measured, &mut rows.into_iter(), out)?)
        }
        _ => stream(about, &mut rows.into_iter(), format, out),
    }
}

/// Writes rows that come once.
fn stream(
    about: &Rows,
    rows: &mut dyn Stream,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    match format {
        Format::Text => unreachable!("aligned text takes the rows twice"),
        Format::Bfile => bfile(about, rows, out)?,
        // Columns do not say what a sequence is: answers that hold one write an [`OeisEntry`](crate::OeisEntry).
        Format::Oeis => return Err(WriteError::NotASequence),
        Format::Parquet => {
            let mut file = ParquetFile::new(about)?;
            let added = file.add_all(rows, out);
            // Without its end the file is of no use: a writer that has had enough gets it all the same, and the rows
            // that it took can be read.
            let ended = file.finish(out);
            added.and(ended)?;
        }
        Format::Csv => Streamed::Csv.write(about, rows, out)?,
        Format::Tsv => Streamed::Tsv.write(about, rows, out)?,
        Format::Markdown => Streamed::Markdown.write(about, rows, out)?,
        Format::Latex => Streamed::Latex.write(about, rows, out)?,
        Format::JsonLines => Streamed::JsonLines.write(about, rows, out)?,
        Format::Html => Streamed::Html.write(about, rows, out)?,
    }
    Ok(())
}

fn bfile(about: &Rows, rows: &mut dyn Stream, out: &mut dyn Write) -> Result<(), WriteError> {
    let numbers = about.columns.iter().all(|column| column.kind == Kind::Integer);
    if about.columns.len() != 2 || !numbers {
        return Err(WriteError::NotASequence);
    }
    let head = about.provenance.as_ref().unwrap_or(&about.title);
    writeln!(out, "# {}", head.replace(char::is_control, " "))?;
    let mut pair = [None; 2];
    while rows.show_next(&mut |row| {
        pair = [None; 2];
        let mut at = 0;
        row.cells(&mut |cell| {
            if let (Cell::Integer(n), Some(place)) = (cell, pair.get_mut(at)) {
                *place = Some(n);
            }
            at += 1;
        });
    }) {
        let [Some(n), Some(value)] = pair else { return Err(WriteError::NotASequence) };
        writeln!(out, "{n} {value}")?;
    }
    Ok(())
}
