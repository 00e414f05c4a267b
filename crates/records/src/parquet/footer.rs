//! The footer: the columns, and where the pages of every row group lie.

use std::io::{self, Read, Seek, SeekFrom};

use super::thrift::{Reader, Struct, Value, write_struct};
use super::{Codec, MAGIC, Physical};

/// A footer that is longer is refused, not read into memory.
const MAX_FOOTER: u64 = 64 << 20;

/// The metadata of a file.
#[derive(Clone, Debug)]
pub(super) struct Footer {
    pub(super) columns: Vec<ColumnType>,
    pub(super) groups: Vec<RowGroup>,
    /// How the file was made, under the key `ishitori`.
    pub(super) made: String,
}

/// A column of the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnType {
    pub(super) name: String,
    /// The type of its cells, or of the elements of the lists in its cells.
    pub(super) physical: Physical,
    /// Whether its cells are lists.
    pub(super) list: bool,
}

/// The names of the two groups that the schema of a list has below its own name.
const LIST: [&str; 2] = ["list", "element"];

/// Codes of how often an element of the schema is there: once, at most once, any number of times.
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const REPEATED: i32 = 2;

/// The code of a list among the converted types, for old readers, and the field of it among the logical types.
const CONVERTED_LIST: i32 = 3;
const LOGICAL_LIST: i16 = 3;

/// An element of the schema: the schema is a tree, written from the root, children after their parent.
enum Element<'f> {
    Root,
    Column(&'f ColumnType),
    /// The repeated group in a list.
    Repeated,
    /// The elements of a list.
    Item(Physical),
}

impl ColumnType {
    fn elements(&self) -> Vec<Element<'_>> {
        match self.list {
            false => vec![Element::Column(self)],
            true => {
                vec![Element::Column(self), Element::Repeated, Element::Item(self.physical)]
            }
        }
    }

    fn path(&self) -> Vec<&str> {
        let below = if self.list { LIST.as_slice() } else { &[] };
        std::iter::once(self.name.as_str()).chain(below.iter().copied()).collect()
    }
}

/// A stretch of rows.
#[derive(Clone, Debug)]
pub(super) struct RowGroup {
    pub(super) rows: u64,
    pub(super) chunks: Vec<Chunk>,
}

/// The pages of a column of a row group.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// How many cells there are, counting every element of a list, and one for an empty list.
    pub(super) cells: u64,
    /// Where the first page begins: the dictionary, if there is one.
    pub(super) start: u64,
    /// Where the first page of cells begins, counted from `start`.
    pub(super) cells_after: u64,
    /// Bytes of all pages with their headers, as they lie in the file and before compression.
    pub(super) compressed: u64,
    pub(super) uncompressed: u64,
    pub(super) codec: Codec,
    /// Codes of the encodings of its pages.
    pub(super) encodings: Vec<i32>,
    pub(super) statistics: Option<Statistics>,
}

/// The statistics by which readers skip a row group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statistics {
    pub(super) empty: i64,
    /// The least and the largest cell of a column of whole numbers that has any.
    pub(super) range: Option<(i64, i64)>,
}

/// Why a file has no footer that could be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoFooter {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("not a Parquet file, or damaged")]
    Damaged,
    #[error("the column '{0}' is neither of whole numbers, lists of them, truth values nor texts")]
    Column(String),
}

