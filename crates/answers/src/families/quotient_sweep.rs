//! The quotients of many rules.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use ishitori_records::{Cell, Field, Format, Record as RowRecord, Tabular, WriteError, write};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_runtime::clock::Instant;
use ishitori_sweep::{
    Family, QuotientAnswer, QuotientQuery, QuotientRow, QuotientSummary, RowCondition,
    sweep_quotients,
};
use ishitori_values::{Budget, Reservation};
use serde::{Deserialize, Serialize};

use crate::code_sweep::reserving;
use crate::codes::octal_codes;
use crate::record::{Found, Missing, Record, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::rows::about;
use crate::rows::{RowsFile, row_condition, too_large};
use crate::shard_plan::{Coverage, ShardPlan, impossible, joined};
use crate::{
    Accepted, Answered, AskError, Context, Finish, Note, Stopped, read_duration, read_end,
};

/// A list of more rules than this is too long for a table.
const MAX_RULES: u64 = 100_000;
/// Codes of more digits are too many.
const MAX_DIGITS: u32 = 4;

/// What the doors of the program need to know.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("quotient-sweep").up_to(&[("to", 1000)])],
    &[&[("octal", "1"), ("to", "8")]],
)
.with_listed_rows();

/// Which quotients do these rules have? The rules are given by one of `octal`, `max` (all subtraction
/// sets of numbers from `min` to `max`, or only those of `sub-size` numbers), and `rules`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// All octal codes 0.d, 0.dd, … with at most this many digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    pub octal: Option<u32>,
    /// Only subtraction sets with this number of elements, in place of all sizes; needs `max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 64)))]
    pub sub_size: Option<u32>,
    /// The least number of the subtraction sets.
    #[serde(default = "min")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 64)))]
    pub min: u32,
    /// The largest number of the subtraction sets; all sets of numbers from `min` to it are meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 64)))]
    pub max: Option<u32>,
    /// These rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<String>>,
    /// Who wins when no move is left.
    #[serde(default = "end")]
    pub end: String,
    /// Stop at this heap if a quotient is not proved for all heaps before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 1_000_000)))]
    pub to: Option<u32>,
    /// Time for each rule, such as 10s.
    #[serde(default = "each")]
    pub each: String,
    /// Only rows for which this holds: `period > 100 and status == proved`, with the names of the
    /// columns.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Whether the answer lists the rules, one row each.
    #[serde(default)]
    pub list: bool,
    /// Only this shard of the rules, such as 3/64: the document of the answer is then a record that
    /// `merge` adds up with those of the other shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Where one row per rule goes; no program that sends JSON can say that.
    #[serde(skip)]
    pub rows: Option<RowsFile>,
    /// The folder for the certificates of the quotients that are proved; likewise.
    #[serde(skip)]
    pub certificates: Option<PathBuf>,
}

fn min() -> u32 {
    1
}

fn end() -> String {
    "misere".to_string()
}

fn each() -> String {
    "10s".to_string()
}

impl Default for Request {
    fn default() -> Self {
        Request {
            octal: None,
            sub_size: None,
            min: min(),
            max: None,
            rules: None,
            end: end(),
            to: None,
            each: each(),
            condition: None,
            list: false,
            shard: None,
            rows: None,
            certificates: None,
        }
    }
}

/// What is common about the quotients.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// Who wins when no move is left.
    pub end: String,
    /// How many rules there are.
    pub rules: usize,
    /// Rules whose quotient was searched for.
    pub done: usize,
    /// The condition, if there is one; what follows is about rules for which it holds.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// How many of them satisfy the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<usize>,
    /// Quotients that are proved for all heaps.
    pub certified: usize,
    /// The rules whose quotient is known for some heaps only.
    pub partial: Vec<Partial>,
    /// The rules for which there is no quotient under this end.
    pub refused: Vec<Refused>,
    /// How many proved quotients there are of each order.
    pub orders: Vec<(u64, u64)>,
    /// How long it took.
    pub seconds: f64,
    /// The rules in their order, if they were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Row>>,
    /// The file with the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// The limit that ended the sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The last heap, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// Which part of them this is about, if not all.
    #[serde(flatten)]
    pub coverage: Coverage,
    /// The record of a shard.
    #[serde(skip)]
    pub document: Option<String>,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// What is known about one rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Row {
    /// The rule.
    pub rule: String,
    /// `certified`, `partial`, or `refused` if it has no quotient.
    pub status: String,
    /// What is known about the quotient.
    #[serde(flatten)]
    pub quotient: Option<RowQuotient>,
}

/// The quotient of one rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RowQuotient {
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
    /// The last heap that was examined.
    pub to_heap: u32,
}

impl Row {
    fn new(answer: &QuotientAnswer) -> Row {
        let (status, quotient) = match answer {
            QuotientAnswer::Refused { .. } => ("refused", None),
            QuotientAnswer::Row(row) => {
                let [count_p, count_n, count_l, count_r] = row.outcomes;
                let quotient = RowQuotient {
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
                };
                (if row.certified { "certified" } else { "partial" }, Some(quotient))
            }
        };
        Row { rule: answer.rule().to_string(), status: status.to_string(), quotient }
    }
}

