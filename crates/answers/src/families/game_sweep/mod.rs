//! One question about each game of a family in the language: a parameter with a range.

mod asked;

use std::io::Write;

use ishitori_records::{
    Cell, Column, Field, Format, Record as RowRecord, Rows, Tabular, WriteError, write,
};
use ishitori_sweep::{
    ItemError, List, ListError, ListItem, RowCondition, RowOverflow, process_list,
};
use serde::{Deserialize, Serialize};

use crate::each::facts;
use crate::record::{Found, Missing, Record, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::rows::about;
use crate::rows::{RowsFile, too_large};
use crate::shard_plan::{Coverage, ShardPlan, impossible, joined};
use crate::{Answered, AskError, Context, Finish, Note, RuleSource, Stopped};

use asked::{Asked, columns, parameters, question, read};

/// What the doors of the program need to know.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("game-sweep").up_to(&[("limit", 1 << 24)])],
    &[&[("rule", "chocolate"), ("set", "k=1..3"), ("row", "y=2"), ("limit", "100")]],
)
.with_listed_rows();

/// The answers to one question about many games, which are those of a rule with parameters:
/// `k=1..50` stands for fifty of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the games.
    pub rule: RuleSource,
    /// Values of its parameters, some of them ranges such as `k=1..50`.
    pub set: Vec<String>,
    /// What is asked about each: `grundy`, `period`, `outcomes`, `values`, `quotient`, `table`,
    /// `explain`, or `position` for positions of a board game with repeated parts.
    #[serde(default = "ask")]
    pub ask: String,
    /// The row of a table for `period`: all coordinates but one, such as `y=3`.
    #[serde(default)]
    pub row: Vec<String>,
    /// How far to go, for those questions that ask for it: a heap, or a corner such as `12,20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The position for `explain` and `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who wins when no move is left, if not as the text says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Heaps or cells that are examined for a period, at most.
    #[serde(default = "limit")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 1_000_000_000)))]
    pub limit: u64,
    /// Only rows for which this holds: `period > 100 and status == proved`, with the names of the
    /// columns.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Whether the answer lists the games, one row each.
    #[serde(default)]
    pub list: bool,
    /// Only this shard of the games, such as 3/64: the document of the answer is then a record that
    /// `merge` adds up with those of the other shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Where one row per game goes; no program that sends JSON can say that.
    #[serde(skip)]
    pub rows: Option<RowsFile>,
}

fn ask() -> String {
    "period".to_string()
}

fn limit() -> u64 {
    100_000
}

impl Request {
    /// The periods of the games of a rule. O(settings).
    pub fn new(rule: impl Into<RuleSource>, set: &[&str]) -> Request {
        Request {
            rule: rule.into(),
            set: set.iter().map(|setting| setting.to_string()).collect(),
            ask: ask(),
            row: Vec::new(),
            to: None,
            position: None,
            end: None,
            limit: limit(),
            condition: None,
            list: false,
            shard: None,
            rows: None,
        }
    }
}

/// What is common about the games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// What was asked.
    pub ask: String,
    /// How many games there are.
    pub games: usize,
    /// Games that were examined.
    pub done: usize,
    /// The condition, if there is one; what follows is about games for which it holds.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// How many of them satisfy the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<usize>,
    /// How many games have each status, where there is one.
    pub statuses: Vec<(String, u64)>,
    /// The largest number of each column, and the first game that has it.
    pub largest: Vec<Largest>,
    /// The parameters, which are the first columns of the rows.
    pub parameters: Vec<String>,
    /// The other columns.
    pub columns: Vec<String>,
    /// The games in their order, if they were to be listed.
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
pub struct Largest {
    /// The column.
    pub of: String,
    /// The number.
    pub value: i64,
    /// The parameters of the first game that has it.
    pub set: String,
}

/// What is known about one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Row {
    /// The values of the parameters, with a space between two.
    pub set: String,
    /// One for each column.
    pub facts: Vec<Fact>,
}

