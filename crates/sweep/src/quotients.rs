//! The quotients of a list of rules, one row each.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use ishitori_records::{Cell, Column, Field, Record, Rows};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::quotient::{QuotientError, QuotientSearch};
use ishitori_values::{Budget, Outcome};
use serde::{Deserialize, Serialize};

use crate::expression::{RowCondition, RowOverflow};
use crate::folder::{FileError, RowsFile};
use crate::list::{ItemError, List, ListItem, ListSummary, process_list};

/// Which quotients are wanted.
#[derive(Clone, Debug)]
pub struct QuotientQuery {
    /// The rules, in the order of the rows.
    pub rules: Vec<HeapRule>,
    /// The end rule: who wins when no move is left.
    pub end: EndRule,
    /// The last heap of a quotient that is not proved for all heaps before.
    pub to: Option<u32>,
    /// Time for one rule. Rows of rules that need longer depend on the machine.
    pub time: Option<Duration>,
    /// Bytes for one rule.
    pub memory: Option<u64>,
    /// Which rows are written; all if not given.
    pub condition: Option<RowCondition>,
    /// A folder for the certificates of the quotients that are proved, a file each.
    pub certificates: Option<PathBuf>,
}

/// Known facts about one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotientRow {
    /// The rule.
    pub rule: String,
    /// Whether the quotient is that of all heaps, proved.
    pub certified: bool,
    /// The number of elements.
    pub order: u64,
    /// Elements by outcome: P, N, L, R.
    pub outcomes: [u64; 4],
    /// The preperiod and the period of the pretending function Φ.
    pub period: Option<(u64, u64)>,
    /// Generators of the presentation.
    pub generators: u64,
    /// Whether a misère quotient is tame.
    pub tame: Option<bool>,
    /// The last heap that was examined.
    pub to_heap: u32,
}

/// The answer for one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum QuotientAnswer {
    /// Known facts about its quotient.
    Row(QuotientRow),
    /// There is no quotient under this end.
    Refused {
        /// The rule.
        rule: String,
        /// The reason.
        why: String,
    },
}

impl ListSummary<QuotientAnswer> {
    /// The rows of the rules with a quotient. O(1).
    pub fn quotients(&self) -> impl Iterator<Item = &QuotientRow> {
        self.rows.iter().filter_map(|answer| match answer {
            QuotientAnswer::Row(row) => Some(row),
            QuotientAnswer::Refused { .. } => None,
        })
    }

    /// The rules without a quotient, with the reason. O(1).
    pub fn refused(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rows.iter().filter_map(|answer| match answer {
            QuotientAnswer::Row(_) => None,
            QuotientAnswer::Refused { rule, why } => Some((rule.as_str(), why.as_str())),
        })
    }

    /// The answers for which a condition holds. O(rows · condition).
    pub fn matching(
        &self,
        condition: Option<&RowCondition>,
    ) -> Result<Vec<&QuotientAnswer>, RowOverflow> {
        RowCondition::matching(condition, &self.rows)
    }

    /// How many quotients are proved for all heaps. O(rows).
    pub fn certified(&self) -> usize {
        self.quotients().filter(|row| row.certified).count()
    }

    /// How many proved quotients there are of each order. O(rows).
    pub fn orders(&self) -> BTreeMap<u64, u64> {
        let mut orders = BTreeMap::new();
        for row in self.quotients().filter(|row| row.certified) {
            *orders.entry(row.order).or_insert(0) += 1;
        }
        orders
    }
}

