//! The quotients of many rules.

use std::path::PathBuf;

use ishitori_records::Column;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_sweep::{
    Family, ListSummary, QuotientAnswer, QuotientQuery, QuotientRow, sweep_quotients,
};
pub use ishitori_sweep::{ListedQuotient as Row, QuotientFacts as RowQuotient};
use ishitori_values::{Budget, Reservation};
use serde::{Deserialize, Serialize};

use crate::codes::octal_codes;
use crate::finish::answered_by;
use crate::list::{self, ListRequest, list_types, reserving};
use crate::quantity::read_each;
use crate::record::{Found, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::rows::{RowsFile, row_condition, too_large};
use crate::{Accepted, Answered, AskError, Context, Finish, read_end};

/// A list of more rules than this is too long for a table.
const MAX_RULES: u64 = 100_000;
/// Codes of more digits are too many.
const MAX_DIGITS: u32 = 4;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("quotient-sweep").up_to(&[("to", 1000)])],
    &[&[("octal", "1"), ("to", "8")]],
)
.with_listed_rows();

list_types! {
    "rule", "rules";
    /// Which quotients do these rules have? The rules are given by one of `octal`, `max` (all subtraction
    /// sets of numbers from `min` to `max`, or only those of `sub-size` numbers), and `rules`.
    Request {
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
        /// Stop at this heap if a quotient is not proved for all heaps by then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(max = 1_000_000)))]
        pub to: Option<u32>,
        /// Time for each rule, such as 10s.
        #[serde(default = "each")]
        pub each: String,
        /// The folder for the certificates of the quotients that are proved; no program that sends JSON can say that.
        #[serde(skip)]
        pub certificates: Option<PathBuf>,
    }
    /// What is common about the quotients.
    Answer {
        /// Who wins when no move is left.
        pub end: String,
        /// How many rules there are.
        pub rules: usize,
        /// Rules whose quotient was looked for.
        pub done: usize,
    } {
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
    } {
        /// The last heap, where one was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub to: Option<u32>,
    }
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

impl Answer {
    fn heading(&self) -> (String, Vec<Column>) {
        (format!("quotients, end {}", self.end), QuotientAnswer::columns())
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
        match self.coverage.finish(&self.stopped) {
            Finish::Done if self.to.is_none() && !self.partial.is_empty() => Finish::Partial,
            finish => finish,
        }
    }

    answered_by!(listed, notes, record);
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
    list::answer(request, context)
}

impl ListRequest for Request {
    type Query = QuotientQuery;
    type Item = HeapRule;
    type Row = QuotientAnswer;
    type Answer = Answer;

    fn read(&self, context: &Context) -> Result<(QuotientQuery, Reservation), AskError> {
        let time = Some(read_each(&self.each)?);
        let end = read_end(&self.end)?;
        let memory = context.memory_per_thread();
        let condition = row_condition(self.condition.as_deref(), &QuotientAnswer::columns())?;
        let (rules, taken) = rules(self, &context.budget)?;
        let (to, certificates) = (self.to, self.certificates.clone());
        Ok((QuotientQuery { rules, end, to, time, memory, condition, certificates }, taken))
    }

    fn items(query: &mut QuotientQuery) -> &mut Vec<HeapRule> {
        &mut query.rules
    }

    fn canonical(&self, query: &QuotientQuery) -> ShardedQuestion {
        let rules = || query.rules.iter().map(HeapRule::to_string).collect();
        ShardedQuestion::QuotientSweep(Box::new(Request {
            rules: self.rules.as_ref().map(|_| rules()),
            end: query.end.to_string(),
            each: format!("{}s", query.time.unwrap_or_default().as_secs_f64()),
            shard: None,
            rows: None,
            certificates: None,
            ..self.clone()
        }))
    }

    fn look(
        &self,
        query: &QuotientQuery,
        context: &Context,
    ) -> Result<ListSummary<QuotientAnswer>, AskError> {
        let file = self.rows.as_ref().map(RowsFile::borrowed);
        sweep_quotients(query, file, context.threads, &context.budget).map_err(AskError::SweepFile)
    }

    fn answer(
        &self,
        query: &QuotientQuery,
        items: usize,
        summary: &ListSummary<QuotientAnswer>,
    ) -> Result<Answer, AskError> {
        let condition = query.condition.as_ref();
        let rows = summary.matching(condition).map_err(too_large)?.into_iter().cloned().collect();
        let matching = ListSummary { rows, ..*summary };
        let partial = |row: &QuotientRow| Partial {
            rule: row.rule.clone(),
            order: row.order,
            to_heap: row.to_heap,
        };
        let refused =
            |(rule, why): (&str, &str)| Refused { rule: rule.to_string(), why: why.to_string() };
        Ok(Answer {
            end: query.end.to_string(),
            rules: items,
            done: summary.quotients().count(),
            condition: condition.map(|condition| condition.text().to_string()),
            matching: condition.map(|_| matching.rows.len()),
            certified: matching.certified(),
            partial: matching.quotients().filter(|row| !row.certified).map(partial).collect(),
            refused: matching.refused().map(refused).collect(),
            orders: matching.orders().into_iter().collect(),
            seconds: summary.seconds,
            rows: self.list.then(|| matching.rows.iter().map(Row::from).collect()),
            to: self.to,
            ..Answer::default()
        })
    }

    fn to_record(summary: ListSummary<QuotientAnswer>) -> Found {
        Found::Quotients { answers: summary.rows, seconds: summary.seconds }
    }

    fn of_record(found: Found) -> Option<(Vec<QuotientAnswer>, f64)> {
        match found {
            Found::Quotients { answers, seconds } => Some((answers, seconds)),
            _ => None,
        }
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
        let read = |rule: &str| rule.parse().map_err(|error| AskError::Rule { error });
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
