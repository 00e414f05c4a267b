//! All sets of a family, on all threads.

use std::collections::BTreeMap;
use std::ops::Range;

use ishitori_parallel::Workers;
use ishitori_rules::end::EndRule;
use ishitori_values::{Budget, LimitReached, Outcome};
use serde::{Deserialize, Serialize};

use crate::check::{Check, CheckResult, Verdict};
use crate::expression::{Expression, Overflow, TooLarge, Value};
use crate::family::{Family, Set};
use crate::fast_summary::FastSummary;
use crate::row::{Extras, Row, Workspace};
use crate::strips::StripsError;
use crate::workers::{Look, Stops, add_up};

/// The number of sets in a piece of a sweep; the budget is asked between two pieces.
pub(crate) const SHARD: u64 = 1 << 14;
/// The same for [`matching_places`], whose callers wait for the answer.
const LOOK: u64 = 1 << 10;
/// The most groups of a family that are counted.
pub(crate) const MAX_GROUPS: usize = 100_000;

/// What is asked about every set of a family.
#[derive(Clone, Debug)]
pub struct Query {
    /// Who wins when no move is left.
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
}

impl Query {
    /// The outcome statistics of all sets. O(1).
    pub fn new(end: EndRule) -> Query {
        let (counts, totals, checks) = (Vec::new(), Vec::new(), Vec::new());
        Query { end, condition: None, counts, totals, group_by: None, checks, grundy: false }
    }

    /// Whether Grundy periods are computed. O(expressions).
    pub fn needs_grundy(&self) -> bool {
        self.grundy || self.expressions().any(Expression::needs_grundy)
    }

    pub(crate) fn extras(&self) -> Extras {
        let normal = self.expressions().any(Expression::needs_normal);
        Extras { grundy: self.needs_grundy(), normal }
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

    fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let totals = self.totals.iter().chain(&self.group_by);
        self.condition.iter().chain(&self.counts).chain(totals)
    }

    /// Steps that the expressions take for one set, at most.
    pub(crate) fn steps(&self) -> u64 {
        self.expressions().map(Expression::steps).sum()
    }

    /// What an expression of the query is for a set.
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

/// Statistics of a family. Everything but `sets` is about the sets that satisfy the condition,
/// `matching` of them. Arrays are in the order P, N, L, R.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepSummary {
    /// Sets looked at.
    pub sets: u64,
    /// Sets that satisfy the condition; all if there is none.
    pub matching: u64,
    /// Sets of which all large heaps have one outcome.
    pub eventually_all: [u64; 4],
    /// Sets with the outcome at some heap n ≥ min S.
    pub has: [u64; 4],
    /// Sets whose period was not found.
    pub not_found: u64,
    /// The largest period, and the first set that has it.
    pub max_period: Option<(u64, u64)>,
    /// The largest preperiod, and the first set that has it.
    pub max_preperiod: Option<(u64, u64)>,
    /// Sets for which each of the counted conditions holds.
    pub counts: Vec<u64>,
    /// The sums of the values of each of the expressions added up; a value that is not there
    /// counts as 0.
    pub totals: Vec<i128>,
    /// Sets by the value of the grouping expression.
    pub groups: BTreeMap<i64, u64>,
    /// Sets for which the grouping expression has no value.
    pub no_group: u64,
    /// Sets for which expressions looked at what is not there.
    pub missing: Missing,
    /// How the checks went.
    pub checks: Vec<CheckResult>,
}

/// How many sets do not have what an expression looked at: the first R of a set without R, a period
/// that was not found, a remainder by 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// Among all sets, for the condition.
    pub condition: u64,
    /// Among those that satisfy it, for each of the counted conditions.
    pub counts: Vec<u64>,
    /// The same for each of the expressions added up.
    pub totals: Vec<u64>,
    /// The same for the grouping expression.
    pub group: u64,
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
    #[error("the groups have more than {limit} different values; group by something coarser")]
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

