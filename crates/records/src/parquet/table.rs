//! Tables read from Parquet files: those that [`ParquetFile`](crate::ParquetFile) writes.

use std::borrow::Cow;
use std::io::Cursor;

use super::encoding::{bits_below, read_bools, read_hybrid, read_integers, read_texts};
use super::file::ELEMENT;
use super::footer::{Chunk, Footer, NoFooter};
use super::page::{Content, Page, read_page};
use super::{Codec, Physical};
use crate::cell::{Cell, Column, Kind, Record};

/// A row group with more rows is refused; those that are written here have at most 65 536.
const MAX_GROUP: u64 = 1 << 20;

/// A row group whose lists have more elements together is refused: runs of equal elements take no bytes of a file.
const MAX_ELEMENTS: usize = 1 << 24;

/// A table in memory, column by column.
///
/// ```
/// use ishitori_records::{Cell, Column, ParquetFile, ParquetTable, Rows};
///
/// let about = Rows::new("primes", vec![Column::integer("p"), Column::text("name")]);
/// let (mut file, mut bytes) = (ParquetFile::small(&about).unwrap(), Vec::new());
/// file.add([(2, Some("two")), (3, None)], &mut bytes).unwrap();
/// file.finish(&mut bytes).unwrap();
/// let table = ParquetTable::read(&bytes).unwrap();
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
    /// The bytes are not Parquet, damaged, or of a kind that is not written here.
    #[error("not a Parquet file as ishitori writes it, or damaged{}", .column.as_ref().map(|c| format!(": column '{c}'")).unwrap_or_default())]
    Damaged {
        /// The column, if it is known.
        column: Option<String>,
    },
    /// A column of a kind that is not written here.
    #[error("the column '{0}' is neither of whole numbers, lists of them, truth values nor texts")]
    Column(String),
}

/// The cells of a column.
#[derive(Clone, Debug)]
enum Stored {
    Integer(Vec<Option<i64>>),
    Bool(Vec<Option<bool>>),
    Text(Vec<Option<Box<str>>>),
    Lists(Vec<Option<Box<[i64]>>>),
}

