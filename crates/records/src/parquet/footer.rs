//! The footer: the columns, and where the pages of every row group lie.

use std::io::{self, Read, Seek, SeekFrom};

use super::thrift::{Reader, Struct, Value, write_struct};
use super::{Codec, MAGIC, Physical};

/// A footer that is longer is refused, not read into memory.
const MAX_FOOTER: u64 = 64 << 20;

/// What a file says about itself.
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
    pub(super) physical: Physical,
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

/// What readers need to skip a row group.
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
    #[error("the column '{0}' is neither of whole numbers, truth values nor texts")]
    Column(String),
}

impl Footer {
    /// The last bytes of a file. O(columns × groups).
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let rows: u64 = self.groups.iter().map(|group| group.rows).sum();
        write_struct(out, |w| {
            w.i32(1, 1);
            // The schema: a root with the number of its children, then these.
            let elements: Vec<_> =
                std::iter::once(None).chain(self.columns.iter().map(Some)).collect();
            w.structures(2, &elements, |element, w| match element {
                None => {
                    w.bytes(4, b"rows");
                    w.i32(5, self.columns.len() as i32);
                }
                Some(column) => {
                    w.i32(1, column.physical as i32);
                    w.i32(3, 1); // optional
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
                w.texts(3, &[&column.name]);
                w.i32(4, chunk.codec as i32);
                w.i64(5, group.rows as i64);
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
            let groups =
                said.list(4)?.iter().map(|g| row_group(g.structure()?, columns.len(), before));
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

/// The columns of the schema, which is flat.
fn columns(said: &Struct) -> Result<Vec<ColumnType>, NoFooter> {
    let mut elements = said.list(2).ok_or(NoFooter::Damaged)?.iter().map(Value::structure);
    let root = elements.next().flatten().ok_or(NoFooter::Damaged)?;
    let columns = elements.map(|element| {
        let element = element.ok_or(NoFooter::Damaged)?;
        let name = element.bytes(4).and_then(|name| String::from_utf8(name.to_vec()).ok());
        let name = name.ok_or(NoFooter::Damaged)?;
        let flat = element.int(5).unwrap_or(0) == 0 && element.int(3) == Some(1);
        match element.int(1).and_then(Physical::from_code) {
            Some(physical) if flat => Ok(ColumnType { name, physical }),
            _ => Err(NoFooter::Column(name)),
        }
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    match root.int(5) == Some(columns.len() as i64) {
        true => Ok(columns),
        false => Err(NoFooter::Damaged),
    }
}

/// A row group whose chunks lie before `end`.
fn row_group(said: &Struct, columns: usize, end: u64) -> Option<RowGroup> {
    let rows = u64::try_from(said.int(3)?).ok()?;
    let chunks = said.list(1)?.iter().map(|c| chunk(c.structure()?.structure(3)?, rows, end));
    let chunks = chunks.collect::<Option<Vec<_>>>()?;
    (chunks.len() == columns).then_some(RowGroup { rows, chunks })
}

fn chunk(said: &Struct, rows: u64, end: u64) -> Option<Chunk> {
    let number = |field| u64::try_from(said.int(field)?).ok();
    let cells = number(9)?;
    // Some writers say 0 where there is no dictionary.
    let start = match said.int(11) {
        Some(at) if at > 0 => u64::try_from(at).ok()?,
        _ => cells,
    };
    let compressed = number(7)?;
    (start.checked_add(compressed)? <= end && number(5)? == rows).then_some(())?;
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
        start,
        cells_after: cells.checked_sub(start)?,
        compressed,
        uncompressed: number(6)?,
        codec: Codec::from_code(said.int(4)?)?,
        encodings: encodings.collect::<Option<_>>()?,
        statistics,
    })
}
