//! All sets of a family, on all threads.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use ishitori_rules::end::EndRule;
use ishitori_runtime::Workers;
use ishitori_values::{Budget, LimitReached};

use crate::check::{Check, Verdict};
use crate::expression::{Expression, Overflow, TooLarge, Value};
use crate::family::{Family, Set};
use crate::fast_summary::FastSummary;
use crate::row::{Extras, Row, Workspace};
use crate::set_row::SetColumns;
use crate::strips::StripsError;
use crate::summary::SweepSummary;
use crate::workers::{Look, Stops, add_up};

/// The number of sets in a piece of a sweep; the budget is asked between two pieces.
pub(crate) const PIECE: u64 = 1 << 14;
/// The same for [`matching_places`], whose callers wait for the answer.
const LOOK: u64 = 1 << 10;
/// The most groups of a family that are counted.
pub(crate) const MAX_GROUPS: usize = 100_000;

/// A query about every set of a family.
#[derive(Clone, Debug)]
pub struct Query {
    /// The end rule: who wins when no move is left.
    pub end: EndRule,
    /// Which sets the statistics, the checks and the file are about; all if not given.
    pub condition: Option<Expression>,
    /// Conditions whose sets are counted.
    pub counts: Vec<Expression>,
    /// Expressions whose values are added up.
    pub totals: Vec<Expression>,
    /// An expression by whose values sets are counted.
    pub group_by: Option<Expression>,
    /// Theorems to check.
    pub checks: Vec<Check>,
    /// Whether Grundy periods are computed even if no expression asks for them.
    pub grundy: bool,
    /// Whether rows have the outcomes as letters.
    pub words: bool,
}

impl Query {
    /// The outcome statistics of all sets. O(1).
    pub fn new(end: EndRule) -> Query {
        let (counts, totals, checks) = (Vec::new(), Vec::new(), Vec::new());
        let (grundy, words) = (false, false);
        Query { end, condition: None, counts, totals, group_by: None, checks, grundy, words }
    }

    /// Whether Grundy periods are computed. O(expressions).
    pub fn needs_grundy(&self) -> bool {
        self.grundy || self.expressions().any(Expression::needs_grundy)
    }

    /// The columns of its rows. O(expressions).
    pub fn columns(&self) -> SetColumns {
        SetColumns { grundy: self.needs_grundy(), words: self.words }
    }

    pub(crate) fn extras(&self) -> Extras {
        let normal = self.expressions().any(Expression::needs_normal);
        Extras { grundy: self.needs_grundy(), normal, word: self.words }
    }

    /// Roughly how many sets one thread does in a second, for estimates. O(expressions).
    pub fn sets_per_second(&self, family: &Family) -> f64 {
        // Measured for largest numbers of about 20; the steps of a set grow with that number.
        let rate = match (self.needs_grundy(), self.has_fast_summary() && family.has_masks()) {
            (true, _) => 5e5,
            (false, true) if family.max() < 32 => 4e7,
            (false, true) => 2e7,
            (false, false) => 2e6,
        };
        rate * 20.0 / f64::from(family.max().max(20))
    }

    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let totals = self.totals.iter().chain(&self.group_by);
        self.condition.iter().chain(&self.counts).chain(totals)
    }

    /// Steps that the expressions take for one set, at most.
    pub(crate) fn steps(&self) -> u64 {
        self.expressions().map(Expression::steps).sum()
    }

    /// The value of an expression of the query for a set.
    pub(crate) fn value(
        expression: &Expression,
        place: u64,
        set: &Set,
        row: &Row,
    ) -> Result<Value, Overflow> {
        expression.value(set, row).map_err(|TooLarge| {
            let (expression, set) = (expression.text().to_string(), set.clone());
            Overflow { expression, set, place }
        })
    }

    pub(crate) fn has_expressions(&self) -> bool {
        self.expressions().next().is_some()
    }

    /// Whether it is enough to know of each set what [`FastSummary`] finds.
    pub(crate) fn has_fast_summary(&self) -> bool {
        self.checks.is_empty()
            && !self.grundy
            && self.expressions().all(Expression::has_fast_summary)
    }
}

/// Why a sweep has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// A limit was reached; what was done until then.
    #[error("{limit}; {} sets were done", .done.sets)]
    Limit {
        /// The limit.
        limit: LimitReached,
        /// The statistics of the sets that were done.
        done: Box<SweepSummary>,
    },
    /// An expression is too large for a set.
    #[error(transparent)]
    Overflow(Box<Overflow>),
    /// The grouping expression has too many values.
    #[error("there are more than {limit} groups; group by something coarser")]
    TooManyGroups {
        /// The most that is accepted.
        limit: usize,
    },
    /// More rows than can be listed.
    #[error("more than {limit} sets satisfy the condition")]
    TooManyRows {
        /// The most that is accepted.
        limit: usize,
    },
}

