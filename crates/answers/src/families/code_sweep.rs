//! The Grundy sequences of many codes: periods, largest values, rare heaps, classes.

use std::collections::BTreeSet;

use ishitori_records::Column;
use ishitori_rules::heap::{HeapCode, HeapRule};
pub use ishitori_sweep::ClassedRow as Row;
use ishitori_sweep::{CodeQuery, CodeRow, ListSummary, sweep_codes};
use ishitori_values::{Budget, Reservation};
use serde::{Deserialize, Serialize};

use crate::codes::{hexadecimal_codes, octal_codes};
use crate::finish::answered_by;
use crate::list::{self, ListRequest, list_types, reserving};
use crate::record::{Found, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::rows::{RowsFile, row_condition, too_large};
use crate::{Accepted, Answered, AskError, Context, Finish};

/// A list of more codes than this is too long for a table.
const MAX_CODES: usize = 100_000;
/// Codes of more digits are too many.
const MAX_OCTAL: u32 = 5;
const MAX_HEXADECIMAL: u32 = 4;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("code-sweep").up_to(&[("octal", 4), ("hexadecimal", 3), ("limit", 1 << 24)])],
    &[&[("octal", "1"), ("limit", "100")]],
)
.with_listed_rows();

list_types! {
    "code", "codes";
    /// What are the Grundy sequences of these codes? They are given by one of `octal`, `hexadecimal` and
    /// `codes`.
    Request {
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
        /// Heaps of each code that are looked at for a period, at most.
        #[serde(default = "limit")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 1_000_000_000)))]
        pub limit: u64,
    }
    /// What is common about the sequences.
    Answer {
        /// Heaps of each code that were looked at, at most.
        pub limit: u64,
        /// How many codes there are.
        pub codes: usize,
        /// Codes that were looked at.
        pub done: usize,
    } {
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
    } {}
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

/// The largest of some numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Extreme {
    /// The number.
    pub value: u64,
    /// The first code that has it.
    pub code: String,
}

impl Answer {
    fn heading(&self) -> (String, Vec<Column>) {
        ("Grundy numbers".to_string(), CodeRow::columns())
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        self.coverage.finish(&self.stopped)
    }

    answered_by!(listed, notes, record);
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
    list::answer(request, context)
}

impl ListRequest for Request {
    type Query = CodeQuery;
    type Item = HeapCode;
    type Row = CodeRow;
    type Answer = Answer;

    fn read(&self, context: &Context) -> Result<(CodeQuery, Reservation), AskError> {
        let condition = row_condition(self.condition.as_deref(), &CodeRow::columns())?;
        let (codes, memory) = codes(self, &context.budget)?;
        Ok((CodeQuery { codes, limit: self.limit, condition }, memory))
    }

    fn items(query: &mut CodeQuery) -> &mut Vec<HeapCode> {
        &mut query.codes
    }

    fn canonical(&self, query: &CodeQuery) -> ShardedQuestion {
        let codes = || query.codes.iter().map(HeapCode::to_string).collect();
        let codes = self.codes.as_ref().map(|_| codes());
        let canonical = Request { codes, shard: None, rows: None, ..self.clone() };
        ShardedQuestion::CodeSweep(Box::new(canonical))
    }

    fn look(&self, query: &CodeQuery, context: &Context) -> Result<ListSummary<CodeRow>, AskError> {
        let file = self.rows.as_ref().map(RowsFile::borrowed);
        sweep_codes(query, file, context.threads, &context.budget).map_err(AskError::SweepFile)
    }

    fn answer(
        &self,
        query: &CodeQuery,
        items: usize,
        summary: &ListSummary<CodeRow>,
    ) -> Result<Answer, AskError> {
        let condition = query.condition.as_ref();
        let rows = summary.matching(condition).map_err(too_large)?;
        let with = |status: &str| rows.iter().filter(|row| row.status == status).count();
        let largest = |value: &dyn Fn(&Row) -> Option<u64>| {
            let mut best: Option<Extreme> = None;
            for row in &rows {
                if let Some(value) = value(row)
                    && best.as_ref().is_none_or(|best| value > best.value)
                {
                    best = Some(Extreme { value, code: row.code.clone() });
                }
            }
            best
        };
        // Codes of one class have one sequence.
        let sequences: BTreeSet<&str> = rows.iter().map(|row| row.class.as_str()).collect();
        Ok(Answer {
            limit: self.limit,
            codes: items,
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
            rows: self.list.then_some(rows),
            ..Answer::default()
        })
    }

    fn to_record(summary: ListSummary<CodeRow>) -> Found {
        Found::Codes { rows: summary.rows }
    }

    fn of_record(found: Found) -> Option<(Vec<CodeRow>, f64)> {
        match found {
            Found::Codes { rows } => Some((rows, 0.0)),
            _ => None,
        }
    }
}

/// The codes, and the memory that they take.
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
            reserving(codes, budget, read, |code| code.digits().len())
        }
        (None, None, Some(codes)) => refused("codes", codes.len().to_string()),
        (Some(digits), ..) => refused("octal", digits.to_string()),
        (None, Some(digits), _) => refused("hexadecimal", digits.to_string()),
        (None, None, None) => refused("octal", String::new()),
    }
}

fn read(text: &str) -> Result<HeapCode, AskError> {
    match text.parse().map_err(|error| AskError::Rule { error })? {
        HeapRule::Impartial(code) => Ok(code),
        rule => Err(AskError::NotOneHeap { rule }),
    }
}
