//! Misère canonical forms and genera of games and positions.

use ishitori_solve::ending::Position;
use ishitori_solve::heap::MisereGames;
use serde::{Deserialize, Serialize};

use crate::registration::{Address, Registration};
use crate::rule::{heap_code, heap_rule};
use crate::{Answered, AskError, Context, Finish, OutcomeClass};

/// Canonical forms that are longer are not shown.
const LONGEST: usize = 100_000;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("misere")],
    &[&[("game", "*[3,2]")], &[("game", "0.07"), ("position", "10+4")]],
);

/// What is this game, or this position of heaps, in misère play?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// A game such as `*[3,2]+*2`; or a rule, if there is a position.
    pub game: String,
    /// Heaps of the rule: `10+4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// A game in misère play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The game, or the rule and the position.
    pub game: String,
    /// The canonical form; `null` if it is too long to show.
    pub canonical: Option<String>,
    /// The outcome in misère play.
    pub outcome: OutcomeClass,
    /// The genus, as it is written: `3^1431`.
    pub genus: String,
    /// The Grundy number in normal play.
    pub grundy: u32,
    /// The misère Grundy number.
    pub misere_grundy: u32,
    /// Whether a sum of nimbers has this genus.
    pub tame_genus: bool,
    /// The length of the longest play.
    pub birthday: usize,
    /// How many options the canonical form has.
    pub options: usize,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Finds the misère canonical form. The cost is that of all positions that can be reached, and
/// of their sums with *2.
///
/// ```
/// use ishitori_answers::{Context, misere};
/// use ishitori_values::Budget;
///
/// let request = misere::Request { game: "0.07".into(), position: Some("10".into()) };
/// let answer = misere::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((answer.genus.as_str(), answer.tame_genus), ("3^1431", false));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let mut games = MisereGames::new(context.budget.clone());
    let text = &request.game;
    let (name, game) = match &request.position {
        Some(position) => {
            let code = heap_code(text)?;
            let position: Position = position.parse().map_err(AskError::HeapPosition)?;
            let game = games.position(&code, position.heaps()).map_err(AskError::Heap)?;
            (format!("{code}: {position}"), game)
        }
        None if names_rule(text) => {
            return Err(AskError::NeedsPosition { rule: heap_rule(text)? });
        }
        None => {
            let game = games.parse(text);
            let game = game.map_err(|error| AskError::Misere { text: text.clone(), error })?;
            (text.trim().to_string(), game)
        }
    };
    let genus = games.genus(game)?;
    Ok(Answer {
        game: name,
        canonical: games.show(game, LONGEST),
        outcome: if games.is_lost(game) { OutcomeClass::P } else { OutcomeClass::N },
        genus: genus.to_string(),
        grundy: genus.grundy,
        misere_grundy: genus.misere[0],
        tame_genus: genus.is_tame(),
        birthday: games.birthday(game),
        options: games.options(game).len(),
    })
}

/// Whether a text is a rule rather than a game: `4.7` can be read as four copies of *7, but who
/// writes `0.77` has forgotten the heaps. Games begin with a digit, `*` or `[`.
fn names_rule(text: &str) -> bool {
    heap_rule(text).is_ok()
        || text.trim_start().starts_with(|c: char| c == '.' || c.is_alphabetic())
}
