//! The trait of games that can be played.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use ishitori_language::tuple;
use ishitori_loopy::{Endless, LoopyOutcome};
use ishitori_values::{Budget, LimitReached, Outcome, Player};

use crate::tuple::TupleError;

/// A game that can be played and judged.
///
/// Most games are a [`Ruleset`](ishitori_rules::Ruleset), which [`RulesetGame`](super::RulesetGame)
/// makes playable. This trait is for those that know more: whose moves can fail, whose end is
/// not that of normal play, or that have a theory. Only the moves are needed; outcomes are then
/// found by search under normal play. Another end rule comes from [`end`](Playable::end), a theory from
/// [`shortcut`](Playable::shortcut) and [`grundy`](Playable::grundy).
pub trait Playable {
    /// A position, shown as in the notation of the game.
    type Position: Clone + Eq + Hash + fmt::Display;

    /// Passes the moves of `player` until `sink` breaks off. To find them can take long, even if
    /// there are few.
    fn for_each_move(
        &self,
        position: &Self::Position,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Self::Position) -> ControlFlow<()>,
    ) -> Result<(), PlayError>;

    /// The same, but of several moves to positions with the same
    /// [`canonical`](Playable::canonical) one, it need pass only one.
    fn for_each_option(
        &self,
        position: &Self::Position,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Self::Position) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        self.for_each_move(position, player, budget, sink)
    }

    /// The position as a list of options names it: moves to the same one are one option.
    fn listed(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// How many options both players have, if they have the same ones and these can be counted
    /// without being listed.
    fn count_options(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The moves of `player` that take or leave one of these numbers of stones, found without
    /// listing the others: for positions with too many. None if the game cannot find them.
    fn moves_by_numbers(
        &self,
        _position: &Self::Position,
        _player: Player,
        _numbers: &[u64],
    ) -> Option<Vec<Move<Self::Position>>> {
        None
    }

    /// The outcome class of a position in which the player to move has no move, after an even
    /// number of moves. The default is normal play: that player loses.
    fn end(&self, _position: &Self::Position) -> Result<Outcome, PlayError> {
        Ok(Outcome::P)
    }

    /// Whether Left and Right change places with every move, as when the parity of the moves
    /// decides. Both must have the same moves then.
    fn moves_exchange_players(&self) -> bool {
        false
    }

    /// Whether it never matters who is Left: same moves, and ends of the classes N and P. The
    /// default is no, which is always right.
    fn is_impartial(&self) -> bool {
        false
    }

    /// The same position as every other with the same future, as far as that is cheap to see.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The outcome class after an even number of moves, if the game knows better than a search.
    fn shortcut(
        &mut self,
        _position: &Self::Position,
        _budget: &Budget,
    ) -> Result<Option<(Outcome, Method)>, PlayError> {
        Ok(None)
    }

    /// Whether positions of such games may recur at all: what is needed for that is left out where they cannot.
    const RECURS: bool = false;

    /// The result of a play without end, in games whose positions can recur. Such a game must know the outcomes
    /// itself, by [`recurring`](Playable::recurring).
    fn endless(&self) -> Option<Endless> {
        None
    }

    /// The outcome of a position of a game whose positions can recur.
    fn recurring(
        &mut self,
        _position: &Self::Position,
        _budget: &Budget,
    ) -> Result<Option<(LoopyOutcome, Method)>, PlayError> {
        Ok(None)
    }

    /// How many moves best play takes if `player` is to move, the shortest win and the longest loss; none
    /// if play never ends, or where the game does not know it.
    fn length(
        &mut self,
        _position: &Self::Position,
        _player: Player,
        _budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        Ok(None)
    }

    /// The Grundy numbers of the parts of the position under normal play, if the game has them.
    fn grundy(
        &mut self,
        _position: &Self::Position,
        _budget: &Budget,
    ) -> Result<Option<Vec<u32>>, PlayError> {
        Ok(None)
    }

    /// The value of the position in canonical form, where the game has values that are short enough to print.
    fn value_text(
        &mut self,
        _position: &Self::Position,
        _budget: &Budget,
    ) -> Result<Option<String>, PlayError> {
        Ok(None)
    }

    /// Some moves by which `player` wins, at most `most` of them, found without looking at all moves: for
    /// positions with too many to list. None if the game has no theory for that; an empty list
    /// only if no move wins.
    fn known_wins(
        &mut self,
        _position: &Self::Position,
        _player: Player,
        _most: usize,
        _budget: &Budget,
    ) -> Result<Option<Vec<Move<Self::Position>>>, PlayError> {
        Ok(None)
    }

    /// The text to draw. The default is the text of the position, in rows that end with `|`.
    fn drawing(&self, position: &Self::Position) -> Drawing {
        let text = position.to_string();
        Drawing::Grid(text.split('|').map(|row| row.chars().collect()).collect())
    }

    /// The position as users write it.
    fn written(&self, position: &Self::Position) -> String {
        position.to_string()
    }

    /// The numbers that the position consists of, as users write them. The default is none.
    fn numbers(&self, _position: &Self::Position) -> Vec<i64> {
        Vec::new()
    }

    /// Bytes that a position holds outside of its own size, about.
    fn heap_bytes(&self, position: &Self::Position) -> u64 {
        8 * self.numbers(position).len() as u64
    }

    /// The parts of the position, each as a position of its own; one at least, which has no moves if nothing is left. The
    /// default is the whole position.
    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// The numbers of each part, in the order of [`grundy`](Playable::grundy).
    fn parts(&self, position: &Self::Position) -> Vec<Vec<i64>> {
        vec![self.numbers(position)]
    }
}

/// A move and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move<P> {
    /// Its effect.
    pub change: Change,
    /// The position after it.
    pub position: P,
}