/// Computes the sets at these places and hands those that satisfy the condition to `sink`.
pub(crate) fn stretch(
    family: &Family,
    query: &Query,
    places: Range<u64>,
    work: &mut Workspace,
    budget: &Budget,
    sink: &mut dyn FnMut(u64, &Set, &Row),
) -> Result<SweepSummary, Halt> {
    let mut summary = SweepSummary::new(query);
    let (extras, steps) = (query.extras(), query.steps());
    let mut look = Look::new(budget);
    for index in places {
        let set = family.set(index);
        let row = work.row(&set, &query.end, extras);
        look.worked(steps + row.preperiod + row.period)?;
        summary.sets += 1;
        if !summary.holds(index, &set, &row, query)? {
            continue;
        }
        summary.add(index, &set, &row, query)?;
        for (check, result) in query.checks.iter().zip(&mut summary.checks) {
            match check.verdict(&set, &row, &work.sequence, &mut look)? {
                Verdict::NotConcerned => {}
                Verdict::Holds => result.hypothesis += 1,
                Verdict::Fails => {
                    result.hypothesis += 1;
                    result.violations += 1;
                    result.first_violation.get_or_insert(index);
                }
            }
        }
        sink(index, &set, &row);
    }
    Ok(summary)
}

/// Why a stretch of a family is not done.
pub(crate) enum Halt {
    Limit(LimitReached),
    Overflow(Box<Overflow>),
}

impl From<LimitReached> for Halt {
    fn from(limit: LimitReached) -> Self {
        Halt::Limit(limit)
    }
}

impl From<Overflow> for Halt {
    fn from(overflow: Overflow) -> Self {
        Halt::Overflow(Box::new(overflow))
    }
}

/// Statistics of a family. The result does not depend on the number of threads.
///
/// T(n) = O(preperiod + period) steps of t/64 words for each set with maximum t; of families with
/// t < 64 that are asked for periods and outcomes only, up to 32 sets make a step at once. Memory
/// does not grow with the family.
pub fn sweep(
    family: &Family,
    query: &Query,
    workers: &Workers<'_>,
) -> Result<SweepSummary, SweepError> {
    sweep_places(family, query, 0..family.len(), workers)
}

/// The statistics of the sets at these places of a family. Those of pieces that make up the family
/// [add up](SweepSummary::merge) to those of [`sweep`]. The cost depends on the number
/// of sets only.
///
/// ```
/// use ishitori_sweep::{Family, Query, Workers, sweep, sweep_places};
/// let (family, query) = (Family::new(2, 12), Query::new("mod2:LR".parse().unwrap()));
/// let budget = ishitori_values::Budget::unlimited();
/// let workers = Workers::new(1, &budget);
/// let mut sum = sweep_places(&family, &query, 0..100, &workers).unwrap();
/// sum.merge(sweep_places(&family, &query, 100..family.len(), &workers).unwrap());
/// assert_eq!(sum, sweep(&family, &query, &workers).unwrap());
/// ```
pub fn sweep_places(
    family: &Family,
    query: &Query,
    places: Range<u64>,
    workers: &Workers<'_>,
) -> Result<SweepSummary, SweepError> {
    let floor = AtomicU64::new(0);
    in_pieces(family, query, places, workers, || FastSummary::new(&floor))
}

/// The same as [`sweep`] by the plain loop that computes one set after the other: the reference for
/// tests and measurements.
pub fn sweep_plainly(
    family: &Family,
    query: &Query,
    workers: &Workers<'_>,
) -> Result<SweepSummary, SweepError> {
    let floor = AtomicU64::new(0);
    in_pieces(family, query, 0..family.len(), workers, || FastSummary::plain(&floor))
}

/// The places of piece number `at`, if all pieces but the last have `size` places.
pub(crate) fn piece_of(places: &Range<u64>, size: u64, at: u64) -> Range<u64> {
    let start = places.start + at * size;
    start..places.end.min(start.saturating_add(size))
}

