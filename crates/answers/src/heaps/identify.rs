//! Which games a piece of a Grundy sequence comes from.

use ishitori_rules::heap::{HeapCode, HeapRule, NAMED_RULES, NamedRule};
use ishitori_solve::heap::{Match, identify};
use serde::{Deserialize, Serialize};

use crate::registration::{Address, Registration};
use crate::{Accepted, Answered, AskError, Context, Finish, SameGame, Stopped};

/// What the doors of the program need to know.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("identify").up_to(&[("starts", 100_000), ("most", 1000)])],
    &[&[("values", "0,1,2,3,1,4,3,2,1,4,2,6")], &[("values", "1,2,3,0,1,2,3,0"), ("most", "5")]],
)
.command(&["values"]);

/// The octal and subtraction games that a piece of a sequence comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// Consecutive Grundy numbers, separated by commas or spaces: `0,1,1,2,0,3,1,1,0`.
    pub values: String,
    /// Look for them from the heaps 0 to `starts` − 1 on.
    #[serde(default = "starts")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 100_000)))]
    pub starts: u64,
    /// Show at most so many games.
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
    /// The numbers that were looked for.
    pub values: Vec<u32>,
    /// The games, simplest first; at most as many as were asked for.
    pub matches: Vec<Found>,
    /// How many games were found in all.
    pub found: usize,
    /// How many games were tried.
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
    /// The heap that the first number belongs to.
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

/// Looks through the games with a name and the small codes. The cost is that of computing so many
/// heaps of each.
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
    let values = read_values(&request.values).ok_or_else(|| AskError::Argument {
        field: "values",
        value: request.values.clone(),
        accepted: match request.values.chars().all(|c| "LRNP".contains(c)) {
            true if !request.values.is_empty() => Accepted::NumbersNotOutcomes,
            _ => Accepted::Numbers,
        },
    })?;
    let found = identify(&values, request.starts, &context.budget).map_err(AskError::Heap)?;
    let matches = found.matches.iter().take(request.most).map(of_match).collect();
    Ok(Answer {
        values,
        matches,
        found: found.matches.len(),
        tried: found.tried,
        stopped: found.stopped.map(Stopped::from),
    })
}

fn of_match(found: &Match) -> Found {
    Found {
        rule: found.code.to_string(),
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

/// Numbers separated by commas, spaces or semicolons, in any width of characters.
pub(crate) fn read_values(text: &str) -> Option<Vec<u32>> {
    let narrow: String = text
        .chars()
        .map(|c| match c {
            '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
            '，' | '、' | ';' | '；' => ',',
            c if c.is_whitespace() => ',',
            c => c,
        })
        .collect();
    let pieces = narrow.split(',').filter(|piece| !piece.is_empty());
    let values: Vec<u32> = pieces.map(|piece| piece.parse().ok()).collect::<Option<_>>()?;
    (!values.is_empty()).then_some(values)
}
