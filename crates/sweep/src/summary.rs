//! Statistics of a family, which add up.

use std::collections::BTreeMap;
use std::ops::Range;

use ishitori_values::Outcome;
use serde::{Deserialize, Serialize};

use crate::check::CheckResult;
use crate::expression::{Expression, Overflow};
use crate::family::Set;
use crate::row::Row;
use crate::run::{MAX_GROUPS, Query, SweepError};

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

impl SweepSummary {
    /// The statistics of no sets. O(query).
    pub fn new(query: &Query) -> SweepSummary {
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

    pub(crate) fn add(
        &mut self,
        index: u64,
        set: &Set,
        row: &Row,
        query: &Query,
    ) -> Result<(), Overflow> {
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

    /// The statistics of `sets` sets that each have these statistics; without extremes.
    #[cfg(feature = "gpu")]
    pub(crate) fn times(&self, sets: u64) -> SweepSummary {
        let mut all = self.clone();
        (all.max_period, all.max_preperiod) = (None, None);
        let missing = &mut all.missing;
        let single = [
            &mut all.sets,
            &mut all.matching,
            &mut all.not_found,
            &mut all.no_group,
            &mut missing.condition,
            &mut missing.group,
        ];
        let many = [&mut all.eventually_all[..], &mut all.has, &mut all.counts];
        let more = [&mut missing.counts[..], &mut missing.totals];
        let listed = many.into_iter().chain(more).flatten().chain(all.groups.values_mut());
        single.into_iter().chain(listed).for_each(|count| *count *= sets);
        all.totals.iter_mut().for_each(|total| *total *= i128::from(sets));
        all
    }

    /// An error if there are more groups than are counted. O(1).
    pub fn check_groups(&self) -> Result<(), SweepError> {
        match self.groups.len() > MAX_GROUPS {
            true => Err(SweepError::TooManyGroups { limit: MAX_GROUPS }),
            false => Ok(()),
        }
    }

    /// Whether these can be the statistics of the sets at these places: what was read from a file
    /// may be anything. O(statistics).
    pub fn fits(&self, query: &Query, places: &Range<u64>) -> bool {
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

    /// Adds the statistics of other sets of the same family to the same query; the order does not
    /// matter. O(statistics).
    pub fn merge(&mut self, other: SweepSummary) {
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
