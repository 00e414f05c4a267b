//! Positions as numbers.

use ishitori_language::tuple;
use ishitori_solve::play::Playable;
use serde::{Deserialize, Serialize};

use super::Board;

/// A position, or a part of one: heaps are numbers, a pair is two numbers, and a game in the
/// language has a list of numbers for each part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Numbers {
    /// Heaps, or a pair.
    Heaps(Vec<i64>),
    /// Parts of a sum of tuples.
    Parts(Vec<Vec<i64>>),
    /// A sum of games that are written as values, or a board.
    Written(String),
}

impl Numbers {
    /// Those of a position.
    pub(crate) fn of<G: Playable>(board: Board, game: &G, position: &G::Position) -> Numbers {
        match board {
            Board::Heaps | Board::Pair => Numbers::Heaps(game.numbers(position)),
            Board::Tuples => Numbers::Parts(game.parts(position)),
            Board::Values | Board::Cells => Numbers::Written(game.written(position)),
        }
    }

    /// In the notation of the game: `3+5`, `(3,5)`, `(2,7)+(1,4)`.
    ///
    /// ```
    /// use ishitori_answers::setup::{Board, Numbers};
    ///
    /// let numbers = Numbers::Heaps(vec![3, 5]);
    /// assert_eq!(numbers.in_notation(Board::Heaps), "3+5");
    /// assert_eq!(numbers.in_notation(Board::Pair), "(3,5)");
    /// ```
    pub fn in_notation(&self, board: Board) -> String {
        let sum = |texts: Vec<String>| texts.join("+");
        match (self, board) {
            (Numbers::Heaps(numbers), Board::Pair) if numbers.len() > 1 => tuple(numbers),
            (Numbers::Heaps(heaps), _) if heaps.is_empty() => "0".to_string(),
            (Numbers::Heaps(heaps), _) => sum(heaps.iter().map(i64::to_string).collect()),
            (Numbers::Written(text), _) => text.clone(),
            (Numbers::Parts(parts), _) => sum(parts.iter().map(|part| tuple(part)).collect()),
        }
    }

    /// The numbers of each part: every heap is one, a pair is one.
    pub fn parts(&self, board: Board) -> Vec<Vec<i64>> {
        match (self, board) {
            (Numbers::Heaps(numbers), Board::Pair) => vec![numbers.clone()],
            (Numbers::Heaps(heaps), _) => heaps.iter().map(|&heap| vec![heap]).collect(),
            (Numbers::Written(_), _) => vec![Vec::new()],
            (Numbers::Parts(parts), _) => parts.clone(),
        }
    }
}