/// The effect of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// One heap becomes others.
    Heap {
        /// The place of the heap, from 0.
        at: usize,
        /// Its stones.
        from: u32,
        /// The heaps that are left of it, increasing; none if nothing is left.
        left: Vec<u32>,
    },
    /// A pair of numbers changes.
    Pair {
        /// Before.
        from: (u32, u32),
        /// After.
        to: (u32, u32),
        /// In which way.
        how: PairChange,
    },
    /// A part of a sum of tuples becomes others.
    Part {
        /// The place of the part, from 0.
        at: usize,
        /// Its numbers.
        from: Vec<i64>,
        /// The rest of it.
        left: Vec<Vec<i64>>,
        /// Whether it is the only part.
        alone: bool,
    },
    /// Cells of a board change: `b3`, `b3-b4`.
    Board(String),
    /// Something else, in the notation of the game.
    Other(String),
}

/// How a pair of numbers changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairChange {
    /// A number of stones is taken from the first heap.
    First(u32),
    /// A number from the second.
    Second(u32),
    /// A number from each.
    Both(u32, u32),
    /// The player passes.
    Pass,
    /// A number of stones is taken from the only heap.
    Take(u32),
}

impl fmt::Display for Change {
    /// In a form that [`read_move`](super::read_move) reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Heap { from, left, .. } => {
                let left: Vec<String> = left.iter().map(u32::to_string).collect();
                let left = if left.is_empty() { "0".to_string() } else { left.join("+") };
                write!(f, "{from}->{left}")
            }
            Change::Pair { to, how: PairChange::First(_) | PairChange::Second(_), .. }
            | Change::Pair { to, how: PairChange::Both(..), .. } => {
                write!(f, "({},{})", to.0, to.1)
            }
            Change::Pair { how: PairChange::Take(taken), .. } => write!(f, "{taken}"),
            Change::Pair { how: PairChange::Pass, .. } => f.write_str("pass"),
            Change::Part { from, left, alone, .. } => {
                if !alone {
                    write!(f, "{}->", tuple(from))?;
                }
                match left.is_empty() {
                    true => f.write_str("0"),
                    false => {
                        let left: Vec<String> = left.iter().map(|part| tuple(part)).collect();
                        f.write_str(&left.join("+"))
                    }
                }
            }
            Change::Board(text) | Change::Other(text) => f.write_str(text),
        }
    }
}