/// What stands in one column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Fact {
    /// Nothing is known, or there is nothing.
    Nothing,
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

impl Fact {
    fn new(cell: Cell<'_>) -> Fact {
        match cell {
            Cell::Empty => Fact::Nothing,
            Cell::Integer(n) => Fact::Number(n),
            Cell::Bool(is) => Fact::Number(i64::from(is)),
            Cell::Text(text) => Fact::Text(text.into_owned()),
            list @ Cell::Integers(_) => Fact::Text(list.to_string()),
        }
    }
}

impl Field for Fact {
    fn cell(&self) -> Cell<'_> {
        match self {
            Fact::Nothing => Cell::Empty,
            Fact::Number(n) => Cell::Integer(*n),
            Fact::Text(text) => Cell::Text(text.as_str().into()),
        }
    }
}

impl ListItem for Row {
    fn name(&self) -> &str {
        &self.set
    }
}

/// The values of the parameters, then what the question is about.
impl RowRecord for Row {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        for setting in self.set.split(' ') {
            let value = setting.split_once('=').map_or("", |(_, value)| value);
            give(Cell::Text(value.into()));
        }
        self.facts.iter().for_each(|fact| give(fact.cell()));
    }
}

impl Tabular for Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let rows = self.rows.as_deref().unwrap_or_default();
        let parameters = self.parameters.iter().map(|name| Column::text(name.clone()));
        let columns = parameters.chain(columns(&self.ask, &self.columns)).collect();
        write(&about(&self.ask, made, columns), rows, format, out)
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

/// Asks about every game, on all threads of the context. The cost is that of the question for each.
///
/// ```
/// use ishitori_answers::{Context, game_sweep};
/// use ishitori_values::Budget;
///
/// let rule = "game take(k = 2)\nposition (n)\nboth: (n - s) for s in {1, k} if s <= n\nend: normal";
/// let request = game_sweep::Request { list: true, ..game_sweep::Request::new(rule, &["k=2..5"]) };
/// let found = game_sweep::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// // {1,k} has the period 2 if k is odd, and k + 1 if it is even.
/// assert_eq!(found.statuses, [("proved".to_string(), 4)]);
/// assert_eq!((found.largest[0].value, found.largest[0].set.as_str()), (5, "k=4"));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    request.rows.as_ref().map_or(Ok(()), RowsFile::check)?;
    let Asked { games, columns, condition } = read(request)?;
    let plan = ShardPlan::read(request.shard.as_deref(), games.len() as u64)?;
    let canonical = Request { shard: None, rows: None, ..request.clone() };
    let games = plan.of_list(games);
    let first = games.first().map(String::as_str).unwrap_or_default();
    let question = serde_json::to_string(&Request { set: Vec::new(), ..canonical.clone() })
        .expect("a request is JSON");
    let all = parameters(first).map(Column::text).chain(columns.iter().cloned()).collect();
    let list = List { question, names: &games, about: Rows::new(request.ask.clone(), all) };
    let file = request.rows.as_ref().map(RowsFile::borrowed);
    // Each game has one thread.
    let own = Context { threads: 1, listener: None, checkpoint: None, ..context.clone() };
    let look = |at: usize| one(request, &games[at], &columns, &own);
    let done = process_list(list, file, context.threads, &context.budget, look);
    let mut done = done.map_err(|error| match error {
        ListError::File(error) => AskError::SweepFile(error),
        ListError::One(error) => error,
    })?;
    let rows = std::mem::take(&mut done.found);
    done.write(matching(&rows, condition.as_ref())?).map_err(AskError::SweepFile)?;
    let mut answer = Answer::new(request, &games, &columns, &rows, condition.as_ref())?;
    answer.stopped = done.stopped.map(Stopped::from);
    let whole = request.rows.as_ref().filter(|_| answer.stopped.is_none());
    let kept = request.rows.as_ref().filter(|_| answer.stopped.is_some());
    answer.out = whole.map(|rows| rows.path.display().to_string());
    answer.notes =
        kept.map(|rows| Note::RowsKept { path: rows.path.clone() }).into_iter().collect();
    answer.coverage = plan.coverage();
    if answer.stopped.is_none() {
        let question = || ShardedQuestion::GameSweep(Box::new(canonical));
        answer.document = plan.record(question, || Found::Games { rows });
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
    let Asked { games, columns, condition } = read(request).map_err(|_| impossible(&first))?;
    let open = |found| match found {
        Found::Games { rows } => Some(rows),
        _ => None,
    };
    let rows: Vec<Row> = joined(&games, records, of, open, context)?;
    if rows.iter().any(|row| row.facts.len() != columns.len()) {
        return Err(impossible(&first));
    }
    let mut answer = Answer::new(request, &games, &columns, &rows, condition.as_ref())?;
    answer.coverage = Coverage::without(missing);
    Ok(answer)
}