fn in_pieces<'f>(
    family: &Family,
    query: &Query,
    places: Range<u64>,
    workers: &Workers<'_>,
    brief: impl Fn() -> FastSummary<'f> + Sync,
) -> Result<SweepSummary, SweepError> {
    let places = places.start..places.end.min(family.len());
    let pieces = places.end.saturating_sub(places.start).div_ceil(PIECE);
    let piece = |(brief, work): &mut (FastSummary, Workspace), at: u64| {
        let places = piece_of(&places, PIECE, at);
        match brief.summary(family, query, places.clone(), workers.budget)? {
            Some(summary) => Ok(summary),
            None => Ok(stretch(family, query, places, work, workers.budget, &mut |_, _, _| {})?),
        }
    };
    let accept = |summary: &SweepSummary| match summary.groups.len() > MAX_GROUPS {
        true => Err(Stop::Groups),
        false => Ok(()),
    };
    let space = || (brief(), Workspace::default());
    let (summary, stop) = add_up(workers, pieces, query, space, piece, accept);
    match stop {
        Some(Stop::Groups) => Err(SweepError::TooManyGroups { limit: MAX_GROUPS }),
        Some(Stop::Halt(Halt::Limit(limit))) => {
            Err(SweepError::Limit { limit, done: Box::new(summary) })
        }
        Some(Stop::Halt(Halt::Overflow(overflow))) => Err(SweepError::Overflow(overflow)),
        None => Ok(summary),
    }
}

/// Hands the sets at these places that satisfy the condition of the query to `sink`, in order, for
/// those who keep rows in a form of their own. As [`sweep_plainly`] on one thread, without memory;
/// what was handed over before a limit stays.
///
/// ```
/// use ishitori_sweep::{Family, Query, rows_at};
/// let (family, query) = (Family::new(2, 8), Query::new("mod2:LR".parse().unwrap()));
/// let mut periods = Vec::new();
/// let mut sink = |_, _: &_, row: &ishitori_sweep::Row| periods.push(row.period);
/// rows_at(&family, &query, 0..3, &ishitori_values::Budget::unlimited(), &mut sink).unwrap();
/// assert_eq!(periods.len(), 3);
/// ```
pub fn rows_at(
    family: &Family,
    query: &Query,
    places: Range<u64>,
    budget: &Budget,
    sink: &mut dyn FnMut(u64, &Set, &Row),
) -> Result<(), SweepError> {
    let places = places.start..places.end.min(family.len());
    match stretch(family, query, places, &mut Workspace::default(), budget, sink) {
        Ok(_) => Ok(()),
        Err(Halt::Limit(limit)) => {
            Err(SweepError::Limit { limit, done: Box::new(SweepSummary::new(query)) })
        }
        Err(Halt::Overflow(overflow)) => Err(SweepError::Overflow(overflow)),
    }
}

/// One bit for each set of a family, the first in the lowest bit of the first byte: whether the
/// condition of the query holds for it. As [`sweep`] on one thread; memory is a bit per set.
///
/// ```
/// use ishitori_sweep::{Family, Query, matching_places};
/// let mut query = Query::new("mod2:LR".parse().unwrap());
/// query.condition = Some("max == 4".parse().unwrap());
/// let budget = ishitori_values::Budget::unlimited();
/// // {2}, {2,3}, {2,4}, {2,3,4}, {2,5}, …
/// assert_eq!(matching_places(&Family::new(2, 5), &query, &budget), Ok(vec![0b1100]));
/// ```
pub fn matching_places(
    family: &Family,
    query: &Query,
    budget: &Budget,
) -> Result<Vec<u8>, StripsError> {
    let total = family.len();
    budget.check(total / 8)?;
    let mut bits = vec![0u8; total.div_ceil(8) as usize];
    let mut work = Workspace::default();
    for start in (0..total).step_by(LOOK as usize) {
        budget.check(total / 8)?;
        let places = start..total.min(start + LOOK);
        stretch(family, query, places, &mut work, budget, &mut |index, _, _| {
            bits[(index / 8) as usize] |= 1 << (index % 8);
        })?;
    }
    Ok(bits)
}

enum Stop {
    Halt(Halt),
    Groups,
}

impl<T: Into<Halt>> From<T> for Stop {
    fn from(halt: T) -> Self {
        Stop::Halt(halt.into())
    }
}

impl Stops for Stop {
    fn set(&self) -> Option<u64> {
        match self {
            Stop::Halt(halt) => halt.set(),
            Stop::Groups => None,
        }
    }
}

impl Stops for Halt {
    fn set(&self) -> Option<u64> {
        match self {
            Halt::Limit(_) => None,
            Halt::Overflow(overflow) => Some(overflow.place),
        }
    }
}
