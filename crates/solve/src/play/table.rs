//! A game in progress.

use ishitori_loopy::{Endless, GameResult};
use ishitori_values::{Budget, Player};

use super::game::{Change, Move, PlayError, Playable};
use super::judge::{Facts, Judge};

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// The player who made it.
    pub mover: Player,
    /// The position before.
    pub from: P,
    /// Its effect.
    pub change: Change,
    /// The position after.
    pub to: P,
}

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// It wins.
    Wins,
    /// Another move would have won, or at least not have lost.
    Mistake,
    /// No move wins; this one does not lose either.
    Draws,
    /// Every move loses.
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
            Quality::Draws => "draws",
            Quality::Lost => "lost",
            Quality::Unknown => "unknown",
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// This player has won.
    Won(Player),
    /// Neither player has won.
    Drawn,
}

/// The number of occurrences of a position with the same player to move at which a play counts as endless.
pub const RECURRENCES: usize = 3;

/// A move with the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement<P> {
    /// The move.
    pub step: Step<P>,
    /// Its quality.
    pub quality: Quality,
    /// The position before it, or why nothing is known.
    pub before: Result<Facts, PlayError>,
    /// The position after it.
    pub after: Result<Facts, PlayError>,
    /// The moves that win, if that is known; only some of them if there are very many moves.
    pub winning: Vec<Move<P>>,
    /// The moves after which neither player can win any more, where none wins.
    pub drawing: Vec<Move<P>>,
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

    /// The player to move. O(1).
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

    /// How the game has ended, if the player to move cannot move, or if a position has come back so often that the play
    /// counts as one without end. O(moves + history).
    pub fn over(&self, budget: &Budget) -> Result<Option<Over>, PlayError> {
        if G::RECURS
            && let Some(endless) = self.game().endless()
            && self.times_here() >= RECURRENCES
        {
            return Ok(Some(match endless {
                Endless::Draw => Over::Drawn,
                Endless::Left => Over::Won(Player::Left),
                Endless::Right => Over::Won(Player::Right),
            }));
        }
        let winner = self.judge.winner(&self.position, self.to_move, self.odd(), budget)?;
        Ok(winner.map(Over::Won))
    }

    /// How often this position has been there with this player to move, now included. O(history).
    pub fn times_here(&self) -> usize {
        let same =
            |step: &&Step<G::Position>| step.mover == self.to_move && step.from == self.position;
        1 + self.history.iter().filter(same).count()
    }

    /// Known facts about the position.
    pub fn facts(&mut self, budget: &Budget) -> Result<Facts, PlayError> {
        let odd = self.odd();
        self.judge.facts(&self.position, odd, budget)
    }

    /// The moves by which the player to move wins.
    pub fn winning_moves(&mut self, budget: &Budget) -> Result<Vec<Move<G::Position>>, PlayError> {
        let odd = self.odd();
        self.judge.winning_moves(&self.position, self.to_move, odd, budget)
    }

    /// The moves after which neither player can win any more.
    pub fn drawing_moves(&mut self, budget: &Budget) -> Result<Vec<Move<G::Position>>, PlayError> {
        let odd = self.odd();
        self.judge.drawing_moves(&self.position, self.to_move, odd, budget)
    }

    /// Plays a move of [`moves`](Table::moves). O(1).
    pub fn advance(&mut self, chosen: Move<G::Position>) {
        let Move { change, position } = chosen;
        let from = std::mem::replace(&mut self.position, position.clone());
        let mover = self.to_move;
        self.history.push(Step { mover, from, change, to: position });
        self.to_move = mover.opponent();
    }

    /// Plays a move of [`moves`](Table::moves) and judges it. The cost of the outcomes of all
    /// moves; a limit leaves the facts unknown and the move played.
    pub fn play(&mut self, chosen: Move<G::Position>, budget: &Budget) -> Judgement<G::Position> {
        let step = Step {
            mover: self.to_move,
            from: self.position.clone(),
            change: chosen.change.clone(),
            to: chosen.position.clone(),
        };
        let odd = self.odd();
        self.advance(chosen);
        self.judge_step(step, odd, budget)
    }

    /// The quality of the move of the history with this number, from 0; nothing if there is none. The cost of the outcomes
    /// of all moves; a limit leaves the facts unknown.
    pub fn judgement(&mut self, at: usize, budget: &Budget) -> Option<Judgement<G::Position>> {
        let step = self.history.get(at)?.clone();
        Some(self.judge_step(step, !at.is_multiple_of(2), budget))
    }

    fn judge_step(
        &mut self,
        step: Step<G::Position>,
        odd: bool,
        budget: &Budget,
    ) -> Judgement<G::Position> {
        let (from, mover) = (&step.from, step.mover);
        let before = self.judge.facts(from, odd, budget);
        let winning = self.judge.winning_moves(from, mover, odd, budget);
        let drawing = match &winning {
            Ok(winning) if G::RECURS && winning.is_empty() => {
                self.judge.drawing_moves(from, mover, odd, budget)
            }
            _ => Ok(Vec::new()),
        };
        let after = self.judge.facts(&step.to, !odd, budget);
        let ending = after.as_ref().map(|facts| facts.outcome.moving_first(mover.opponent()));
        let quality = match (&winning, &drawing, ending) {
            (_, _, Ok(GameResult::Loss)) => Quality::Wins,
            (Ok(winning), _, Ok(GameResult::Draw)) if winning.is_empty() => Quality::Draws,
            (Ok(winning), Ok(drawing), Ok(_)) if winning.is_empty() && drawing.is_empty() => {
                Quality::Lost
            }
            (Ok(_), Ok(_), Ok(_)) => Quality::Mistake,
            _ => Quality::Unknown,
        };
        let (winning, drawing) = (winning.unwrap_or_default(), drawing.unwrap_or_default());
        Judgement { step, quality, before, after, winning, drawing }
    }

    /// Takes back the last move, if there is one. O(1).
    pub fn undo(&mut self) -> Option<Step<G::Position>> {
        let step = self.history.pop()?;
        self.position = step.from.clone();
        self.to_move = step.mover;
        Some(step)
    }
}
