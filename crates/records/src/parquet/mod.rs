//! Apache Parquet, as much of it as rows of results need: columns of whole numbers, truth values, texts and lists of
//! whole numbers, every cell possibly empty.
//!
//! Written by hand, because the crate `parquet` is made for nested data and fifteen encodings: it and what it needs took
//! a ninth of a cold build of the program, and were too large for browsers, which read the atlas. The tests read with
//! that crate what is written here, and here what it writes.
//!
//! The format is that of <https://github.com/apache/parquet-format>: a file is `PAR1`, pages, a footer in Thrift's
//! compact protocol, its length, `PAR1`.

mod encoding;
mod file;
mod footer;
mod page;
mod table;
mod thrift;

pub use file::ParquetFile;
pub use table::{NotATable, ParquetTable};

/// The first and the last four bytes of a file.
const MAGIC: &[u8; 4] = b"PAR1";

/// The codes of the compressions that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Codec {
    Uncompressed = 0,
    Snappy = 1,
    Gzip = 2,
}

impl Codec {
    fn from_code(code: i64) -> Option<Codec> {
        [Codec::Uncompressed, Codec::Snappy, Codec::Gzip].into_iter().find(|&c| c as i64 == code)
    }
}

/// The codes of the types of columns that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Physical {
    Boolean = 0,
    Int64 = 2,
    ByteArray = 6,
}

impl Physical {
    fn from_code(code: i64) -> Option<Physical> {
        [Physical::Boolean, Physical::Int64, Physical::ByteArray]
            .into_iter()
            .find(|&p| p as i64 == code)
    }
}
