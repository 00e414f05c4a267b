//! Conditions on the rows of any table, by the names of its columns.

use ishitori_records::{Cell, Column, Record};
use ishitori_values::Outcome;

use super::code::{Function, Step, run};
use super::parse::{Vocabulary, read};
use super::{ExpressionError, letter};

/// What the column `status` of a table says, as an expression names it.
const WORDS: [&str; 6] = ["proved", "not_found", "no_theorem", "certified", "partial", "refused"];

/// A condition on the rows of a table: the language of [`Expression`](super::Expression) with the
/// names of the columns, and the words of the column `status`. A cell that is empty or no number
/// equals nothing, and so does a result beyond 64 bits.
///
/// ```
/// use ishitori_records::Column;
/// use ishitori_sweep::RowCondition;
///
/// let columns = [Column::text("status"), Column::integer("period")];
/// let wanted = RowCondition::read("status == proved and period > 10", &columns).unwrap();
/// assert!(wanted.holds(&("proved", 12)) && !wanted.holds(&("not-found", 12)));
/// assert!(RowCondition::read("periot > 10", &columns).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCondition {
    text: String,
    code: Vec<Step<usize>>,
}

impl RowCondition {
    /// Reads a condition on rows with these columns. O(length · columns).
    pub fn read(text: &str, columns: &[Column]) -> Result<RowCondition, ExpressionError> {
        let code = read(text, &OfColumns(columns))?;
        Ok(RowCondition { text: text.to_string(), code })
    }

    /// The text that was read. O(1).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it holds for a row. O(length + cells).
    pub fn holds(&self, row: &impl Record) -> bool {
        let mut cells = Vec::new();
        row.cells(&mut |cell| cells.push(number(&cell)));
        let field = |column: usize| cells.get(column).copied().flatten();
        run(&self.code, field, |_, _| None).is_ok_and(|value| value.holds())
    }
}

struct OfColumns<'c>(&'c [Column]);

impl Vocabulary for OfColumns<'_> {
    type Field = usize;

    fn word(&self, name: &str) -> Option<Step<usize>> {
        let column = self.0.iter().position(|column| column.name == name).map(Step::Field);
        column.or_else(|| word(name).map(Step::Number))
    }

    fn function(&self, _: &str) -> Option<Function> {
        None
    }

    fn accepted(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|column| &*column.name).chain(WORDS).collect();
        names.join(", ")
    }
}

/// The number that stands for a word: below those of outcomes.
fn word(name: &str) -> Option<i64> {
    let outcomes = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
    let outcome = outcomes.into_iter().find(|outcome| outcome.to_string() == name);
    let place = WORDS.iter().position(|word| *word == name);
    outcome.map(letter).or(place.map(|place| -100 - place as i64))
}

fn number(cell: &Cell<'_>) -> Option<i64> {
    match cell {
        Cell::Integer(n) => Some(*n),
        Cell::Bool(is) => Some(i64::from(*is)),
        Cell::Text(text) => text.parse().ok().or_else(|| word(&text.replace('-', "_"))),
        _ => None,
    }
}