/// The cells under [`QuotientAnswer::columns`].
impl RowRecord for Row {
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

/// The columns of the files of rows: one row for each rule that was listed.
impl Tabular for Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let title = format!("quotients, end {}", self.end);
        let about = about(&title, made, QuotientAnswer::columns());
        write(&about, self.rows.as_deref().unwrap_or_default(), format, out)
    }
}

/// A rule whose quotient is known for some heaps only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Partial {
    /// The rule.
    pub rule: String,
    /// The order of the quotient of these heaps.
    pub order: u64,
    /// The last of them.
    pub to_heap: u32,
}

/// A rule without a quotient.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The rule.
    pub rule: String,
    /// The reason.
    pub why: String,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match (&self.stopped, self.to) {
            (Some(_), _) => Finish::Partial,
            _ if self.coverage.missing.is_some() => Finish::Partial,
            (None, None) if !self.partial.is_empty() => Finish::Partial,
            _ => Finish::Done,
        }
    }

    fn rows(&self) -> Option<&dyn Tabular> {
        self.rows.as_ref().map(|_| self as &dyn Tabular)
    }

    fn notes(&self) -> &[Note] {
        &self.notes
    }

    fn document(&self) -> Option<&str> {
        self.document.as_deref()
    }

    fn is_record(&self) -> bool {
        true
    }
}

/// Looks for the quotient of every rule, on all threads of the context, which share its memory.
/// The cost is that of the quotients, `each` for a rule at most.
///
/// ```
/// use ishitori_answers::{Context, quotient_sweep};
/// use ishitori_values::Budget;
///
/// let rules = vec!["sub:2,3".to_string(), "sub:3,5".to_string()];
/// let request = quotient_sweep::Request {
///     rules: Some(rules),
///     end: "mod2:LR".into(),
///     ..quotient_sweep::Request::default()
/// };
/// let found = quotient_sweep::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(found.orders, [(8, 1), (40, 1)]);
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let each = read_duration(&request.each).ok_or_else(|| AskError::Argument {
        field: "each",
        value: request.each.clone(),
        accepted: Accepted::DurationEach,
    })?;
    request.rows.as_ref().map_or(Ok(()), RowsFile::check)?;
    let end = read_end(&request.end)?;
    let memory = context.budget.memory().map(|bytes| bytes / context.threads.max(1) as u64);
    let condition = row_condition(request.condition.as_deref(), &QuotientAnswer::columns())?;
    let (rules, _lease) = rules(request, &context.budget)?;
    let plan = ShardPlan::read(request.shard.as_deref(), rules.len() as u64)?;
    let canonical = canonical(request, &rules, &end, each);
    let rules = plan.of_list(rules);
    let (to, time) = (request.to, Some(each));
    let certificates = request.certificates.clone();
    let query = QuotientQuery { rules, end, to, time, memory, condition, certificates };
    let file = request.rows.as_ref().map(RowsFile::borrowed);
    let started = Instant::now();
    let summary = sweep_quotients(&query, file, context.threads, &context.budget)
        .map_err(AskError::SweepFile)?;
    let seconds = started.elapsed().as_secs_f64();
    let whole = request.rows.as_ref().filter(|_| summary.stopped.is_none());
    let kept = request.rows.as_ref().filter(|_| summary.stopped.is_some());
    let (end, condition) = (query.end.to_string(), query.condition.as_ref());
    let mut answer = Answer::new(request, end, query.rules.len(), &summary, condition)?;
    answer.seconds = seconds;
    answer.out = whole.map(|rows| rows.path.display().to_string());
    answer.notes =
        kept.map(|rows| Note::RowsKept { path: rows.path.clone() }).into_iter().collect();
    answer.coverage = plan.coverage();
    if answer.stopped.is_none() {
        let question = || ShardedQuestion::QuotientSweep(Box::new(canonical));
        let found = || Found::Quotients { answers: summary.answers, seconds };
        answer.document = plan.record(question, found);
    }
    Ok(answer)
}

/// The answer that the records make up, which are in their order and about different places. The
/// time is that of all shards together.
pub(crate) fn merged(
    request: &Request,
    records: Vec<(String, Record)>,
    of: u64,
    missing: Option<Missing>,
    context: &Context,
) -> Result<Answer, AskError> {
    let first = records.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let end = read_end(&request.end).map_err(|_| impossible(&first))?;
    let (rules, _lease) = match rules(request, &context.budget) {
        Ok(rules) => rules,
        Err(AskError::Limit(limit)) => return Err(limit.into()),
        Err(_) => return Err(impossible(&first)),
    };
    let condition = row_condition(request.condition.as_deref(), &QuotientAnswer::columns())
        .map_err(|_| impossible(&first))?;
    let names: Vec<String> = rules.iter().map(HeapRule::to_string).collect();
    let times = records.iter().map(|(_, record)| match record.found {
        Found::Quotients { seconds, .. } => seconds,
        _ => 0.0,
    });
    let time = times.sum();
    let open = |found| match found {
        Found::Quotients { answers, .. } => Some(answers),
        _ => None,
    };
    let answers = joined(&names, records, of, open, context)?;
    let summary = QuotientSummary { answers, stopped: None };
    let mut answer =
        Answer::new(request, end.to_string(), rules.len(), &summary, condition.as_ref())?;
    (answer.seconds, answer.coverage) = (time, Coverage::without(missing));
    Ok(answer)
}

