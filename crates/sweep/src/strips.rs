//! The outcomes of every set of a family, for charts.

use ishitori_values::{Budget, LimitReached, Outcome};

use crate::expression::Overflow;
use crate::family::{Family, Set};
use crate::row::{Extras, Workspace};
use crate::run::{Halt, Query};
use crate::workers::Look;

/// A set and the outcomes of its first heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The set.
    pub set: Set,
    /// The outcomes of the heaps 0, 1, ….
    pub outcomes: Vec<Outcome>,
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

/// The outcomes of the heaps 0, …, heaps − 1 of every set that satisfies the condition of the
/// query, in the order of the family; an error if there are more than `most`. T(n) is that of a sweep on one thread, and the memory is
/// what is returned; `heaps` beyond 2^24 are not computed.
///
/// ```
/// use ishitori_sweep::{Family, Query, strips};
/// use ishitori_values::{Budget, Outcome::*};
/// let mut query = Query::new("mod2:LR".parse().unwrap());
/// query.condition = Some("has_P".parse().unwrap());
/// let strips = strips(&Family::new(2, 3), &query, 7, 100, &Budget::unlimited()).unwrap();
/// assert_eq!(strips.len(), 1);
/// assert_eq!(strips[0].outcomes, [L, R, L, N, N, L, P]);
/// ```
pub fn strips(
    family: &Family,
    query: &Query,
    heaps: usize,
    most: usize,
    budget: &Budget,
) -> Result<Vec<Strip>, StripsError> {
    let mut work = Workspace::default();
    let extras = query.condition.as_ref().map(|condition| Extras {
        grundy: condition.needs_grundy(),
        normal: condition.needs_normal(),
    });
    let extras = extras.unwrap_or_default();
    let heaps = heaps.min(crate::kernel::MAX_STEPS);
    let mut strips = Vec::new();
    let (steps, mut look) = (query.steps(), Look::new(budget));
    for index in 0..family.len() {
        if index.is_multiple_of(1 << 12) {
            budget.check(strips.len() as u64 * (heaps as u64 + 80))?;
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
            let outcomes = (0..heaps).map(|n| work.sequence.outcome(n)).collect();
            strips.push(Strip { set, outcomes });
        }
    }
    Ok(strips)
}
