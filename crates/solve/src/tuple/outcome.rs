//! Outcomes of games in the language under any end rule.

use ishitori_language::{Halt, Machine, TextGame, outcome as letter};
use ishitori_values::{Budget, LimitReached, Outcome, Player};

use super::cells::{Cells, OUTSIDE, UNKNOWN};
use super::sweep::{Solver, Theory, Worker, for_each_cell};
use super::waves::{TileWaves, TileWorker};
use super::{TupleEnd, TupleError};

/// The outcomes of the positions in a box.
#[derive(Clone, Debug)]
pub struct OutcomeTable {
    cells: Cells,
    /// The limit that was reached before the last cell.
    pub stopped: Option<LimitReached>,
}

impl OutcomeTable {
    /// The outcome of a position, `None` if it is not a position or was not computed. O(1).
    pub fn get(&self, position: &[i64]) -> Option<Outcome> {
        let value = self.cells.get(position);
        (value < OUTSIDE).then(|| letter(i64::from(value)))
    }

    /// Whether it is known what is at this place of the box. O(1).
    pub fn is_computed(&self, position: &[i64]) -> bool {
        self.cells.get(position) <= OUTSIDE
    }
}

/// The outcomes of all positions up to `last` in each coordinate, for games without moves to
/// sums. O(cells · options).
///
/// ```
/// use ishitori_language::TextGame;
/// use ishitori_solve::tuple::{TupleEnd, outcome_table};
/// use ishitori_values::Budget;
/// let game = TextGame::new(
///     "(n) -> (n - s) for s in {2, 3} if s <= n; end: if n mod 2 = 0 then L else R",
///     &[],
/// )
/// .unwrap();
/// let table = outcome_table(&game, &[12], TupleEnd::OfGame, &Budget::unlimited()).unwrap();
/// let word: String = (0..13).map(|n| table.get(&[n]).unwrap().to_string()).collect();
/// assert_eq!(word, "LRLNNLPLNNLPL");
/// ```
pub fn outcome_table(
    game: &TextGame,
    last: &[u32],
    ending: TupleEnd<'_>,
    budget: &Budget,
) -> Result<OutcomeTable, TupleError> {
    outcome_table_by(game, last, ending, 1, budget)
}

/// The same by several threads, where cells are independent; the table is the same.
/// O(cells · options).
pub fn outcome_table_by(
    game: &TextGame,
    last: &[u32],
    ending: TupleEnd<'_>,
    threads: usize,
    budget: &Budget,
) -> Result<OutcomeTable, TupleError> {
    if game.has_sums() {
        return Err(TupleError::SumsNeedNormal);
    }
    let theory = || Wins { ending, wins: [false; 2], can_move: [false; 2] };
    let mut solver = Solver::new(game, Cells::new(last, budget)?, theory(), budget);
    let shape = solver.shape();
    if let Some(waves) = TileWaves::new(&shape, solver.cells.last(), threads, false) {
        let worker = || Plain(Worker::new(game, theory(), budget));
        if waves.fill(&solver.cells, &shape.order, budget, worker) {
            return Ok(OutcomeTable { cells: solver.cells, stopped: None });
        }
    }
    let box_last = solver.cells.last().to_vec();
    let swept = for_each_cell(&box_last, &shape.order, |position| {
        if solver.cells.get(position) != UNKNOWN {
            return Ok(());
        }
        solver.tick(0)?;
        if !solver.contains(position)? {
            solver.cells.set(position, OUTSIDE);
            return Ok(());
        }
        solver.solve(position).map(|_| ())
    });
    let stopped = match swept {
        Ok(()) => None,
        Err(Halt::Limit(limit)) => Some(limit),
        Err(halt) => return Err(halt.into()),
    };
    Ok(OutcomeTable { cells: solver.cells, stopped })
}

/// A thread that looks at every option of every position.
struct Plain<'g, T>(Worker<'g, T>);

impl<T: Theory> TileWorker for Plain<'_, T> {
    fn cell(&mut self, cells: &Cells, position: &[i64]) -> Result<Option<u32>, Halt> {
        self.0.tick(|| cells.bytes())?;
        if !self.0.contains(position)? {
            return Ok(Some(OUTSIDE));
        }
        self.0.evaluate(cells, position, &mut Vec::new())
    }
}

struct Wins<'e> {
    ending: TupleEnd<'e>,
    wins: [bool; 2],
    can_move: [bool; 2],
}

impl Theory for Wins<'_> {
    fn begin(&mut self) {
        (self.wins, self.can_move) = ([false; 2], [false; 2]);
    }

    fn add(&mut self, sides: [bool; 2], parts: &[u32]) -> Result<(), Halt> {
        let option = letter(i64::from(parts[0]));
        for player in Player::BOTH {
            if sides[player as usize] {
                self.can_move[player as usize] = true;
                self.wins[player as usize] |= !option.wins_moving_first(player.opponent());
            }
        }
        Ok(())
    }

    fn finish(&mut self, machine: &mut Machine<'_>, position: &[i64]) -> Result<u32, Halt> {
        if self.can_move != [true; 2] {
            let end = final_letter(self.ending, machine, position)?;
            for player in Player::BOTH {
                if !self.can_move[player as usize] {
                    self.wins[player as usize] = end.wins_moving_first(player);
                }
            }
        }
        Ok(u32::from(self.wins[0]) + 2 * u32::from(self.wins[1]))
    }
}

/// The letter of one final position.
pub(super) fn final_letter(
    ending: TupleEnd<'_>,
    machine: &mut Machine<'_>,
    position: &[i64],
) -> Result<Outcome, Halt> {
    Ok(match ending {
        TupleEnd::OfGame => machine.letter(position)?,
        TupleEnd::Total(table) => table.letter(position.iter().sum::<i64>() as u64),
    })
}
