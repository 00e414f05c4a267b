//! Files of Parquet that are written.

use std::collections::HashMap;
use std::fs::File;
use std::hash::Hash;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::encoding::{bits_below, write_bools, write_hybrid, write_text};
use super::footer::{Chunk, ColumnType, Footer, NoFooter, RowGroup, Statistics};
use super::page::{Content, PLAIN, RLE, RLE_DICTIONARY, write_page};
use super::{Codec, MAGIC, Physical};
use crate::cell::{Cell, Kind, Record, Rows, Stream};
use crate::format::WriteError;

/// Rows of a row group, where they come as one stretch.
const GROUP: usize = 1 << 16;

/// Cells of a page.
const PAGE: usize = 1 << 14;

/// The level of an element of a list: 0 means no list, 1 an empty one.
pub(super) const ELEMENT: u32 = 2;

/// A dictionary whose values take more bytes is not written.
const MAX_DICTIONARY: usize = 1 << 20;

/// A Parquet file that grows by row groups; each is written to where the caller says. Every column may have empty
/// cells.
pub struct ParquetFile {
    footer: Footer,
    codec: Codec,
    /// Bytes that were written.
    written: u64,
}

impl ParquetFile {
    /// A file with these columns, which says how it was made under the key `ishitori`.
    pub fn new(about: &Rows) -> Result<Self, WriteError> {
        Ok(ParquetFile::compressed(about, Codec::Snappy))
    }

    /// The same, as small as it gets: for files that are kept, not for those that are made in a hurry.
    pub fn small(about: &Rows) -> Result<Self, WriteError> {
        Ok(ParquetFile::compressed(about, Codec::Gzip))
    }

    fn compressed(about: &Rows, codec: Codec) -> Self {
        let column = |column: &crate::cell::Column| ColumnType {
            name: column.name.to_string(),
            list: column.kind == Kind::Integers,
            physical: match column.kind {
                Kind::Integer | Kind::Integers => Physical::Int64,
                Kind::Bool => Physical::Boolean,
                Kind::Text | Kind::Game => Physical::ByteArray,
            },
        };
        let columns = about.columns.iter().map(column).collect();
        let made = about.provenance.as_ref().unwrap_or(&about.title).replace(char::is_control, " ");
        ParquetFile { footer: Footer { columns, groups: Vec::new(), made }, codec, written: 0 }
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
            let mut columns: Vec<Cells> = self.footer.columns.iter().map(Cells::of).collect();
            let mut put = Ok(());
            let mut count = 0;
            while count < GROUP
                && rows.show_next(&mut |row| {
                    let mut columns = columns.iter_mut();
                    row.cells(&mut |cell| {
                        if let (Some(column), Ok(())) = (columns.next(), &put) {
                            put = column.put(cell);
                        }
                    });
                    columns.for_each(Cells::put_empty);
                })
            {
                std::mem::replace(&mut put, Ok(()))?;
                count += 1;
            }
            if count == 0 {
                return Ok(());
            }
            let mut bytes = self.begin();
            let mut chunks = Vec::new();
            for column in &columns {
                let start = self.written + bytes.len() as u64;
                chunks.push(column.write(start, self.codec, &mut bytes)?);
            }
            self.hand_over(&bytes, RowGroup { rows: count as u64, chunks }, out)?;
        }
    }

    /// Writes the row groups of another file with the same columns as they are, byte for byte.
    /// O(bytes), and the memory of a group.
    pub fn append(&mut self, mut file: &File, out: &mut dyn Write) -> Result<(), WriteError> {
        let found = Footer::read(&mut file)?;
        if found.columns != self.footer.columns {
            return Err(WriteError::NotJoined);
        }
        for mut group in found.groups {
            let mut bytes = self.begin();
            for chunk in &mut group.chunks {
                let from = file.seek(SeekFrom::Start(chunk.start))?;
                debug_assert_eq!(from, chunk.start);
                chunk.start = self.written + bytes.len() as u64;
                let copied = file.take(chunk.compressed).read_to_end(&mut bytes)?;
                if copied as u64 != chunk.compressed {
                    return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
                }
            }
            self.hand_over(&bytes, group, out)?;
        }
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(self, out: &mut dyn Write) -> Result<(), WriteError> {
        let mut bytes = self.begin();
        self.footer.write(&mut bytes);
        Ok(out.write_all(&bytes)?)
    }

    /// The bytes before the next ones: the magic number, if they are the first.
    fn begin(&self) -> Vec<u8> {
        if self.written == 0 { MAGIC.to_vec() } else { Vec::new() }
    }

    /// Writes a group, which is one of the file if that succeeds.
    fn hand_over(
        &mut self,
        bytes: &[u8],
        group: RowGroup,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        out.write_all(bytes)?;
        self.written += bytes.len() as u64;
        self.footer.groups.push(group);
        Ok(())
    }
}

