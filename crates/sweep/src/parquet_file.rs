//! Rows as a Parquet file: one row group for each piece.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

/// How a column of the rows is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Truth,
}

/// A Parquet file that grows by pieces.
pub(crate) struct ParquetRows<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    kinds: Vec<Kind>,
}

impl<W: Write + Send> ParquetRows<W> {
    /// A file with these columns, all optional, that says how it was made.
    pub fn new(file: W, columns: &[(&str, Kind)], heading: &str) -> Result<Self> {
        let field = |&(name, kind): &(&str, Kind)| match kind {
            Kind::Text => format!("optional binary {name} (UTF8);"),
            Kind::Number => format!("optional int64 {name};"),
            Kind::Truth => format!("optional boolean {name};"),
        };
        let fields: String = columns.iter().map(field).collect();
        let schema = parse_message_type(&format!("message rows {{ {fields} }}"))?;
        let made = KeyValue::new("ishitori".to_string(), heading.to_string());
        let properties = WriterProperties::builder()
            .set_created_by(format!("ishitori {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(vec![made]))
            .build();
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
        Ok(ParquetRows { writer, kinds: columns.iter().map(|&(_, kind)| kind).collect() })
    }

    /// Adds the lines of a piece, whose cells stand between commas, those with commas in quotation
    /// marks. O(bytes).
    pub fn add(&mut self, lines: &str) -> Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let mut cells: Vec<Vec<&str>> = vec![Vec::new(); self.kinds.len()];
        for line in lines.lines() {
            let mut found = cells_of(line);
            for column in &mut cells {
                column.push(found.next().unwrap_or(""));
            }
        }
        let mut group = self.writer.next_row_group()?;
        for (column, &kind) in cells.iter().zip(&self.kinds) {
            add_column(&mut group, column, kind)?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(self) -> Result<W> {
        self.writer.into_inner()
    }
}

/// The cells of a line; no cell has a quotation mark in it.
fn cells_of(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let text = rest?;
        let (cell, after) = match text.strip_prefix('"').and_then(|t| t.split_once('"')) {
            Some((cell, after)) => (cell, after),
            None => text.split_at(text.find(',').unwrap_or(text.len())),
        };
        rest = after.strip_prefix(',');
        Some(cell)
    })
}

fn add_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    cells: &[&str],
    kind: Kind,
) -> Result<()> {
    let missing = || ParquetError::General("more columns than the schema has".to_string());
    let wrong = |cell: &str| ParquetError::General(format!("'{cell}' is not a number"));
    let mut column = group.next_column()?.ok_or_else(missing)?;
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(!cell.is_empty())).collect();
    let present = cells.iter().copied().filter(|cell| !cell.is_empty());
    match kind {
        Kind::Text => {
            let values: Vec<ByteArray> = present.map(ByteArray::from).collect();
            column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
        }
        Kind::Number => {
            let numbers = present.map(|cell| cell.parse::<i64>().map_err(|_| wrong(cell)));
            let values: Vec<i64> = numbers.collect::<Result<_>>()?;
            column.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
        }
        Kind::Truth => {
            let values: Vec<bool> = present.map(|cell| cell == "1").collect();
            column.typed::<BoolType>().write_batch(&values, Some(&levels), None)?;
        }
    }
    column.close()
}
