//! Dots and Boxes, Strings and Coins, Nimstring: who wins, and by how much.

use ishitori_solve::strings::{Boxes, LoonyNimber, Nimstring, Strings};
use serde::{Deserialize, Serialize};

use super::remoteness::Winner;
use crate::registration::{Address, Registration};
use crate::{Accepted, Answered, AskError, Context, Finish, Stopped};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("dots-and-boxes")],
    &[
        &[("position", "2x2")],
        &[("position", "2x3"), ("drawn", "1-2")],
        &[("position", "@1 1-2 2-3 3-4 @4 2-5 @5")],
    ],
)
.command(&["position"]);

/// Who wins Nimstring on a board of Dots and Boxes, or on strings and coins, and who gets how many boxes more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// Rows and columns of boxes, such as `3x3`; or strings between coins, such as `1-2`, and to the ground, such as `@1`. A box
    /// is a coin, numbered row by row from 1, a line a string.
    pub position: String,
    /// A line that is drawn, or a string that is cut, such as `1-2` or `@1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<String>,
}

/// The values of the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The strings that are left.
    pub position: String,
    /// How many boxes, or coins, are not taken.
    pub boxes: u32,
    /// Nimstring: who cannot move loses, and who takes a box must move again. Null if a limit was reached.
    pub nimstring: Option<NimstringFacts>,
    /// Dots and Boxes: who takes more boxes wins. Null if a limit was reached.
    pub score: Option<ScoreFacts>,
    /// The limit that was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// Who wins Nimstring.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NimstringFacts {
    /// The nimber; null if the position is loony: the player to move wins any sum in which it stands.
    pub value: Option<u32>,
    /// The winner of best play.
    pub winner: Winner,
    /// The moves that win.
    pub winning: Vec<String>,
    /// The moves that give the opponent the choice: to loony positions.
    pub loony: Vec<String>,
    /// How many positions were looked at.
    pub positions: u64,
}

/// Who gets more boxes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ScoreFacts {
    /// How many more boxes than the opponent the player to move still gets, if both play for the most; negative if fewer.
    pub difference: i32,
    /// The moves after which that is so.
    pub best: Vec<String>,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }
}

/// Searches all positions that can be reached: first those of Nimstring, which has components, then those of the score, which
/// has none. Exponential in the lines; 3 × 3 boxes took 1.9 seconds on 2026-11-19.
///
/// ```
/// use ishitori_answers::{Context, dots_and_boxes};
/// use ishitori_values::Budget;
///
/// let request = serde_json::from_str(r#"{"position": "2x2"}"#).unwrap();
/// let answer = dots_and_boxes::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(answer.score.unwrap().difference, 2);
/// assert_eq!(answer.nimstring.unwrap().value, Some(0));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let refused = |field, value: &str, accepted| AskError::Argument {
        field,
        value: value.to_string(),
        accepted,
    };
    let strings: Strings = (request.position.parse())
        .map_err(|_| refused("position", &request.position, Accepted::StringsAndCoins))?;
    let mut left = strings.all();
    for line in &request.drawn {
        let string = strings.find(line.trim(), left);
        let string = string.ok_or_else(|| refused("drawn", line, Accepted::StringLeft))?;
        left &= !(1 << string);
    }
    let name = |string: usize| strings.name(string);
    let shown = (0..strings.len()).filter(|string| left >> string & 1 == 1);
    let mut answer = Answer {
        position: shown.map(name).collect::<Vec<_>>().join(" "),
        boxes: strings.coins_on(left),
        nimstring: None,
        score: None,
        stopped: None,
    };
    match nimstring(&strings, left, context) {
        Ok(found) => answer.nimstring = Some(found),
        Err(limit) => {
            answer.stopped = Some(limit.into());
            return Ok(answer);
        }
    }
    match score(&strings, left, context) {
        Ok(found) => answer.score = Some(found),
        Err(limit) => answer.stopped = Some(limit.into()),
    }
    Ok(answer)
}

fn nimstring(
    strings: &Strings,
    left: u64,
    context: &Context,
) -> Result<NimstringFacts, ishitori_values::LimitReached> {
    let mut search = Nimstring::new(strings, context.budget.clone());
    let value = match search.value(left)? {
        LoonyNimber::Nimber(nimber) => Some(nimber),
        LoonyNimber::Loony => None,
    };
    let names = |cuts: Vec<usize>| cuts.into_iter().map(|cut| strings.name(cut)).collect();
    Ok(NimstringFacts {
        value,
        winner: if value == Some(0) { Winner::Second } else { Winner::First },
        winning: names(search.winning(left)?),
        loony: names(search.loony(left)?),
        positions: search.positions() as u64,
    })
}

fn score(
    strings: &Strings,
    left: u64,
    context: &Context,
) -> Result<ScoreFacts, ishitori_values::LimitReached> {
    let mut search = Boxes::new(strings, context.budget.clone())?;
    let difference = search.difference(left)?;
    let best = search.best(left)?.into_iter().map(|cut| strings.name(cut)).collect();
    Ok(ScoreFacts { difference, best })
}
