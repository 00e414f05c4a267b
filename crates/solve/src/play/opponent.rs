//! The opponent.

use std::time::Duration;

use ishitori_values::Budget;
use rustc_hash::FxHashSet;

use super::game::{Change, Move, PlayError, Playable};
use super::table::Table;
use super::trial_games::best_by_trial_games;

/// How often the opponent errs on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    mistakes: u8,
}

impl Skill {
    /// Never errs.
    pub const PERFECT: Skill = Skill { mistakes: 0 };

    /// Errs in this percentage of the moves in which it could. O(1).
    pub fn with_mistakes(percent: u8) -> Skill {
        Skill { mistakes: percent.min(100) }
    }

    /// The percentage of mistakes. O(1).
    pub const fn mistakes(self) -> u8 {
        self.mistakes
    }
}

/// Why the opponent plays a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins.
    Wins,
    /// It loses, on purpose, or gives away a win.
    OnPurpose,
    /// Nothing wins; this does not lose either.
    Draws,
    /// Everything loses; this leaves the fewest good answers.
    Resists,
    /// It is not known who wins; of the moves this one won the most games of random moves.
    Guesses(PlayError),
}

/// A move of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<P> {
    /// The move.
    pub chosen: Move<P>,
    /// Why.
    pub reason: Reason,
}

/// Plays with a skill; equal seeds play alike.
pub struct Opponent {
    skill: Skill,
    random: SplitMix,
}

/// Which play is wanted.
#[derive(Clone, Copy)]
enum Length {
    Shortest,
    Longest,
}

/// How many numbers are drawn at random where there are too many moves to list.
const DRAWN: usize = 16;

/// The most moves that are examined in a lost position, and the most answers to each.
const LOOKED_AT: usize = 64;

impl Opponent {
    /// An opponent. O(1).
    pub fn new(skill: Skill, seed: u64) -> Opponent {
        Opponent { skill, random: SplitMix(seed) }
    }

    /// A move for the player to move, if there is one.
    ///
    /// From a won position it plays one of the winning moves, or with the probability of its skill
    /// one of the others. From a lost position it plays the move after which the smallest part of
    /// the answers wins; of several such moves one after which the most numbers are left. Where a limit
    /// comes before it is known who wins, which may take half of the time that is left, it plays the move that
    /// wins the most games of random moves.
    pub fn choose<G: Playable>(
        &mut self,
        table: &mut Table<G>,
        budget: &Budget,
    ) -> Option<Choice<G::Position>> {
        // Without time to think there is still a move to make.
        let moves = match table.moves(&budget.with_grace_period()) {
            Err(PlayError::TooManyMoves { .. }) => self.some_moves(table)?,
            moves => moves.ok()?,
        };
        if moves.is_empty() {
            return None;
        }
        let winning = match table.winning_moves(&budget.clone().with_attempt(Duration::MAX)) {
            Ok(winning) => winning,
            Err(error) => {
                let errs = self.random.below(100) < self.skill.mistakes.into();
                let chosen = if errs {
                    self.any(moves)?
                } else {
                    best_by_trial_games(table, moves, &mut self.random, budget)?
                };
                return Some(Choice { chosen, reason: Reason::Guesses(error) });
            }
        };
        let (best, reason) = match winning.is_empty() {
            false => (winning, Reason::Wins),
            true if G::RECURS => (table.drawing_moves(budget).unwrap_or_default(), Reason::Draws),
            true => (Vec::new(), Reason::Draws),
        };
        if best.is_empty() {
            let chosen = match self.by_length(table, moves.clone(), Length::Longest, budget) {
                Some(chosen) => chosen,
                None => self.resist(table, moves, budget)?,
            };
            return Some(Choice { chosen, reason: Reason::Resists });
        }
        if best.len() < moves.len() && self.random.below(100) < self.skill.mistakes.into() {
            let good: FxHashSet<&Change> = best.iter().map(|m| &m.change).collect();
            let worse = moves.into_iter().filter(|m| !good.contains(&m.change));
            let chosen = self.any(worse.collect())?;
            return Some(Choice { chosen, reason: Reason::OnPurpose });
        }
        let chosen = match reason {
            Reason::Wins => self.by_length(table, best.clone(), Length::Shortest, budget),
            _ => None,
        };
        Some(Choice { chosen: chosen.or_else(|| self.any(best))?, reason })
    }

