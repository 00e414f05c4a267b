//! The Grundy sequences of many codes: periods, largest values, rare heaps, classes.

use std::collections::BTreeSet;
use std::io::Write;

use ishitori_records::{Cell, Field, Format, Record as RowRecord, Tabular, WriteError, write};
use ishitori_rules::heap::{Digit, HeapCode, HeapRule};
use ishitori_sweep::{ClassedRow, CodeQuery, CodeRow, CodeSummary, RowCondition, sweep_codes};
use ishitori_values::{Budget, Reservation};
use serde::{Deserialize, Serialize};

use crate::codes::{hexadecimal_codes, octal_codes};
use crate::record::{Found, Missing, Record, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::rows::about;
use crate::rows::{RowsFile, row_condition, too_large};
use crate::shard_plan::{Coverage, ShardPlan, impossible, joined};
use crate::{Accepted, Answered, AskError, Context, Finish, Note, Stopped};

/// A list of more codes than this is too long for a table.
const MAX_CODES: usize = 100_000;
/// Codes of more digits are too many.
const MAX_OCTAL: u32 = 5;
const MAX_HEXADECIMAL: u32 = 4;

/// What the doors of the program need to know.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("code-sweep").up_to(&[("octal", 4), ("hexadecimal", 3), ("limit", 1 << 24)])],
    &[&[("octal", "1"), ("limit", "100")]],
)
.with_listed_rows();

/// What are the Grundy sequences of these codes? They are given by one of `octal`, `hexadecimal` and
/// `codes`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// All octal codes 0.d, 0.dd, … with at most this many digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 5)))]
    pub octal: Option<u32>,
    /// All hexadecimal codes with at most this many digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    pub hexadecimal: Option<u32>,
    /// These codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codes: Option<Vec<String>>,
    /// Heaps of each code that are examined for a period, at most.
    #[serde(default = "limit")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 1_000_000_000)))]
    pub limit: u64,
    /// Only rows for which this holds: `period > 100 and status == proved`, with the names of the
    /// columns.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Whether the answer lists the codes, one row each.
    #[serde(default)]
    pub list: bool,
    /// Only this shard of the codes, such as 3/64: the document of the answer is then a record that
    /// `merge` adds up with those of the other shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Where one row per code goes; no program that sends JSON can say that.
    #[serde(skip)]
    pub rows: Option<RowsFile>,
}

fn limit() -> u64 {
    100_000
}

impl Default for Request {
    fn default() -> Self {
        Request {
            octal: None,
            hexadecimal: None,
            codes: None,
            limit: limit(),
            condition: None,
            list: false,
            shard: None,
            rows: None,
        }
    }
}

/// What is common about the sequences.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// Heaps of each code that were examined, at most.
    pub limit: u64,
    /// How many codes there are.
    pub codes: usize,
    /// Codes that were examined.
    pub done: usize,
    /// The condition, if there is one; what follows is about codes for which it holds.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// How many of them satisfy the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<usize>,
    /// Codes whose period is proved.
    pub proved: usize,
    /// Codes whose period was not found among the heaps looked at.
    pub not_found: usize,
    /// Codes to which no theorem about periods applies.
    pub no_theorem: usize,
    /// How many sequences were distinguished: of codes with a proved period exactly as many as there
    /// are; others are distinguished by their moves, so that there may be fewer.
    pub sequences: usize,
    /// The largest period that is proved, and the first code that has it.
    pub max_period: Option<Extreme>,
    /// The largest preperiod of a proved period, and the first code that has it.
    pub max_preperiod: Option<Extreme>,
    /// The largest value that was seen, and the first code that has it.
    pub max_value: Option<Extreme>,
    /// The largest number of rare heaps that were seen, and the first code that has it.
    pub max_rares: Option<Extreme>,
    /// The codes in their order, if they were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Row>>,
    /// The file with the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// The limit that ended the sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
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

/// The largest of some numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Extreme {
    /// The number.
    pub value: u64,
    /// The first code that has it.
    pub code: String,
}