/// The quotients of all rules of a list. With a file a row for each is written to it; with `resume`
/// an interrupted sweep that asked the same goes on. The cost is that of the quotients.
///
/// ```
/// use ishitori_sweep::{QuotientQuery, sweep_quotients};
/// use ishitori_values::Budget;
/// let rules = ["sub:2,3", "sub:3,5"].map(|rule| rule.parse().unwrap()).to_vec();
/// let end = "mod2:LR".parse().unwrap();
/// let (to, time, memory, condition, certificates) = (None, None, None, None, None);
/// let query = QuotientQuery { rules, end, to, time, memory, condition, certificates };
/// let summary = sweep_quotients(&query, None, 1, &Budget::unlimited()).unwrap();
/// let orders: Vec<u64> = summary.quotients().map(|row| row.order).collect();
/// assert_eq!(orders, [40, 8]);
/// ```
pub fn sweep_quotients(
    query: &QuotientQuery,
    file: Option<RowsFile<'_>>,
    threads: usize,
    budget: &Budget,
) -> Result<ListSummary<QuotientAnswer>, FileError> {
    let names: Vec<String> = query.rules.iter().map(HeapRule::to_string).collect();
    let wanted = query.condition.as_ref().map_or(String::new(), |c| format!("; {}", c.text()));
    let QuotientQuery { end, to, time, memory, .. } = query;
    let list = List {
        question: format!(
            "quotients; end {end}; to {to:?}; time {time:?}; memory {memory:?}{wanted}"
        ),
        names: &names,
        about: Rows::new(format!("quotients, end {end}"), QuotientAnswer::columns()),
    };
    query.certificates.iter().for_each(|folder| ishitori_runtime::files::remove_remains(folder));
    let look = |at: usize| one(query, &query.rules[at], budget);
    let done = process_list(list, file, threads, budget, look)?;
    done.write(done.summary.matching(query.condition.as_ref()).map_err(Box::new)?)?;
    Ok(done.summary)
}

impl ListItem for QuotientAnswer {
    fn name(&self) -> &str {
        self.rule()
    }
}

/// The answer for one rule.
fn one(
    query: &QuotientQuery,
    rule: &HeapRule,
    budget: &Budget,
) -> Result<QuotientAnswer, ItemError<FileError>> {
    budget.check(0)?;
    let refused = |error: QuotientError| {
        let (rule, why) = (rule.to_string(), error.to_string());
        QuotientAnswer::Refused { rule, why }
    };
    Ok(match QuotientSearch::new(rule, &query.end) {
        Err(error) => refused(error),
        Ok(mut search) => {
            let mut own = budget.clone();
            if let Some(time) = query.time {
                own = own.with_time_at_most(time);
            }
            if let Some(memory) = query.memory {
                own = own.with_memory(memory);
            }
            if search.run(query.to, &own).is_err() {
                // Its own limit makes a partial row; that of the whole sweep ends it.
                budget.check(0)?;
            }
            let answer = QuotientAnswer::Row(row(&search));
            keep_certificate(query, &search, &answer).map_err(ItemError::Refused)?;
            answer
        }
    })
}

/// Writes the certificate of a proved quotient whose row is wanted, if there is a folder for it.
fn keep_certificate(
    query: &QuotientQuery,
    search: &QuotientSearch,
    answer: &QuotientAnswer,
) -> Result<(), FileError> {
    let wanted = query.condition.as_ref().map_or(Ok(true), |wanted| wanted.holds(answer));
    let wanted = wanted.map_err(Box::new)?;
    let quotient = search.quotient();
    match &query.certificates {
        Some(folder) if wanted && quotient.period().is_some() => {
            let path = folder.join(certificate_name(answer.rule()));
            let text = quotient.certificate().to_json();
            ishitori_runtime::files::write(&path, text.as_bytes())
                .map_err(|error| FileError::Target { path, error })
        }
        _ => Ok(()),
    }
}

/// The name of the file with the certificate of a rule: `sub-2-3.json`, `0.77.json`.
fn certificate_name(rule: &str) -> String {
    let plain = rule.chars().map(|c| match c {
        '/' => '_',
        c if c.is_ascii_alphanumeric() || c == '.' => c,
        _ => '-',
    });
    plain.chain(".json".chars()).collect()
}