impl SweepSummary {
    pub(crate) fn new(query: &Query) -> SweepSummary {
        let checks = query.checks.iter().map(|check| CheckResult {
            name: check.to_string(),
            hypothesis: 0,
            violations: 0,
            first_violation: None,
        });
        SweepSummary {
            counts: vec![0; query.counts.len()],
            totals: vec![0; query.totals.len()],
            missing: Missing {
                counts: vec![0; query.counts.len()],
                totals: vec![0; query.totals.len()],
                ..Missing::default()
            },
            checks: checks.collect(),
            ..SweepSummary::default()
        }
    }

    fn add(&mut self, index: u64, set: &Set, row: &Row, query: &Query) -> Result<(), Overflow> {
        self.matching += 1;
        for outcome in [Outcome::P, Outcome::N, Outcome::L, Outcome::R] {
            let at = outcome as usize;
            self.eventually_all[at] += u64::from(row.eventually == Some(outcome));
            self.has[at] += u64::from(row.has(outcome));
        }
        self.not_found += u64::from(row.period == 0);
        larger(&mut self.max_period, (row.period, index));
        larger(&mut self.max_preperiod, (row.preperiod, index));
        self.add_expressions(index, set, row, query)
    }

    /// Whether a set satisfies the condition; counts it if that looks at what is not there.
    pub(crate) fn holds(
        &mut self,
        index: u64,
        set: &Set,
        row: &Row,
        query: &Query,
    ) -> Result<bool, Overflow> {
        let Some(condition) = &query.condition else { return Ok(true) };
        let value = Query::value(condition, index, set, row)?;
        self.missing.condition += u64::from(value.missing);
        Ok(value.holds())
    }

    /// Counts a set that satisfies the condition by what the other expressions say.
    pub(crate) fn add_expressions(
        &mut self,
        index: u64,
        set: &Set,
        row: &Row,
        query: &Query,
    ) -> Result<(), Overflow> {
        let value = |expression: &Expression| Query::value(expression, index, set, row);
        for (at, condition) in query.counts.iter().enumerate() {
            let value = value(condition)?;
            self.counts[at] += u64::from(value.holds());
            self.missing.counts[at] += u64::from(value.missing);
        }
        for (at, expression) in query.totals.iter().enumerate() {
            let value = value(expression)?;
            // Of 2^64 sets with 64 bits each the sum has 128 bits.
            self.totals[at] += i128::from(value.number.unwrap_or(0));
            self.missing.totals[at] += u64::from(value.missing);
        }
        if let Some(group) = &query.group_by {
            let value = value(group)?;
            self.missing.group += u64::from(value.missing);
            match value.number {
                Some(number) => *self.groups.entry(number).or_default() += 1,
                None => self.no_group += 1,
            }
        }
        Ok(())
    }

    /// Whether these can be the statistics of the sets at these places: what was read from a file
    /// may be anything.
    pub(crate) fn fits(&self, query: &Query, places: &Range<u64>) -> bool {
        let most = |numbers: &[u64], most: u64| numbers.iter().all(|&n| n <= most);
        let all = self.matching;
        let place = |found: Option<(u64, u64)>| found.is_none_or(|(_, at)| places.contains(&at));
        let largest = i128::from(i64::MAX) + 1;
        let groups = self.groups.values().try_fold(self.no_group, |sum, &n| sum.checked_add(n));
        let checks = query.checks.iter().zip(&self.checks).all(|(check, result)| {
            result.name == check.to_string()
                && result.hypothesis <= all
                && result.violations <= result.hypothesis
                && result.first_violation.is_some() == (result.violations > 0)
                && result.first_violation.is_none_or(|at| places.contains(&at))
        });
        self.sets == places.end - places.start
            && all <= self.sets
            && (query.condition.is_some() || all == self.sets)
            && most(&self.eventually_all, all)
            && most(&self.has, all)
            && self.not_found <= all
            && place(self.max_period)
            && place(self.max_preperiod)
            && self.max_period.is_some() == (all > 0)
            && self.counts.len() == query.counts.len()
            && most(&self.counts, all)
            && self.totals.len() == query.totals.len()
            && self.totals.iter().all(|n| n.unsigned_abs() <= (i128::from(all) * largest) as u128)
            && groups == Some(if query.group_by.is_some() { all } else { 0 })
            && self.missing.condition <= self.sets
            && self.missing.counts.len() == query.counts.len()
            && most(&self.missing.counts, all)
            && self.missing.totals.len() == query.totals.len()
            && most(&self.missing.totals, all)
            && self.missing.group <= all
            && self.checks.len() == query.checks.len()
            && checks
    }

