//! Games in the language whose positions can recur, as rules for the engines of loopy games.

use std::cell::RefCell;

use ishitori_language::{Halt, MAX_COORDINATE, Machine, TextGame};
use ishitori_loopy::games::{LoopyRules, Solved};
use ishitori_values::{Budget, Endless, LimitReached, Player};

use super::sums::moves_of;
use super::{SumPosition, TupleError};

/// The most moves of one position.
const MOST: usize = 200_000;
/// Memory for the positions of a game that may have no end of them, if no less is allowed.
const MEMORY: u64 = 2 << 30;

/// The bits of a coordinate, which is below [`MAX_COORDINATE`].
const BITS: u64 = MAX_COORDINATE.ilog2() as u64;

/// Whether a coordinate is larger than any of a position that can be examined, and nothing else is wrong.
pub(super) fn is_far(part: &[i64]) -> bool {
    part.iter().any(|&x| x >= MAX_COORDINATE) && part.iter().all(|&x| x >= 0)
}

/// The moves of a game with a line `loopy`. A fault of the text is kept, and ends the search.
pub struct RecurringTuples<'g> {
    game: &'g TextGame,
    machines: RefCell<(Machine<'g>, Machine<'g>)>,
    budget: Budget,
    halted: RefCell<Option<Halt>>,
}

impl<'g> RecurringTuples<'g> {
    /// The moves within a budget. O(size of the game).
    pub fn new(game: &'g TextGame, budget: &Budget) -> RecurringTuples<'g> {
        let machines = RefCell::new((game.machine(), game.machine()));
        let budget = budget.clone().with_memory(budget.memory().unwrap_or(MEMORY).min(MEMORY));
        RecurringTuples { game, machines, budget, halted: RefCell::new(None) }
    }

    /// The budget of a search: games that grow forever must stop. O(1).
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The error of a search. O(1).
    pub fn fault(&self) -> Result<(), TupleError> {
        self.halted.borrow_mut().take().map_or(Ok(()), |halt| Err(halt.into()))
    }

    /// The outcomes of some positions and of all that can be reached, the first ones first; with what a play without
    /// end is. O(positions · moves).
    ///
    /// ```
    /// use ishitori_language::TextGame;
    /// use ishitori_solve::tuple::{RecurringTuples, SumPosition};
    /// use ishitori_values::Budget;
    /// // Take one, or add one if the number is even.
    /// let text = "(n) -> (n - 1) if n > 0; (n + 1) if n mod 2 = 0 and n < 6; loopy";
    /// let game = TextGame::new(text, &[]).unwrap();
    /// let rules = RecurringTuples::new(&game, &Budget::unlimited());
    /// let start = SumPosition::new(vec![vec![0]]);
    /// let solved = rules.solve(vec![start]).unwrap();
    /// let values = solved.smith(&Budget::unlimited()).unwrap().unwrap();
    /// assert_eq!(values[0].to_string(), "∞");
    /// ```
    ///
    /// Positions with coordinates beyond 2^31 are not examined, and positions that depend on them have no result:
    ///
    /// ```
    /// # use ishitori_language::TextGame;
    /// # use ishitori_solve::tuple::{RecurringTuples, SumPosition};
    /// # use ishitori_values::Budget;
    /// // Take or put the largest square that is there.
    /// let text = "(n) -> (n - s) let s = isqrt(n) * isqrt(n) if n > 0; (n + s) let s = isqrt(n) * isqrt(n) if n > 0; loopy";
    /// let game = TextGame::new(text, &[]).unwrap();
    /// let rules = RecurringTuples::new(&game, &Budget::unlimited());
    /// let heaps = (0..=20).map(|n| SumPosition::new(vec![vec![n]]));
    /// let solved = rules.solve(heaps.collect()).unwrap();
    /// let lost = |n: &u32| solved.outcome(*n).is_some_and(|found| found.to_string() == "P");
    /// assert_eq!((0..=20).filter(lost).collect::<Vec<_>>(), [0, 5, 20]);
    /// ```
    pub fn solve(&self, starts: Vec<SumPosition>) -> Result<Solved<SumPosition>, TupleError> {
        let endless = self.game.loopy().unwrap_or(Endless::Draw);
        let solved = Solved::of_all(self, starts, endless, &self.budget);
        self.fault()?;
        Ok(solved?)
    }
}

impl LoopyRules for RecurringTuples<'_> {
    type Position = SumPosition;

    fn decided(&self, _: &SumPosition) -> Option<Player> {
        None
    }

    /// A position that the program has no numbers for.
    fn beyond(&self, position: &SumPosition) -> Option<LimitReached> {
        let far = |part: &Vec<i64>| is_far(part);
        position.parts().iter().any(far).then_some(LimitReached::NumberBits { limit: BITS })
    }

    fn moves(&self, position: &SumPosition, player: Player, into: &mut Vec<SumPosition>) {
        // After a fault nothing is worth knowing.
        if self.halted.borrow().is_some() {
            return;
        }
        let mut machines = self.machines.borrow_mut();
        let (machine, checker) = &mut *machines;
        let parts = position.parts();
        for (at, part) in parts.iter().enumerate() {
            let moves = moves_of(self.game, (machine, checker), part, player, MOST, &self.budget);
            match moves {
                Ok(moves) => {
                    for (_, left) in moves {
                        let mut next = parts.to_vec();
                        next.splice(at..=at, left);
                        into.push(SumPosition::new(next));
                    }
                }
                Err(halt) => {
                    self.halted.replace(Some(halt));
                    return;
                }
            }
        }
    }
}
