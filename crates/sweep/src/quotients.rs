//! The quotients of a list of rules, one row each.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use ishitori_parallel::Workers;
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::quotient::{QuotientError, QuotientSearch};
use ishitori_values::{Budget, LimitReached, Outcome};
use serde::{Deserialize, Serialize};

use crate::folder::{FileError, Folder};
use crate::parquet_file::Kind;

/// Which quotients are wanted.
#[derive(Clone, Debug)]
pub struct QuotientQuery {
    /// The rules, in the order of the rows.
    pub rules: Vec<HeapRule>,
    /// Who wins when no move is left.
    pub end: EndRule,
    /// The last heap of a quotient that is not proved for all heaps before.
    pub to: Option<u32>,
    /// Time for one rule. Rows of rules that need longer depend on the machine.
    pub time: Option<Duration>,
    /// Bytes for one rule.
    pub memory: Option<u64>,
}

/// What is known about one rule.
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
    /// The preperiod and the period of the images of heaps.
    pub period: Option<(u64, u64)>,
    /// Generators of the presentation.
    pub generators: u64,
    /// Whether a misère quotient is tame.
    pub tame: Option<bool>,
    /// The last heap that was looked at.
    pub to_heap: u32,
}

/// The rows of a list, and what is common about them.
#[derive(Clone, Debug, Default)]
pub struct QuotientSummary {
    /// The rows that are done, in the order of the rules.
    pub rows: Vec<QuotientRow>,
    /// Rules for which there is no quotient under this end, with the reason.
    pub refused: Vec<(String, String)>,
    /// Why fewer rules are done than asked for.
    pub stopped: Option<LimitReached>,
}

impl QuotientSummary {
    /// How many quotients are proved for all heaps. O(rows).
    pub fn certified(&self) -> usize {
        self.rows.iter().filter(|row| row.certified).count()
    }

    /// How many proved quotients there are of each order. O(rows).
    pub fn orders(&self) -> BTreeMap<u64, u64> {
        let mut orders = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.certified) {
            *orders.entry(row.order).or_insert(0) += 1;
        }
        orders
    }
}

#[derive(Serialize, Deserialize)]
enum Answer {
    Row(QuotientRow),
    Refused(String, String),
}

/// The quotients of all rules of a list. With a file a row for each is written to it, Parquet if
/// its name ends in `.parquet`, else CSV with its columns in the first line. With `resume` an
/// interrupted sweep that asked the same goes on. The cost is that of the quotients.
///
/// ```
/// use ishitori_sweep::{QuotientQuery, sweep_quotients};
/// use ishitori_values::Budget;
/// let rules = ["sub:2,3", "sub:3,5"].map(|rule| rule.parse().unwrap()).to_vec();
/// let end = "mod2:LR".parse().unwrap();
/// let query = QuotientQuery { rules, end, to: None, time: None, memory: None };
/// let summary = sweep_quotients(&query, None, 1, &Budget::unlimited()).unwrap();
/// assert_eq!((summary.rows[0].order, summary.rows[1].order), (40, 8));
/// ```
pub fn sweep_quotients(
    query: &QuotientQuery,
    file: Option<QuotientFile<'_>>,
    threads: usize,
    budget: &Budget,
) -> Result<QuotientSummary, FileError> {
    let count = query.rules.len();
    let folder = match &file {
        Some(file) => Some(Folder::open(question(query), count as u64, 1, file.path, file.resume)?),
        None => None,
    };
    let mut answers: Vec<Option<Answer>> = (0..count).map(|_| None).collect();
    let piece = |_: &mut (), at: u64| Ok((at, one(query, at as usize, folder.as_ref(), budget)?));
    let take = |(at, answer): (u64, Answer)| {
        answers[at as usize] = Some(answer);
        Ok(1)
    };
    let errors = Workers::new(threads, budget).pieces(count as u64, || (), piece, take);
    let mut summary = QuotientSummary::default();
    for answer in answers.into_iter().flatten() {
        match answer {
            Answer::Row(row) => summary.rows.push(row),
            Answer::Refused(rule, why) => summary.refused.push((rule, why)),
        }
    }
    match errors.into_iter().next() {
        Some((_, Stop::File(error))) => return Err(error),
        Some((_, Stop::Limit(limit))) => summary.stopped = Some(limit),
        None => {
            if let (Some(folder), Some(file)) = (&folder, &file) {
                folder.join(file.heading, &COLUMNS, count as u64)?;
            }
        }
    }
    Ok(summary)
}