    /// A move after which best play is shortest or longest, if the game knows how long it is: where positions recur, a
    /// win that is only kept never comes.
    fn by_length<G: Playable>(
        &mut self,
        table: &mut Table<G>,
        moves: Vec<Move<G::Position>>,
        wanted: Length,
        budget: &Budget,
    ) -> Option<Move<G::Position>> {
        if !G::RECURS {
            return None;
        }
        let answers = table.to_move().opponent();
        let mut best: Option<u32> = None;
        let mut fitting = Vec::new();
        for option in moves {
            let length = table.judge().length(&option.position, answers, budget).ok()??;
            let better = best.is_none_or(|best| match wanted {
                Length::Shortest => length < best,
                Length::Longest => length > best,
            });
            if better {
                best = Some(length);
                fitting.clear();
            }
            if best == Some(length) {
                fitting.push(option);
            }
        }
        self.any(fitting)
    }

    /// Some moves of a position that has too many to list: those that take or leave numbers drawn at
    /// random, and few or many stones.
    fn some_moves<G: Playable>(&mut self, table: &Table<G>) -> Option<Vec<Move<G::Position>>> {
        let heaps = table.game().numbers(table.position());
        let heaps: Vec<u64> = heaps.iter().filter_map(|&n| u64::try_from(n).ok()).collect();
        let largest = heaps.into_iter().max().unwrap_or(0);
        let mut numbers: Vec<u64> = (0..=8).collect();
        numbers.extend((0..DRAWN).map(|_| self.random.below(largest.max(1))));
        table.moves_by_numbers(&numbers)
    }

    fn any<P>(&mut self, mut moves: Vec<Move<P>>) -> Option<Move<P>> {
        if moves.is_empty() {
            return None;
        }
        let at = self.random.below(moves.len() as u64) as usize;
        Some(moves.swap_remove(at))
    }

    fn resist<G: Playable>(
        &mut self,
        table: &mut Table<G>,
        mut moves: Vec<Move<G::Position>>,
        budget: &Budget,
    ) -> Option<Move<G::Position>> {
        let mut best: Option<(Rank, Move<G::Position>)> = None;
        let (answers, odd) = (table.to_move().opponent(), table.history().len().is_multiple_of(2));
        for _ in 0..LOOKED_AT.min(moves.len()) {
            let at = self.random.below(moves.len() as u64) as usize;
            let candidate = moves.swap_remove(at);
            let rank = rank(table, &candidate.position, answers, odd, budget);
            if best.as_ref().is_none_or(|(r, _)| rank < *r) {
                best = Some((rank, candidate));
            }
        }
        best.map(|(_, m)| m)
    }
}

/// The part of the answers that win, in millionths, and the numbers left, negated.
type Rank = (u64, i64);

fn rank<G: Playable>(
    table: &mut Table<G>,
    position: &G::Position,
    answers: ishitori_values::Player,
    odd: bool,
    budget: &Budget,
) -> Rank {
    let size = table.game().numbers(position).iter().sum::<i64>();
    let all = table.judge().moves(position, answers, budget).map_or(0, |moves| moves.len());
    if all == 0 {
        return (1_000_000, -size);
    }
    let winning = table.judge().winning_moves(position, answers, odd, budget);
    let winning = winning.map_or(all, |moves| moves.len());
    (1_000_000 * winning as u64 / all as u64, -size)
}

/// Random numbers by SplitMix64 (Steele, Lea and Flood 2014); it begins with its seed.
pub struct SplitMix(pub u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is not 0; the bias is below 2^-40 for our limits. O(1).
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }
}