fn row(search: &QuotientSearch) -> QuotientRow {
    let q = search.quotient();
    let order = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
    QuotientRow {
        rule: q.rule().to_string(),
        certified: q.period().is_some(),
        order: q.order() as u64,
        outcomes: order.map(|o| q.count(o) as u64),
        period: q.period().map(|p| (p.preperiod, p.period)),
        generators: q.independent_generators().len() as u64,
        tame: q.is_tame().filter(|_| q.period().is_some()),
        to_heap: q.computed_to(),
    }
}

impl QuotientAnswer {
    /// The rule. O(1).
    pub fn rule(&self) -> &str {
        match self {
            QuotientAnswer::Row(row) => &row.rule,
            QuotientAnswer::Refused { rule, .. } => rule,
        }
    }

    /// The columns of the rows. O(1).
    pub fn columns() -> Vec<Column> {
        let mut columns = ["rule", "status"].map(Column::text).to_vec();
        columns.extend(["order", "count_P", "count_N", "count_L", "count_R"].map(Column::integer));
        columns.extend(["preperiod", "period", "generators"].map(Column::integer));
        columns.extend([Column::bool("tame"), Column::integer("to_heap")]);
        columns
    }
}

/// The cells of [`ListedQuotient`].
impl Record for QuotientAnswer {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        ListedQuotient::from(self).cells(give);
    }
}

/// What is known about one rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Row"))]
pub struct ListedQuotient {
    /// The rule.
    pub rule: String,
    /// `certified`, `partial`, or `refused` if it has no quotient.
    pub status: String,
    /// What is known about the quotient.
    #[serde(flatten)]
    pub quotient: Option<QuotientFacts>,
}

/// The quotient of one rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "RowQuotient"))]
pub struct QuotientFacts {
    /// The number of elements.
    pub order: u64,
    /// Elements with outcome P.
    #[serde(rename = "count_P")]
    pub count_p: u64,
    /// Elements with outcome N.
    #[serde(rename = "count_N")]
    pub count_n: u64,
    /// Elements with outcome L.
    #[serde(rename = "count_L")]
    pub count_l: u64,
    /// Elements with outcome R.
    #[serde(rename = "count_R")]
    pub count_r: u64,
    /// The preperiod of the pretending function Φ, if it is proved.
    pub preperiod: Option<u64>,
    /// The period of the pretending function Φ, if it is proved.
    pub period: Option<u64>,
    /// Generators of the presentation.
    pub generators: u64,
    /// Whether a misère quotient is tame.
    pub tame: Option<bool>,
    /// The last heap that was looked at.
    pub to_heap: u32,
}

impl From<&QuotientAnswer> for ListedQuotient {
    fn from(answer: &QuotientAnswer) -> Self {
        let facts = |row: &QuotientRow| {
            let [count_p, count_n, count_l, count_r] = row.outcomes;
            QuotientFacts {
                order: row.order,
                count_p,
                count_n,
                count_l,
                count_r,
                preperiod: row.period.map(|(preperiod, _)| preperiod),
                period: row.period.map(|(_, period)| period),
                generators: row.generators,
                tame: row.tame,
                to_heap: row.to_heap,
            }
        };
        let (status, quotient) = match answer {
            QuotientAnswer::Refused { .. } => ("refused", None),
            QuotientAnswer::Row(row) if row.certified => ("certified", Some(facts(row))),
            QuotientAnswer::Row(row) => ("partial", Some(facts(row))),
        };
        ListedQuotient { rule: answer.rule().to_string(), status: status.to_string(), quotient }
    }
}

/// The cells under [`QuotientAnswer::columns`].
impl Record for ListedQuotient {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        give(self.rule.cell());
        give(self.status.cell());
        match &self.quotient {
            None => (2..QuotientAnswer::columns().len()).for_each(|_| give(Cell::Empty)),
            Some(q) => {
                let counts = [q.order, q.count_p, q.count_n, q.count_l, q.count_r];
                counts.iter().for_each(|count| give(count.cell()));
                give(q.preperiod.cell());
                give(q.period.cell());
                give(q.generators.cell());
                give(q.tame.cell());
                give(q.to_heap.cell());
            }
        }
    }
}
