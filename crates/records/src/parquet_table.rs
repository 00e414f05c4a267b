//! Tables read from Parquet files: those that [`ParquetFile`](crate::ParquetFile) writes.

use std::borrow::Cow;

use bytes::Bytes;
use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::cell::{Cell, Column, Kind, Record};

/// A table in memory, column by column.
///
/// ```
/// use ishitori_records::{Cell, Column, ParquetFile, ParquetTable, Rows};
///
/// let about = Rows::new("primes", vec![Column::integer("p"), Column::text("name")]);
/// let (mut file, mut bytes) = (ParquetFile::small(&about).unwrap(), Vec::new());
/// file.add([(2, Some("two")), (3, None)], &mut bytes).unwrap();
/// file.finish(&mut bytes).unwrap();
/// let table = ParquetTable::read(bytes.into()).unwrap();
/// assert_eq!((table.len(), table.columns()), (2, about.columns.as_slice()));
/// assert_eq!(table.cell(0, 1), Cell::Text("two".into()));
/// assert_eq!(table.cell(1, 1), Cell::Empty);
/// ```
#[derive(Clone, Debug)]
pub struct ParquetTable {
    columns: Vec<Column>,
    stored: Vec<Stored>,
    rows: usize,
}

/// Bytes that are no table that could be read.
#[derive(Debug, thiserror::Error)]
pub enum NotATable {
    /// The bytes are not Parquet, or damaged.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// A column of a kind that is not written here.
    #[error("the column '{0}' is neither of whole numbers, truth values nor texts")]
    Column(String),
    /// A text that is none.
    #[error("a text is not UTF-8")]
    Text,
}

/// The cells of a column.
#[derive(Clone, Debug)]
enum Stored {
    Integer(Vec<Option<i64>>),
    Bool(Vec<Option<bool>>),
    Text(Vec<Option<Box<str>>>),
}

impl ParquetTable {
    /// Reads a table. O(cells), in time and memory.
    pub fn read(bytes: Bytes) -> Result<ParquetTable, NotATable> {
        let file = SerializedFileReader::new(bytes)?;
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let (mut columns, mut stored) = (Vec::new(), Vec::new());
        for column in schema.columns() {
            let name = column.name().to_string();
            let flat = column.max_rep_level() == 0 && column.max_def_level() == 1;
            let (kind, empty) = match column.physical_type() {
                Physical::INT64 if flat => (Kind::Integer, Stored::Integer(Vec::new())),
                Physical::BOOLEAN if flat => (Kind::Bool, Stored::Bool(Vec::new())),
                Physical::BYTE_ARRAY if flat => (Kind::Text, Stored::Text(Vec::new())),
                _ => return Err(NotATable::Column(name)),
            };
            columns.push(Column::new(name, kind));
            stored.push(empty);
        }
        let mut rows = 0;
        for group in 0..file.num_row_groups() {
            let group = file.get_row_group(group)?;
            let count = group.metadata().num_rows() as usize;
            for (at, stored) in stored.iter_mut().enumerate() {
                stored.extend(group.get_column_reader(at)?, count, &columns[at])?;
            }
            rows += count;
        }
        Ok(ParquetTable { columns, stored, rows })
    }

    /// How many rows there are. O(1).
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none. O(1).
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The columns. O(1).
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The place of the column of this name. O(columns).
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// A cell.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        match &self.stored[column] {
            Stored::Integer(cells) => cells[row].map_or(Cell::Empty, Cell::Integer),
            Stored::Bool(cells) => cells[row].map_or(Cell::Empty, Cell::Bool),
            Stored::Text(_) => {
                self.text(row, column).map_or(Cell::Empty, |text| Cell::Text(Cow::Borrowed(text)))
            }
        }
    }

    /// The text of a cell; nothing if it is empty or no text.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn text(&self, row: usize, column: usize) -> Option<&str> {
        match &self.stored[column] {
            Stored::Text(cells) => cells[row].as_deref(),
            Stored::Integer(_) | Stored::Bool(_) => None,
        }
    }

    /// A row. O(1).
    pub fn row(&self, row: usize) -> TableRow<'_> {
        TableRow { table: self, row }
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableRow<'t> {
    table: &'t ParquetTable,
    row: usize,
}

impl Record for TableRow<'_> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        (0..self.table.columns.len()).for_each(|column| give(self.table.cell(self.row, column)));
    }
}

impl Stored {
    /// Adds the cells of a row group.
    fn extend(
        &mut self,
        reader: ColumnReader,
        count: usize,
        column: &Column,
    ) -> Result<(), NotATable> {
        match (self, reader) {
            (Stored::Integer(cells), ColumnReader::Int64ColumnReader(reader)) => {
                cells.extend(read(reader, count)?);
            }
            (Stored::Bool(cells), ColumnReader::BoolColumnReader(reader)) => {
                cells.extend(read(reader, count)?);
            }
            (Stored::Text(cells), ColumnReader::ByteArrayColumnReader(reader)) => {
                for bytes in read(reader, count)? {
                    let text = |bytes: ByteArray| {
                        let text =
                            std::str::from_utf8(bytes.data()).map_err(|_| NotATable::Text)?;
                        Ok::<_, NotATable>(text.into())
                    };
                    cells.push(bytes.map(text).transpose()?);
                }
            }
            _ => return Err(NotATable::Column(column.name.to_string())),
        }
        Ok(())
    }
}

/// The next `count` cells of a column.
fn read<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    count: usize,
) -> Result<impl Iterator<Item = Option<T::T>>, NotATable> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    while levels.len() < count {
        let more = count - levels.len();
        let (records, ..) = reader.read_records(more, Some(&mut levels), None, &mut values)?;
        if records == 0 {
            let short = ParquetError::EOF("a column has fewer cells than rows".to_string());
            return Err(short.into());
        }
    }
    if values.len() != levels.iter().filter(|&&level| level == 1).count() {
        return Err(ParquetError::General("a column has other cells than it says".into()).into());
    }
    let mut values = values.into_iter();
    Ok(levels.into_iter().map(move |level| if level == 1 { values.next() } else { None }))
}
