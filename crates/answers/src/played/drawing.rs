//! What a position looks like.

use ishitori_solve::play::{self, Meaning};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a position looks like; who draws it chooses characters or pixels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Drawing {
    /// The picture.
    #[serde(flatten)]
    pub picture: Picture,
    /// Numbers with names: those that the picture leaves out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<(String, i64)>>,
}

/// A picture of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Picture {
    /// Heaps of stones.
    Heaps {
        /// The stones of each.
        heaps: Vec<u32>,
    },
    /// One heap of stones and a number that belongs to it.
    Stones {
        /// The stones.
        stones: u32,
        /// The number.
        number: u32,
        /// What it is.
        meaning: NumberMeaning,
    },
    /// A bar of chocolate, of which one square is bitter.
    Bar {
        /// The height of each column, from the left.
        columns: Vec<u32>,
        /// Column and row of the bitter square, the lowest row being 0.
        bitter: [u32; 2],
    },
    /// Cells of a board, each a character.
    Grid {
        /// Row by row.
        rows: Vec<String>,
    },
    /// A sum of games.
    Written {
        /// As it is written.
        text: String,
    },
    /// Only the numbers with their names.
    Numbers,
    /// The parts of a sum.
    Sum {
        /// Each of them.
        parts: Vec<Drawing>,
    },
}

/// What the second number of a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NumberMeaning {
    /// How many may be taken at most.
    AtMost,
    /// How many must be taken at least.
    AtLeast,
    /// How many passes are left.
    Passes,
}

impl From<play::Drawing> for Drawing {
    fn from(drawing: play::Drawing) -> Self {
        let mut numbers = None;
        let picture = match drawing {
            play::Drawing::Heaps(heaps) => Picture::Heaps { heaps },
            play::Drawing::Stones { stones, number, meaning } => {
                Picture::Stones { stones, number, meaning: meaning.into() }
            }
            play::Drawing::Bar { columns, bitter: (column, row) } => {
                Picture::Bar { columns, bitter: [column, row] }
            }
            play::Drawing::Grid(rows) => Picture::Grid {
                rows: rows.into_iter().map(|row| row.into_iter().collect()).collect(),
            },
            play::Drawing::Written(text) => Picture::Written { text },
            play::Drawing::Numbers(named) => {
                numbers = Some(named);
                Picture::Numbers
            }
            play::Drawing::With(picture, named) => {
                numbers = Some(named);
                Drawing::from(*picture).picture
            }
            play::Drawing::Sum(parts) => {
                Picture::Sum { parts: parts.into_iter().map(Drawing::from).collect() }
            }
        };
        Drawing { picture, numbers }
    }
}

impl From<Meaning> for NumberMeaning {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::AtMost => NumberMeaning::AtMost,
            Meaning::AtLeast => NumberMeaning::AtLeast,
            Meaning::Passes => NumberMeaning::Passes,
        }
    }
}
