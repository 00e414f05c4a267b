//! All positions of a board: how many there are of each value and outcome, and which is hottest.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_boards::Counting;
use ishitori_boards::ast::End;
use ishitori_boards::census::{
    CensusError, Counts, Find, Finds, GraphCensus, MAX_LISTED, MAX_VERTICES,
};
use ishitori_runtime::Workers;
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Dyadic, GameStore, Outcome};
use serde::{Deserialize, Serialize};

use crate::board::BoardRule;
use crate::finish::answered_by;
use crate::record::{Found, Missing, Record, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::repetitions::expand_repetitions;
use crate::shard_plan::{Coverage, ShardPlan, impossible};
use crate::{Accepted, Answered, AskError, Context, Finish, Origin, RuleSource, Stopped};

/// Ranges that are counted at a time, for each thread.
const RANGES: u64 = 4;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("census")],
    &[&[("game", "domineering"), ("position", "2x2")]],
)
.for_each_game();

/// How many positions of this board have which values?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The game: a name of the library such as `domineering`, or a text in the language of boards.
    pub game: RuleSource,
    /// The board, such as `3x3`; what stands there does not matter, but with `reachable`. For a game on graphs also `graphs:6`:
    /// all graphs with at most six vertices.
    pub position: String,
    /// Values of parameters of the game, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The characters that cells are filled with, such as `.xo`; those of the game if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Only the positions that can be reached from this one by any moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reachable: bool,
    /// Misère play, in which the player who cannot move wins: outcomes only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
    /// The positions to list: `hottest`, `largest-nimber`, `one-winning-move` (for a player who moves first) or `value=V`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub find: Option<String>,
    /// Only this shard of the positions, such as 3/64: the document of the answer is then a record that `merge`
    /// adds up with those of the other shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// What all positions amount to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The name of the game.
    pub game: String,
    /// The board as it was given.
    pub position: String,
    /// How many positions were examined.
    pub positions: u64,
    /// Whether this is about misère play, in which positions have outcomes only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
    /// How many of them have each outcome.
    pub outcomes: OutcomeCounts,
    /// How many values there are.
    pub distinct: usize,
    /// The hottest position, the first of several.
    pub hottest: Option<HottestPosition>,
    /// The positions that were looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundPositions>,
    /// The values in canonical form, the most frequent first.
    pub values: Vec<ValueCount>,
    /// Why not all positions were examined, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Which part of them this is about, if not all.
    #[serde(flatten)]
    pub coverage: Coverage,
    /// The record of a shard.
    #[serde(skip)]
    pub document: Option<String>,
}

/// What a shard found, as it stands in its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct CensusCount {
    outcomes: OutcomeCounts,
    values: Vec<ValueCount>,
    /// The number of the hottest position, and the position.
    hottest: Option<(u64, HottestPosition)>,
    /// The positions that were looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<FoundNumbers>,
}

/// The positions that a shard found, with their numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct FoundNumbers {
    greatest: Option<String>,
    count: u64,
    first: Vec<(u64, String)>,
}

/// The positions that were looked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FoundPositions {
    /// What was looked for, as it was asked.
    pub find: String,
    /// The greatest temperature or nimber, where that was looked for; null if no position has one.
    pub greatest: Option<String>,
    /// How many such positions there are.
    pub count: u64,
    /// The first of them.
    pub positions: Vec<String>,
}

/// How many positions have each outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "the names of the classes say it")]
pub struct OutcomeCounts {
    pub p: u64,
    pub n: u64,
    pub l: u64,
    pub r: u64,
}

/// The hottest position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct HottestPosition {
    /// The position.
    pub position: String,
    /// Its temperature.
    pub temperature: String,
}

/// How many positions have a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ValueCount {
    /// The value in canonical form.
    pub value: String,
    /// How many positions have it.
    pub count: u64,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        self.coverage.finish(&self.stopped)
    }

    answered_by!(rows, record);
}

