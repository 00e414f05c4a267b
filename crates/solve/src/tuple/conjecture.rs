//! Testing a formula against a table.

use std::ops::ControlFlow;

use ishitori_language::{Fault, Formula, TextGame, Type, outcome as letter};
use ishitori_runtime::Workers;
use ishitori_values::{Budget, LimitReached, Outcome};

use super::grundy::{GrundyTable, grundy_table_by, has_grundy_numbers};
use super::outcome::{OutcomeTable, outcome_table_by};
use super::sweep::for_each_cell_from;
use super::{TupleEnd, TupleError};

/// Smaller tables are walked by one thread.
const LEAST_CELLS: u64 = 1 << 14;

/// The result of a test of a conjecture.
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
    /// The value of the formula.
    pub expected: Found,
    /// The true value.
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
/// use ishitori_language::TextGame;
/// use ishitori_solve::tuple::test_conjecture;
/// use ishitori_values::Budget;
/// let nim = TextGame::new("(y, z) -> (u, z) for u in 0 ..< y; (y, w) for w in 0 ..< z", &[]).unwrap();
/// let formula = nim.formula("y xor z").unwrap();
/// let found = test_conjecture(&nim, &formula, &[20, 30], &Budget::unlimited()).unwrap();
/// assert_eq!((found.tested, found.counterexample), (21 * 31, None));
/// ```
pub fn test_conjecture(
    game: &TextGame,
    formula: &Formula,
    last: &[u32],
    budget: &Budget,
) -> Result<Conjecture, TupleError> {
    test_conjecture_by(game, formula, last, 1, budget)
}

/// The same by several threads; the answer is the same.
pub fn test_conjecture_by(
    game: &TextGame,
    formula: &Formula,
    last: &[u32],
    threads: usize,
    budget: &Budget,
) -> Result<Conjecture, TupleError> {
    test_conjecture_under(game, formula, last, TupleEnd::OfGame, threads, budget)
}

/// The same under another end rule than that of the game; then there are no Grundy numbers, and the
/// formula has to be a condition or a letter.
pub fn test_conjecture_under(
    game: &TextGame,
    formula: &Formula,
    last: &[u32],
    ending: TupleEnd<'_>,
    threads: usize,
    budget: &Budget,
) -> Result<Conjecture, TupleError> {
    let grundy = match ending {
        TupleEnd::OfGame => has_grundy_numbers(game),
        TupleEnd::Total(_) => Err(TupleError::NotNormal),
    };
    let (table, stopped) = match formula.kind() {
        Type::Int => {
            grundy?;
            let table = grundy_table_by(game, last, threads, budget)?;
            let stopped = table.stopped;
            (Table::Grundy(table), stopped)
        }
        _ if grundy.is_ok() => {
            let table = grundy_table_by(game, last, threads, budget)?;
            let stopped = table.stopped;
            (Table::Grundy(table), stopped)
        }
        _ => {
            let table = outcome_table_by(game, last, ending, threads, budget)?;
            let stopped = table.stopped;
            (Table::Outcome(table), stopped)
        }
    };
    let last: Vec<i64> = last.iter().map(|&c| i64::from(c)).collect();
    let cells = last.iter().fold(1u64, |n, &c| n.saturating_mul(c as u64 + 1));
    let threads = if cells < LEAST_CELLS { 1 } else { threads.max(1) };
    // The table in slices of the first coordinate, each walked by one thread.
    let slices = (last[0] + 1).min(8 * threads as i64);
    let slice = |number: i64| {
        let (mut first, mut end) = (vec![0; last.len()], last.clone());
        first[0] = (last[0] + 1) * number / slices;
        end[0] = (last[0] + 1) * (number + 1) / slices - 1;
        (first, end)
    };
    let walk = |number: u64| {
        let (first, end) = slice(number as i64);
        let walked = table.walk(formula, &first, &end);
        // No slice after one that ends the walk is of interest.
        if walked.end.is_some() {
            ControlFlow::Break(walked)
        } else {
            ControlFlow::Continue(walked)
        }
    };
    let found = Workers::new(threads, budget).in_order(slices as u64, walk);
    let mut result = Conjecture { tested: 0, skipped: 0, counterexample: None, stopped };
    for walked in found {
        result.tested += walked.tested;
        result.skipped += walked.skipped;
        match walked.end {
            None => {}
            Some(Ok(counterexample)) => {
                result.counterexample = Some(counterexample);
                break;
            }
            Some(Err(fault)) => return Err(TupleError::Formula(fault)),
        }
    }
    Ok(result)
}

/// The result of a test of a part of a table.
struct TestedPart {
    tested: u64,
    skipped: u64,
    /// The reason why the walk ended early.
    end: Option<Result<Counterexample, Fault>>,
}

impl Table {
    /// Compares the formula with the positions from `first` to `last`, up to the first that is wrong.
    fn walk(&self, formula: &Formula, first: &[i64], last: &[i64]) -> TestedPart {
        let mut result = TestedPart { tested: 0, skipped: 0, end: None };
        let mut machine = formula.machine();
        let order: Vec<usize> = (0..last.len()).collect();
        let walked = for_each_cell_from(first, last, &order, |position| {
            let Some((grundy, outcome)) = self.at(position) else { return Ok(()) };
            let Some(value) = machine.value(position).map_err(Err)? else {
                result.skipped += 1;
                return Ok(());
            };
            result.tested += 1;
            let (expected, found) = match formula.kind() {
                Type::Int => (Found::Number(value), Found::Number(i64::from(grundy.unwrap_or(0)))),
                Type::Letter => (Found::Letter(letter(value)), Found::Letter(outcome)),
                _ => (Found::Lost(value != 0), Found::Lost(outcome == Outcome::P)),
            };
            match expected == found {
                true => Ok(()),
                false => Err(Ok(Counterexample { position: position.to_vec(), expected, found })),
            }
        });
        result.end = walked.err();
        result
    }

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
