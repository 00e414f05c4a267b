//! The text of a board game as it is read: pieces are characters, `.` is an empty cell, `#` none.

use std::ops::Range;

pub use ishitori_loopy::Endless;
use ishitori_values::Player;

pub use crate::formula::{Judge, PieceCountEnd, Place};

/// The character of an empty cell.
pub const EMPTY: char = '.';
/// The character of a place where no cell is (any more).
pub const GONE: char = '#';

/// The kind of board that a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Rows of squares.
    Grid,
    /// Rows of hexagons, each row half a cell further right than the one above.
    Hex,
    /// One row.
    Strip,
    /// Vertices and edges.
    Graph,
}

impl BoardKind {
    /// All kinds.
    pub const ALL: [BoardKind; 4] =
        [BoardKind::Grid, BoardKind::Hex, BoardKind::Strip, BoardKind::Graph];

    /// The word for it. O(1).
    pub fn name(self) -> &'static str {
        match self {
            BoardKind::Grid => "grid",
            BoardKind::Hex => "hex",
            BoardKind::Strip => "strip",
            BoardKind::Graph => "graph",
        }
    }
}

/// A board game as it is written.
#[derive(Clone, Debug)]
pub struct GameText {
    /// The name after `game`.
    pub name: String,
    /// Parameters and their values.
    pub parameters: Vec<(String, u32)>,
    /// The kind of board.
    pub kind: BoardKind,
    /// The pieces besides `.` and `#`.
    pub pieces: Vec<char>,
    /// The kinds of edges, if edges can change.
    pub edges: Vec<char>,
    /// The pieces that `~` exchanges.
    pub turn: Vec<(char, char)>,
    /// Which cells are neighbours, if the text says so.
    pub neighbours: Option<Vec<Direction>>,
    /// The moves of Left and of Right.
    pub moves: [Vec<Alternative>; 2],
    /// Whether both have the same moves, because the text says `both:`.
    pub impartial: bool,
    /// Patterns that no move may make.
    pub never: Vec<Stage>,
    /// Pieces whose groups need an empty neighbour after every move.
    pub liberties: Vec<char>,
    /// Whether what is not connected to the ground disappears.
    pub loose: bool,
    /// Whether connected parts whose cells are all of one kind disappear.
    pub one_kind: bool,
    /// The end rule: who wins when the player to move cannot.
    pub end: End,
    /// The result of a play without end, if the text says that there may be one.
    pub loopy: Option<Endless>,
    /// The comments at the head of the text.
    pub comments: Vec<String>,
}

/// The end rule: who wins when the player to move cannot.
#[derive(Clone, Debug, Default)]
pub enum End {
    /// The other one.
    #[default]
    Normal,
    /// That player.
    Misere,
    /// What is left says so.
    PieceCount(PieceCountEnd),
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// A pattern, and those that begin where the one before ends.
    pub stages: Vec<Stage>,
    /// The conditions before the move.
    pub conditions: Vec<Condition>,
    /// The changes of pieces next to cells that change: before and after.
    pub effects: Vec<(char, char)>,
    /// The changes of pieces that can be reached from cells that change.
    pub reach: Vec<Reach>,
    /// Whether the move is allowed only if nothing falls.
    pub nothing_falls: bool,
    /// Where it may be made, if not everywhere.
    pub place: Option<Place>,
    /// Where it stands.
    pub span: Range<usize>,
}

/// The changes of cells that any number of steps lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Pieces before and after.
    pub effects: Vec<(char, char)>,
    /// The steps.
    pub along: Vec<Direction>,
}

/// A pattern and the directions in which it is laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The state before and after the move.
    pub pattern: Pattern,
    /// The directions.
    pub along: Vec<Direction>,
    /// Where it stands.
    pub span: Range<usize>,
}

/// Cells in a line, or in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A line of cells, some of them repeated.
    Line(Vec<Item>),
    /// Cells with row and column.
    Shape(Vec<((i8, i8), Cell)>),
}

