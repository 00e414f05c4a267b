//! Conditions on the rows of any table, by the names of its columns.

use std::num::IntErrorKind;

use ishitori_records::{Cell, Column, Record};
use ishitori_values::Outcome;

use super::code::{Function, Step, TooLarge, run};
use super::parse::{Vocabulary, read};
use super::{ExpressionError, letter};

/// The values of the column `status` of a table, as an expression names them.
const WORDS: [&str; 6] = ["proved", "not_found", "no_theorem", "certified", "partial", "refused"];

/// A condition on the rows of a table: the language of [`Expression`](super::Expression) with the
/// names of the columns, and the words of the column `status`. A cell that is empty or no number
/// equals nothing; a result beyond 64 bits is an error.
///
/// ```
/// use ishitori_records::Column;
/// use ishitori_sweep::RowCondition;
///
/// let columns = [Column::text("status"), Column::integer("period")];
/// let wanted = RowCondition::read("status == proved and period > 10", &columns).unwrap();
/// assert_eq!(wanted.holds(&("proved", 12)), Ok(true));
/// assert_eq!(wanted.holds(&("not-found", 12)), Ok(false));
/// assert!(RowCondition::read("periot > 10", &columns).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCondition {
    text: String,
    code: Vec<Step<usize>>,
    words: &'static [&'static str],
}

/// A value of a condition is beyond 64 bits, so that the condition cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{condition}' is beyond 64 bits for {row}")]
pub struct RowOverflow {
    /// The text of the condition.
    pub condition: String,
    /// The row: what stands in its first cell.
    pub row: String,
}

impl RowCondition {
    /// Reads a condition on rows with these columns. O(length · columns).
    pub fn read(text: &str, columns: &[Column]) -> Result<RowCondition, ExpressionError> {
        RowCondition::with_words(text, columns, &WORDS)
    }

    /// The same with other words than those of `status`: what texts say, `_` for a hyphen or a colon.
    /// O(length · columns).
    ///
    /// ```
    /// use ishitori_records::Column;
    /// use ishitori_sweep::RowCondition;
    ///
    /// let wanted = RowCondition::with_words("end = mod2_LR", &[Column::text("end")], &["mod2_LR"]);
    /// assert_eq!(wanted.unwrap().holds(&("mod2:LR",)), Ok(true));
    /// ```
    pub fn with_words(
        text: &str,
        columns: &[Column],
        words: &'static [&'static str],
    ) -> Result<RowCondition, ExpressionError> {
        let code = read(text, &OfColumns { columns, words })?;
        Ok(RowCondition { text: text.to_string(), code, words })
    }

    /// The text that was read. O(1).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it holds for a row. O(length + cells).
    ///
    /// ```
    /// use ishitori_records::Column;
    /// use ishitori_sweep::RowCondition;
    ///
    /// let columns = [Column::text("code"), Column::integer("period")];
    /// let wanted = RowCondition::read("period + 9223372036854775807 > 0", &columns).unwrap();
    /// assert_eq!(wanted.holds(&("0.2", 0)), Ok(true));
    /// assert!(wanted.holds(&("0.77", 12)).unwrap_err().to_string().ends_with("for 0.77"));
    /// ```
    pub fn holds(&self, row: &impl Record) -> Result<bool, RowOverflow> {
        let mut cells = Vec::new();
        row.cells(&mut |cell| cells.push(number(&cell, self.words)));
        let beyond = std::cell::Cell::new(false);
        let field = |column: usize| match cells.get(column) {
            Some(Ok(number)) => *number,
            Some(Err(TooLarge)) => {
                beyond.set(true);
                None
            }
            None => None,
        };
        match run(&self.code, field, |_, _| None) {
            Ok(value) if !beyond.get() => Ok(value.holds()),
            _ => {
                let mut name = None;
                row.cells(&mut |cell| {
                    name.get_or_insert_with(|| cell.to_string());
                });
                let (condition, row) = (self.text.clone(), name.unwrap_or_default());
                Err(RowOverflow { condition, row })
            }
        }
    }

    /// The rows for which it holds, in their order. O(rows · (length + cells)).
    pub fn matching<R: Record>(
        condition: Option<&RowCondition>,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Vec<R>, RowOverflow> {
        let mut matching = Vec::new();
        for row in rows {
            if condition.map_or(Ok(true), |condition| condition.holds(&row))? {
                matching.push(row);
            }
        }
        Ok(matching)
    }
}

struct OfColumns<'c> {
    columns: &'c [Column],
    words: &'static [&'static str],
}

impl Vocabulary for OfColumns<'_> {
    type Field = usize;

    fn word(&self, name: &str) -> Option<Step<usize>> {
        let column = self.columns.iter().position(|column| column.name == name).map(Step::Field);
        column.or_else(|| word(name, self.words).map(Step::Number))
    }

    fn function(&self, _: &str) -> Option<Function> {
        None
    }

    fn accepted(&self) -> String {
        let names = self.columns.iter().map(|column| &*column.name);
        let names: Vec<&str> = names.chain(self.words.iter().copied()).collect();
        names.join(", ")
    }
}

/// The number that stands for a word: below those of outcomes.
fn word(name: &str, words: &[&str]) -> Option<i64> {
    let outcomes = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
    let outcome = outcomes.into_iter().find(|outcome| outcome.to_string() == name);
    let place = words.iter().position(|word| *word == name);
    outcome.map(letter).or(place.map(|place| -100 - place as i64))
}

/// The number that a cell is for expressions. Numbers beyond 64 bits stand in cells as texts of digits.
fn number(cell: &Cell<'_>, words: &[&str]) -> Result<Option<i64>, TooLarge> {
    Ok(match cell {
        Cell::Integer(n) => Some(*n),
        Cell::Bool(is) => Some(i64::from(*is)),
        Cell::Text(text) => match text.parse::<i64>() {
            Ok(number) => Some(number),
            Err(error) => match error.kind() {
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => return Err(TooLarge),
                _ => word(&named(text), words),
            },
        },
        // A list has no number of its own.
        Cell::Integers(_) | Cell::Empty => None,
    })
}

/// A text as an expression names it.
fn named(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