/// Counts them. One canonical value for each position, those of equal components once.
///
/// ```
/// use ishitori_answers::{Context, census};
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "game": "domineering", "position": "2x2" });
/// let request: census::Request = serde_json::from_value(request).unwrap();
/// let found = census::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((found.positions, found.outcomes.n), (16, 5));
/// assert_eq!(found.hottest.unwrap().position, "..|..");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let (position, set) = expand_repetitions(&request.position, &request.set)?;
    let request = &Request { position, set, ..request.clone() };
    let rule = BoardRule::read(&request.game, &request.set)?;
    let misere = request.misere || matches!(rule.end(), End::Misere);
    if !misere && !rule.is_normal() {
        let (value, accepted) = (rule.name().to_string(), Accepted::NormalBoard);
        return Err(AskError::Argument { field: "game", value, accepted });
    }
    let store = GameStore::new();
    let find = find(request, misere, &store, context)?;
    let (graphs, set_up);
    let census: Box<dyn Counting + '_> = match graph_limit(request)? {
        Some(most) => {
            graphs = all_graphs(request, &rule, most, context)?;
            Box::new(graphs)
        }
        None => {
            set_up = rule.set_up(Some(&request.position), &context.budget)?;
            let census = match request.reachable {
                true => set_up.reachable(&context.budget),
                false => {
                    let pieces: Option<Vec<char>> =
                        request.pieces.as_ref().map(|pieces| pieces.chars().collect());
                    set_up.fillings(pieces.as_deref(), &context.budget)
                }
            };
            census.map_err(|error| refused(request, error))?
        }
    };
    let plan = ShardPlan::read(request.shard.as_deref(), census.numbers())?;
    let counting = CountingTask { census: &*census, find: find.as_ref(), misere, store: &store };
    let counts = counting.run(plan.places(), context);
    let found = CensusCount {
        outcomes: OutcomeCounts {
            p: counts.of(Outcome::P),
            n: counts.of(Outcome::N),
            l: counts.of(Outcome::L),
            r: counts.of(Outcome::R),
        },
        values: counts
            .values
            .into_iter()
            .map(|(value, count)| ValueCount { value, count })
            .collect(),
        hottest: counts.hottest.map(|hottest| {
            let temperature = hottest.temperature.to_string();
            (hottest.number, HottestPosition { position: hottest.position, temperature })
        }),
        found: find.map(|_| counts.found.into()),
    };
    let mut answer = Answer::new(rule.name(), request, misere, &found);
    answer.stopped = counts.stopped.map(|(_, limit)| limit.into());
    answer.coverage = plan.coverage();
    if answer.stopped.is_none() {
        let canonical = Request { shard: None, ..request.clone() };
        let question = || ShardedQuestion::Census(Box::new(canonical));
        answer.document = plan.record(question, || Found::Census(Box::new(found)));
    }
    Ok(answer)
}

/// What is looked for. The cost of an expression, if a value is looked for.
fn find(
    request: &Request,
    misere: bool,
    store: &GameStore,
    context: &Context,
) -> Result<Option<Find>, AskError> {
    let Some(text) = &request.find else { return Ok(None) };
    let refused = |accepted| AskError::Argument { field: "find", value: text.clone(), accepted };
    if misere {
        return Err(refused(Accepted::NormalFind));
    }
    let value = text.trim().strip_prefix("value").map(str::trim_start);
    Ok(Some(match (text.trim(), value.and_then(|rest| rest.strip_prefix('='))) {
        ("hottest", _) => Find::Hottest,
        ("largest-nimber", _) => Find::LargestNimber,
        ("one-winning-move", _) => Find::OneWinningMove,
        (_, Some(source)) => {
            let mut calculator = Calculator::within(store, context.budget.clone());
            let value = calculator.eval(source).map_err(|error| AskError::Expression {
                from: Origin::Field("find"),
                source: source.to_string(),
                error,
            })?;
            match value {
                Value::Game(game) => Find::Value(game),
                _ => return Err(refused(Accepted::GameExpression)),
            }
        }
        _ => return Err(refused(Accepted::CensusFind)),
    }))
}

