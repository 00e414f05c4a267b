//! What a sweep finds, as plain data.

use ishitori_sweep::{Expression, Family, Query, Set, SweepSummary};
use ishitori_values::{LimitReached, Outcome};
use serde::{Deserialize, Serialize};

use super::{Row, RowsFile};
use crate::finish::answered_by;
use crate::shard_plan::Coverage;
use crate::{Answered, Finish, Note, Stopped};

/// Statistics of a family. Everything but `sets` is about the sets that satisfy the condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The family.
    pub family: String,
    /// Who wins when no move is left.
    pub end: String,
    /// Sets looked at.
    pub sets: u64,
    /// The condition, if there is one.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Sets that satisfy the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<u64>,
    /// Sets for which the condition looked at what is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub where_without_value: Option<u64>,
    /// Sets of which all large heaps are L.
    #[serde(rename = "eventually_all_L")]
    pub eventually_all_l: u64,
    /// Sets of which all large heaps are R.
    #[serde(rename = "eventually_all_R")]
    pub eventually_all_r: u64,
    /// Sets of which all large heaps are N.
    #[serde(rename = "eventually_all_N")]
    pub eventually_all_n: u64,
    /// Sets of which all large heaps are P.
    #[serde(rename = "eventually_all_P")]
    pub eventually_all_p: u64,
    /// Sets with an L at some heap n ≥ min S.
    #[serde(rename = "has_L")]
    pub has_l: u64,
    /// Sets with an R at some heap n ≥ min S.
    #[serde(rename = "has_R")]
    pub has_r: u64,
    /// Sets with an N at some heap n ≥ min S.
    #[serde(rename = "has_N")]
    pub has_n: u64,
    /// Sets with a P at some heap n ≥ min S.
    #[serde(rename = "has_P")]
    pub has_p: u64,
    /// Sets whose period was not found.
    pub period_not_found: u64,
    /// The largest period, and the first set that has it.
    pub max_period: Option<Extreme>,
    /// The largest preperiod, and the first set that has it.
    pub max_preperiod: Option<Extreme>,
    /// The counted conditions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Count>,
    /// The expressions that were added up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub totals: Vec<Total>,
    /// The sets by the value of an expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_by: Option<Groups>,
    /// The checks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Checked>,
    /// The sets that satisfy the condition, if they were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Row>>,
    /// The file with the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// The file with a chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<String>,
    /// The folder with the tiles of a chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// Which part of the family this is about, if not all of it.
    #[serde(flatten)]
    pub coverage: Coverage,
    /// The limit that ended the sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The sets that were to be examined, if it was ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets_asked: Option<u64>,
    /// The record of a shard.
    #[serde(skip)]
    pub document: Option<String>,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// The largest of some numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Extreme {
    /// The number.
    pub value: u64,
    /// The first set that has it.
    pub set: String,
}

/// A condition whose sets were counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Count {
    /// The condition.
    pub expression: String,
    /// Sets for which it holds …
    pub count: u64,
    /// … and the number of shards.
    pub of: u64,
    /// Sets for which it looked at what is not there.
    pub without_value: u64,
}

/// An expression whose values were added up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Total {
    /// The expression.
    pub expression: String,
    /// The sum.
    pub total: Sum,
    /// Sets that it was added up over.
    pub over: u64,
    /// Sets for which it looked at what is not there.
    pub without_value: u64,
}

/// A sum of many numbers: a number in JSON, a string of digits beyond 64 bits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Sum {
    /// Within 64 bits.
    Number(i64),
    /// Beyond 64 bits.
    Digits(String),
}

impl From<i128> for Sum {
    fn from(sum: i128) -> Self {
        i64::try_from(sum).map_or_else(|_| Sum::Digits(sum.to_string()), Sum::Number)
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Sum::Number(sum) => write!(f, "{sum}"),
            Sum::Digits(sum) => f.write_str(sum),
        }
    }
}

/// Sets by the value of an expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Groups {
    /// The expression.
    pub expression: String,
    /// Each value with its number of sets; `"none"` first, if there are sets without a value.
    pub groups: Vec<(Group, u64)>,
    /// Sets for which it looked at what is not there.
    pub without_value: u64,
}

/// A value of a grouping expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Group {
    /// A number.
    Number(i64),
    /// An outcome, or `none`.
    Word(String),
}

impl Group {
    /// The group of sets without a value.
    pub const NONE: &str = "none";

    fn of(expression: &Expression, value: i64) -> Group {
        match expression.show(Some(value)) {
            text if text == value.to_string() => Group::Number(value),
            text => Group::Word(text),
        }
    }
}

