//! One question about each game of a family in the language: a parameter with a range.

mod asked;

use ishitori_records::{Cell, Column, Field, Record as RowRecord, Rows};
use ishitori_sweep::{
    ItemError, List, ListError, ListItem, ListSummary, RowCondition, RowOverflow, process_list,
};
use ishitori_values::Reservation;
use serde::{Deserialize, Serialize};

use crate::each::facts;
use crate::finish::answered_by;
use crate::list::{self, ListRequest, list_types};
use crate::record::{Found, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::rows::{RowsFile, too_large};
use crate::{Answered, AskError, Context, Finish, RuleSource};

use asked::{Asked, columns, parameters, question, read};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("game-sweep").up_to(&[("limit", 1 << 24)])],
    &[&[("rule", "chocolate"), ("set", "k=1..3"), ("row", "y=2"), ("limit", "100")]],
)
.with_listed_rows();

list_types! {
    "game", "games";
    /// The answers to one question about many games, which are those of a rule with parameters:
    /// `k=1..50` stands for fifty of them.
    Request {
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
        /// Heaps or cells that are looked at for a period, at most.
        #[serde(default = "limit")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 1_000_000_000)))]
        pub limit: u64,
    }
    /// What is common about the games.
    Answer {
        /// What was asked.
        pub ask: String,
        /// How many games there are.
        pub games: usize,
        /// Games that were looked at.
        pub done: usize,
    } {
        /// How many games have each status, where there is one.
        pub statuses: Vec<(String, u64)>,
        /// The largest number of each column, and the first game that has it.
        pub largest: Vec<Largest>,
        /// The parameters, which are the first columns of the rows.
        pub parameters: Vec<String>,
        /// The other columns.
        pub columns: Vec<String>,
    } {}
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

impl Answer {
    fn heading(&self) -> (String, Vec<Column>) {
        let parameters = self.parameters.iter().map(|name| Column::text(name.clone()));
        (self.ask.clone(), parameters.chain(columns(&self.ask, &self.columns)).collect())
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        self.coverage.finish(&self.stopped)
    }

    answered_by!(listed, notes, record);
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
    list::answer(request, context)
}

impl ListRequest for Request {
    type Query = Asked;
    type Item = String;
    type Row = Row;
    type Answer = Answer;

    fn read(&self, _: &Context) -> Result<(Asked, Reservation), AskError> {
        Ok((read(self)?, Reservation::default()))
    }

    fn items(asked: &mut Asked) -> &mut Vec<String> {
        &mut asked.games
    }

    fn canonical(&self, _: &Asked) -> ShardedQuestion {
        ShardedQuestion::GameSweep(Box::new(Request { shard: None, rows: None, ..self.clone() }))
    }

    fn look(&self, asked: &Asked, context: &Context) -> Result<ListSummary<Row>, AskError> {
        let Asked { games, columns, condition } = asked;
        let question = Request { set: Vec::new(), shard: None, ..self.clone() };
        let question = serde_json::to_string(&question).expect("a request is JSON");
        let all = parameters(games).map(Column::text).chain(columns.iter().cloned()).collect();
        let list = List { question, names: games, about: Rows::new(self.ask.clone(), all) };
        let file = self.rows.as_ref().map(RowsFile::borrowed);
        // Each game has one thread.
        let own = Context { threads: 1, listener: None, checkpoint: None, ..context.clone() };
        let look = |at: usize| one(self, &games[at], columns, &own);
        let done = process_list(list, file, context.threads, &context.budget, look);
        let done = done.map_err(|error| match error {
            ListError::File(error) => AskError::SweepFile(error),
            ListError::One(error) => error,
        })?;
        let rows = matching(&done.summary.rows, condition.as_ref())?;
        done.write(rows).map_err(AskError::SweepFile)?;
        Ok(done.summary)
    }

    fn answer(
        &self,
        asked: &Asked,
        items: usize,
        summary: &ListSummary<Row>,
    ) -> Result<Answer, AskError> {
        let Asked { games, columns, condition } = asked;
        let condition = condition.as_ref();
        let matching = matching(&summary.rows, condition)?;
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
            ask: self.ask.clone(),
            games: items,
            done: summary.rows.len(),
            condition: condition.map(|condition| condition.text().to_string()),
            matching: condition.map(|_| matching.len()),
            statuses,
            largest,
            parameters: parameters(games).collect(),
            columns: columns.iter().map(|column| column.name.to_string()).collect(),
            rows: self.list.then(|| matching.into_iter().cloned().collect()),
            ..Answer::default()
        })
    }

    fn to_record(summary: ListSummary<Row>) -> Found {
        Found::Games { rows: summary.rows }
    }

    fn of_record(found: Found) -> Option<(Vec<Row>, f64)> {
        match found {
            Found::Games { rows } => Some((rows, 0.0)),
            _ => None,
        }
    }

    fn fits(asked: &Asked, row: &Row) -> bool {
        row.facts.len() == asked.columns.len()
    }
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
