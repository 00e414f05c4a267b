//! The normalised values of a whole family of subtraction sets.

use std::io::Write;

use ishitori_records::{Column, Field, Format, Tabular, WriteError, write};
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_sweep::{
    Family, LongRunBehaviour, ValueQuery, ValueRow, ValueSweepError, sweep_values,
};
use serde::{Deserialize, Serialize};

use crate::quantity::read_each;
use crate::registration::{Address, Registration};
use crate::rows::about;
use crate::{Accepted, Answered, AskError, Context, Finish, Stopped, read_end};

/// A list of more sets than this is too long for a table.
const MAX_SETS: u64 = 100_000;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("values-sweep").up_to(&[("heaps", 1000)])],
    &[&[("min", "2"), ("max", "4"), ("heaps", "60")]],
)
.with_rows();

/// Which sets have values that repeat, from the beginning on or later, and which grow?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// Smallest number of every set.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 64)))]
    pub min: u32,
    /// Upper bound on the largest number of a set.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 64)))]
    pub max: u32,
    /// Minimum size of a set.
    #[serde(default = "one")]
    pub min_size: u32,
    /// Maximum size of a set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_size: Option<u32>,
    /// Who wins when no move is left.
    #[serde(default = "end")]
    pub end: String,
    /// The games that stand for ends: `L=1,R=-1`, or by the remainder of the stones left, `0=1,1=-1,2=*`.
    #[serde(default = "terminal")]
    pub terminal: String,
    /// The number of heaps that are examined.
    #[serde(default = "heaps")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 10_000)))]
    pub heaps: u32,
    /// Time for each set, such as 5s.
    #[serde(default = "each")]
    pub each: String,
    /// Whether certificates of what is proved are wanted.
    #[serde(default)]
    pub certificates: bool,
}

fn one() -> u32 {
    1
}

fn end() -> String {
    "mod2:LR".to_string()
}

fn terminal() -> String {
    "L=1,R=-1".to_string()
}

fn heaps() -> u32 {
    200
}

fn each() -> String {
    "5s".to_string()
}

/// What the values of each set do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// Who wins when no move is left.
    pub end: String,
    /// The games that stand for ends.
    pub terminal: String,
    /// How many sets there are.
    pub sets: u64,
    /// Sets whose values repeat, proved.
    pub periodic: u64,
    /// Those of them whose values repeat from heap 0 on.
    pub purely_periodic: u64,
    /// Sets whose values grow forever, proved: infinitely many are different.
    pub growing: u64,
    /// Sets whose values were seen to grow by a rule; this is evidence, not a proof.
    pub observed: u64,
    /// Sets about which neither is known.
    pub unknown: u64,
    /// One row for each set.
    pub rows: Vec<Row>,
    /// How long it took.
    pub seconds: f64,
    /// The limit that ended the sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The folder that certificates were written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificates: Option<String>,
}

/// What the values of a set do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Row {
    /// The rule.
    pub rule: String,
    /// In one word.
    pub status: Status,
    /// The least heap from which on the values repeat, if that is proved.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// Whether they repeat from heap 0 on.
    pub pure: Option<bool>,
    /// The distance of heaps that belong together, if the values grow.
    pub step: Option<u64>,
    /// How many heaps were computed.
    pub heaps: u64,
    /// How many of their values are different.
    pub distinct: u64,
    /// The certificate of what is proved.
    #[serde(skip)]
    pub document: Option<String>,
}

/// What values do in the long run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// They repeat, proved.
    Periodic,
    /// They grow forever, proved.
    Growing,
    /// They grow by a rule, as far as was computed.
    Observed,
    /// Neither is known.
    Unknown,
}

impl Status {
    /// In one word. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Status::Periodic => "periodic",
            Status::Growing => "growing",
            Status::Observed => "observed",
            Status::Unknown => "unknown",
        }
    }
}

