//! Canonical values of games in the language.

use ishitori_language::{EndKind, Halt, Machine, TextGame};
use ishitori_values::{Game as Value, LimitReached, Outcome, Session};

use super::cells::{Cells, OUTSIDE, UNKNOWN};
use super::outcome::final_letter;
use super::sweep::{Solver, Theory, for_each_cell};
use super::{TupleEnd, TupleError};
use crate::ending::TerminalValues;

/// The values of the positions in a box.
#[derive(Clone, Debug)]
pub struct ValueTable {
    cells: Cells,
    values: Vec<Value>,
    /// The limit that was reached before the last cell.
    pub stopped: Option<LimitReached>,
}

impl ValueTable {
    /// The value of a position in the store of the session, `None` if it is not a position or was
    /// not computed. O(1).
    pub fn get(&self, position: &[i64]) -> Option<Value> {
        let at = self.cells.get(position);
        (at < OUTSIDE).then(|| self.values[at as usize])
    }

    /// Whether it is known what is at this place of the box. O(1).
    pub fn is_computed(&self, position: &[i64]) -> bool {
        self.cells.get(position) <= OUTSIDE
    }
}

/// The canonical values of all positions up to `last` in each coordinate. Under normal play a
/// final position is 0; under an end rule with letters it is the game that stands for its letter,
/// if no move leads to a sum and both players have the same moves.
/// O(cells · options) games and sums, by one thread: a value is a handle of the session, which belongs
/// to one.
///
/// ```
/// use ishitori_language::TextGame;
/// use ishitori_solve::ending::TerminalValues;
/// use ishitori_solve::tuple::{TupleEnd, value_table};
/// use ishitori_values::GameStore;
/// let cutcake = "position (x, y) where x >= 1 and y >= 1
/// left:  (x, a) + (x, y - a) for a in 1 .. y div 2
/// right: (a, y) + (x - a, y) for a in 1 .. x div 2";
/// let game = TextGame::new(cutcake, &[]).unwrap();
/// let store = GameStore::new();
/// let mut session = store.session();
/// let terminal = TerminalValues::nowakowski(&session);
/// let table = value_table(&game, &[2, 7], TupleEnd::OfGame, &terminal, &mut session).unwrap();
/// assert_eq!(session.print(table.get(&[1, 4]).unwrap()).unwrap(), "3");
/// ```
pub fn value_table(
    game: &TextGame,
    last: &[u32],
    ending: TupleEnd<'_>,
    terminal: &TerminalValues,
    session: &mut Session<'_>,
) -> Result<ValueTable, TupleError> {
    let letters = match ending {
        TupleEnd::Total(table) => table.letters().to_vec(),
        TupleEnd::OfGame if game.end() == EndKind::Misere => vec![Outcome::N],
        TupleEnd::OfGame => vec![],
    };
    if !letters.is_empty() && letters.iter().all(|l| *l == Outcome::N) {
        return Err(TupleError::MisereValues);
    }
    let normal = match ending {
        TupleEnd::OfGame => game.end() == EndKind::Normal,
        TupleEnd::Total(_) => letters.iter().all(|l| *l == Outcome::P),
    };
    // The end of a sum is not that of its parts, and a player who cannot move while the other can has
    // lost in the value, whatever the letter says.
    if !normal && (game.has_sums() || !game.is_impartial()) {
        return Err(TupleError::ValuesNeedNormal);
    }
    let budget = session.budget().clone();
    let theory = Values {
        ending,
        terminal: (!normal).then_some(terminal),
        session,
        sides: Default::default(),
        values: Vec::new(),
    };
    let mut solver = Solver::new(game, Cells::new(last, &budget)?, theory, &budget);
    let order = solver.shape().order;
    let box_last = solver.cells.last().to_vec();
    let swept = for_each_cell(&box_last, &order, |position| {
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
    Ok(ValueTable { cells: solver.cells, values: solver.worker.theory.values, stopped })
}

struct Values<'a, 's> {
    ending: TupleEnd<'a>,
    /// Games for letters, unless play is normal.
    terminal: Option<&'a TerminalValues>,
    session: &'a mut Session<'s>,
    sides: [Vec<Value>; 2],
    values: Vec<Value>,
}

impl Theory for Values<'_, '_> {
    fn begin(&mut self) {
        self.sides.iter_mut().for_each(Vec::clear);
    }

    fn add(&mut self, sides: [bool; 2], parts: &[u32]) -> Result<(), Halt> {
        let mut sum = self.values[parts[0] as usize];
        for &part in &parts[1..] {
            sum = self.session.sum(sum, self.values[part as usize])?;
        }
        for (side, allowed) in self.sides.iter_mut().zip(sides) {
            if allowed {
                side.push(sum);
            }
        }
        Ok(())
    }

    fn finish(&mut self, machine: &mut Machine<'_>, position: &[i64]) -> Result<u32, Halt> {
        for side in &mut self.sides {
            side.sort_unstable();
            side.dedup();
        }
        let over = self.sides.iter().all(Vec::is_empty);
        let value = match self.terminal {
            Some(terminal) if over => terminal.get(final_letter(self.ending, machine, position)?),
            _ => self.session.game(&self.sides[0], &self.sides[1])?,
        };
        self.values.push(value);
        Ok(self.values.len() as u32 - 1)
    }

    fn bytes(&self) -> u64 {
        self.session.store().memory() + 4 * self.values.len() as u64
    }
}