/// The appearance of a position, to be drawn in characters or pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Heaps of stones.
    Heaps(Vec<u32>),
    /// One heap of stones and a number that belongs to it.
    Stones {
        /// The stones.
        stones: u32,
        /// The number.
        number: u32,
        /// What it is.
        meaning: Meaning,
    },
    /// A bar of chocolate: the squares in each column, of which one is bitter.
    Bar {
        /// The height of each column, from the left.
        columns: Vec<u32>,
        /// Column and row of the bitter square, the lowest row being 0.
        bitter: (u32, u32),
    },
    /// Cells of a board, row by row, each a character.
    Grid(Vec<Vec<char>>),
    /// Squares of a board with coordinates: columns are letters from the left, rows numbers from below; `#` is no
    /// square.
    Squares(Vec<Vec<char>>),
    /// The same with hexagons, each row half a cell further right than the one above.
    Hexagons(Vec<Vec<char>>),
    /// One row of cells, which have numbers from 1.
    Strip(Vec<Vec<char>>),
    /// A graph.
    Graph {
        /// Its vertices.
        vertices: Vec<GraphVertex>,
        /// Its edges.
        edges: Vec<GraphEdge>,
    },
    /// A sum of games as it is written.
    Written(String),
    /// Numbers with names.
    Numbers(Vec<(String, i64)>),
    /// A picture, and the numbers that it leaves out.
    With(Box<Drawing>, Vec<(String, i64)>),
    /// The parts of a sum.
    Sum(Vec<Drawing>),
}

/// A vertex of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphVertex {
    /// Its number.
    pub name: String,
    /// The piece there; `.` for none.
    pub piece: char,
    /// Whether it is on the ground.
    pub on_ground: bool,
}

/// An edge of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEdge {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// How many may be taken at most.
    AtMost,
    /// How many must be taken at least.
    AtLeast,
    /// How many passes are left.
    Passes,
}

/// How it is known who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The nim-sum of Grundy numbers (Sprague, Grundy).
    NimSum,
    /// The rule of misère Nim, which holds for sums of subtraction games (Ferguson 1974).
    MisereNim,
    /// Both, by the unifying theorem on the parity of moves.
    Parity,
    /// The outcomes of one heap, computed in order or reduced by a proved period.
    OneHeap,
    /// The pairs of Wythoff and Fraenkel.
    Wythoff,
    /// The least part of the stones as a sum of Fibonacci numbers (Whinihan 1963).
    Zeckendorf,
    /// The parts are pairs of a game and its negative: the second player mirrors.
    Mirror,
    /// The canonical form of the value.
    Value,
    /// The quotient of the game, a finite monoid in which positions multiply.
    Quotient {
        /// How many elements it has.
        order: usize,
    },
    /// Every position that can be reached, solved from the end backwards.
    Retrograde {
        /// The positions.
        positions: usize,
    },
    /// Every position that can be reached.
    Search {
        /// The positions seen so far.
        positions: usize,
    },
}

/// Why a question about a game has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// There are too many moves to list.
    #[error("the position has more than {limit} moves")]
    TooManyMoves {
        /// How many are accepted.
        limit: usize,
    },
    /// Moves lead back to a position, so no player need ever lose.
    #[error("moves lead from {position} back to itself")]
    Cycle {
        /// The position.
        position: String,
    },
    /// A game in the language cannot be played or solved.
    #[error(transparent)]
    Tuple(TupleError),
    /// An engine for heaps cannot answer.
    #[error(transparent)]
    Heap(crate::heap::HeapError),
    /// An engine for end rules cannot answer.
    #[error(transparent)]
    Ending(crate::ending::EndingError),
    /// A table of pairs of heaps would be too large.
    #[error(transparent)]
    Table(#[from] crate::two_pile::TableTooLarge),
}

impl From<TupleError> for PlayError {
    fn from(error: TupleError) -> Self {
        match error {
            TupleError::Limit(limit) => PlayError::Limit(limit),
            other => PlayError::Tuple(other),
        }
    }
}

impl From<crate::heap::HeapError> for PlayError {
    fn from(error: crate::heap::HeapError) -> Self {
        match error {
            crate::heap::HeapError::Limit(limit) => PlayError::Limit(limit),
            other => PlayError::Heap(other),
        }
    }
}

impl From<crate::ending::EndingError> for PlayError {
    fn from(error: crate::ending::EndingError) -> Self {
        match error {
            crate::ending::EndingError::Limit(limit) => PlayError::Limit(limit),
            crate::ending::EndingError::Heap(error) => error.into(),
            other => PlayError::Ending(other),
        }
    }
}