/// What is known about one code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Row {
    /// The code.
    pub code: String,
    /// The first code here that has the same sequence.
    pub class: String,
    /// `proved`, `not-found` or `no-theorem`.
    pub status: String,
    /// The least period, if it is proved.
    pub period: Option<u64>,
    /// The least preperiod, if the period is proved.
    pub preperiod: Option<u64>,
    /// What one period adds, if it is proved; 0 for a periodic sequence.
    pub saltus: Option<u64>,
    /// The largest value among the heaps computed.
    pub max_value: u32,
    /// How many of these heaps are rare, where the sparse space is known.
    pub rares: Option<u64>,
    /// The last of these.
    pub last_rare: Option<u64>,
    /// All heaps below this one were computed.
    pub computed_to: u64,
}

impl Row {
    fn new(&ClassedRow { row, class }: &ClassedRow<'_>) -> Row {
        Row {
            code: row.code.clone(),
            class: class.to_string(),
            status: row.status.clone(),
            period: row.period,
            preperiod: row.preperiod,
            saltus: row.saltus,
            max_value: row.max_value,
            rares: row.rares,
            last_rare: row.last_rare,
            computed_to: row.computed_to,
        }
    }
}

/// The cells under [`CodeRow::columns`].
impl RowRecord for Row {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        give(self.code.cell());
        give(self.class.cell());
        give(self.status.cell());
        for number in [self.period, self.preperiod, self.saltus] {
            give(number.cell());
        }
        give(self.max_value.cell());
        give(self.rares.cell());
        give(self.last_rare.cell());
        give(self.computed_to.cell());
    }
}

/// One row for each code that was listed.
impl Tabular for Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let about = about("Grundy numbers", made, CodeRow::columns());
        write(&about, self.rows.as_deref().unwrap_or_default(), format, out)
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match self.coverage.missing {
            Some(_) => Finish::Partial,
            None => Finish::unless(&self.stopped),
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

/// Looks at every code, on all threads of the context. The cost is that of the sequences, `limit`
/// heaps at most for each: some million heaps a second.
///
/// ```
/// use ishitori_answers::{Context, code_sweep};
/// use ishitori_values::Budget;
///
/// let request = code_sweep::Request { octal: Some(1), ..code_sweep::Request::default() };
/// let found = code_sweep::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// // All but Officers, 0.6, whose period is unknown.
/// assert_eq!((found.codes, found.proved), (7, 6));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    request.rows.as_ref().map_or(Ok(()), RowsFile::check)?;
    let condition = row_condition(request.condition.as_deref(), &CodeRow::columns())?;
    let (codes, _lease) = codes(request, &context.budget)?;
    let plan = ShardPlan::read(request.shard.as_deref(), codes.len() as u64)?;
    let canonical = canonical(request, &codes);
    let query = CodeQuery { codes: plan.of_list(codes), limit: request.limit, condition };
    let file = request.rows.as_ref().map(RowsFile::borrowed);
    let summary =
        sweep_codes(&query, file, context.threads, &context.budget).map_err(AskError::SweepFile)?;
    let whole = request.rows.as_ref().filter(|_| summary.stopped.is_none());
    let kept = request.rows.as_ref().filter(|_| summary.stopped.is_some());
    let mut answer = Answer::new(request, query.codes.len(), &summary, query.condition.as_ref())?;
    answer.out = whole.map(|rows| rows.path.display().to_string());
    answer.notes =
        kept.map(|rows| Note::RowsKept { path: rows.path.clone() }).into_iter().collect();
    answer.coverage = plan.coverage();
    if answer.stopped.is_none() {
        let question = || ShardedQuestion::CodeSweep(Box::new(canonical));
        answer.document = plan.record(question, || Found::Codes { rows: summary.rows });
    }
    Ok(answer)
}

/// The answer that the records make up, which are in their order and about different places.
pub(crate) fn merged(
    request: &Request,
    records: Vec<(String, Record)>,
    of: u64,
    missing: Option<Missing>,
    context: &Context,
) -> Result<Answer, AskError> {
    let first = records.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let (codes, _lease) = match codes(request, &context.budget) {
        Ok(codes) => codes,
        Err(AskError::Limit(limit)) => return Err(limit.into()),
        Err(_) => return Err(impossible(&first)),
    };
    let condition = row_condition(request.condition.as_deref(), &CodeRow::columns())
        .map_err(|_| impossible(&first))?;
    let names: Vec<String> = codes.iter().map(HeapCode::to_string).collect();
    let open = |found| match found {
        Found::Codes { rows } => Some(rows),
        _ => None,
    };
    let rows = joined(&names, records, of, open, context)?;
    let summary = CodeSummary { rows, stopped: None };
    let mut answer = Answer::new(request, codes.len(), &summary, condition.as_ref())?;
    answer.coverage = Coverage::without(missing);
    Ok(answer)
}

