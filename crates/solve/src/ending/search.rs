//! Several heaps: a search through all positions, with memory.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use ishitori_rules::end::{EndRule, EndTable};
use ishitori_rules::heap::HeapRule;
use ishitori_values::{Budget, BudgetTicker, LimitReached, Outcome, Player};
use rustc_hash::FxHashMap;

use super::EndingError;
use crate::position::{Position, WinningMove};

/// The rule for the end of a sum of heaps: the quantity that decides it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumRule {
    /// The end rule is asked about all stones left together.
    #[default]
    Total,
    /// Each heap is won by one player by itself, and the player who has won more heaps wins the game; at
    /// a tie the player to move loses. The sum of the normalised values ends in the same way, but
    /// it is another game: there a player may also move in the 1 or −1 that stands for a finished
    /// heap (S = {2,3}, heaps 6 and 2: the score is N, the sum of the values is L).
    Score,
}

impl SumRule {
    /// The name by which users ask for it. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            SumRule::Total => "total",
            SumRule::Score => "score",
        }
    }
}

impl fmt::Display for SumRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SumRule {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let all = [SumRule::Total, SumRule::Score];
        let found = all.into_iter().find(|rule| rule.name() == name);
        found.ok_or_else(|| "expected total or score".to_string())
    }
}

/// Outcomes of positions by the definition, every position once.
///
/// The cost is the number of positions that can be reached, which grows like a power of the heap
/// size with the number of heaps for its exponent, and exponentially when heaps can be broken.
pub struct Search<'r> {
    rule: &'r HeapRule,
    end: &'r EndRule,
    sum: SumRule,
    budget: Budget,
    known: FxHashMap<Position, Outcome>,
    /// What is known, and the options of the positions that are being searched.
    bytes: u64,
    ticker: BudgetTicker,
}

/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 1024;

/// A move: the heap, what is left of it, and the position then.
type HeapMove = (u32, Vec<u32>, Position);

impl<'r> Search<'r> {
    /// A search that knows nothing yet. O(letters of the end rule).
    pub fn new(
        rule: &'r HeapRule,
        end: &'r EndRule,
        sum: SumRule,
        budget: Budget,
    ) -> Result<Self, EndingError> {
        if !rule.plays_on_heaps() {
            return Err(EndingError::NotHeaps { rule: rule.to_string() });
        }
        super::moves_are_equal(rule, end)?;
        let winners = |table: &EndTable| {
            table.letters().iter().all(|letter| matches!(letter, Outcome::L | Outcome::R))
        };
        match (sum, end) {
            (SumRule::Score, EndRule::Stones(table)) if winners(table) => {}
            (SumRule::Score, _) => {
                return Err(EndingError::ScoreNeedsWinners { end: end.to_string() });
            }
            _ => {}
        }
        Ok(Search {
            rule,
            end,
            sum,
            budget,
            known: FxHashMap::default(),
            bytes: 0,
            ticker: BudgetTicker::default(),
        })
    }

    /// The outcome class of a position before any move was played.
    ///
    /// ```
    /// use ishitori_rules::end::EndRule;
    /// use ishitori_rules::heap::HeapRule;
    /// use ishitori_solve::ending::{Search, SumRule};
    /// use ishitori_values::{Budget, Outcome};
    /// let (rule, end): (HeapRule, EndRule) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
    /// let mut search = Search::new(&rule, &end, SumRule::Total, Budget::unlimited()).unwrap();
    /// assert_eq!(search.outcome(&"6".parse().unwrap()).unwrap(), Outcome::P);
    /// assert_eq!(search.outcome(&"1+1".parse().unwrap()).unwrap(), Outcome::L);
    /// ```
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, LimitReached> {
        match self.sum {
            SumRule::Total => self.solve(&position.without_empty_heaps()),
            SumRule::Score => self.solve(position),
        }
    }

