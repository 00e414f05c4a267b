//! Rows of results, written in every format that people read them in.
//!
//! A result with rows has [`Rows`] (a title and named, typed columns) and an iterator of
//! [`Record`]s. [`write()`] writes them as aligned text, CSV, TSV, Markdown, LaTeX, an OEIS b-file,
//! JSON lines or HTML, row by row: nothing is gathered, however many rows there are; and as Parquet.
//! A [`RowFile`] is made in stretches that are joined in the end. A [`Grid`] is a table with a
//! coordinate in each direction, an [`OeisEntry`] a sequence with its name.
//!
//! ```
//! use ishitori_records::{Column, Format, Rows, write};
//!
//! let rows = Rows::new("sub:1,2", vec![Column::integer("n"), Column::integer("grundy")]);
//! let mut out = Vec::new();
//! write(&rows, [0u32, 1, 2, 0].into_iter().enumerate(), Format::Csv, &mut out).unwrap();
//! assert_eq!(String::from_utf8(out).unwrap(), "n,grundy\n0,0\n1,1\n2,2\n3,0\n");
//! ```

mod cell;
mod format;
mod grid;
pub mod json;
pub mod latex;
mod markup;
mod mathematics;
mod oeis;
mod parquet;
mod plain;
mod row_file;
mod streamed;
pub mod visible;

pub use cell::{Cell, Column, Field, Kind, Record, Rows};
pub use format::{Format, Tabular, UnknownFormat, WriteError, write};
pub use grid::{Grid, GridCell, GridSlice};
pub use mathematics::mathematics;
pub use oeis::OeisEntry;
pub use parquet::{NotATable, ParquetFile, ParquetTable};
pub use row_file::RowFile;
pub use streamed::Streamed;