/// The cells of a column of a row group.
enum Cells {
    Integer(Vec<Option<i64>>),
    Bool(Vec<Option<bool>>),
    Text(Vec<Option<Box<str>>>),
    Lists(Vec<Option<Box<[i64]>>>),
}

impl Cells {
    /// No cells yet of a column.
    fn of(column: &ColumnType) -> Cells {
        match column.physical {
            _ if column.list => Cells::Lists(Vec::new()),
            Physical::Int64 => Cells::Integer(Vec::new()),
            Physical::Boolean => Cells::Bool(Vec::new()),
            Physical::ByteArray => Cells::Text(Vec::new()),
        }
    }

    fn put(&mut self, cell: Cell<'_>) -> Result<(), WriteError> {
        match (self, cell) {
            (cells, Cell::Empty) => cells.put_empty(),
            (Cells::Integer(numbers), Cell::Integer(n)) => numbers.push(Some(n)),
            (Cells::Bool(truths), Cell::Bool(b)) => truths.push(Some(b)),
            (Cells::Text(texts), Cell::Text(text)) => texts.push(Some(text.into())),
            (Cells::Lists(lists), Cell::Integers(list)) => lists.push(Some(list.into())),
            (Cells::Text(texts), cell) => texts.push(Some(cell.to_string().into())),
            (_, cell) => return Err(WriteError::NotOfItsColumn { cell: cell.to_string() }),
        }
        Ok(())
    }

    fn put_empty(&mut self) {
        match self {
            Cells::Integer(numbers) => numbers.push(None),
            Cells::Bool(truths) => truths.push(None),
            Cells::Text(texts) => texts.push(None),
            Cells::Lists(lists) => lists.push(None),
        }
    }

    /// Writes the pages of a column, which begin at this place of the file. O(cells).
    fn write(&self, start: u64, codec: Codec, out: &mut Vec<u8>) -> io::Result<Chunk> {
        let before = out.len();
        let mut statistics = Statistics { empty: 0, range: None };
        let number = |n: &i64, out: &mut Vec<u8>| out.extend_from_slice(&n.to_le_bytes());
        let written = match self {
            Cells::Integer(cells) => {
                let range = cells.iter().flatten().min().zip(cells.iter().flatten().max());
                statistics.range = range.map(|(&least, &largest)| (least, largest));
                statistics.empty = empty(cells);
                write_values(&flat_pages(cells), number, codec, out)?
            }
            Cells::Text(cells) => {
                statistics.empty = empty(cells);
                write_values(&flat_pages(cells), |text, out| write_text(text, out), codec, out)?
            }
            Cells::Lists(cells) => {
                // Lists without elements count, too.
                statistics.empty = cells.iter().filter(|list| elements(list) == 0).count() as i64;
                write_values(&list_pages(cells), number, codec, out)?
            }
            Cells::Bool(cells) => {
                statistics.empty = empty(cells);
                let mut written = Written { encodings: vec![PLAIN, RLE], ..Written::default() };
                for page in flat_pages(cells) {
                    let truths: Vec<bool> = page.values.into_iter().copied().collect();
                    let mut bytes = page.levels;
                    write_bools(&truths, &mut bytes);
                    written.cells += page.cells as u64;
                    written.uncompressed +=
                        write_page(Content::Plain, page.cells, &bytes, codec, out)?;
                }
                written
            }
        };
        Ok(Chunk {
            cells: written.cells,
            start,
            cells_after: written.dictionary,
            compressed: (out.len() - before) as u64,
            uncompressed: written.uncompressed,
            codec,
            encodings: written.encodings,
            statistics: Some(statistics),
        })
    }
}

fn empty<T>(cells: &[Option<T>]) -> i64 {
    cells.iter().filter(|cell| cell.is_none()).count() as i64
}

