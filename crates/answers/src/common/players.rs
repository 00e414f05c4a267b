//! Players, outcome classes and sums, as they stand in requests and answers.

use ishitori_loopy::{GameResult, LoopyOutcome};
use ishitori_solve::ending::SumRule;
use ishitori_values::{Outcome, Player};
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

/// The outcome class: who wins under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum OutcomeClass {
    /// The previous player: the player who moves first loses.
    P,
    /// The next player: the player who moves first wins.
    N,
    /// Left, regardless of who moves first.
    L,
    /// Right, regardless of who moves first.
    R,
}

/// The outcome class of a game in which a play may go on forever, which is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum DrawnOutcome {
    /// The previous player: the player who moves first loses.
    P,
    /// The next player: the player who moves first wins.
    N,
    /// Left, regardless of who moves first.
    L,
    /// Right, regardless of who moves first.
    R,
    /// A draw, regardless of who moves first.
    D,
    /// Left if she moves first; otherwise a draw.
    NHat,
    /// Right if he moves first; otherwise a draw.
    NCheck,
    /// Left if Right moves first; otherwise a draw.
    PHat,
    /// Right if Left moves first; otherwise a draw.
    PCheck,
}

impl From<LoopyOutcome> for DrawnOutcome {
    fn from(outcome: LoopyOutcome) -> Self {
        match outcome {
            LoopyOutcome::P => DrawnOutcome::P,
            LoopyOutcome::N => DrawnOutcome::N,
            LoopyOutcome::L => DrawnOutcome::L,
            LoopyOutcome::R => DrawnOutcome::R,
            LoopyOutcome::D => DrawnOutcome::D,
            LoopyOutcome::NHat => DrawnOutcome::NHat,
            LoopyOutcome::NCheck => DrawnOutcome::NCheck,
            LoopyOutcome::PHat => DrawnOutcome::PHat,
            LoopyOutcome::PCheck => DrawnOutcome::PCheck,
        }
    }
}

impl From<Outcome> for DrawnOutcome {
    fn from(outcome: Outcome) -> Self {
        LoopyOutcome::from(outcome).into()
    }
}

impl std::fmt::Display for DrawnOutcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DrawnOutcome::P => "P",
            DrawnOutcome::N => "N",
            DrawnOutcome::L => "L",
            DrawnOutcome::R => "R",
            DrawnOutcome::D => "D",
            DrawnOutcome::NHat => "NHat",
            DrawnOutcome::NCheck => "NCheck",
            DrawnOutcome::PHat => "PHat",
            DrawnOutcome::PCheck => "PCheck",
        })
    }
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

impl OutcomeClass {
    /// The class of a game without draws. O(1).
    pub(crate) fn without_draws(outcome: LoopyOutcome) -> OutcomeClass {
        let [left, right] = Player::BOTH.map(|player| outcome.wins_moving_first(player));
        Outcome::from_first_move_wins(left, right).into()
    }
}

impl DrawnOutcome {
    /// All of them.
    pub const ALL: [DrawnOutcome; 9] = [
        DrawnOutcome::P,
        DrawnOutcome::N,
        DrawnOutcome::L,
        DrawnOutcome::R,
        DrawnOutcome::D,
        DrawnOutcome::NHat,
        DrawnOutcome::NCheck,
        DrawnOutcome::PHat,
        DrawnOutcome::PCheck,
    ];

    /// Whether a player wins moving first. O(1).
    pub fn wins_moving_first(self, player: Side) -> bool {
        LoopyOutcome::from(self).wins_moving_first(player.into())
    }

    /// Whether the game is a draw if this player moves first. O(1).
    pub fn draws_moving_first(self, player: Side) -> bool {
        LoopyOutcome::from(self).moving_first(player.into()) == GameResult::Draw
    }
}

impl From<DrawnOutcome> for LoopyOutcome {
    fn from(outcome: DrawnOutcome) -> Self {
        match outcome {
            DrawnOutcome::P => LoopyOutcome::P,
            DrawnOutcome::N => LoopyOutcome::N,
            DrawnOutcome::L => LoopyOutcome::L,
            DrawnOutcome::R => LoopyOutcome::R,
            DrawnOutcome::D => LoopyOutcome::D,
            DrawnOutcome::NHat => LoopyOutcome::NHat,
            DrawnOutcome::NCheck => LoopyOutcome::NCheck,
            DrawnOutcome::PHat => LoopyOutcome::PHat,
            DrawnOutcome::PCheck => LoopyOutcome::PCheck,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
