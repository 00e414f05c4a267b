//! A line of best play.

use ishitori_values::{Budget, LimitReached, Player};

use super::game::{Move, PlayError, Playable};
use super::judge::Judge;

/// A play in which a player who can win plays a winning move, and one who cannot plays the first move of the
/// list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P> {
    /// The player who moves, and the move.
    pub moves: Vec<(Player, Move<P>)>,
    /// The winner; `None` if the line was cut.
    pub winner: Option<Player>,
}

impl<G: Playable> Judge<G> {
    /// A line of best play from a position in which `first` moves first, cut after `most` moves or when the
    /// budget is used up. The cost of judging all options of the positions on the way.
    pub fn best_line(
        &mut self,
        position: &G::Position,
        first: Player,
        most: usize,
        budget: &Budget,
    ) -> Result<Line<G::Position>, PlayError> {
        let mut line = Line { moves: Vec::new(), winner: None };
        let mut position = position.clone();
        let mut player = first;
        let mut seen = vec![(position.clone(), player)];
        while line.moves.len() <= most {
            let odd = line.moves.len() % 2 == 1;
            let next = match self.best_move(&position, player, odd, budget) {
                Ok(next) => next,
                Err(PlayError::Limit(LimitReached::Cancelled)) => {
                    return Err(LimitReached::Cancelled.into());
                }
                Err(PlayError::Limit(_) | PlayError::TooManyMoves { .. }) => return Ok(line),
                Err(error) => return Err(error),
            };
            let Some(next) = next else {
                line.winner = self.winner(&position, player, odd, budget)?;
                return Ok(line);
            };
            if line.moves.len() == most {
                return Ok(line);
            }
            position = next.position.clone();
            line.moves.push((player, next));
            player = player.opponent();
            // Neither player makes progress.
            if G::RECURS && self.game().endless().is_some() {
                if seen.contains(&(position.clone(), player)) {
                    return Ok(line);
                }
                seen.push((position.clone(), player));
            }
        }
        Ok(line)
    }

    /// The move to the shortest win, else to a draw, else to the longest loss.
    fn best_recurring(
        &mut self,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Option<Move<G::Position>>, PlayError> {
        let moves = self.winning_moves(position, player, odd, budget)?;
        let (moves, shortest) = match moves.is_empty() {
            false => (moves, true),
            true => (self.drawing_moves(position, player, odd, budget)?, true),
        };
        let (moves, shortest) = match moves.is_empty() {
            false => (moves, shortest),
            true => (self.moves(position, player, budget)?, false),
        };
        let mut best: Option<(u32, Move<G::Position>)> = None;
        for option in moves {
            let length = self.length(&option.position, player.opponent(), budget)?.unwrap_or(0);
            let better = best.as_ref().is_none_or(|(known, _)| match shortest {
                true => length < *known,
                false => length > *known,
            });
            if better {
                best = Some((length, option));
            }
        }
        Ok(best.map(|(_, option)| option))
    }

    /// A winning move, the first move if there is none, or nothing if no move is left.
    fn best_move(
        &mut self,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Option<Move<G::Position>>, PlayError> {
        if G::RECURS && self.game().endless().is_some() {
            return self.best_recurring(position, player, odd, budget);
        }
        if let Some(winning) = self.winning_move(position, player, odd, budget)? {
            return Ok(Some(winning));
        }
        let mut first = None;
        self.game().for_each_move(position, player, budget, &mut |change, position| {
            first = Some(Move { change, position });
            std::ops::ControlFlow::Break(())
        })?;
        Ok(first)
    }
}
