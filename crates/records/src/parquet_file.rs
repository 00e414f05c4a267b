//! Parquet: typed columns, a row group for each stretch of rows.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Type::{BOOLEAN, BYTE_ARRAY, INT64};
use parquet::basic::{Compression, ConvertedType, GzipLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::cell::{Cell, Kind, Record, Rows, Stream};
use crate::format::WriteError;

/// Rows of a row group, where they come as one stretch.
const GROUP: usize = 1 << 16;

/// A Parquet file that grows by row groups; each is written to where the caller says. Every column may have empty
/// cells.
///
/// The writer of a group is always a vector: generic over what is written to, it was compiled anew in every crate that
/// writes rows.
pub struct ParquetFile {
    writer: SerializedFileWriter<Vec<u8>>,
    kinds: Vec<Kind>,
}

impl ParquetFile {
    /// A file with these columns, which says how it was made under the key `ishitori`.
    pub fn new(about: &Rows) -> Result<Self, WriteError> {
        ParquetFile::compressed(about, Compression::SNAPPY)
    }

    /// The same, as small as it gets: for files that are kept, not for those that are made in a hurry.
    pub fn small(about: &Rows) -> Result<Self, WriteError> {
        let level = GzipLevel::try_new(9)?;
        ParquetFile::compressed(about, Compression::GZIP(level))
    }

    fn compressed(about: &Rows, compression: Compression) -> Result<Self, WriteError> {
        let fields = about.columns.iter().map(|column| {
            let builder = match column.kind {
                Kind::Integer => Type::primitive_type_builder(&column.name, INT64),
                Kind::Bool => Type::primitive_type_builder(&column.name, BOOLEAN),
                Kind::Text | Kind::Game => Type::primitive_type_builder(&column.name, BYTE_ARRAY)
                    .with_converted_type(ConvertedType::UTF8),
            };
            builder.build().map(Arc::new)
        });
        let fields = fields.collect::<Result<Vec<_>, ParquetError>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
        let made = about.provenance.as_ref().unwrap_or(&about.title).replace(char::is_control, " ");
        let properties = WriterProperties::builder()
            .set_created_by(format!("ishitori {}", env!("CARGO_PKG_VERSION")))
            .set_compression(compression)
            .set_key_value_metadata(Some(vec![KeyValue::new("ishitori".to_string(), made)]))
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        Ok(ParquetFile { writer, kinds: about.columns.iter().map(|c| c.kind).collect() })
    }

    /// Writes rows, in groups of some ten thousand. O(cells), and the memory of a group.
    pub fn add(
        &mut self,
        rows: impl IntoIterator<Item: Record>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        self.add_all(&mut rows.into_iter(), out)
    }

    pub(crate) fn add_all(
        &mut self,
        rows: &mut dyn Stream,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        loop {
            let mut columns: Vec<Stored> = self.kinds.iter().map(|&kind| kind.into()).collect();
            let mut put = Ok(());
            let mut count = 0;
            while count < GROUP
                && rows.show_next(&mut |row| {
                    let mut columns = columns.iter_mut();
                    row.cells(&mut |cell| {
                        if let (Some(column), Ok(())) = (columns.next(), &put) {
                            put = column.put(&cell);
                        }
                    });
                    columns.for_each(|column| column.levels.push(0));
                })
            {
                std::mem::replace(&mut put, Ok(()))?;
                count += 1;
            }
            if count == 0 {
                return Ok(());
            }
            let mut group = self.writer.next_row_group()?;
            for column in &columns {
                column.write(&mut group)?;
            }
            group.close()?;
            self.hand_over(out)?;
        }
    }

    /// Writes the row groups of another file with the same columns as they are, byte for byte.
    /// O(bytes), and the memory of a group.
    pub fn append(&mut self, file: &File, out: &mut dyn Write) -> Result<(), WriteError> {
        let found = ParquetMetaDataReader::new().parse_and_finish(file)?;
        for rows in found.row_groups() {
            let mut group = self.writer.next_row_group()?;
            for column in rows.columns() {
                let close = ColumnCloseResult {
                    bytes_written: column.compressed_size() as u64,
                    rows_written: rows.num_rows() as u64,
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                group.append_column(file, close)?;
            }
            group.close()?;
            self.hand_over(out)?;
        }
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(self, out: &mut dyn Write) -> Result<(), WriteError> {
        Ok(out.write_all(&self.writer.into_inner()?)?)
    }

    fn hand_over(&mut self, out: &mut dyn Write) -> Result<(), WriteError> {
        let written = self.writer.inner_mut();
        let handed = out.write_all(written);
        written.clear();
        Ok(handed?)
    }
}

/// The cells of a column of a row group.
struct Stored {
    cells: Cells,
    /// 1 where there is a cell, 0 where it is empty.
    levels: Vec<i16>,
}

enum Cells {
    Integer(Vec<i64>),
    Bool(Vec<bool>),
    Text(Vec<ByteArray>),
}

impl From<Kind> for Stored {
    fn from(kind: Kind) -> Stored {
        let cells = match kind {
            Kind::Integer => Cells::Integer(Vec::new()),
            Kind::Bool => Cells::Bool(Vec::new()),
            Kind::Text | Kind::Game => Cells::Text(Vec::new()),
        };
        Stored { cells, levels: Vec::new() }
    }
}

impl Stored {
    fn put(&mut self, cell: &Cell<'_>) -> Result<(), WriteError> {
        self.levels.push(i16::from(*cell != Cell::Empty));
        match (&mut self.cells, cell) {
            (_, Cell::Empty) => {}
            (Cells::Integer(numbers), Cell::Integer(n)) => numbers.push(*n),
            (Cells::Bool(truths), Cell::Bool(b)) => truths.push(*b),
            (Cells::Text(texts), cell) => texts.push(cell.to_string().as_str().into()),
            (_, cell) => return Err(WriteError::NotOfItsColumn { cell: cell.to_string() }),
        }
        Ok(())
    }

    fn write(&self, group: &mut SerializedRowGroupWriter<'_, Vec<u8>>) -> Result<(), WriteError> {
        let missing = || io::Error::other("more columns than the schema has");
        let mut column = group.next_column()?.ok_or_else(missing)?;
        let levels = Some(self.levels.as_slice());
        match &self.cells {
            Cells::Integer(cells) => {
                column.typed::<Int64Type>().write_batch(cells, levels, None)?;
            }
            Cells::Bool(cells) => {
                column.typed::<BoolType>().write_batch(cells, levels, None)?;
            }
            Cells::Text(cells) => {
                column.typed::<ByteArrayType>().write_batch(cells, levels, None)?;
            }
        }
        Ok(column.close()?)
    }
}

impl From<ParquetError> for WriteError {
    fn from(error: ParquetError) -> WriteError {
        match error {
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => WriteError::Io(*error),
                Err(error) => WriteError::Io(io::Error::other(error)),
            },
            error => WriteError::Io(io::Error::other(error)),
        }
    }
}
