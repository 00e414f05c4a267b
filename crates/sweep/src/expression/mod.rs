//! A small language for conditions and statistics over rows.
//!
//! `has_R and period > 1`, `not contains(5)`, `period % 2 == 0 or eventually == L`, `max - min`.
//! Everything is a whole number of 64 bits, and a result that does not fit is an error; conditions
//! are 1 or 0. A value that does not exist (the first N of a set without N, an unknown period, a
//! remainder by 0) equals nothing: `==` and `<` are false, `!=` is true. Arithmetic with it does
//! not exist either, and it is added up as 0; the result counts how often that happened.
//!
//! An expression is compiled to flat code while it is read: nothing is as deep as it is long.

mod code;
mod parse;
mod rows;

use std::ops::Range;

use ishitori_values::Outcome;

use crate::family::Set;
use crate::row::Row;

use code::{Function, Step, run};

pub(crate) use code::TooLarge;
pub use code::Value;
pub use rows::{RowCondition, RowOverflow};

/// The names that an expression can use, and what they mean.
pub const FIELDS: &[(&str, &str)] = &[
    ("size", "how many numbers the set has"),
    ("min", "its least number"),
    ("max", "its largest number"),
    ("contains(s)", "whether it has the number s"),
    ("element(i)", "its i-th number, from 1; element(-1) is the largest"),
    ("gap(i)", "element(i+1) - element(i)"),
    ("least_gap", "the least difference of neighbours"),
    ("largest_gap", "the largest difference of neighbours"),
    ("gcd", "the greatest common divisor of its numbers"),
    ("odds", "how many of its numbers are odd"),
    ("evens", "how many are even"),
    ("sum", "the sum of its numbers"),
    ("sum_free", "whether none of its numbers is the sum of two of them"),
    ("period", "of the outcomes"),
    ("preperiod", "of the outcomes"),
    ("eventually", "the outcome of all large heaps, if they agree: L, R, N or P"),
    ("has_P … has_R", "whether some heap n ≥ min has the outcome"),
    ("count_P … count_R", "how many heaps min ≤ n < max(min, preperiod) + period have it"),
    ("first_P … first_R", "the first heap n ≥ min that has it"),
    ("cycle_P … cycle_R", "how many heaps preperiod ≤ n < preperiod + period have it"),
    ("strange_P", "how many of the heaps of count_P are not P-positions in normal play"),
    ("cycle_strange_P", "how many of the heaps of cycle_P are not P-positions in normal play"),
    ("wide_P", "how many heaps min ≤ n < max(preperiod, max) + period have the outcome P"),
    ("wide_strange_P", "how many of these are not P-positions in normal play"),
    ("grundy_period", "of the Grundy numbers"),
    ("grundy_preperiod", "of the Grundy numbers"),
    ("divides", "whether period divides grundy_period"),
    ("coprime", "whether the two periods have no common factor"),
];

/// An expression over the rows of a sweep.
///
/// ```
/// use ishitori_sweep::Expression;
/// let wanted: Expression = "has_R and period > 1".parse().unwrap();
/// assert!(!wanted.needs_grundy());
/// let error = "periot > 1".parse::<Expression>().unwrap_err();
/// assert_eq!(error.span, 0..6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    text: String,
    code: Vec<Step<Field>>,
}

/// A value of an expression is beyond 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{expression}' is beyond 64 bits for the set {{{}}}", numbers(.set))]
pub struct Overflow {
    /// The text of the expression.
    pub expression: String,
    /// The first set of the family for which it is.
    pub set: Set,
    /// The place of the set in the order of the family.
    pub place: u64,
}

fn numbers(set: &Set) -> String {
    set.numbers().map(|s| s.to_string()).collect::<Vec<_>>().join(",")
}

/// A text that is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at place {}: {kind}", .span.start + 1)]
pub struct ExpressionError {
    /// The error.
    pub kind: ExpressionErrorKind,
    /// The bytes at fault.
    pub span: Range<usize>,
}

