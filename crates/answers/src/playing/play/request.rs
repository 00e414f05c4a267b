//! The game so far.

use ishitori_solve::play::Skill;
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use crate::setup::{GameSpec, GameVisitor, set_up};
use crate::{Accepted, AskError, RuleSource, Side, Sum};

/// The most moves of a game.
const MAX_HISTORY: usize = 400;
/// Moves that are shown if they are none.
const SHOWN: usize = 20;

/// How does this game stand, and what does the program play?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game; or a sum of games, such as `{1|-1} + *`, which is its own position.
    pub rule: RuleSource,
    /// The heaps, such as `31` or `3+5+7`, a tuple such as `(4,13)`, or a board such as `xo.|.xo`
    /// [default: a typical position].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Values of parameters of a game in the language, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The player who moves first.
    #[serde(default)]
    pub first: First,
    /// The player that the person is, where that matters.
    #[serde(default)]
    pub side: PersonSide,
    /// How well the program plays: `perfect`, or from `0` (errs whenever it can) to `10` (perfect).
    #[serde(default = "perfect")]
    pub level: String,
    /// Percentage of positions in which the program makes a mistake; in place of the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 100)))]
    pub mistakes: Option<u8>,
    /// The random seed; the same seed gives the same moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What the end of several heaps depends on.
    #[serde(default)]
    pub sum: Sum,
    /// The moves so far: the number of each among the moves that could be played, from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", schemars(length(max = 400)))]
    pub moves: Vec<usize>,
}

fn perfect() -> String {
    "perfect".to_string()
}

/// The player who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The person who asks.
    #[default]
    Me,
    /// The program.
    You,
}

/// The player that the person is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PersonSide {
    /// Left.
    #[default]
    Left,
    /// Right.
    Right,
}

impl Request {
    /// A game that begins at a usual position against a perfect program.
    pub fn new(rule: RuleSource) -> Request {
        Request {
            rule,
            position: None,
            set: Vec::new(),
            end: None,
            first: First::default(),
            side: PersonSide::default(),
            level: perfect(),
            mistakes: None,
            seed: None,
            sum: Sum::default(),
            moves: Vec::new(),
        }
    }

    /// Reads the rule and the position and passes them to the visitor.
    pub fn set_up<S: GameVisitor>(
        &self,
        budget: &Budget,
        player: S,
    ) -> Result<S::Outcome, AskError> {
        let at = GameSpec {
            rule: &self.rule,
            set: &self.set,
            position: self.position.as_deref().filter(|position| !position.is_empty()),
            end: self.end.as_deref(),
            sum: self.sum.into(),
        };
        set_up(at, budget, player)
    }

    /// The player that the person is.
    pub fn person(&self) -> Side {
        match self.side {
            PersonSide::Left => Side::Left,
            PersonSide::Right => Side::Right,
        }
    }

    /// The player who moves first.
    pub fn first_player(&self) -> Side {
        match (self.first, self.person()) {
            (First::Me, person) => person,
            (First::You, Side::Left) => Side::Right,
            (First::You, Side::Right) => Side::Left,
        }
    }

    /// How well the program plays.
    pub(crate) fn skill(&self) -> Result<Skill, AskError> {
        if let Some(mistakes) = self.mistakes.filter(|&mistakes| mistakes <= 100) {
            return Ok(Skill::with_mistakes(mistakes));
        }
        let refused = |field, value| AskError::Argument { field, value, accepted: Accepted::Level };
        if let Some(mistakes) = self.mistakes {
            return Err(refused("mistakes", mistakes.to_string()));
        }
        match self.level.parse::<u8>() {
            _ if self.level == "perfect" => Ok(Skill::PERFECT),
            Ok(level @ 0..=10) => Ok(Skill::with_mistakes(100 - 10 * level)),
            _ => Err(refused("level", self.level.clone())),
        }
    }

    /// Refuses more moves than a game has.
    pub(crate) fn check_moves(&self) -> Result<(), AskError> {
        if self.moves.len() > MAX_HISTORY { Err(self.not_moves()) } else { Ok(()) }
    }

    /// These are no moves of the game.
    pub(crate) fn not_moves(&self) -> AskError {
        let numbers: Vec<String> = self.moves.iter().take(SHOWN).map(usize::to_string).collect();
        let (value, accepted) = (numbers.join(","), Accepted::Moves);
        AskError::Argument { field: "moves", value, accepted }
    }
}