/// Where rows go.
#[derive(Clone, Copy, Debug)]
pub struct QuotientFile<'p> {
    /// The file.
    pub path: &'p Path,
    /// How it was made; Parquet says so.
    pub heading: &'p str,
    /// Whether an interrupted sweep goes on.
    pub resume: bool,
}

/// Why the rows of a list are not all done.
enum Stop {
    Limit(LimitReached),
    File(FileError),
}

impl From<LimitReached> for Stop {
    fn from(limit: LimitReached) -> Stop {
        Stop::Limit(limit)
    }
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Stop {
        Stop::File(error)
    }
}

/// The answer for the rule with this number: kept from an interrupted sweep, or computed.
fn one(
    query: &QuotientQuery,
    at: usize,
    folder: Option<&Folder>,
    budget: &Budget,
) -> Result<Answer, Stop> {
    let rule = &query.rules[at];
    let name = rule.to_string();
    let about = |answer: &Answer| match answer {
        Answer::Row(row) => row.rule == name,
        Answer::Refused(rule, _) => *rule == name,
    };
    if let Some(answer) = folder.and_then(|folder| folder.finished(at as u64, about)) {
        return Ok(answer);
    }
    budget.check(0)?;
    let refused = |error: QuotientError| Answer::Refused(rule.to_string(), error.to_string());
    let answer = match QuotientSearch::new(rule, &query.end) {
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
            Answer::Row(row(&search))
        }
    };
    match folder {
        Some(folder) => Ok(folder.keep(at as u64, &line(&answer), answer)?),
        None => Ok(answer),
    }
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

const COLUMNS: [(&str, Kind); 12] = [
    ("rule", Kind::Text),
    ("status", Kind::Text),
    ("order", Kind::Number),
    ("count_P", Kind::Number),
    ("count_N", Kind::Number),
    ("count_L", Kind::Number),
    ("count_R", Kind::Number),
    ("preperiod", Kind::Number),
    ("period", Kind::Number),
    ("generators", Kind::Number),
    ("tame", Kind::Truth),
    ("to_heap", Kind::Number),
];

fn line(answer: &Answer) -> String {
    let quoted = |rule: &str| match rule.contains(',') {
        true => format!("\"{rule}\""),
        false => rule.to_string(),
    };
    let mut out = String::new();
    match answer {
        Answer::Refused(rule, _) => {
            let _ = write!(out, "{},refused{}", quoted(rule), ",".repeat(COLUMNS.len() - 2));
        }
        Answer::Row(row) => {
            let status = if row.certified { "certified" } else { "partial" };
            let _ = write!(out, "{},{status},{}", quoted(&row.rule), row.order);
            for n in row.outcomes {
                let _ = write!(out, ",{n}");
            }
            match row.period {
                Some((preperiod, period)) => drop(write!(out, ",{preperiod},{period}")),
                None => out.push_str(",,"),
            }
            let _ = write!(out, ",{},", row.generators);
            if let Some(tame) = row.tame {
                let _ = write!(out, "{}", u8::from(tame));
            }
            let _ = write!(out, ",{}", row.to_heap);
        }
    }
    out.push('\n');
    out
}

/// Everything that the rows depend on.
fn question(query: &QuotientQuery) -> String {
    let rules: Vec<String> = query.rules.iter().map(HeapRule::to_string).collect();
    format!(
        "quotients; end {}; to {:?}; time {:?}; memory {:?}; {}",
        query.end,
        query.to,
        query.time,
        query.memory,
        rules.join(" ")
    )
}