/// The request in the form that all requests for the same have.
fn canonical(request: &Request, codes: &[HeapCode]) -> Request {
    let given = request.codes.as_ref().map(|_| codes.iter().map(HeapCode::to_string).collect());
    Request { codes: given, shard: None, rows: None, ..request.clone() }
}

/// The codes, and the memory that they take: one of a few letters may have a million digits.
fn codes(request: &Request, budget: &Budget) -> Result<(Vec<HeapCode>, Reservation), AskError> {
    let none = Reservation::default();
    let refused =
        |field, value: String| Err(AskError::Argument { field, value, accepted: Accepted::Codes });
    match (&request.octal, &request.hexadecimal, &request.codes) {
        (&Some(digits), None, None) if (1..=MAX_OCTAL).contains(&digits) => {
            Ok((octal_codes(digits).collect(), none))
        }
        (None, &Some(digits), None) if (1..=MAX_HEXADECIMAL).contains(&digits) => {
            Ok((hexadecimal_codes(digits).collect(), none))
        }
        (None, None, Some(codes)) if codes.len() <= MAX_CODES => {
            reserving(codes, budget, |code| read(code), |code| code.digits().len())
        }
        (None, None, Some(codes)) => refused("codes", codes.len().to_string()),
        (Some(digits), ..) => refused("octal", digits.to_string()),
        (None, Some(digits), _) => refused("hexadecimal", digits.to_string()),
        (None, None, None) => refused("octal", String::new()),
    }
}

/// Reads rules one after the other, and reserves the memory that their digits take. O(length).
pub(crate) fn reserving<R>(
    texts: &[String],
    budget: &Budget,
    read: impl Fn(&String) -> Result<R, AskError>,
    digits: impl Fn(&R) -> usize,
) -> Result<(Vec<R>, Reservation), AskError> {
    let mut lease = budget.reserve(0)?;
    let mut rules = Vec::new();
    for text in texts {
        budget.check(0)?;
        let rule = read(text)?;
        let bytes = digits(&rule) as u64 * size_of::<Digit>() as u64 + size_of::<R>() as u64;
        lease.resize(lease.bytes().saturating_add(bytes))?;
        rules.push(rule);
    }
    Ok((rules, lease))
}

fn read(text: &str) -> Result<HeapCode, AskError> {
    match text.parse().map_err(|error| AskError::Rule { error })? {
        HeapRule::Impartial(code) => Ok(code),
        rule => Err(AskError::NotOneHeap { rule }),
    }
}

impl Answer {
    /// The summary of a number of codes.
    fn new(
        request: &Request,
        codes: usize,
        summary: &CodeSummary,
        condition: Option<&RowCondition>,
    ) -> Result<Answer, AskError> {
        let rows = summary.matching(condition).map_err(too_large)?;
        let with = |status: &str| rows.iter().filter(|found| found.row.status == status).count();
        let largest = |value: &dyn Fn(&CodeRow) -> Option<u64>| {
            let mut best: Option<Extreme> = None;
            for &ClassedRow { row, .. } in &rows {
                if let Some(value) = value(row)
                    && best.as_ref().is_none_or(|best| value > best.value)
                {
                    best = Some(Extreme { value, code: row.code.clone() });
                }
            }
            best
        };
        let sequences: BTreeSet<&str> =
            rows.iter().map(|found| found.row.sequence.as_str()).collect();
        let listed = || rows.iter().map(Row::new).collect();
        Ok(Answer {
            limit: request.limit,
            codes,
            done: summary.rows.len(),
            condition: condition.map(|condition| condition.text().to_string()),
            matching: condition.map(|_| rows.len()),
            proved: with("proved"),
            not_found: with("not-found"),
            no_theorem: with("no-theorem"),
            sequences: sequences.len(),
            max_period: largest(&|row| row.period),
            max_preperiod: largest(&|row| row.preperiod),
            max_value: largest(&|row| Some(row.max_value.into())),
            max_rares: largest(&|row| row.rares),
            rows: request.list.then(listed),
            out: None,
            stopped: summary.stopped.map(Stopped::from),
            coverage: Coverage::default(),
            document: None,
            notes: Vec::new(),
        })
    }
}
