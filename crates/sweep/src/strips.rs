//! The outcomes of every set of a family, for charts.

use ishitori_values::{Budget, LimitReached, Outcome};

use crate::expression::Overflow;
use crate::family::{Family, Set};
use crate::row::{Extras, Workspace};
use crate::run::{Halt, Query};
use crate::workers::Look;

/// A set and what its first heaps have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The set.
    pub set: Set,
    /// The quantity of the heaps 0, 1, ….
    pub cells: Cells,
}

/// The quantities of the heaps of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Outcomes under the end rule of the query.
    Outcomes(Vec<Outcome>),
    /// Grundy numbers.
    Grundy(Vec<u16>),
}

/// Which of them is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Outcomes.
    Outcomes,
    /// Grundy numbers.
    Grundy,
}

/// Why there are no strips.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StripsError {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// More sets satisfy the condition than asked for.
    #[error("more than {limit} sets satisfy the condition")]
    TooMany {
        /// How many were asked for.
        limit: usize,
    },
    /// The condition is too large for a set.
    #[error(transparent)]
    Overflow(Box<Overflow>),
}

impl From<Overflow> for StripsError {
    fn from(overflow: Overflow) -> Self {
        StripsError::Overflow(Box::new(overflow))
    }
}

impl From<Halt> for StripsError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Limit(limit) => StripsError::Limit(limit),
            Halt::Overflow(overflow) => StripsError::Overflow(overflow),
        }
    }
}

/// The least number of heaps of a strip that is counted by itself.
const LONG: usize = 1 << 12;

/// The outcomes or Grundy numbers of the heaps 0, …, heaps − 1 of every set that satisfies the
/// condition of the query, in the order of the family; an error if there are more than `most`. The
/// cost is that of a sweep on one thread, and the memory what is returned; `heaps` beyond 2^24 are
/// not computed.
///
/// ```
/// use ishitori_sweep::{Cells, Family, Query, Shown, strips};
/// use ishitori_values::{Budget, Outcome::*};
/// let mut query = Query::new("mod2:LR".parse().unwrap());
/// query.condition = Some("has_P".parse().unwrap());
/// let (family, budget) = (Family::new(2, 3), Budget::unlimited());
/// let found = strips(&family, &query, Shown::Outcomes, 7, 100, &budget).unwrap();
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].cells, Cells::Outcomes(vec![L, R, L, N, N, L, P]));
/// let found = strips(&family, &query, Shown::Grundy, 7, 100, &budget).unwrap();
/// assert_eq!(found[0].cells, Cells::Grundy(vec![0, 0, 1, 1, 2, 0, 0]));
/// ```
pub fn strips(
    family: &Family,
    query: &Query,
    shown: Shown,
    heaps: usize,
    most: usize,
    budget: &Budget,
) -> Result<Vec<Strip>, StripsError> {
    let mut work = Workspace::default();
    let extras = query.condition.as_ref().map(|condition| Extras {
        grundy: condition.needs_grundy(),
        normal: condition.needs_normal(),
        word: false,
    });
    let extras = extras.unwrap_or_default();
    let heaps = heaps.min(crate::kernel::MAX_STEPS);
    // What a strip takes, in bytes.
    let each = 80 + heaps as u64 * if shown == Shown::Grundy { 2 } else { 1 };
    let mut strips = Vec::new();
    let (steps, mut look) = (query.steps(), Look::new(budget));
    for index in 0..family.len() {
        if index.is_multiple_of(1 << 12) {
            budget.check(strips.len() as u64 * each)?;
        }
        let set = family.set(index);
        let row = work.row(&set, &query.end, extras);
        look.worked(steps + row.preperiod + row.period)?;
        let holds = match &query.condition {
            Some(condition) => Query::value(condition, index, &set, &row)?.holds(),
            None => true,
        };
        if holds {
            if strips.len() == most {
                return Err(StripsError::TooMany { limit: most });
            }
            // Few sets may have long strips.
            if heaps >= LONG {
                budget.check((strips.len() as u64 + 1) * each)?;
            }
            let cells = match shown {
                Shown::Outcomes => {
                    look.worked(heaps as u64)?;
                    Cells::Outcomes((0..heaps).map(|n| work.sequence.outcome(n)).collect())
                }
                Shown::Grundy => {
                    look.worked(heaps as u64 * u64::from(set.size()))?;
                    Cells::Grundy(grundy_numbers(&set, heaps))
                }
            };
            strips.push(Strip { set, cells });
        }
    }
    Ok(strips)
}

/// The Grundy numbers of the heaps 0, …, heaps − 1 by their definition. O(heaps · |S|).
fn grundy_numbers(set: &Set, heaps: usize) -> Vec<u16> {
    let taken: Vec<usize> = set.numbers().map(|s| s as usize).collect();
    let mut values: Vec<u16> = Vec::with_capacity(heaps);
    // When each number was last that of an option, by the heap.
    let mut seen = vec![usize::MAX; taken.len() + 1];
    for n in 0..heaps {
        for &s in taken.iter().take_while(|&&s| s <= n) {
            seen[usize::from(values[n - s])] = n;
        }
        // A heap has at most as many options as there are numbers in S.
        let value = seen.iter().position(|&last| last != n).unwrap_or(taken.len());
        values.push(value as u16);
    }
    values
}