/// A page that is to be written.
struct PageCells<'c, T> {
    /// How many cells it has: [`Chunk::cells`].
    cells: usize,
    /// Its first bytes: which cells are there, and before that, where they are elements of lists, where lists begin.
    levels: Vec<u8>,
    /// The cells that are there.
    values: Vec<&'c T>,
}

/// The pages of a column without lists.
fn flat_pages<T>(cells: &[Option<T>]) -> Vec<PageCells<'_, T>> {
    let pages = cells.chunks(PAGE).map(|page| {
        let there: Vec<u32> = page.iter().map(|cell| u32::from(cell.is_some())).collect();
        let mut levels = Vec::new();
        write_levels(&there, 1, &mut levels);
        PageCells { cells: page.len(), levels, values: page.iter().flatten().collect() }
    });
    pages.collect()
}

/// How many elements the list in a cell has.
fn elements(list: &Option<Box<[i64]>>) -> usize {
    list.as_ref().map_or(0, |list| list.len())
}

/// The pages of a column of lists: no list is divided.
fn list_pages(cells: &[Option<Box<[i64]>>]) -> Vec<PageCells<'_, i64>> {
    let pages = cells.chunks(PAGE).map(|lists| {
        let (mut repeated, mut there) = (Vec::new(), Vec::new());
        for list in lists {
            let elements = elements(list);
            repeated.extend((0..elements.max(1)).map(|at| u32::from(at > 0)));
            match elements {
                0 => there.push(u32::from(list.is_some())),
                _ => there.resize(there.len() + elements, ELEMENT),
            }
        }
        let mut levels = Vec::new();
        write_levels(&repeated, 1, &mut levels);
        write_levels(&there, bits_below(ELEMENT as usize + 1), &mut levels);
        let values = lists.iter().flatten().flat_map(|list| list.iter()).collect();
        PageCells { cells: there.len(), levels, values }
    });
    pages.collect()
}

/// Writes how deep cells are in the schema: the bytes that it takes, the numbers.
fn write_levels(levels: &[u32], bits: u32, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    write_hybrid(levels, bits, out);
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// The statistics of a written column.
#[derive(Default)]
struct Written {
    cells: u64,
    /// Bytes of the dictionary's page.
    dictionary: u64,
    uncompressed: u64,
    encodings: Vec<i32>,
}

/// Writes the pages of a column: with a dictionary if half of the cells or more have a value that was there before.
fn write_values<T: Eq + Hash>(
    pages: &[PageCells<'_, T>],
    write_value: impl Fn(&T, &mut Vec<u8>),
    codec: Codec,
    out: &mut Vec<u8>,
) -> io::Result<Written> {
    let mut written = Written::default();
    let (mut places, mut values) = (HashMap::new(), Vec::new());
    let all = || pages.iter().flat_map(|page| page.values.iter().copied());
    let most = pages.iter().map(|page| page.values.len()).sum::<usize>() / 2;
    let mut short = true;
    for value in all() {
        let next = places.len() as u32;
        places.entry(value).or_insert_with(|| {
            write_value(value, &mut values);
            next
        });
        if places.len() > most || values.len() > MAX_DICTIONARY {
            short = false;
            break;
        }
    }
    let places = (short && !places.is_empty()).then_some(places);
    if let Some(places) = &places {
        let start = out.len();
        written.uncompressed += write_page(Content::Dictionary, places.len(), &values, codec, out)?;
        written.dictionary = (out.len() - start) as u64;
    }
    written.encodings = vec![PLAIN, RLE];
    written.encodings.extend(places.is_some().then_some(RLE_DICTIONARY));
    for page in pages {
        let mut bytes = page.levels.clone();
        let there = page.values.iter().copied();
        let content = match &places {
            Some(places) => {
                let bits = bits_below(places.len()).max(1);
                bytes.push(bits as u8);
                let numbers: Vec<u32> = there.map(|value| places[value]).collect();
                write_hybrid(&numbers, bits, &mut bytes);
                Content::Places
            }
            None => {
                there.for_each(|value| write_value(value, &mut bytes));
                Content::Plain
            }
        };
        written.cells += page.cells as u64;
        written.uncompressed += write_page(content, page.cells, &bytes, codec, out)?;
    }
    Ok(written)
}

impl From<NoFooter> for WriteError {
    fn from(error: NoFooter) -> WriteError {
        match error {
            NoFooter::Io(error) => error.into(),
            error => io::Error::new(io::ErrorKind::InvalidData, error).into(),
        }
    }
}
