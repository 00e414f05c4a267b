//! Formats that are written row by row.

use std::io::{self, Write};

use serde_json::Value;

use crate::cell::{Cell, Record, Rows, Stream};
use crate::{latex, markup};

/// A format that is written row by row: what stands before the rows, the rows, what stands after
/// them. So rows can be written in stretches, by different threads or machines, and joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streamed {
    /// Comma-separated values, a header first.
    Csv,
    /// Tab-separated values, a header first.
    Tsv,
    /// A Markdown table.
    Markdown,
    /// A tabular environment.
    Latex,
    /// One JSON object per line.
    JsonLines,
    /// An HTML table.
    Html,
}

impl Streamed {
    /// Writes what stands before the rows. O(columns).
    pub fn head(self, about: &Rows, out: &mut dyn Write) -> io::Result<()> {
        let names = |delimiter, out| {
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(out);
            writer.write_record(about.columns.iter().map(|column| column.name.as_bytes()))?;
            writer.flush()
        };
        match self {
            Streamed::Csv => names(b',', out),
            Streamed::Tsv => names(b'\t', out),
            Streamed::Markdown => markup::markdown_head(about, out),
            Streamed::Latex => latex::head(about, out),
            Streamed::JsonLines => Ok(()),
            Streamed::Html => markup::html_head(about, out),
        }
    }

    /// Writes rows. O(cells).
    pub fn rows(
        self,
        about: &Rows,
        rows: impl IntoIterator<Item: Record>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.stream(about, &mut rows.into_iter(), out)
    }

    fn stream(self, about: &Rows, rows: &mut dyn Stream, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Streamed::Csv => separated(rows, b',', out),
            Streamed::Tsv => separated(rows, b'\t', out),
            Streamed::Markdown => markup::markdown(rows, out),
            Streamed::Latex => latex::rows(about, rows, out),
            Streamed::JsonLines => json_lines(about, rows, out),
            Streamed::Html => markup::html(rows, out),
        }
    }

    /// Writes what stands after the rows. O(1).
    pub fn tail(self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Streamed::Latex => latex::end(out),
            Streamed::Html => writeln!(out, "</tbody>\n</table>"),
            Streamed::Csv | Streamed::Tsv | Streamed::Markdown | Streamed::JsonLines => Ok(()),
        }
    }

    /// All three.
    pub(crate) fn write(
        self,
        about: &Rows,
        rows: &mut dyn Stream,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.head(about, out)?;
        self.stream(about, rows, out)?;
        self.tail(out)
    }
}

fn separated(rows: &mut dyn Stream, delimiter: u8, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(out);
    let mut number = String::new();
    let mut written = Ok(());
    while rows.show_next(&mut |row| {
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
    }) {
        std::mem::replace(&mut written, Ok(()))?;
        writer.write_record(None::<&[u8]>)?;
    }
    writer.flush()
}

fn json_lines(about: &Rows, rows: &mut dyn Stream, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    let mut failed = None;
    while rows.show_next(&mut |row| {
        let mut columns = about.columns.iter();
        row.cells(&mut |cell| {
            let Some(column) = columns.next() else { return };
            line.push(if line.is_empty() { b'{' } else { b',' });
            let value: Value = match &cell {
                Cell::Empty => Value::Null,
                Cell::Integer(n) => (*n).into(),
                Cell::Integers(numbers) => numbers.iter().copied().collect(),
                Cell::Bool(b) => (*b).into(),
                Cell::Text(text) => text.as_ref().into(),
            };
            let written = serde_json::to_writer(&mut line, column.name.as_ref()).and_then(|()| {
                line.push(b':');
                serde_json::to_writer(&mut line, &value)
            });
            failed = failed.take().or(written.err());
        });
    }) {
        if let Some(error) = failed {
            return Err(error.into());
        }
        if line.is_empty() {
            line.push(b'{');
        }
        line.extend_from_slice(b"}\n");
        out.write_all(&line)?;
        line.clear();
    }
    Ok(())
}