/// The most vertices of the graphs that are asked about, if it is about all of them.
fn graph_limit(request: &Request) -> Result<Option<u32>, AskError> {
    let Some(most) = request.position.trim().strip_prefix("graphs:") else { return Ok(None) };
    if let Some(pieces) = &request.pieces {
        let (value, accepted) = (pieces.clone(), Accepted::EmptyGraphs);
        return Err(AskError::Argument { field: "pieces", value, accepted });
    }
    if request.reachable {
        let (value, accepted) = ("true".to_string(), Accepted::EmptyGraphs);
        return Err(AskError::Argument { field: "reachable", value, accepted });
    }
    match most.trim().parse() {
        Ok(most) if (1..=MAX_VERTICES).contains(&most) => Ok(Some(most)),
        _ => {
            let (value, accepted) = (request.position.clone(), Accepted::FewVertices);
            Err(AskError::Argument { field: "position", value, accepted })
        }
    }
}

/// All graphs with few vertices. The cost of making them.
fn all_graphs(
    request: &Request,
    rule: &BoardRule,
    most: u32,
    context: &Context,
) -> Result<GraphCensus, AskError> {
    let made = GraphCensus::new(rule.game().clone(), most, &context.budget);
    made.map_err(AskError::Limit)?
        .map_err(|error| AskError::BoardPosition { text: request.position.clone(), error })
}

impl From<Finds> for FoundNumbers {
    fn from(finds: Finds) -> FoundNumbers {
        let greatest = finds.greatest.map(|greatest| greatest.to_string());
        FoundNumbers { greatest, count: finds.count, first: finds.first }
    }
}

impl FoundNumbers {
    /// The same to be added up; nothing if no search finds this.
    fn finds(self) -> Option<Finds> {
        let greatest = match self.greatest {
            Some(text) => Some(dyadic(&text)?),
            None => None,
        };
        let listed = self.first.len() as u64 == self.count.min(MAX_LISTED as u64);
        listed.then_some(Finds { greatest, count: self.count, first: self.first })
    }
}

impl Answer {
    fn new(game: &str, request: &Request, misere: bool, found: &CensusCount) -> Answer {
        let mut values = found.values.clone();
        values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
        Answer {
            game: game.to_string(),
            position: request.position.clone(),
            positions: found.outcomes.all(),
            misere,
            outcomes: found.outcomes,
            distinct: values.len(),
            hottest: found.hottest.as_ref().map(|(_, hottest)| hottest.clone()),
            found: found.found.as_ref().map(|found| FoundPositions {
                find: request.find.clone().unwrap_or_default(),
                greatest: found.greatest.clone(),
                count: found.count,
                positions: found.first.iter().map(|(_, position)| position.clone()).collect(),
            }),
            values,
            stopped: None,
            coverage: Coverage::default(),
            document: None,
        }
    }
}

impl OutcomeCounts {
    fn all(&self) -> u64 {
        [self.p, self.n, self.l, self.r].iter().fold(0, |sum, n| sum.saturating_add(*n))
    }
}

