//! Players, outcome classes and sums, as they stand in requests and answers.

use ishitori_solve::ending::SumRule;
use ishitori_values::{Outcome, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

/// Who wins under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum OutcomeClass {
    /// The previous player: whoever moves first loses.
    P,
    /// The next player: whoever moves first wins.
    N,
    /// Left, whoever moves first.
    L,
    /// Right, whoever moves first.
    R,
}

impl From<Outcome> for OutcomeClass {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::P => OutcomeClass::P,
            Outcome::N => OutcomeClass::N,
            Outcome::L => OutcomeClass::L,
            Outcome::R => OutcomeClass::R,
        }
    }
}

impl From<OutcomeClass> for Outcome {
    fn from(class: OutcomeClass) -> Self {
        match class {
            OutcomeClass::P => Outcome::P,
            OutcomeClass::N => Outcome::N,
            OutcomeClass::L => Outcome::L,
            OutcomeClass::R => Outcome::R,
        }
    }
}

impl std::fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Outcome::from(*self).fmt(f)
    }
}

/// What the end of several heaps depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sum {
    /// All stones left together.
    #[default]
    Total,
    /// Each heap by itself: who has won more of them.
    Score,
}

impl From<SumRule> for Sum {
    fn from(sum: SumRule) -> Self {
        match sum {
            SumRule::Total => Sum::Total,
            SumRule::Score => Sum::Score,
        }
    }
}

impl From<Sum> for SumRule {
    fn from(sum: Sum) -> Self {
        match sum {
            Sum::Total => SumRule::Total,
            Sum::Score => SumRule::Score,
        }
    }
}
