//! A game in progress.

use ishitori_values::{Budget, Player};

use super::game::{Change, Move, PlayError, Playable};
use super::judge::{Facts, Judge};

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// Who played it.
    pub mover: Player,
    /// The position before.
    pub from: P,
    /// What it did.
    pub change: Change,
    /// The position after.
    pub to: P,
}

/// What a move was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// It wins.
    Wins,
    /// Another move would have won.
    Mistake,
    /// No move wins.
    Lost,
    /// It is not known who wins.
    Unknown,
}

impl Quality {
    /// In one word, for data. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Quality::Wins => "wins",
            Quality::Mistake => "mistake",
            Quality::Lost => "lost",
            Quality::Unknown => "unknown",
        }
    }
}

/// A move with the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement<P> {
    /// The move.
    pub step: Step<P>,
    /// What it was worth.
    pub quality: Quality,
    /// The position before it, or why nothing is known.
    pub before: Result<Facts, PlayError>,
    /// The position after it.
    pub after: Result<Facts, PlayError>,
    /// The moves that win, if that is known; only some of them if there are very many moves.
    pub winning: Vec<Move<P>>,
}

/// A position, who is to move, and how it came about.
pub struct Table<G: Playable> {
    judge: Judge<G>,
    position: G::Position,
    to_move: Player,
    history: Vec<Step<G::Position>>,
}

impl<G: Playable> Table<G> {
    /// A game that begins. O(1).
    pub fn new(game: G, position: G::Position, first: Player) -> Table<G> {
        Table { judge: Judge::new(game), position, to_move: first, history: Vec::new() }
    }

    /// The judge, who remembers what was found. O(1).
    pub fn judge(&mut self) -> &mut Judge<G> {
        &mut self.judge
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        self.judge.game()
    }

    /// The position. O(1).
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Who is to move. O(1).
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The moves so far. O(1).
    pub fn history(&self) -> &[Step<G::Position>] {
        &self.history
    }

    fn odd(&self) -> bool {
        !self.history.len().is_multiple_of(2)
    }

    /// The legal moves. O(moves).
    pub fn moves(&self, budget: &Budget) -> Result<Vec<Move<G::Position>>, PlayError> {
        self.judge.moves(&self.position, self.to_move, budget)
    }

    /// The legal moves that take or leave one of these numbers of stones, of a position with too many
    /// moves to list; None if the game cannot find them. O(numbers · heaps).
    pub fn moves_by_numbers(&self, numbers: &[u64]) -> Option<Vec<Move<G::Position>>> {
        self.judge.game().moves_by_numbers(&self.position, self.to_move, numbers)
    }

    /// Who has won, if the player to move cannot move. O(moves).
    pub fn winner(&self, budget: &Budget) -> Result<Option<Player>, PlayError> {
        self.judge.winner(&self.position, self.to_move, self.odd(), budget)
    }

    /// What is known about the position.
    pub fn facts(&mut self, budget: &Budget) -> Result<Facts, PlayError> {
        let odd = self.odd();
        self.judge.facts(&self.position, odd, budget)
    }

    /// The moves by which the player to move wins.
    pub fn winning_moves(&mut self, budget: &Budget) -> Result<Vec<Move<G::Position>>, PlayError> {
        let odd = self.odd();
        self.judge.winning_moves(&self.position, self.to_move, odd, budget)
    }

    /// Plays a move of [`moves`](Table::moves) and judges it. The cost of the outcomes of all
    /// moves; a limit leaves the facts unknown and the move played.
    pub fn play(&mut self, chosen: Move<G::Position>, budget: &Budget) -> Judgement<G::Position> {
        let mover = self.to_move;
        let before = self.facts(budget);
        let winning = self.winning_moves(budget);
        let Move { change, position } = chosen;
        let from = std::mem::replace(&mut self.position, position.clone());
        let step = Step { mover, from, change, to: position };
        self.history.push(step.clone());
        self.to_move = mover.opponent();
        let after = self.facts(budget);
        let quality = match (&winning, &after) {
            (_, Ok(facts)) if !facts.outcome.wins_moving_first(mover.opponent()) => Quality::Wins,
            (Ok(winning), Ok(_)) if winning.is_empty() => Quality::Lost,
            (Ok(_), Ok(_)) => Quality::Mistake,
            _ => Quality::Unknown,
        };
        Judgement { step, quality, before, after, winning: winning.unwrap_or_default() }
    }

    /// Takes back the last move, if there is one. O(1).
    pub fn undo(&mut self) -> Option<Step<G::Position>> {
        let step = self.history.pop()?;
        self.position = step.from.clone();
        self.to_move = step.mover;
        Some(step)
    }
}
