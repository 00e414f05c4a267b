//! What became of a proof.

use std::ops::Range;

use ishitori_values::{LimitReached, Player};

use crate::base::Base;
use crate::formula::Relation;
use crate::linear::Linear;
use crate::stage::Stage;
use crate::translate::NotLinear;

/// What became of a proof.
#[derive(Clone, Debug)]
pub enum Decision {
    /// The formula holds at all positions.
    Proved(Box<Proof>),
    /// The formula does not hold.
    Refuted(Violation),
    /// Neither was decided.
    Open(Why),
}

/// What was found on the way to a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The relation between coordinates and values, or the positions that a player wins moving
    /// first (Left, then Right).
    pub relations: Vec<Relation>,
    /// The linear forms that show that every play ends, the weightiest first.
    pub measure: Vec<Linear>,
    /// The most states of an automaton on the way.
    pub largest: usize,
    /// How the automata read numbers.
    pub base: Base,
}

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A limit was reached in a stage of the proof.
    Limit {
        /// The limit.
        limit: LimitReached,
        /// What was being decided.
        stage: Stage,
    },
    /// The text of the game has something that is not in the decidable class.
    Game(NotLinear),
    /// The text of the formula has.
    Formula(NotLinear),
    /// The formula says nothing at a position.
    Undefined(Vec<i128>),
    /// A move leads to something that is no position.
    Leaves {
        /// From here.
        position: Vec<i128>,
        /// To there.
        option: Vec<i128>,
        /// The rule, in the text of the game.
        rule: Range<usize>,
    },
    /// The text of the game computes something at a position that has no value.
    NoValue {
        /// Where.
        position: Vec<i128>,
        /// What, in the text of the game.
        span: Range<usize>,
    },
    /// No linear forms show that every play ends.
    Endless,
    /// A condition says which positions are lost, but the players have different moves or ends.
    ConditionOfPartizan,
    /// Grundy numbers are for impartial games under normal play.
    NotGrundy,
    /// To learn more, this position would have to be computed, which is too far.
    Far(Vec<i128>),
    /// Learning distinguished more than this many states.
    ManyStates(usize),
}

/// Where a formula contradicts itself. It is wrong there, or at a position that can be reached from
/// there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A table has a counterexample, so that nothing was left to decide.
    Table {
        /// Where.
        position: Vec<i128>,
    },
    /// The formula has no value, since it computes something that has none.
    NoValue {
        /// Where.
        position: Vec<i128>,
        /// What, in the text of the formula.
        span: Range<usize>,
    },
    /// The value is negative.
    Negative {
        /// Where.
        position: Vec<i128>,
        /// The value.
        value: i128,
    },
    /// An option has the same value.
    SameValue {
        /// Where.
        position: Vec<i128>,
        /// The value there.
        value: i128,
        /// The rule by which the option is reached.
        rule: usize,
    },
    /// No option has a smaller value.
    Missing {
        /// Where.
        position: Vec<i128>,
        /// The value that no option has.
        value: i128,
    },
    /// A player is said to lose moving first, but wins by a rule.
    MissedWin {
        /// Where.
        position: Vec<i128>,
        /// Who.
        player: Player,
    },
    /// A player is said to win moving first, but no move does it.
    NoWin {
        /// Where.
        position: Vec<i128>,
        /// Who.
        player: Player,
    },
}

impl Violation {
    /// The position. O(1).
    pub fn position(&self) -> &[i128] {
        match self {
            Violation::Table { position }
            | Violation::NoValue { position, .. }
            | Violation::Negative { position, .. }
            | Violation::SameValue { position, .. }
            | Violation::Missing { position, .. }
            | Violation::MissedWin { position, .. }
            | Violation::NoWin { position, .. } => position,
        }
    }
}
