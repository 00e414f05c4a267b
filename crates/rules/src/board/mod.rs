//! Partizan games on boards, strips and graphs.
//!
//! A ruleset says which moves there are, how a position falls apart into a sum, and which positions
//! have the same (or the opposite) value for reasons of symmetry. It computes no values; that is
//! the work of the solver.

mod clobber;
mod domineering;
mod grid;
mod hackenbush;
mod path_colouring;
mod strip;
mod toads_and_frogs;
mod toppling_dominoes;

use std::fmt::Debug;
use std::hash::Hash;

use ishitori_values::Player;

pub use clobber::{Clobber, Stones};
pub use domineering::{Domineering, Region};
pub use grid::transposed_text;
pub use hackenbush::{Hackenbush, HackenbushString, Plant};
pub use path_colouring::{PathColouring, Tints};
pub use strip::Strip;
pub use toads_and_frogs::ToadsAndFrogs;
pub use toppling_dominoes::TopplingDominoes;

/// The rules of a partizan game under normal play.
///
/// ```
/// use ishitori_rules::board::{Domineering, Ruleset};
/// use ishitori_values::Player;
/// let rules = Domineering::<8>;
/// let board = rules.parse("..|.#").unwrap();
/// let mut options = Vec::new();
/// rules.options(&board, Player::Left, |option| options.push(option)); // vertical
/// assert_eq!(options.len(), 1);
/// ```
pub trait Ruleset: Copy + Send + Sync {
    /// A position, in a form that is cheap to compare.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// Reads a position as a user writes it. O(length).
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Writes a position so that it reads back. O(size).
    fn show(&self, position: &Self::Position) -> String;

    /// Bytes that a position holds on the heap, for memory limits. The default is none.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// Passes what `player` can move to.
    fn options(&self, position: &Self::Position, player: Player, sink: impl FnMut(Self::Position));

    /// Passes positions whose sum has the same value, without those of value 0 that are easy to
    /// see. The default is the position itself.
    fn components(&self, position: &Self::Position, mut sink: impl FnMut(Self::Position)) {
        sink(position.clone());
    }

    /// The preferred one among the positions that symmetry relates to this one, and whether its
    /// value is the negative. The default is the position itself.
    fn image(&self, position: &Self::Position) -> (Self::Position, bool) {
        (position.clone(), false)
    }
}

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

/// What is wrong with the text of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A character without meaning in this game.
    #[error("the character {found:?} at place {place} means nothing here; accepted are {accepted}")]
    Character {
        /// Where it stands, counting characters from 1.
        place: usize,
        /// The character.
        found: char,
        /// What is accepted.
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
         at most 8 x 8, 4 x 16, 2 x 32 or 1 x 64 (either way round) are accepted"
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
    #[error("the parenthesis at place {place} has no partner")]
    Parenthesis {
        /// Where it stands, counting characters from 1.
        place: usize,
    },
}