impl Footer {
    /// The last bytes of a file. O(columns × groups).
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let rows: u64 = self.groups.iter().map(|group| group.rows).sum();
        write_struct(out, |w| {
            w.i32(1, 1);
            let columns = self.columns.iter().flat_map(ColumnType::elements);
            let elements: Vec<_> = std::iter::once(Element::Root).chain(columns).collect();
            w.structures(2, &elements, |element, w| match element {
                Element::Root => {
                    w.bytes(4, b"rows");
                    w.i32(5, self.columns.len() as i32);
                }
                Element::Column(column) if column.list => {
                    w.i32(3, OPTIONAL);
                    w.bytes(4, column.name.as_bytes());
                    w.i32(5, 1);
                    w.i32(6, CONVERTED_LIST);
                    w.structure(10, |w| w.structure(LOGICAL_LIST, |_| ()));
                }
                Element::Repeated => {
                    w.i32(3, REPEATED);
                    w.bytes(4, LIST[0].as_bytes());
                    w.i32(5, 1);
                }
                Element::Item(physical) => {
                    w.i32(1, *physical as i32);
                    w.i32(3, REQUIRED);
                    w.bytes(4, LIST[1].as_bytes());
                }
                Element::Column(column) => {
                    w.i32(1, column.physical as i32);
                    w.i32(3, OPTIONAL);
                    w.bytes(4, column.name.as_bytes());
                    if column.physical == Physical::ByteArray {
                        w.i32(6, 0); // UTF-8, for old readers
                        w.structure(10, |w| w.structure(1, |_| ())); // a string, for new ones
                    }
                }
            });
            w.i64(3, rows as i64);
            w.structures(4, &self.groups, |group, w| self.write_group(group, w));
            w.structures(5, &[&self.made], |made, w| {
                w.bytes(1, b"ishitori");
                w.bytes(2, made.as_bytes());
            });
            w.bytes(6, concat!("ishitori ", env!("CARGO_PKG_VERSION")).as_bytes());
            // The least and the largest cell are meant in the order of the type.
            w.structures(7, &self.columns, |_, w| w.structure(1, |_| ()));
        });
        let length = (out.len() - start) as u32;
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(MAGIC);
    }

    fn write_group(&self, group: &RowGroup, w: &mut super::thrift::Writer<'_>) {
        let chunks: Vec<_> = group.chunks.iter().zip(&self.columns).collect();
        w.structures(1, &chunks, |(chunk, column), w| {
            w.i64(2, (chunk.start + chunk.compressed) as i64);
            w.structure(3, |w| {
                w.i32(1, column.physical as i32);
                w.i32s(2, &chunk.encodings);
                w.texts(3, &column.path());
                w.i32(4, chunk.codec as i32);
                w.i64(5, chunk.cells as i64);
                w.i64(6, chunk.uncompressed as i64);
                w.i64(7, chunk.compressed as i64);
                w.i64(9, (chunk.start + chunk.cells_after) as i64);
                if chunk.cells_after > 0 {
                    w.i64(11, chunk.start as i64);
                }
                if let Some(Statistics { empty, range }) = &chunk.statistics {
                    w.structure(12, |w| {
                        w.i64(3, *empty);
                        if let Some((least, largest)) = range {
                            w.bytes(5, &largest.to_le_bytes());
                            w.bytes(6, &least.to_le_bytes());
                        }
                    });
                }
            });
        });
        w.i64(2, group.chunks.iter().map(|chunk| chunk.uncompressed).sum::<u64>() as i64);
        w.i64(3, group.rows as i64);
        w.i64(6, group.chunks.iter().map(|chunk| chunk.compressed).sum::<u64>() as i64);
    }

    /// The footer of a file. O(its bytes).
    pub(super) fn read(file: &mut (impl Read + Seek)) -> Result<Footer, NoFooter> {
        let end = file.seek(SeekFrom::End(0))?;
        let before = end.checked_sub(8).ok_or(NoFooter::Damaged)?;
        file.seek(SeekFrom::Start(before))?;
        let mut last = [0; 8];
        file.read_exact(&mut last)?;
        let [a, b, c, d, magic @ ..] = last;
        let length = u64::from(u32::from_le_bytes([a, b, c, d]));
        if magic != *MAGIC || length > MAX_FOOTER {
            return Err(NoFooter::Damaged);
        }
        file.seek(SeekFrom::Start(before.checked_sub(length).ok_or(NoFooter::Damaged)?))?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes)?;
        let said = Reader::new(&bytes).structure().ok_or(NoFooter::Damaged)?;
        let columns = columns(&said)?;
        let footer = |said: &Struct| {
            let groups = said.list(4)?.iter().map(|g| row_group(g.structure()?, &columns, before));
            let mut made = String::new();
            for pair in said.list(5).unwrap_or_default() {
                let pair = pair.structure()?;
                if pair.bytes(1) == Some(b"ishitori") {
                    made = String::from_utf8(pair.bytes(2)?.to_vec()).ok()?;
                }
            }
            Some(Footer { groups: groups.collect::<Option<_>>()?, columns: columns.clone(), made })
        };
        footer(&said).ok_or(NoFooter::Damaged)
    }
}

