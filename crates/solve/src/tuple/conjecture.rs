//! Testing a formula against a table.

use ishitori_language::{Formula, Game, Type, outcome as letter};
use ishitori_values::{Budget, LimitReached, Outcome};

use super::grundy::{GrundyTable, grundy_table, has_grundy_numbers};
use super::outcome::{OutcomeTable, outcome_table};
use super::sweep::for_each_cell;
use super::{Ending, TupleError};

/// What became of a conjecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture {
    /// Positions at which the formula has a value, and that were compared.
    pub tested: u64,
    /// Positions at which no clause applies.
    pub skipped: u64,
    /// The first position, in the order of the coordinates, at which the formula is wrong.
    pub counterexample: Option<Counterexample>,
    /// The limit that was reached before the table was complete.
    pub stopped: Option<LimitReached>,
}

/// A position at which a formula is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position.
    pub position: Vec<i64>,
    /// What the formula says.
    pub expected: Found,
    /// What is true.
    pub found: Found,
}

/// A value of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A Grundy number.
    Number(i64),
    /// Whether the position is lost for the player to move.
    Lost(bool),
    /// An outcome class.
    Letter(Outcome),
}

enum Table {
    Grundy(GrundyTable),
    Outcome(OutcomeTable),
}

/// Compares a formula with all positions up to `last` in each coordinate. A number is compared
/// with the Grundy number, a condition with "is a P-position", a letter with the outcome class.
/// The cost of the table, and O(cells · formula).
///
/// ```
/// use ishitori_language::Game;
/// use ishitori_solve::tuple::test_conjecture;
/// use ishitori_values::Budget;
/// let nim = Game::new("(y, z) -> (u, z) for u in 0 ..< y; (y, w) for w in 0 ..< z", &[]).unwrap();
/// let formula = nim.formula("y xor z").unwrap();
/// let found = test_conjecture(&nim, &formula, &[20, 30], &Budget::unlimited()).unwrap();
/// assert_eq!((found.tested, found.counterexample), (21 * 31, None));
/// ```
pub fn test_conjecture(
    game: &Game,
    formula: &Formula,
    last: &[u32],
    budget: &Budget,
) -> Result<Conjecture, TupleError> {
    let grundy = has_grundy_numbers(game);
    let (table, stopped) = match formula.kind() {
        Type::Int => {
            grundy?;
            let table = grundy_table(game, last, budget)?;
            let stopped = table.stopped;
            (Table::Grundy(table), stopped)
        }
        _ if grundy.is_ok() => {
            let table = grundy_table(game, last, budget)?;
            let stopped = table.stopped;
            (Table::Grundy(table), stopped)
        }
        _ => {
            let table = outcome_table(game, last, Ending::OfGame, budget)?;
            let stopped = table.stopped;
            (Table::Outcome(table), stopped)
        }
    };
    let mut result = Conjecture { tested: 0, skipped: 0, counterexample: None, stopped };
    let mut machine = formula.machine();
    let last: Vec<i64> = last.iter().map(|&c| i64::from(c)).collect();
    let order: Vec<usize> = (0..last.len()).collect();
    // The error ends the walk: with a fault, or with `None` at a counterexample.
    let walked = for_each_cell(&last, &order, |position| {
        let Some((grundy, outcome)) = table.at(position) else { return Ok(()) };
        let Some(value) = machine.value(position).map_err(Some)? else {
            result.skipped += 1;
            return Ok(());
        };
        result.tested += 1;
        let (expected, found) = match formula.kind() {
            Type::Int => (Found::Number(value), Found::Number(i64::from(grundy.unwrap_or(0)))),
            Type::Letter => (Found::Letter(letter(value)), Found::Letter(outcome)),
            _ => (Found::Lost(value != 0), Found::Lost(outcome == Outcome::P)),
        };
        if expected != found {
            let position = position.to_vec();
            result.counterexample = Some(Counterexample { position, expected, found });
            return Err(None);
        }
        Ok(())
    });
    match walked {
        Ok(()) | Err(None) => Ok(result),
        Err(Some(fault)) => Err(TupleError::Formula(fault)),
    }
}

impl Table {
    /// The Grundy number, if there is one, and the outcome.
    fn at(&self, position: &[i64]) -> Option<(Option<u32>, Outcome)> {
        match self {
            Table::Grundy(table) => {
                let g = table.get(position)?;
                Some((Some(g), if g == 0 { Outcome::P } else { Outcome::N }))
            }
            Table::Outcome(table) => Some((None, table.get(position)?)),
        }
    }
}