impl std::fmt::Display for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Group::Number(value) => write!(f, "{value}"),
            Group::Word(word) => f.write_str(word),
        }
    }
}

/// How a check went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Checked {
    /// The check.
    pub check: String,
    /// The sets that satisfy its hypothesis.
    pub hypothesis: u64,
    /// The sets among them for which it fails.
    pub violations: u64,
    /// The first of these.
    pub counterexample: Option<String>,
}

impl Answer {
    pub(super) fn new(
        family: &Family,
        query: &Query,
        summary: &SweepSummary,
        stopped: Option<LimitReached>,
        rows: Option<&RowsFile>,
    ) -> Answer {
        let conditional = |number: u64| query.condition.as_ref().map(|_| number);
        let extreme = |found: Option<(u64, u64)>| {
            found.map(|(value, index)| Extreme { value, set: set_name(&family.set(index)) })
        };
        let eventually = |letter: Outcome| summary.eventually_all[letter as usize];
        let has = |letter: Outcome| summary.has[letter as usize];
        let kept = |rows: &RowsFile| Note::RowsKept { path: rows.path.clone() };
        Answer {
            family: family.describe(),
            end: query.end.to_string(),
            sets: summary.sets,
            condition: query.condition.as_ref().map(|condition| condition.text().to_string()),
            matching: conditional(summary.matching),
            where_without_value: conditional(summary.missing.condition),
            eventually_all_l: eventually(Outcome::L),
            eventually_all_r: eventually(Outcome::R),
            eventually_all_n: eventually(Outcome::N),
            eventually_all_p: eventually(Outcome::P),
            has_l: has(Outcome::L),
            has_r: has(Outcome::R),
            has_n: has(Outcome::N),
            has_p: has(Outcome::P),
            period_not_found: summary.not_found,
            max_period: extreme(summary.max_period),
            max_preperiod: extreme(summary.max_preperiod),
            counts: counts(query, summary),
            totals: totals(query, summary),
            group_by: query.group_by.as_ref().map(|expression| groups(expression, summary)),
            checks: checks(family, summary),
            rows: None,
            out: rows.filter(|_| stopped.is_none()).map(|rows| rows.path.display().to_string()),
            chart: None,
            tiles: None,
            coverage: Coverage::default(),
            document: None,
            stopped: stopped.map(Stopped::from),
            sets_asked: stopped.map(|_| family.len()),
            notes: rows.filter(|_| stopped.is_some()).map(kept).into_iter().collect(),
        }
    }
}

fn counts(query: &Query, summary: &SweepSummary) -> Vec<Count> {
    let found = summary.counts.iter().zip(&summary.missing.counts);
    let all = query.counts.iter().zip(found);
    all.map(|(expression, (&count, &without_value))| Count {
        expression: expression.text().to_string(),
        count,
        of: summary.matching,
        without_value,
    })
    .collect()
}

fn totals(query: &Query, summary: &SweepSummary) -> Vec<Total> {
    let found = summary.totals.iter().zip(&summary.missing.totals);
    let all = query.totals.iter().zip(found);
    all.map(|(expression, (&total, &without_value))| Total {
        expression: expression.text().to_string(),
        total: Sum::from(total),
        over: summary.matching,
        without_value,
    })
    .collect()
}

fn groups(expression: &Expression, summary: &SweepSummary) -> Groups {
    let none = Group::Word(Group::NONE.to_string());
    let none = (summary.no_group > 0).then_some((none, summary.no_group));
    let values = summary.groups.iter().map(|(&v, &n)| (Group::of(expression, v), n));
    Groups {
        expression: expression.text().to_string(),
        groups: none.into_iter().chain(values).collect(),
        without_value: summary.missing.group,
    }
}

fn checks(family: &Family, summary: &SweepSummary) -> Vec<Checked> {
    let checked = |check: &ishitori_sweep::CheckResult| Checked {
        check: check.name.clone(),
        hypothesis: check.hypothesis,
        violations: check.violations,
        counterexample: check.first_violation.map(|i| set_name(&family.set(i))),
    };
    summary.checks.iter().map(checked).collect()
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match self.coverage.finish(&self.stopped) {
            Finish::Done if self.checks.iter().any(|check| check.violations > 0) => Finish::No,
            finish => finish,
        }
    }

    answered_by!(listed, notes, record);
}

/// A set as people write it: `{2,3,5}`. O(size).
pub fn set_name(set: &Set) -> String {
    let numbers: Vec<String> = set.numbers().map(|s| s.to_string()).collect();
    format!("{{{}}}", numbers.join(","))
}