/// The request in the form that all requests for the same have: records of shards are added up if
/// these are equal.
fn canonical(request: &Request, rules: &[HeapRule], end: &EndRule, each: Duration) -> Request {
    let given = request.rules.as_ref().map(|_| rules.iter().map(HeapRule::to_string).collect());
    Request {
        rules: given,
        end: end.to_string(),
        each: format!("{}s", each.as_secs_f64()),
        shard: None,
        rows: None,
        certificates: None,
        ..request.clone()
    }
}

impl Answer {
    /// The summary of a number of rules.
    fn new(
        request: &Request,
        end: String,
        rules: usize,
        all: &QuotientSummary,
        condition: Option<&RowCondition>,
    ) -> Result<Answer, AskError> {
        let answers = all.matching(condition).map_err(too_large)?.into_iter().cloned().collect();
        let summary = &QuotientSummary { answers, stopped: all.stopped };
        let partial = |row: &QuotientRow| Partial {
            rule: row.rule.clone(),
            order: row.order,
            to_heap: row.to_heap,
        };
        let refused =
            |(rule, why): (&str, &str)| Refused { rule: rule.to_string(), why: why.to_string() };
        Ok(Answer {
            end,
            rules,
            done: all.rows().count(),
            condition: condition.map(|condition| condition.text().to_string()),
            matching: condition.map(|_| summary.answers.len()),
            certified: summary.certified(),
            partial: summary.rows().filter(|row| !row.certified).map(partial).collect(),
            refused: summary.refused().map(refused).collect(),
            orders: summary.orders().into_iter().collect(),
            seconds: 0.0,
            rows: request.list.then(|| summary.answers.iter().map(Row::new).collect()),
            out: None,
            stopped: summary.stopped.map(Stopped::from),
            to: request.to,
            coverage: Coverage::default(),
            document: None,
            notes: Vec::new(),
        })
    }
}

/// The rules, and the memory that they take.
fn rules(request: &Request, budget: &Budget) -> Result<(Vec<HeapRule>, Reservation), AskError> {
    let none = Reservation::default();
    if let Some(rules) = &request.rules {
        if rules.len() as u64 > MAX_RULES {
            let value = rules.len().to_string();
            return Err(AskError::Argument { field: "rules", value, accepted: Accepted::RuleFile });
        }
        let read = |rule: &String| rule.parse().map_err(|error| AskError::Rule { error });
        let digits = |rule: &HeapRule| match rule {
            HeapRule::Impartial(code) => code.digits().len(),
            HeapRule::Partizan(rule) => rule.left().len() + rule.right().len(),
            HeapRule::TwoPile(_) => 0,
        };
        return reserving(rules, budget, read, digits);
    }
    if let Some(digits) = request.octal {
        if digits > MAX_DIGITS {
            let (value, accepted) = (digits.to_string(), Accepted::Rules);
            return Err(AskError::Argument { field: "octal", value, accepted });
        }
        return Ok((octal_codes(digits).map(HeapRule::Impartial).collect(), none));
    }
    if let Some(max) = request.max {
        let sizes = request.sub_size.map_or((1, u32::MAX), |size| (size, size));
        return Ok((subtraction_sets(request.min, max, sizes)?, none));
    }
    Err(AskError::Argument { field: "rules", value: String::new(), accepted: Accepted::Rules })
}

/// All sets of numbers from `min` to `max` with a size between the two bounds, by their least numbers.
fn subtraction_sets(min: u32, max: u32, sizes: (u32, u32)) -> Result<Vec<HeapRule>, AskError> {
    let mut rules = Vec::new();
    let mut families = Vec::new();
    if min > max {
        // Says what is accepted.
        Family::restricted(min, max, sizes, &[], &[]).map_err(AskError::Family)?;
    }
    for min in min..=max {
        families.push(Family::restricted(min, max, sizes, &[], &[]).map_err(AskError::Family)?);
    }
    let all = families.iter().fold(0, |all: u64, family| all.saturating_add(family.len()));
    if all > MAX_RULES {
        let (value, accepted) = (max.to_string(), Accepted::SmallFamily);
        return Err(AskError::Argument { field: "max", value, accepted });
    }
    for family in families {
        for index in 0..family.len() {
            let set: Vec<u32> = family.set(index).numbers().collect();
            rules.push(HeapRule::Impartial(HeapCode::subtraction(&set)));
        }
    }
    Ok(rules)
}
