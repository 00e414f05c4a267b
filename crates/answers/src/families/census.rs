//! All positions of a board: how many there are of each value and outcome, and which is hottest.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_boards::Counting;
use ishitori_boards::ast::End;
use ishitori_boards::census::{CensusError, Counts};
use ishitori_runtime::Workers;
use ishitori_values::{Dyadic, GameStore, Outcome};
use serde::{Deserialize, Serialize};

use crate::board::BoardRule;
use crate::finish::answered_by;
use crate::record::{Found, Missing, Record, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::repetitions::expand_repetitions;
use crate::shard_plan::{Coverage, ShardPlan, impossible};
use crate::{Accepted, Answered, AskError, Context, Finish, RuleSource, Stopped};

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
    /// The board, such as `3x3`; what stands there does not matter, but with `reachable`.
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
pub(crate) struct Counted {
    outcomes: OutcomeCounts,
    values: Vec<ValueCount>,
    /// The number of the hottest position, and the position.
    hottest: Option<(u64, HottestPosition)>,
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
    let set_up = rule.set_up(Some(&request.position), &context.budget)?;
    let census = match request.reachable {
        true => set_up.reachable(&context.budget),
        false => {
            let pieces: Option<Vec<char>> =
                request.pieces.as_ref().map(|pieces| pieces.chars().collect());
            set_up.fillings(pieces.as_deref(), &context.budget)
        }
    };
    let census = census.map_err(|error| refused(request, error))?;
    let plan = ShardPlan::read(request.shard.as_deref(), census.numbers())?;
    let counts = counted(&*census, plan.places(), misere, context);
    let found = Counted {
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
    };
    let mut answer = Answer::new(rule.name(), &request.position, misere, &found);
    answer.stopped = counts.stopped.map(|(_, limit)| limit.into());
    answer.coverage = plan.coverage();
    if answer.stopped.is_none() {
        let canonical = Request { shard: None, ..request.clone() };
        let question = || ShardedQuestion::Census(Box::new(canonical));
        answer.document = plan.record(question, || Found::Census(Box::new(found)));
    }
    Ok(answer)
}

impl Answer {
    fn new(game: &str, position: &str, misere: bool, found: &Counted) -> Answer {
        let mut values = found.values.clone();
        values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
        Answer {
            game: game.to_string(),
            position: position.to_string(),
            positions: found.outcomes.all(),
            misere,
            outcomes: found.outcomes,
            distinct: values.len(),
            hottest: found.hottest.as_ref().map(|(_, hottest)| hottest.clone()),
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
    let found = Counted {
        outcomes,
        values: values.into_iter().map(|(value, count)| ValueCount { value, count }).collect(),
        hottest: hottest.map(|(_, number, one)| (number, one)),
    };
    let mut answer = Answer::new(rule.name(), &request.position, misere, &found);
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

/// Counts the places in ranges, on all threads; what is counted does not depend on them.
fn counted(census: &dyn Counting, places: Range<u64>, misere: bool, context: &Context) -> Counts {
    let store = GameStore::new();
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
        let count = |range| match misere {
            true => census.count_misere(range, &context.budget),
            false => census.count(range, &store, &context.budget),
        };
        mine.map(count).collect::<Vec<Counts>>()
    });
    let mut all = Counts::default();
    parts.into_iter().flatten().for_each(|part| all.join(part));
    all
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
