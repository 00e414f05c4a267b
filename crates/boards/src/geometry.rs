//! The board of a position: its sites, and their neighbours.

use crate::ast::{BoardKind, Direction, EMPTY, GONE, GameText};
use crate::error::{MAX_SITES, SetUpError};
use crate::graph::Graph;

/// Row and column of a cell, or the number of a site of a graph and 0.
pub(crate) type At = (i16, i16);

/// A board without its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) kind: BoardKind,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Bits to a row.
    pub(crate) stride: usize,
    pub(crate) graph: Graph,
    /// Whether the edges of the graph are sites too.
    pub(crate) edge_sites: bool,
}

/// What stands at each site of a position, `#` for no cell.
pub type Pieces = Vec<char>;

impl Board {
    /// What it is made of. O(1).
    pub fn kind(&self) -> BoardKind {
        self.kind
    }

    /// Rows and columns of a grid; one row of sites for a graph. O(1).
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The graph; without vertices where there is none. O(1).
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of the site at a row and a column of a grid, both from 0. O(1).
    pub fn site_at(&self, row: usize, column: usize) -> Option<usize> {
        self.site((i16::try_from(row).ok()?, i16::try_from(column).ok()?))
    }

    /// Whether edges of the graph are sites, which come after the vertices. O(1).
    pub fn has_edge_sites(&self) -> bool {
        self.edge_sites
    }

    /// The board and the pieces of a position of a game. `4x6` is an empty grid. O(length).
    pub(crate) fn read(game: &GameText, text: &str) -> Result<(Board, Pieces), SetUpError> {
        if text.len() > crate::error::MAX_LENGTH {
            return Err(SetUpError::TooLarge { found: text.len() });
        }
        match game.kind {
            BoardKind::Graph => {
                let (graph, pieces) = Graph::read(game, text)?;
                let board = Board {
                    kind: game.kind,
                    rows: 1,
                    columns: pieces.len(),
                    stride: pieces.len(),
                    edge_sites: !game.edges.is_empty(),
                    graph,
                };
                Ok((board, pieces))
            }
            kind => {
                let (rows, columns, cells) = grid(game, text)?;
                if kind == BoardKind::Strip && rows > 1 {
                    return Err(SetUpError::Rows { rows });
                }
                let stride = if rows <= 8 && columns <= 8 { 8 } else { columns };
                if rows * columns > MAX_SITES {
                    return Err(SetUpError::TooLarge { found: rows * columns });
                }
                let mut pieces = vec![GONE; rows * stride];
                for (i, c) in cells.into_iter().enumerate() {
                    pieces[i / columns * stride + i % columns] = c;
                }
                let (graph, edge_sites) = (Graph::default(), false);
                Ok((Board { kind, rows, columns, stride, graph, edge_sites }, pieces))
            }
        }
    }

    /// How many sites there are, those that have no cell among them.
    pub(crate) fn sites(&self) -> usize {
        match self.kind {
            BoardKind::Graph => self.columns,
            _ => self.rows * self.stride,
        }
    }

    /// The number of a site, if it is on the board.
    pub(crate) fn site(&self, (row, column): At) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        match self.kind {
            BoardKind::Graph => (row < self.columns).then_some(row),
            _ => (row < self.rows && column < self.columns).then(|| row * self.stride + column),
        }
    }

    /// Row and column of a site.
    pub(crate) fn at(&self, site: usize) -> At {
        match self.kind {
            BoardKind::Graph => (site as i16, 0),
            _ => ((site / self.stride) as i16, (site % self.stride) as i16),
        }
    }

    /// The neighbours of a site.
    pub(crate) fn neighbours(&self, at: At, steps: &[Direction]) -> Vec<At> {
        if self.kind == BoardKind::Graph {
            let near = self.graph.near(at.0 as usize, self.edge_sites);
            return near.into_iter().map(|site| (site as i16, 0)).collect();
        }
        let step = |step: &Direction| match *step {
            Direction::Step(r, c) => Some((at.0 + i16::from(r), at.1 + i16::from(c))),
            _ => None,
        };
        steps.iter().filter_map(step).collect()
    }

    /// The name of a site: `b3` on a grid, `3` a vertex, `1-2` an edge.
    pub fn name(&self, site: usize) -> String {
        match self.kind {
            BoardKind::Graph => self.graph.name(site),
            BoardKind::Strip => (site + 1).to_string(),
            _ => {
                let (row, column) = (site / self.stride, site % self.stride);
                format!("{}{}", letters(column), self.rows - row)
            }
        }
    }

    /// A position as text. O(sites).
    pub(crate) fn show(&self, piece: impl Fn(usize) -> char) -> String {
        match self.kind {
            BoardKind::Graph => self.graph.show(piece, self.edge_sites),
            _ => {
                let row = |r: usize| {
                    (0..self.columns).map(|c| piece(r * self.stride + c)).collect::<String>()
                };
                (0..self.rows).map(row).collect::<Vec<_>>().join("|")
            }
        }
    }
}

/// Columns: a to z, aa and on.
fn letters(column: usize) -> String {
    let one = |n: usize| char::from(b'a' + (n % 26) as u8);
    match column / 26 {
        0 => one(column).to_string(),
        more => format!("{}{}", one(more - 1), one(column)),
    }
}

/// Rows, columns and cells of a grid.
fn grid(game: &GameText, text: &str) -> Result<(usize, usize, Vec<char>), SetUpError> {
    let text = text.trim();
    let dimensions = text.split_once(['x', '×']).and_then(|(rows, columns)| {
        Some((rows.trim().parse::<usize>().ok()?, columns.trim().parse::<usize>().ok()?))
    });
    if let Some((rows, columns)) = dimensions {
        return match rows.saturating_mul(columns) {
            0 => Err(SetUpError::Empty),
            found if found > MAX_SITES => Err(SetUpError::TooLarge { found }),
            cells => Ok((rows, columns, vec![EMPTY; cells])),
        };
    }
    let mut accepted = game.alphabet();
    accepted.push(GONE);
    let mut cells = Vec::new();
    let mut width = None;
    let (mut row, mut column) = (1, 0);
    let mut end_row = |row: usize, found: usize| match *width.get_or_insert(found) {
        expected if expected == found => Ok(expected),
        expected => Err(SetUpError::RaggedRow { row, found, expected }),
    };
    for (i, c) in text.chars().enumerate() {
        if matches!(c, '|' | '\n') {
            end_row(row, column)?;
            (row, column) = (row + 1, 0);
            continue;
        }
        if !accepted.contains(&c) {
            return Err(SetUpError::Character { place: i + 1, found: c, accepted });
        }
        cells.push(c);
        column += 1;
    }
    match end_row(row, column)? {
        0 => Err(SetUpError::Empty),
        width => Ok((row, width, cells)),
    }
}
