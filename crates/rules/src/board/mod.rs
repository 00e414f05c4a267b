//! Partizan games on boards, strips and graphs.
//!
//! Each is a [`Ruleset`] with positions of its own and the error [`PositionError`].

mod clobber;
mod domineering;
mod grid;
mod hackenbush;
mod path_colouring;
mod strip;
mod toads_and_frogs;
mod toppling_dominoes;

pub use crate::ruleset::Ruleset;
pub use clobber::{Clobber, Stones};
pub use domineering::{Domineering, Region};
pub use grid::transposed_text;
pub use hackenbush::{Hackenbush, HackenbushString, Plant};
pub use path_colouring::{PathColouring, Tints};
pub use strip::Strip;
pub use toads_and_frogs::ToadsAndFrogs;
pub use toppling_dominoes::TopplingDominoes;

/// The characters of the positions of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// Free and taken cells in rows.
    DomineeringCells,
    /// Stones and empty cells in rows.
    ClobberCells,
    /// Toads, frogs and empty places.
    ToadsAndFrogs,
    /// Dominoes of Left, of Right and of either.
    Dominoes,
    /// Vertices of a path.
    PathVertices,
    /// Edges and branches.
    Edges,
}

impl std::fmt::Display for Accepted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Accepted::DomineeringCells => "`.` (free), `#` (taken) and `|` between rows",
            Accepted::ClobberCells => "`x` (Left), `o` (Right), `.` (empty) and `|` between rows",
            Accepted::ToadsAndFrogs => "`t` (toad), `f` (frog) and `.` (empty)",
            Accepted::Dominoes => "`l` (Left), `r` (Right) and `e` (either)",
            Accepted::PathVertices => "`.`, `L`, `R` or `#`, with `-` between vertices",
            Accepted::Edges => {
                "`l` (Left), `r` (Right), `e` (either), parentheses around branches and `+`"
            }
        })
    }
}

/// An error in the text of a position of a game in this module. Rulesets elsewhere have
/// errors of their own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A character without meaning in this game.
    #[error("unexpected character {found:?} at place {place} here; expected {accepted}")]
    Character {
        /// Where it stands, counting characters from 1.
        place: usize,
        /// The character.
        found: char,
        /// The expected input.
        accepted: Accepted,
    },
    /// A row of another length than the first.
    #[error("row {row} has {found} cells, but row 1 has {expected}")]
    RaggedRow {
        /// The row, counting from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first.
        expected: usize,
    },
    /// A board with dimensions that are not supported.
    #[error(
        "a board of {rows} rows and {columns} columns is too large; \
         at most 8 x 8, 4 x 16, 2 x 32 or 1 x 64 cells (either way round) are supported"
    )]
    Board {
        /// How many rows there are.
        rows: usize,
        /// How many columns there are.
        columns: usize,
    },
    /// A position with too many pieces.
    #[error("the position has {found} pieces; at most {limit} are accepted")]
    TooLarge {
        /// How many there are.
        found: usize,
        /// How many are accepted.
        limit: usize,
    },
    /// No cell at all.
    #[error("the position is empty; write for example {example}")]
    Empty {
        /// A position of this game.
        example: &'static str,
    },
    /// A parenthesis without its partner.
    #[error("the parenthesis at place {place} is never matched")]
    Parenthesis {
        /// Where it stands, counting characters from 1.
        place: usize,
    },
}