/// The rows for which a condition holds.
fn matching<'r>(
    rows: &'r [Row],
    condition: Option<&RowCondition>,
) -> Result<Vec<&'r Row>, AskError> {
    let mut matching = Vec::new();
    for row in rows {
        let holds = condition.map_or(Ok(true), |condition| condition.holds(row));
        let named = |overflow| RowOverflow { row: row.set.clone(), ..overflow };
        if holds.map_err(|overflow| too_large(named(overflow)))? {
            matching.push(row);
        }
    }
    Ok(matching)
}

/// What is known about one game.
fn one(
    request: &Request,
    game: &str,
    columns: &[Column],
    context: &Context,
) -> Result<Row, ItemError<AskError>> {
    let refused = |error: AskError| match error.limit() {
        Some(limit) => ItemError::Limit(limit),
        None => ItemError::Refused(error),
    };
    let answer = question(request, game).and_then(|question| question.answer(context));
    let answer = answer.map_err(refused)?;
    if answer.finish() == Finish::Partial {
        // Its own limit is an answer; that of the whole sweep ends it.
        context.budget.check(0)?;
    }
    let mut found = facts(&answer);
    let fact = |column: &Column| {
        let at = found.iter().position(|(name, _)| name.name == column.name);
        at.map_or(Fact::Nothing, |at| Fact::new(found.swap_remove(at).1))
    };
    Ok(Row { set: game.to_string(), facts: columns.iter().map(fact).collect() })
}

impl Answer {
    /// The summary of a number of games.
    fn new(
        request: &Request,
        games: &[String],
        columns: &[Column],
        rows: &[Row],
        condition: Option<&RowCondition>,
    ) -> Result<Answer, AskError> {
        let matching = matching(rows, condition)?;
        let mut statuses: Vec<(String, u64)> = Vec::new();
        let mut largest: Vec<Largest> = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            let mut best: Option<Largest> = None;
            for row in &matching {
                match &row.facts[at] {
                    Fact::Number(value) if best.as_ref().is_none_or(|best| *value > best.value) => {
                        let (of, set) = (column.name.to_string(), row.set.clone());
                        best = Some(Largest { of, value: *value, set });
                    }
                    Fact::Text(status) if column.name == "status" => {
                        match statuses.iter_mut().find(|(name, _)| name == status) {
                            Some((_, count)) => *count += 1,
                            None => statuses.push((status.clone(), 1)),
                        }
                    }
                    _ => {}
                }
            }
            largest.extend(best);
        }
        Ok(Answer {
            ask: request.ask.clone(),
            games: games.len(),
            done: rows.len(),
            condition: condition.map(|condition| condition.text().to_string()),
            matching: condition.map(|_| matching.len()),
            statuses,
            largest,
            parameters: games.first().into_iter().flat_map(|game| parameters(game)).collect(),
            columns: columns.iter().map(|column| column.name.to_string()).collect(),
            rows: request.list.then(|| matching.into_iter().cloned().collect()),
            out: None,
            stopped: None,
            coverage: Coverage::default(),
            document: None,
            notes: Vec::new(),
        })
    }
}
