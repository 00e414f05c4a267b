//! The formats.

use std::io::{self, Write};
use std::str::FromStr;

use serde_json::Value;

use crate::cell::{Cell, Kind, Record, Rows};
use crate::{latex, markup, plain};

/// A way to write rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// Comma-separated values, a header first.
    Csv,
    /// Tab-separated values, a header first.
    Tsv,
    /// A table of Markdown.
    Markdown,
    /// A tabular environment.
    Latex,
    /// The b-file of the OEIS: two columns of numbers.
    Bfile,
    /// One JSON object a line.
    JsonLines,
    /// A table of HTML.
    Html,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::Text,
        Format::Csv,
        Format::Tsv,
        Format::Markdown,
        Format::Latex,
        Format::Bfile,
        Format::JsonLines,
        Format::Html,
    ];

    /// Its name as an argument.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
            Format::Bfile => "bfile",
            Format::JsonLines => "jsonl",
            Format::Html => "html",
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
    /// A b-file has two columns of numbers.
    #[error("a b-file has two columns of whole numbers")]
    NotASequence,
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
/// rows twice, the first time to measure them.
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
        Format::Text => plain::text(about, rows, out)?,
        Format::Csv => separated(about, rows, b',', out)?,
        Format::Tsv => separated(about, rows, b'\t', out)?,
        Format::Markdown => markup::markdown(about, rows, out)?,
        Format::Latex => latex::tabular(about, rows, out)?,
        Format::Bfile => bfile(about, rows, out)?,
        Format::JsonLines => json_lines(about, rows, out)?,
        Format::Html => markup::html(about, rows, out)?,
    }
    Ok(())
}

fn separated(
    about: &Rows,
    rows: impl IntoIterator<Item: Record>,
    delimiter: u8,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(out);
    writer.write_record(about.columns.iter().map(|column| column.name.as_bytes()))?;
    let mut number = String::new();
    for row in rows {
        let mut written = Ok(());
        row.cells(&mut |cell| {
            if written.is_ok() {
                written = match &cell {
                    Cell::Text(text) => writer.write_field(text.as_bytes()),
                    cell => {
                        number.clear();
                        // Nothing fails to be written to memory.
                        let _ = std::fmt::Write::write_fmt(&mut number, format_args!("{cell}"));
                        writer.write_field(&number)
                    }
                };
            }
        });
        written?;
        writer.write_record(None::<&[u8]>)?;
    }
    writer.flush()
}

fn bfile(
    about: &Rows,
    rows: impl IntoIterator<Item: Record>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let numbers = about.columns.iter().all(|column| column.kind == Kind::Integer);
    if about.columns.len() != 2 || !numbers {
        return Err(WriteError::NotASequence);
    }
    let head = about.provenance.as_ref().unwrap_or(&about.title);
    writeln!(out, "# {}", head.replace('\n', " "))?;
    for row in rows {
        let mut pair = [None; 2];
        let mut at = 0;
        row.cells(&mut |cell| {
            if let (Cell::Integer(n), Some(place)) = (cell, pair.get_mut(at)) {
                *place = Some(n);
            }
            at += 1;
        });
        let [Some(n), Some(value)] = pair else { return Err(WriteError::NotASequence) };
        writeln!(out, "{n} {value}")?;
    }
    Ok(())
}

fn json_lines(
    about: &Rows,
    rows: impl IntoIterator<Item: Record>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    for row in rows {
        line.clear();
        let mut columns = about.columns.iter();
        let mut failed = None;
        row.cells(&mut |cell| {
            let Some(column) = columns.next() else { return };
            line.push(if line.is_empty() { b'{' } else { b',' });
            let value: Value = match &cell {
                Cell::Empty => Value::Null,
                Cell::Integer(n) => (*n).into(),
                Cell::Bool(b) => (*b).into(),
                Cell::Text(text) => text.as_ref().into(),
            };
            let written = serde_json::to_writer(&mut line, column.name.as_ref()).and_then(|()| {
                line.push(b':');
                serde_json::to_writer(&mut line, &value)
            });
            failed = failed.take().or(written.err());
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        if line.is_empty() {
            line.push(b'{');
        }
        line.extend_from_slice(b"}\n");
        out.write_all(&line)?;
    }
    Ok(())
}
