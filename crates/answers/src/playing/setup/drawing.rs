//! The appearance of a position.

use ishitori_solve::play::{self, Meaning};
use serde::{Deserialize, Serialize};

/// The appearance of a position, to be drawn in characters or pixels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Drawing {
    /// The picture.
    #[serde(flatten)]
    pub picture: Picture,
    /// Numbers with names: those that the picture leaves out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<(String, i64)>>,
}

/// A picture of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
    /// Squares of a board, each a character, `#` for none. Columns are letters from the left, rows numbers from
    /// below.
    Squares {
        /// Row by row from the top.
        rows: Vec<String>,
    },
    /// The same with hexagons, each row half a cell further right than the one above.
    Hexagons {
        /// Row by row from the top.
        rows: Vec<String>,
    },
    /// One row of cells, which have numbers from 1.
    Strip {
        /// The row.
        cells: String,
    },
    /// A graph.
    Graph {
        /// Its vertices.
        vertices: Vec<DrawnVertex>,
        /// Its edges.
        edges: Vec<DrawnEdge>,
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

/// A vertex of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DrawnVertex {
    /// Its number.
    pub name: String,
    /// The piece there; `.` for none.
    pub piece: char,
    /// Whether it is on the ground.
    pub on_ground: bool,
}

/// An edge of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DrawnEdge {
    /// The number of one end.
    pub from: String,
    /// The number of the other end.
    pub to: String,
    /// Its kind; `-` if all are alike.
    pub kind: char,
    /// Whether one can go from the first end to the second only.
    pub one_way: bool,
}

/// The meaning of the second number of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
            play::Drawing::Grid(rows) => Picture::Grid { rows: texts(rows) },
            play::Drawing::Squares(rows) => Picture::Squares { rows: texts(rows) },
            play::Drawing::Hexagons(rows) => Picture::Hexagons { rows: texts(rows) },
            play::Drawing::Strip(rows) => Picture::Strip { cells: texts(rows).concat() },
            play::Drawing::Graph { vertices, edges } => {
                let vertex = |v: play::GraphVertex| DrawnVertex {
                    name: v.name,
                    piece: v.piece,
                    on_ground: v.on_ground,
                };
                let edge = |e: play::GraphEdge| DrawnEdge {
                    from: e.from,
                    to: e.to,
                    kind: e.kind,
                    one_way: e.one_way,
                };
                Picture::Graph {
                    vertices: vertices.into_iter().map(vertex).collect(),
                    edges: edges.into_iter().map(edge).collect(),
                }
            }
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

fn texts(rows: Vec<Vec<char>>) -> Vec<String> {
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
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