    /// Adds the statistics of other sets of the same family; the order does not matter.
    pub(crate) fn merge(&mut self, other: SweepSummary) {
        self.sets += other.sets;
        self.matching += other.matching;
        for at in 0..4 {
            self.eventually_all[at] += other.eventually_all[at];
            self.has[at] += other.has[at];
        }
        self.not_found += other.not_found;
        other.max_period.into_iter().for_each(|found| larger(&mut self.max_period, found));
        other.max_preperiod.into_iter().for_each(|found| larger(&mut self.max_preperiod, found));
        for (mine, more) in self.counts.iter_mut().zip(other.counts) {
            *mine += more;
        }
        for (mine, more) in self.totals.iter_mut().zip(other.totals) {
            *mine += more;
        }
        self.no_group += other.no_group;
        self.missing.condition += other.missing.condition;
        self.missing.group += other.missing.group;
        for (mine, more) in self.missing.counts.iter_mut().zip(other.missing.counts) {
            *mine += more;
        }
        for (mine, more) in self.missing.totals.iter_mut().zip(other.missing.totals) {
            *mine += more;
        }
        for (value, count) in other.groups {
            *self.groups.entry(value).or_default() += count;
        }
        for (mine, more) in self.checks.iter_mut().zip(other.checks) {
            mine.hypothesis += more.hypothesis;
            mine.violations += more.violations;
            let both = [mine.first_violation, more.first_violation];
            mine.first_violation = both.into_iter().flatten().min();
        }
    }
}

/// Keeps the larger value, of equal ones the one with the smaller place.
fn larger(best: &mut Option<(u64, u64)>, found: (u64, u64)) {
    let better = |best: (u64, u64)| found.0 > best.0 || (found.0 == best.0 && found.1 < best.1);
    if best.is_none_or(better) {
        *best = Some(found);
    }
}

/// Computes the sets at these places and hands those that satisfy the condition to `sink`.
pub(crate) fn shard(
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
/// T(n) = O(preperiod + period) steps of t/64 words for each set with maximum t; of families
/// without restrictions with t < 64 that are asked for periods and outcomes only, up to 32 sets
/// make a step at once. Memory does not grow with the family.
pub fn sweep(
    family: &Family,
    query: &Query,
    workers: &Workers<'_>,
) -> Result<SweepSummary, SweepError> {
    in_shards(family, query, workers, FastSummary::default)
}

/// The same by the plain loop that computes one set after the other: the reference for tests and
/// measurements.
pub fn sweep_plainly(
    family: &Family,
    query: &Query,
    workers: &Workers<'_>,
) -> Result<SweepSummary, SweepError> {
    in_shards(family, query, workers, FastSummary::plain)
}

fn in_shards(
    family: &Family,
    query: &Query,
    workers: &Workers<'_>,
    brief: fn() -> FastSummary,
) -> Result<SweepSummary, SweepError> {
    let total = family.len();
    let piece = |(brief, work): &mut (FastSummary, Workspace), at: u64| {
        let start = at * SHARD;
        let places = start..total.min(start.saturating_add(SHARD));
        match brief.summary(family, query, places.clone(), workers.budget)? {
            Some(summary) => Ok(summary),
            None => Ok(shard(family, query, places, work, workers.budget, &mut |_, _, _| {})?),
        }
    };
    let accept = |summary: &SweepSummary| match summary.groups.len() > MAX_GROUPS {
        true => Err(Stop::Groups),
        false => Ok(()),
    };
    let space = || (brief(), Workspace::default());
    let (summary, stop) = add_up(workers, total.div_ceil(SHARD), query, space, piece, accept);
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
    match shard(family, query, places, &mut Workspace::default(), budget, sink) {
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
        shard(family, query, places, &mut work, budget, &mut |index, _, _| {
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
