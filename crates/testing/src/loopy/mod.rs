//! Games whose positions can recur, written in Rust: what the texts of boards are compared with.

mod backsliding;
mod fox_and_geese;
mod fox_index;

pub use backsliding::Backsliding;
pub use fox_and_geese::{FoxAndGeese, FoxPosition};
pub use fox_index::FoxIndex;

/// An error in the text of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardFault {
    /// A sign that has no meaning.
    #[error("unexpected sign {sign:?} at place {at}: expected {expected}")]
    Sign {
        /// The sign.
        sign: char,
        /// Its place in the text, from 1.
        at: usize,
        /// The expected input.
        expected: &'static str,
    },
    /// A board that is too large.
    #[error("at most {limit} squares are accepted")]
    TooLarge {
        /// How many squares are accepted.
        limit: usize,
    },
    /// Rows of different lengths.
    #[error("row {row} has {found} squares, but the first one has {expected}")]
    Rows {
        /// The row, from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// Not exactly one fox.
    #[error("there must be exactly one {sign}, and {found} are given")]
    One {
        /// The sign of the piece.
        sign: char,
        /// How many there are.
        found: usize,
    },
    /// A piece where none may stand.
    #[error("no piece can stand on row {row}, column {column} (from below, from the left)")]
    Square {
        /// The row, from 1 at the bottom.
        row: usize,
        /// The column, from 1 at the left.
        column: usize,
    },
    /// Nothing is given.
    #[error("the position is empty")]
    Empty,
}
