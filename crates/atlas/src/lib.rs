//! The atlas: tables of what is known about small games, built, shipped and searched.
//!
//! * [`Table`]: the tables and their columns.
//! * [`Build`]: builds them, piece by piece, from [`Subject`]s within [`Limits`]; every machine builds the
//!   same bytes.
//! * [`Atlas`]: those that the program ships with, or those in a folder.
//! * [`Search`]: rows by conditions, sequences and codes.
//!
//! ```
//! use ishitori_atlas::{Atlas, Piece, Search, Table};
//! let piece = Piece::read("0,1,2,3,1,4,3,2,1,4");
//! let search = Search { piece, tables: vec![Table::Octal], most: 1, ..Search::default() };
//! let found = search.run(Atlas::shipped(), &ishitori_values::Budget::unlimited()).unwrap();
//! let rows = Atlas::shipped().table(Table::Octal).unwrap();
//! assert_eq!(rows.text(found.hits[0].row, 0), Some("0.77"));
//! ```

mod atlas;
mod build;
mod codes;
mod ending;
mod limits;
mod manifest;
mod quotients;
mod row_builder;
mod search;
mod sets;
mod shipped;
mod subject;
mod table;

pub use atlas::{Atlas, AtlasError};
pub use build::{Build, BuildError};
pub use codes::put_grundy_numbers;
pub use limits::Limits;
pub use manifest::{FORMAT, Manifest, TableFile};
pub use row_builder::{CellValue, RowBuilder};
pub use search::{Found, Hit, Piece, Search, SearchError, SequencePlace};
pub use shipped::keep_table;
pub use subject::{Subject, heap_subjects};
pub use table::{SequenceColumn, Table, Terms, WORDS};