/// The columns of the schema.
fn columns(said: &Struct) -> Result<Vec<ColumnType>, NoFooter> {
    let mut elements = said.list(2).ok_or(NoFooter::Damaged)?.iter().map(Value::structure);
    let root = elements.next().flatten().ok_or(NoFooter::Damaged)?;
    let mut columns = Vec::new();
    while let Some(element) = elements.next() {
        let element = element.ok_or(NoFooter::Damaged)?;
        let name = element.bytes(4).and_then(|name| String::from_utf8(name.to_vec()).ok());
        let name = name.ok_or(NoFooter::Damaged)?;
        let physical = |element: &Struct| element.int(1).and_then(Physical::from_code);
        let is = |element: &Struct, times: i32, children: i64| {
            element.int(3) == Some(times.into()) && element.int(5).unwrap_or(0) == children
        };
        let found = if is(element, OPTIONAL, 0) {
            physical(element).map(|physical| (physical, false))
        } else if is(element, OPTIONAL, 1) && element.int(6) == Some(CONVERTED_LIST.into()) {
            let group = elements.next().flatten().filter(|group| is(group, REPEATED, 1));
            let item = elements.next().flatten().filter(|item| is(item, REQUIRED, 0));
            let item = group.and(item).and_then(physical);
            item.filter(|&item| item == Physical::Int64).map(|item| (item, true))
        } else {
            None
        };
        match found {
            Some((physical, list)) => columns.push(ColumnType { name, physical, list }),
            None => return Err(NoFooter::Column(name)),
        }
    }
    match root.int(5) == Some(columns.len() as i64) {
        true => Ok(columns),
        false => Err(NoFooter::Damaged),
    }
}

/// A row group whose chunks lie before `end`.
fn row_group(said: &Struct, columns: &[ColumnType], end: u64) -> Option<RowGroup> {
    let rows = u64::try_from(said.int(3)?).ok()?;
    let chunks = said.list(1)?;
    (chunks.len() == columns.len()).then_some(())?;
    let chunks = chunks.iter().zip(columns).map(|(said, column)| {
        let chunk = chunk(said.structure()?.structure(3)?, end)?;
        let fits = if column.list { chunk.cells >= rows } else { chunk.cells == rows };
        fits.then_some(chunk)
    });
    Some(RowGroup { rows, chunks: chunks.collect::<Option<_>>()? })
}

fn chunk(said: &Struct, end: u64) -> Option<Chunk> {
    let number = |field| u64::try_from(said.int(field)?).ok();
    let cells = number(9)?;
    // Some writers say 0 where there is no dictionary.
    let start = match said.int(11) {
        Some(at) if at > 0 => u64::try_from(at).ok()?,
        _ => cells,
    };
    let compressed = number(7)?;
    (start.checked_add(compressed)? <= end).then_some(())?;
    let encodings = said.list(2)?.iter().map(|code| match code {
        Value::Int(code) => i32::try_from(*code).ok(),
        _ => None,
    });
    let bytes = |s: &Struct, field| Some(i64::from_le_bytes(s.bytes(field)?.try_into().ok()?));
    let whole_numbers = said.int(1)? == Physical::Int64 as i64;
    let statistics = said.structure(12).and_then(|s| {
        let range = bytes(s, 6).zip(bytes(s, 5)).filter(|_| whole_numbers);
        Some(Statistics { empty: s.int(3)?, range })
    });
    Some(Chunk {
        cells: number(5)?,
        start,
        cells_after: cells.checked_sub(start)?,
        compressed,
        uncompressed: number(6)?,
        codec: Codec::from_code(said.int(4)?)?,
        encodings: encodings.collect::<Option<_>>()?,
        statistics,
    })
}
