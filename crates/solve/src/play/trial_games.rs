//! Moves where it is not known who wins, compared by games of random moves (Abramson 1990). Between them the field is halved
//! again and again, and those that are left get twice as many games (Karnin, Koren and Somekh 2013).

use ishitori_values::{Budget, Player};

use super::game::{Move, PlayError, Playable};
use super::judge::Judge;
use super::opponent::SplitMix;
use super::table::Table;

/// The most moves that are compared.
const COMPARED: usize = 256;
/// The games of each move in the first round.
const FIRST_ROUND: u32 = 4;
/// The most moves of a game; longer ones count half.
const LONGEST: usize = 400;

/// A move with what its games brought, in halves of a win.
struct TriedMove<P> {
    option: Move<P>,
    halves: u32,
    games: u32,
}

impl<P> TriedMove<P> {
    /// Halves of wins in a million games.
    fn rate(&self) -> u64 {
        u64::from(self.halves) * 1_000_000 / u64::from(self.games.max(1))
    }
}

/// The move of the player to move that wins the most games of random moves, or the best so far when a limit is reached. The same
/// random numbers give the same move as long as no limit is. O(moves · log(moves)) games.
pub(super) fn best_by_trial_games<G: Playable>(
    table: &mut Table<G>,
    mut moves: Vec<Move<G::Position>>,
    random: &mut SplitMix,
    budget: &Budget,
) -> Option<Move<G::Position>> {
    while moves.len() > COMPARED {
        moves.swap_remove(random.below(moves.len() as u64) as usize);
    }
    let (mover, odd) = (table.to_move(), !table.history().len().is_multiple_of(2));
    let judge = table.judge();
    let mut field: Vec<TriedMove<G::Position>> =
        moves.into_iter().map(|option| TriedMove { option, halves: 0, games: 0 }).collect();
    let mut each = FIRST_ROUND;
    'rounds: while field.len() > 1 {
        for _ in 0..each {
            for tried in &mut field {
                let start = &tried.option.position;
                match random_game(judge, start, mover.opponent(), !odd, random, budget) {
                    Ok(winner) => {
                        tried.halves += winner.map_or(1, |winner| 2 * u32::from(winner == mover));
                        tried.games += 1;
                    }
                    Err(_) => break 'rounds,
                }
            }
        }
        field.sort_by_key(|tried| std::cmp::Reverse(tried.rate()));
        field.truncate(field.len().div_ceil(2));
        each *= 2;
    }
    field.into_iter().max_by_key(TriedMove::rate).map(|tried| tried.option)
}

/// The winner of a game of random moves; `None` if it is too long.
fn random_game<G: Playable>(
    judge: &Judge<G>,
    start: &G::Position,
    mut player: Player,
    mut odd: bool,
    random: &mut SplitMix,
    budget: &Budget,
) -> Result<Option<Player>, PlayError> {
    let mut position = start.clone();
    for _ in 0..LONGEST {
        budget.check(0)?;
        let mut moves = judge.moves(&position, player, budget)?;
        if moves.is_empty() {
            return judge.winner(&position, player, odd, budget);
        }
        position = moves.swap_remove(random.below(moves.len() as u64) as usize).position;
        (player, odd) = (player.opponent(), !odd);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use ishitori_rules::board::Domineering;

    use super::*;
    use crate::play::RulesetGame;

    /// The winner on an empty board if Left moves by trial and Right at random.
    fn against_random_moves(seed: u64) -> Player {
        let game = RulesetGame::new(Domineering::<8>);
        let board = game.position("....|....|....|....").unwrap();
        let mut table = Table::new(game, board, Player::Left);
        let (budget, mut random) = (Budget::unlimited(), SplitMix(seed));
        loop {
            let mut moves = table.moves(&budget).unwrap();
            if moves.is_empty() {
                return table.to_move().opponent();
            }
            let chosen = match table.to_move() {
                Player::Left => {
                    best_by_trial_games(&mut table, moves, &mut random, &budget).unwrap()
                }
                Player::Right => moves.swap_remove(random.below(moves.len() as u64) as usize),
            };
            table.advance(chosen);
        }
    }

    #[test]
    fn trial_games_win_against_random_moves() {
        let won = (0..20).filter(|&seed| against_random_moves(seed) == Player::Left).count();
        assert!(won >= 18, "{won} of 20");
    }

    #[test]
    fn a_win_at_once_is_taken_and_without_time_some_move() {
        let game = RulesetGame::new(Domineering::<8>);
        // In the middle column, Left leaves Right no move; at the sides Right has the last one.
        let board = game.position("...|...").unwrap();
        let mut table = Table::new(game, board, Player::Left);
        let moves = table.moves(&Budget::unlimited()).unwrap();
        assert_eq!(moves.len(), 3);
        let mut chosen =
            |budget| best_by_trial_games(&mut table, moves.clone(), &mut SplitMix(1), &budget);
        let best = chosen(Budget::unlimited()).unwrap();
        assert_eq!(best.position.to_string(), ".#.|.#.");
        assert!(chosen(Budget::unlimited().with_time(std::time::Duration::ZERO)).is_some());
    }
}