impl ParquetTable {
    /// Reads a table. O(cells), in time and memory.
    pub fn read(bytes: &[u8]) -> Result<ParquetTable, NotATable> {
        let footer = Footer::read(&mut Cursor::new(bytes))?;
        let (mut columns, mut stored) = (Vec::new(), Vec::new());
        for column in &footer.columns {
            let (kind, empty) = match column.physical {
                _ if column.list => (Kind::Integers, Stored::Lists(Vec::new())),
                Physical::Int64 => (Kind::Integer, Stored::Integer(Vec::new())),
                Physical::Boolean => (Kind::Bool, Stored::Bool(Vec::new())),
                Physical::ByteArray => (Kind::Text, Stored::Text(Vec::new())),
            };
            columns.push(Column::new(column.name.clone(), kind));
            stored.push(empty);
        }
        let mut rows = 0;
        for group in &footer.groups {
            if group.rows > MAX_GROUP {
                return Err(NotATable::Damaged { column: None });
            }
            let count = group.rows as usize;
            for ((chunk, stored), column) in group.chunks.iter().zip(&mut stored).zip(&columns) {
                let damaged = || NotATable::Damaged { column: Some(column.name.to_string()) };
                stored.extend(bytes, chunk, count).ok_or_else(damaged)?;
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
            Stored::Lists(cells) => cells[row]
                .as_deref()
                .map_or(Cell::Empty, |list| Cell::Integers(Cow::Borrowed(list))),
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
            Stored::Integer(_) | Stored::Bool(_) | Stored::Lists(_) => None,
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
    /// Adds the cells of a row group; nothing if its pages are not what they should be.
    fn extend(&mut self, file: &[u8], chunk: &Chunk, count: usize) -> Option<()> {
        let (from, to) = (chunk.start, chunk.start.checked_add(chunk.compressed)?);
        let pages = file.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)?;
        match self {
            Stored::Integer(cells) => extend(cells, pages, chunk.codec, count, read_integers),
            Stored::Bool(cells) => extend(cells, pages, chunk.codec, count, read_bools),
            Stored::Text(cells) => extend(cells, pages, chunk.codec, count, |bytes, n| {
                let text = |bytes: &[u8]| Some(std::str::from_utf8(bytes).ok()?.into());
                read_texts(bytes, n)?.into_iter().map(text).collect()
            }),
            Stored::Lists(cells) => extend_lists(cells, pages, chunk.codec, count),
        }
    }
}

/// The levels at the beginning of a page, and what comes after them.
fn levels(bytes: &[u8], bits: u32, count: usize) -> Option<(Vec<u32>, &[u8])> {
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    let (levels, bytes) = bytes.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((read_hybrid(levels, bits, count)?, bytes))
}

/// The values of a page, whose levels were read.
fn values<T: Clone>(
    bytes: &[u8],
    content: Content,
    dictionary: &[T],
    count: usize,
    read_plain: impl Fn(&[u8], usize) -> Option<Vec<T>>,
) -> Option<Vec<T>> {
    match content {
        Content::Plain => read_plain(bytes, count),
        _ => {
            let (&bits, bytes) = bytes.split_first()?;
            let places = read_hybrid(bytes, bits.into(), count)?;
            let value = |place: u32| dictionary.get(place as usize).cloned();
            places.into_iter().map(value).collect()
        }
    }
}

/// Adds `count` lists, which these pages hold.
fn extend_lists(
    cells: &mut Vec<Option<Box<[i64]>>>,
    mut pages: &[u8],
    codec: Codec,
    count: usize,
) -> Option<()> {
    let end = cells.len() + count;
    let mut dictionary = Vec::new();
    let mut list: Option<Vec<i64>> = None;
    let (mut begun, mut left) = (false, MAX_ELEMENTS);
    while !pages.is_empty() {
        let (Page { content, count, bytes }, length) = read_page(pages, codec)?;
        pages = &pages[length..];
        if content == Content::Dictionary {
            dictionary = read_integers(&bytes, count)?;
            continue;
        }
        left = left.checked_sub(count)?;
        let (repeated, bytes) = levels(&bytes, 1, count)?;
        let (there, bytes) = levels(bytes, bits_below(ELEMENT as usize + 1), count)?;
        let elements = there.iter().filter(|&&level| level == ELEMENT).count();
        let mut values = values(bytes, content, &dictionary, elements, read_integers)?.into_iter();
        for (repeated, level) in repeated.into_iter().zip(there) {
            if repeated == 0 {
                if std::mem::replace(&mut begun, true) {
                    cells.push(list.take().map(Vec::into_boxed_slice));
                }
                (cells.len() < end).then_some(())?;
                list = (level > 0).then(Vec::new);
            }
            if level == ELEMENT {
                list.as_mut()?.push(values.next()?);
            }
        }
    }
    if begun {
        cells.push(list.map(Vec::into_boxed_slice));
    }
    (cells.len() == end).then_some(())
}

/// Adds `count` cells, which these pages hold.
fn extend<T: Clone>(
    cells: &mut Vec<Option<T>>,
    mut pages: &[u8],
    codec: Codec,
    count: usize,
    read_plain: impl Fn(&[u8], usize) -> Option<Vec<T>>,
) -> Option<()> {
    let end = cells.len() + count;
    let mut dictionary: Vec<T> = Vec::new();
    while !pages.is_empty() {
        let (Page { content, count, bytes }, length) = read_page(pages, codec)?;
        pages = &pages[length..];
        if content == Content::Dictionary {
            dictionary = read_plain(&bytes, count)?;
            continue;
        }
        (count <= end - cells.len()).then_some(())?;
        let (levels, bytes) = levels(&bytes, 1, count)?;
        let there = levels.iter().filter(|&&level| level == 1).count();
        let mut values = values(bytes, content, &dictionary, there, &read_plain)?.into_iter();
        cells.extend(levels.iter().map(|&level| if level == 1 { values.next() } else { None }));
    }
    (cells.len() == end).then_some(())
}

impl From<NoFooter> for NotATable {
    fn from(error: NoFooter) -> NotATable {
        match error {
            NoFooter::Column(name) => NotATable::Column(name),
            NoFooter::Damaged | NoFooter::Io(_) => NotATable::Damaged { column: None },
        }
    }
}