/// Cells that follow each other, some number of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The cells.
    pub cells: Vec<Cell>,
    /// How often at least.
    pub least: u32,
    /// How often at most, if that is limited.
    pub most: Option<u32>,
}

/// A cell of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whether it is an edge of a graph.
    pub edge: bool,
    /// The required state.
    pub reads: Reads,
    /// The new state.
    pub becomes: Becomes,
}

/// The states that a cell must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reads {
    /// One of these.
    OneOf(Vec<char>),
    /// No cell.
    Nothing,
    /// Anything, also no cell.
    Whatever,
}

/// The new state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// Its old state.
    Same,
    /// This piece.
    Piece(char),
    /// The other side.
    Turned,
    /// The next piece in the list, or the one before.
    Step(i8),
    /// The old state of the next cell of the pattern.
    Next,
}

/// A condition on the neighbours of the cells that change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// How many.
    pub count: Count,
    /// Must be one of these.
    pub pieces: Vec<char>,
}

/// How many neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// All that there are.
    Every,
    /// At least the first and at most the second number.
    Between(u32, u32),
}

/// A direction of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From a cell to the one this many rows down and columns right.
    Step(i8, i8),
    /// A shape, turned by quarters (sixths on hexagons).
    Turns,
    /// A shape, turned and reflected.
    TurnsAndFlips,
    /// Along the edges of a graph, both ways.
    Edges,
    /// Along the edges of a graph, one way.
    Arrows,
}

/// How the plane is moved in a mirrored rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Not at all.
    None,
    /// By half a turn.
    Turned,
    /// Top and bottom exchanged.
    Flipped,
    /// Rows and columns exchanged.
    Transposed,
}

impl Motion {
    /// Where a step goes. O(1).
    pub fn of(self, (row, column): (i8, i8)) -> (i8, i8) {
        match self {
            Motion::None => (row, column),
            Motion::Turned => (-row, -column),
            Motion::Flipped => (-row, column),
            Motion::Transposed => (column, row),
        }
    }
}

impl Alternative {
    /// The same for the other player: pieces exchanged, the plane moved. O(size).
    pub fn mirrored(&self, exchange: &dyn Fn(char) -> char, motion: Motion) -> Alternative {
        let set = |pieces: &[char]| -> Vec<char> { pieces.iter().map(|&c| exchange(c)).collect() };
        Alternative {
            stages: self.stages.iter().map(|stage| stage.mirrored(exchange, motion)).collect(),
            conditions: self
                .conditions
                .iter()
                .map(|c| Condition { count: c.count, pieces: set(&c.pieces) })
                .collect(),
            effects: self.effects.iter().map(|&(a, b)| (exchange(a), exchange(b))).collect(),
            reach: self
                .reach
                .iter()
                .map(|reach| Reach {
                    effects: reach
                        .effects
                        .iter()
                        .map(|&(a, b)| (exchange(a), exchange(b)))
                        .collect(),
                    along: moved(&reach.along, motion),
                })
                .collect(),
            nothing_falls: self.nothing_falls,
            place: self.place.as_ref().map(|place| place.mirrored(motion)),
            span: self.span.clone(),
        }
    }
}

impl Stage {
    fn mirrored(&self, exchange: &dyn Fn(char) -> char, motion: Motion) -> Stage {
        let cell = |cell: &Cell| Cell {
            edge: cell.edge,
            reads: match &cell.reads {
                Reads::OneOf(set) => Reads::OneOf(set.iter().map(|&c| exchange(c)).collect()),
                other => other.clone(),
            },
            becomes: match cell.becomes {
                Becomes::Piece(c) => Becomes::Piece(exchange(c)),
                other => other,
            },
        };
        let pattern = match &self.pattern {
            Pattern::Line(items) => Pattern::Line(
                items
                    .iter()
                    .map(|item| Item {
                        cells: item.cells.iter().map(cell).collect(),
                        ..item.clone()
                    })
                    .collect(),
            ),
            Pattern::Shape(cells) => {
                Pattern::Shape(cells.iter().map(|(at, one)| (motion.of(*at), cell(one))).collect())
            }
        };
        Stage { pattern, along: moved(&self.along, motion), span: self.span.clone() }
    }
}