impl From<ValueRow> for Row {
    fn from(row: ValueRow) -> Row {
        let (status, preperiod, period, step) = match row.behaviour {
            LongRunBehaviour::Periodic { preperiod, period } => {
                (Status::Periodic, Some(preperiod), Some(period), None)
            }
            LongRunBehaviour::Growing { step, proved, .. } => {
                let status = if proved { Status::Growing } else { Status::Observed };
                (status, None, None, Some(step))
            }
            LongRunBehaviour::Unknown => (Status::Unknown, None, None, None),
        };
        Row {
            rule: row.rule,
            status,
            preperiod,
            period,
            pure: preperiod.map(|preperiod| preperiod == 0),
            step,
            heaps: row.heaps as u64,
            distinct: row.distinct as u64,
            document: row.certificate,
        }
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }

    fn rows(&self) -> Option<&dyn Tabular> {
        Some(self)
    }
}

/// `rule`, `status`, `preperiod`, `period`, `pure`, `step`, `heaps`, `distinct`.
impl Tabular for Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let columns = vec![
            Column::text("rule"),
            Column::text("status"),
            Column::integer("preperiod"),
            Column::integer("period"),
            Column::new("pure", ishitori_records::Kind::Bool),
            Column::integer("step"),
            Column::integer("heaps"),
            Column::integer("distinct"),
        ];
        let rows = about(&format!("{} {}", self.end, self.terminal), made, columns);
        let cells = self.rows.iter().map(|row| {
            let (rule, status) = (row.rule.cell(), row.status.name().cell());
            let (preperiod, period) = (row.preperiod.cell(), row.period.cell());
            let (pure, step) = (row.pure.cell(), row.step.cell());
            vec![rule, status, preperiod, period, pure, step, row.heaps.cell(), row.distinct.cell()]
        });
        write(&rows, cells, format, out)
    }
}

/// Computes the values of every set, on all threads of the context, which share its memory. The cost is that
/// of the values, `each` for a set at most.
///
/// ```
/// use ishitori_answers::{Context, values_sweep};
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "min": 2, "max": 4, "min-size": 2 });
/// let request = serde_json::from_value(request).unwrap();
/// let found = values_sweep::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((found.sets, found.rows[0].rule.as_str()), (3, "sub:2,3"));
/// assert_eq!((found.rows[0].preperiod, found.rows[0].period), (Some(5), Some(5)));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let each = read_each(&request.each)?;
    let end = read_end(&request.end)?;
    let sizes = (request.min_size, request.max_size.unwrap_or(u32::MAX));
    let family =
        Family::restricted(request.min, request.max, sizes, &[], &[]).map_err(AskError::Family)?;
    if family.len() > MAX_SETS {
        let (value, accepted) = (request.max.to_string(), Accepted::SmallFamily);
        return Err(AskError::Argument { field: "max", value, accepted });
    }
    let rule = |at| {
        let set: Vec<u32> = family.set(at).numbers().collect();
        HeapRule::Impartial(HeapCode::subtraction(&set))
    };
    let query = ValueQuery {
        rules: (0..family.len()).map(rule).collect(),
        end,
        terminal: request.terminal.clone(),
        heaps: request.heaps as usize,
        time: Some(each),
        memory: context.memory_per_thread(),
        certificates: request.certificates,
    };
    let found = sweep_values(&query, context.threads, &context.budget).map_err(of_error)?;
    let rows: Vec<Row> = found.rows.into_iter().map(Row::from).collect();
    let count =
        |wanted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count() as u64;
    Ok(Answer {
        end: query.end.to_string(),
        terminal: request.terminal.clone(),
        sets: family.len(),
        periodic: count(&|row| row.status == Status::Periodic),
        purely_periodic: count(&|row| row.pure == Some(true)),
        growing: count(&|row| row.status == Status::Growing),
        observed: count(&|row| row.status == Status::Observed),
        unknown: count(&|row| row.status == Status::Unknown),
        seconds: found.seconds,
        stopped: found.stopped.map(Stopped::from),
        certificates: None,
        rows,
    })
}

fn of_error(error: ValueSweepError) -> AskError {
    match error {
        ValueSweepError::Terminal(error) => match error.limit {
            Some(limit) => AskError::Limit(limit),
            None => AskError::Terminal(error),
        },
        ValueSweepError::Ending(error) => AskError::Ending(error),
    }
}