/// An error in the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionErrorKind {
    /// A character that no expression has.
    #[error("'{0}' is not used in expressions")]
    Character(char),
    /// Something else than an operator after a complete expression.
    #[error("'{0}' does not belong here; expected an operator")]
    NoOperator(String),
    /// The end where a name or number is missing.
    #[error("the expression ends too early: a name or number is missing")]
    Unfinished,
    /// A parenthesis is missing here.
    #[error("expected '{0}'")]
    Parenthesis(char),
    /// A name that is not one of [`FIELDS`].
    #[error("'{name}' is not known; expected {accepted}")]
    Unknown {
        /// The name.
        name: String,
        /// The names, with commas between them.
        accepted: String,
    },
    /// A number beyond 64 bits.
    #[error("the number is too large")]
    Number,
    /// Too many levels.
    #[error("nested too deeply")]
    TooDeep,
    /// Too many numbers, names and operators.
    #[error("longer than {most} numbers, names and operators")]
    TooLong {
        /// The most that is accepted.
        most: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Size,
    Min,
    Max,
    Gcd,
    Odds,
    Evens,
    Sum,
    SumFree,
    LeastGap,
    LargestGap,
    Period,
    Preperiod,
    Eventually,
    Has(Outcome),
    Count(Outcome),
    First(Outcome),
    Cycle(Outcome),
    StrangeP,
    CycleStrangeP,
    WideP,
    WideStrangeP,
    GrundyPeriod,
    GrundyPreperiod,
    Divides,
    Coprime,
}

/// The number that stands for an outcome in comparisons.
fn letter(outcome: Outcome) -> i64 {
    -1 - outcome as i64
}

impl Expression {
    /// The text that was read. O(1).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A value as people write it: an outcome by its letter, `none` where there is none. O(1).
    ///
    /// ```
    /// use ishitori_sweep::Expression;
    /// let expression: Expression = "eventually".parse().unwrap();
    /// assert_eq!((expression.show(None), expression.show(Some(-3))), ("none".into(), "L".into()));
    /// ```
    pub fn show(&self, value: Option<i64>) -> String {
        let Some(value) = value else { return "none".to_string() };
        if self.code != [Step::Field(Field::Eventually)] {
            return value.to_string();
        }
        let outcomes = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
        let found = outcomes.into_iter().find(|&outcome| letter(outcome) == value);
        found.map_or_else(|| value.to_string(), |outcome| outcome.to_string())
    }

    /// Whether Grundy numbers are asked for. O(length).
    pub fn needs_grundy(&self) -> bool {
        self.mentions(Field::is_grundy)
    }

    /// Whether the P-positions of normal play are asked for. O(length).
    pub(crate) fn needs_normal(&self) -> bool {
        self.mentions(Field::is_strange)
    }

    /// Whether periods, outcomes forever and which outcomes there are suffice. O(length).
    pub(crate) fn has_fast_summary(&self) -> bool {
        !self.mentions(Field::is_long)
    }

    /// Whether it is about nothing but which outcomes there are, and that of all large heaps.
    /// O(length).
    #[cfg(feature = "gpu")]
    pub(crate) fn is_about_outcomes(&self) -> bool {
        let asks = |step: &Step<Field>| match step {
            Step::Field(field) => !matches!(field, Field::Has(_) | Field::Eventually),
            Step::Call(_) => true,
            _ => false,
        };
        !self.code.iter().any(asks)
    }

    /// Whether a field of the expression has a property.
    fn mentions(&self, property: fn(Field) -> bool) -> bool {
        self.code.iter().any(|step| matches!(step, Step::Field(field) if property(*field)))
    }

    /// How many steps an evaluation takes at most. O(1).
    pub(crate) fn steps(&self) -> u64 {
        self.code.len() as u64
    }

