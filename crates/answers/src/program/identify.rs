//! Which games a piece of a sequence comes from: Grundy numbers by computing small games, outcomes by the atlas.

use ishitori_rules::heap::{HeapCode, HeapRule, NAMED_RULES, NamedRule};
use ishitori_solve::heap::{Identified, Match, grundy, identify};
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use crate::registration::{Address, Registration};
use crate::sequence::read_values;
use crate::{Accepted, Answered, AskError, Context, Finish, SameGame, Stopped, atlas};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("identify").up_to(&[("starts", 100_000), ("most", 1000)])],
    &[
        &[("values", "0,1,2,3,1,4,3,2,1,4,2,6")],
        &[("values", "1,2,3,0,1,2,3,0"), ("most", "5")],
        &[("values", "LRLNNL"), ("most", "3")],
    ],
)
.command(&["values"]);

/// Find the games that a piece of a sequence comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// Consecutive Grundy numbers, separated by commas or spaces: `0,1,1,2,0,3,1,1,0`; or outcomes, which are looked
    /// up in the atlas: `LRLNN`.
    pub values: String,
    /// Look for Grundy numbers from the heaps 0 to `starts` − 1 on.
    #[serde(default = "starts")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 100_000)))]
    pub starts: u64,
    /// Show at most this many games.
    #[serde(default = "most")]
    pub most: usize,
}

fn starts() -> u64 {
    100
}

fn most() -> usize {
    20
}

/// The games found, simplest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The numbers that were searched for; none if they were outcomes.
    pub values: Vec<u32>,
    /// The outcomes that were searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<String>,
    /// The games, simplest first (of outcomes, in the order of the atlas); at most as many as were asked for.
    pub matches: Vec<Found>,
    /// How many games were found in all.
    pub found: usize,
    /// How many games were tried, or how many rows of the atlas.
    pub tried: usize,
    /// The limit that ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// A game that has the numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Found {
    /// The code of the game.
    pub rule: String,
    /// Who wins when no move is left, where outcomes were searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The heap that the first number or outcome belongs to.
    pub start: u64,
    /// The name of the game, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game in standard form that this is another form of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_game_as: Option<SameGame>,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match (&self.stopped, self.found) {
            (Some(_), _) => Finish::Partial,
            (None, 0) => Finish::No,
            (None, _) => Finish::Done,
        }
    }
}

/// Looks through the games with a name and the small codes for Grundy numbers, at the cost of computing that many
/// heaps of each; through the rows of the atlas for outcomes.
///
/// ```
/// use ishitori_answers::{Context, identify};
/// use ishitori_values::Budget;
///
/// let request = identify::Request { values: "0,1,2,3,1,4,3,2,1,4,2".into(), starts: 1, most: 3 };
/// let found = identify::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(found.matches[0].name.as_deref(), Some("kayles"));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    if let Some(outcomes) = read_outcomes(&request.values) {
        return in_the_atlas(outcomes, request, context);
    }
    let values = read_values(&request.values).ok_or_else(|| AskError::Argument {
        field: "values",
        value: request.values.clone(),
        accepted: Accepted::NumbersOrOutcomes,
    })?;
    let mut found = identify(&values, request.starts, &context.budget).map_err(AskError::Heap)?;
    if found.stopped.is_none() {
        among_names(&values, request.starts, &context.budget, &mut found)?;
    }
    let matches = found.matches.iter().take(request.most).map(of_match).collect();
    Ok(Answer {
        values,
        outcomes: None,
        matches,
        found: found.matches.len(),
        tried: found.tried,
        stopped: found.stopped.map(Stopped::from),
    })
}

/// Adds the games with a name that are no small codes: moves that take any number, or that only part a heap.
fn among_names(
    values: &[u32],
    starts: u64,
    budget: &Budget,
    found: &mut Identified,
) -> Result<(), AskError> {
    let count = starts.saturating_add(values.len() as u64).saturating_sub(1);
    for rule in NAMED_RULES {
        let Ok(HeapRule::Impartial(code)) = rule.rule.parse() else { continue };
        if code.max_take().is_some() && code.splits_up_to(0).is_empty() {
            continue;
        }
        if let Err(limit) = budget.check(0) {
            found.stopped = Some(limit);
            return Ok(());
        }
        found.tried += 1;
        let all = grundy(&code, count, None, budget).map_err(AskError::Heap)?;
        let all: Vec<u32> = all.values.iter().collect();
        let start = all.windows(values.len().max(1)).position(|window| window == values);
        if let Some(start) = start.filter(|_| !values.is_empty()) {
            // In the order of all: what begins earlier comes first.
            let start = start as u64;
            let at = found.matches.partition_point(|other| other.start < start);
            found.matches.insert(at, Match { code, start });
        }
    }
    Ok(())
}

/// The letters of outcomes, if the text has nothing else but what separates them.
fn read_outcomes(text: &str) -> Option<String> {
    let is_between = |c: char| c.is_whitespace() || ",;、，；".contains(c);
    let letters: String = text.chars().filter(|&c| !is_between(c)).collect();
    (!letters.is_empty() && letters.chars().all(|c| "LRNP".contains(c))).then_some(letters)
}

/// The games of the atlas whose outcomes have these letters in a row.
fn in_the_atlas(
    outcomes: String,
    request: &Request,
    context: &Context,
) -> Result<Answer, AskError> {
    let sequence = Some(outcomes.clone());
    let limit = request.most.max(1);
    let found = atlas::answer(&atlas::Request { sequence, limit, ..Default::default() }, context)?;
    let of_row = |row: &atlas::Row| {
        let code = match row.code.parse() {
            Ok(HeapRule::Impartial(code)) => Some(code),
            _ => None,
        };
        // Columns of other ends than that of the row are called after them.
        let end = match (row.column.as_deref(), row.row.get("end")) {
            (Some("misere"), _) => Some("misere".to_string()),
            (_, Some(end)) => end.as_str().map(str::to_string),
            _ => None,
        };
        Found {
            rule: row.code.clone(),
            end,
            start: row.start.unwrap_or(0),
            name: code.as_ref().and_then(name).map(str::to_string),
            same_game_as: code.as_ref().and_then(SameGame::of),
        }
    };
    Ok(Answer {
        values: Vec::new(),
        outcomes: Some(outcomes),
        matches: found.rows.iter().take(request.most).map(of_row).collect(),
        found: found.found.unwrap_or(0),
        tried: found.tables.iter().map(|table| table.rows).sum(),
        stopped: None,
    })
}

fn of_match(found: &Match) -> Found {
    Found {
        rule: found.code.to_string(),
        end: None,
        start: found.start,
        name: name(&found.code).map(str::to_string),
        same_game_as: SameGame::of(&found.code),
    }
}

fn name(code: &HeapCode) -> Option<&'static str> {
    let same = |rule: &&NamedRule| match rule.name.parse() {
        Ok(HeapRule::Impartial(named)) => named.same_moves(code),
        _ => false,
    };
    NAMED_RULES.iter().find(same).map(|rule| rule.name)
}