/// The answer that the records make up, which are in their order and about different places.
pub(crate) fn merged(
    request: &Request,
    records: Vec<(String, Record)>,
    missing: Option<Missing>,
    context: &Context,
) -> Result<Answer, AskError> {
    let first = records.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let rule = BoardRule::read(&request.game, &request.set).map_err(|_| impossible(&first))?;
    let misere = request.misere || matches!(rule.end(), End::Misere);
    let mut values: BTreeMap<String, u64> = BTreeMap::new();
    let mut outcomes = OutcomeCounts { p: 0, n: 0, l: 0, r: 0 };
    let mut hottest: Option<(Dyadic, u64, HottestPosition)> = None;
    let mut finds = request.find.as_ref().map(|_| Finds::default());
    for (name, record) in records {
        context.budget.check(0)?;
        let places = record.places.1.saturating_sub(record.places.0);
        let Found::Census(found) = record.found else { return Err(impossible(&name)) };
        let counted = found.values.iter().try_fold(0u64, |sum, one| sum.checked_add(one.count));
        // Every position has a value, but in misère play, in which none has.
        let counted_of = if misere { 0 } else { found.outcomes.all() };
        // Some fillings are no positions: what would fall is not there.
        if counted != Some(counted_of) || found.outcomes.all() > places {
            return Err(impossible(&name));
        }
        let OutcomeCounts { p, n, l, r } = found.outcomes;
        for (sum, count) in
            [(&mut outcomes.p, p), (&mut outcomes.n, n), (&mut outcomes.l, l), (&mut outcomes.r, r)]
        {
            *sum += count;
        }
        for ValueCount { value, count } in found.values {
            *values.entry(value).or_default() += count;
        }
        let positions = found.outcomes.all();
        match (&mut finds, found.found) {
            (None, None) => {}
            (Some(all), Some(more)) if more.count <= positions => {
                all.join(more.finds().ok_or_else(|| impossible(&name))?);
            }
            _ => return Err(impossible(&name)),
        }
        let Some((number, one)) = found.hottest else { continue };
        let heat = dyadic(&one.temperature).ok_or_else(|| impossible(&name))?;
        let hotter = hottest.as_ref().is_none_or(|(most, least, _)| match heat.cmp(most) {
            std::cmp::Ordering::Equal => number < *least,
            order => order.is_gt(),
        });
        if hotter {
            hottest = Some((heat, number, one));
        }
    }
    let found = CensusCount {
        outcomes,
        values: values.into_iter().map(|(value, count)| ValueCount { value, count }).collect(),
        hottest: hottest.map(|(_, number, one)| (number, one)),
        found: finds.map(FoundNumbers::from),
    };
    let mut answer = Answer::new(rule.name(), request, misere, &found);
    answer.coverage = Coverage::without(missing);
    Ok(answer)
}

/// A number such as `3/2` or `-1`.
fn dyadic(text: &str) -> Option<Dyadic> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let denominator: u64 = denominator.parse().ok()?;
    let numerator: i64 = numerator.parse().ok()?;
    denominator.is_power_of_two().then(|| Dyadic::new(numerator, denominator.trailing_zeros()))
}

/// What is counted, and how.
struct CountingTask<'a> {
    census: &'a dyn Counting,
    find: Option<&'a Find>,
    misere: bool,
    store: &'a GameStore,
}

impl CountingTask<'_> {
    /// Counts the places in ranges, on all threads; what is counted does not depend on them.
    fn run(&self, places: Range<u64>, context: &Context) -> Counts {
        let ranges = context.threads.max(1) as u64 * RANGES;
        let length = places.end - places.start;
        let part = |range: u64| {
            let at = |k: u64| {
                places.start + (u128::from(length) * u128::from(k) / u128::from(ranges)) as u64
            };
            at(range)..at(range + 1)
        };
        let next = AtomicU64::new(0);
        let parts = Workers::new(context.threads, &context.budget).team(|_| {
            let mine = std::iter::from_fn(|| {
                let range = next.fetch_add(1, Ordering::Relaxed);
                (range < ranges).then(|| part(range))
            });
            let count = |range| match self.misere {
                true => self.census.count_misere(range, &context.budget),
                false => self.census.count(range, self.find, self.store, &context.budget),
            };
            mine.map(count).collect::<Vec<Counts>>()
        });
        let mut all = Counts::default();
        parts.into_iter().flatten().for_each(|part| all.join(part));
        all
    }
}

fn refused(request: &Request, error: CensusError) -> AskError {
    match error {
        CensusError::Limit(limit) => AskError::Limit(limit),
        CensusError::EndUnknown => {
            let (value, accepted) = (request.position.clone(), Accepted::ReachablePositions);
            AskError::Argument { field: "position", value, accepted }
        }
        CensusError::TooMany { .. } => {
            let (value, accepted) = (request.position.clone(), Accepted::SmallerBoard);
            AskError::Argument { field: "position", value, accepted }
        }
        CensusError::Character { .. } => {
            let value = request.pieces.clone().unwrap_or_default();
            AskError::Argument { field: "pieces", value, accepted: Accepted::BoardPieces }
        }
    }
}