fn moved(along: &[Direction], motion: Motion) -> Vec<Direction> {
    let one = |&direction: &Direction| match direction {
        Direction::Step(row, column) => {
            let (row, column) = motion.of((row, column));
            Direction::Step(row, column)
        }
        other => other,
    };
    along.iter().map(one).collect()
}

impl GameText {
    /// Whether something may disappear after a move because of what it is connected to.
    pub(crate) fn settles(&self) -> bool {
        self.loose || self.one_kind
    }

    /// Whether some move depends on where it is made, so that positions cannot be moved about. O(moves).
    pub(crate) fn has_places(&self) -> bool {
        self.moves.iter().flatten().any(|one| one.place.is_some())
    }

    /// The moves of a player.
    pub fn moves_of(&self, player: Player) -> &[Alternative] {
        &self.moves[player as usize]
    }

    /// All characters of cells and edges but `#`: `.` first, in the order of the text. O(pieces).
    pub fn alphabet(&self) -> Vec<char> {
        let mut all = vec![EMPTY];
        all.extend(self.pieces.iter().chain(&self.edges));
        all
    }

    /// The directions to the neighbours of a cell of a grid. O(1).
    pub fn neighbour_steps(&self) -> Vec<Direction> {
        self.neighbours.clone().unwrap_or_else(|| match self.kind {
            BoardKind::Grid => steps_of("orthogonal", self.kind).unwrap_or_default(),
            BoardKind::Hex => steps_of("hex", self.kind).unwrap_or_default(),
            BoardKind::Strip => steps_of("horizontal", self.kind).unwrap_or_default(),
            BoardKind::Graph => vec![Direction::Edges],
        })
    }
}

/// The words for directions on a kind of board.
pub fn direction_words(kind: BoardKind) -> &'static [&'static str] {
    match kind {
        BoardKind::Grid => &[
            "right",
            "left",
            "up",
            "down",
            "horizontal",
            "vertical",
            "orthogonal",
            "diagonal",
            "rising",
            "falling",
            "all",
            "knight",
            "turns",
            "turns-and-flips",
        ],
        BoardKind::Hex => &["right", "left", "hex", "turns", "turns-and-flips"],
        BoardKind::Strip => &["right", "left", "horizontal"],
        BoardKind::Graph => &["edges", "arrows"],
    }
}

/// The directions that a word means on a kind of board. O(1).
pub fn steps_of(word: &str, kind: BoardKind) -> Option<Vec<Direction>> {
    if !direction_words(kind).contains(&word) {
        return None;
    }
    let step = |all: &[(i8, i8)]| all.iter().map(|&(r, c)| Direction::Step(r, c)).collect();
    let orthogonal = [(0, 1), (0, -1), (-1, 0), (1, 0)];
    let diagonal = [(-1, 1), (1, -1), (-1, -1), (1, 1)];
    Some(match word {
        "right" => step(&orthogonal[..1]),
        "left" => step(&orthogonal[1..2]),
        "up" => step(&orthogonal[2..3]),
        "down" => step(&orthogonal[3..]),
        "horizontal" => step(&orthogonal[..2]),
        "vertical" => step(&orthogonal[2..]),
        "orthogonal" => step(&orthogonal),
        "diagonal" => step(&diagonal),
        "rising" => step(&diagonal[..2]),
        "falling" => step(&diagonal[2..]),
        "all" => step(&[&orthogonal[..], &diagonal[..]].concat()),
        "knight" => step(&[(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]),
        // Rows of hexagons lean: the neighbours above and below are straight and on one diagonal.
        "hex" => step(&[(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, -1)]),
        "turns" => vec![Direction::Turns],
        "turns-and-flips" => vec![Direction::TurnsAndFlips],
        "edges" => vec![Direction::Edges],
        _ => vec![Direction::Arrows],
    })
}
