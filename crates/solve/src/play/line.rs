//! A line of best play: what happens if nobody errs.

use ishitori_values::{Budget, LimitReached, Player};

use super::game::{Move, PlayError, Playable};
use super::judge::Judge;

/// A play in which a player who can win plays a winning move, and one who cannot plays the first move of the
/// list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P> {
    /// Who moves, and the move.
    pub moves: Vec<(Player, Move<P>)>,
    /// Who wins; nobody if the line was cut.
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
        }
        Ok(line)
    }

    /// A winning move, the first move if there is none, or nothing if no move is left.
    fn best_move(
        &mut self,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Option<Move<G::Position>>, PlayError> {
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