    fn solve(&mut self, position: &Position) -> Result<Outcome, LimitReached> {
        if let Some(&known) = self.known.get(position) {
            return Ok(known);
        }
        let mut wins = [false; 2];
        for player in Player::BOTH {
            let options = self.options(position, player)?;
            let won = &mut wins[player as usize];
            if options.is_empty() {
                *won = self.final_letter(position).wins_moving_first(player);
            }
            let held = STEP_BYTES + options.len() as u64 * weight(position);
            self.bytes += held;
            for (_, _, option) in options {
                let outcome = stacker::maybe_grow(64 << 10, 1 << 20, || self.solve(&option));
                let outcome = outcome.inspect_err(|_| self.bytes -= held)?;
                if self.wins_by_moving_to(outcome, player) {
                    *won = true;
                    break;
                }
            }
            self.bytes -= held;
        }
        let outcome = Outcome::from_first_move_wins(wins[0], wins[1]);
        self.bytes += 96 + 4 * position.heaps().len() as u64;
        self.known.insert(position.clone(), outcome);
        Ok(outcome)
    }

    /// The moves that win for the player who makes them, for either player moving first; each
    /// position that they lead to once. The cost of the outcome.
    pub fn winning_moves(&mut self, position: &Position) -> Result<Vec<WinningMove>, LimitReached> {
        let mut moves: Vec<WinningMove> = Vec::new();
        let position = &match self.sum {
            SumRule::Total => position.without_empty_heaps(),
            SumRule::Score => position.clone(),
        };
        for player in Player::BOTH {
            for (heap, left, option) in self.options(position, player)? {
                let outcome = self.solve(&option)?;
                if !self.wins_by_moving_to(outcome, player) {
                    continue;
                }
                match moves.iter_mut().find(|m| m.position == option) {
                    Some(known) if known.players.contains(&player) => {}
                    Some(known) => known.players.push(player),
                    None => {
                        let players = vec![player];
                        moves.push(WinningMove { heap, left, position: option, players });
                    }
                }
            }
        }
        Ok(moves)
    }

    /// The limits from now on; what is known stays known. O(1).
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// How many positions are remembered. O(1).
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// Whether `player` has won by moving to a position of this outcome. Outcomes are kept as if no
    /// move had been played; under `moves` one more move exchanges Left and Right.
    fn wins_by_moving_to(&self, outcome: Outcome, player: Player) -> bool {
        let answers = match self.end {
            EndRule::Stones(_) => player.opponent(),
            EndRule::Moves => player,
        };
        !outcome.wins_moving_first(answers)
    }

    /// The outcome class of a position without moves. O(heaps).
    pub(crate) fn final_letter(&self, position: &Position) -> Outcome {
        match self.sum {
            SumRule::Total => self.end.letter(position.stones(), false),
            SumRule::Score => {
                let score = |&heap: &u32| match self.end.letter(heap.into(), false) {
                    Outcome::L => 1,
                    Outcome::R => -1,
                    _ => 0,
                };
                match position.heaps().iter().map(score).sum::<i64>() {
                    0 => Outcome::P,
                    1.. => Outcome::L,
                    _ => Outcome::R,
                }
            }
        }
    }

    /// (heap, what is left of it, position) for every move.
    fn options(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<Vec<HeapMove>, LimitReached> {
        let mut options: Vec<HeapMove> = Vec::new();
        let mut checked = self.ticker.step(&self.budget, self.bytes);
        let each = weight(position);
        let heaps = position.heaps();
        for (at, &heap) in heaps.iter().enumerate() {
            if at > 0 && heaps[at - 1] == heap {
                continue;
            }
            let _ = self.rule.try_for_each_option(heap, player, &mut |left| {
                let kept: &[u32] = match self.sum {
                    SumRule::Score if left.is_empty() => &[0],
                    _ => left,
                };
                options.push((heap, left.to_vec(), position.with_heap_replaced(at, kept)));
                let bytes = self.bytes + options.len() as u64 * each;
                if checked.is_ok() {
                    checked = self.ticker.steps(&self.budget, bytes, 1 + heaps.len() / 64);
                }
                if checked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        checked.map(|()| options)
    }
}

/// The bytes of a move from a position.
fn weight(position: &Position) -> u64 {
    size_of::<HeapMove>() as u64 + 64 + 4 * position.heaps().len() as u64
}