    /// The value for a row, if all of it fits 64 bits; conditions give 1 or 0. O(length).
    ///
    /// ```
    /// use ishitori_sweep::{Expression, Family, Query, Workers, sweep};
    /// let mut query = Query::new("mod2:LR".parse().unwrap());
    /// query.counts.push("eventually != L".parse().unwrap());
    /// let budget = ishitori_values::Budget::unlimited();
    /// let summary = sweep(&Family::new(2, 8), &query, &Workers::new(1, &budget)).unwrap();
    /// // 23 of the 64 sets are eventually all L; the others are not all of one outcome.
    /// assert_eq!((summary.counts[0], summary.missing.counts[0]), (41, 41));
    /// ```
    pub(crate) fn value(&self, set: &Set, row: &Row) -> Result<Value, TooLarge> {
        let call = |function, n: Option<i64>| match function {
            Function::Contains => {
                let wanted = n.and_then(|s| u32::try_from(s).ok());
                Some(i64::from(wanted.is_some_and(|s| set.contains(s))))
            }
            Function::Element => n.and_then(|i| set.element(i)).map(i64::from),
            Function::Gap => n.and_then(|i| gap(set, i)),
        };
        run(&self.code, |field| field_value(field, set, row), call)
    }
}

impl Field {
    fn is_grundy(self) -> bool {
        use Field::*;
        matches!(self, GrundyPeriod | GrundyPreperiod | Divides | Coprime)
    }

    fn is_strange(self) -> bool {
        use Field::*;
        matches!(self, StrangeP | CycleStrangeP | WideP | WideStrangeP)
    }

    /// Whether all heaps must be known one by one.
    fn is_long(self) -> bool {
        use Field::*;
        let counted = matches!(self, Preperiod | Count(_) | First(_) | Cycle(_));
        counted || self.is_grundy() || self.is_strange()
    }
}

/// The difference of the i-th number and the next one.
fn gap(set: &Set, i: i64) -> Option<i64> {
    let next = if i == -1 { None } else { i.checked_add(1) };
    Some(i64::from(set.element(next?)?) - i64::from(set.element(i)?))
}

fn field_value(field: Field, set: &Set, row: &Row) -> Option<i64> {
    let found = row.period > 0;
    Some(match field {
        Field::Size => set.size().into(),
        Field::Min => set.min().into(),
        Field::Max => set.max().into(),
        Field::Gcd => set.gcd().into(),
        Field::Odds => set.odds().into(),
        Field::Evens => (set.size() - set.odds()).into(),
        Field::Sum => set.numbers().map(i64::from).sum(),
        Field::SumFree => set.is_sum_free().into(),
        Field::LeastGap => return set.gaps().min().map(i64::from),
        Field::LargestGap => return set.gaps().max().map(i64::from),
        Field::Period => return found.then_some(row.period as i64),
        Field::Preperiod => return found.then_some(row.preperiod as i64),
        Field::Eventually => return row.eventually.map(letter),
        Field::Has(outcome) => row.has(outcome).into(),
        Field::Count(outcome) => row.counts[outcome as usize] as i64,
        Field::First(outcome) => return row.first[outcome as usize].map(|n| n as i64),
        Field::Cycle(outcome) => row.cycle_counts[outcome as usize] as i64,
        Field::StrangeP => return row.non_normal_p.map(|s| s.all as i64),
        Field::CycleStrangeP => return row.non_normal_p.map(|s| s.in_cycle as i64),
        Field::WideP => return row.non_normal_p.map(|s| s.wide_p as i64),
        Field::WideStrangeP => return row.non_normal_p.map(|s| s.wide as i64),
        Field::GrundyPeriod => return row.grundy.map(|g| g.period as i64),
        Field::GrundyPreperiod => return row.grundy.map(|g| g.preperiod as i64),
        Field::Divides => return row.divides().map(i64::from),
        Field::Coprime => return row.coprime().map(i64::from),
    })
}

#[cfg(test)]
mod tests;
