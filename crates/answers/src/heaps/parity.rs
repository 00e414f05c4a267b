//! The unifying theorem for parity partizan games, by brute force.

use ishitori_solve::ending::{ParityViolation, TameCheck, verify_parity_theorem};
use serde::{Deserialize, Serialize};

use crate::registration::{Address, Registration};
use crate::rule::heap_rule;
use crate::{Answered, AskError, Context, Finish, OutcomeClass, Stopped};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("parity").up_to(&[("to", 100), ("heaps", 16)])],
    &[&[("rule", "sub:2,3"), ("to", "8")]],
)
.command(&["rule"]);

/// Brute-force check of the parity theorem: normal and misère play decide the parity-of-moves game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of an impartial heap game.
    pub rule: String,
    /// Largest number of stones in a heap.
    #[serde(default = "to")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 100_000)))]
    pub to: u32,
    /// Largest number of heaps.
    #[serde(default = "heaps")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 64)))]
    pub heaps: u32,
}

fn to() -> u32 {
    8
}

fn heaps() -> u32 {
    3
}

/// How the check went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule as it was understood.
    pub rule: String,
    /// Largest number of stones in a heap were examined …
    pub to: u32,
    /// … and the most of them in a position.
    pub heaps: u32,
    /// Whether no position contradicts the theorem or its corollary.
    pub holds: bool,
    /// Positions checked, each after an even and after an odd number of moves.
    pub tested: u64,
    /// How often each outcome came up after an even number of moves.
    pub outcomes: Counts,
    /// The first position that contradicts the theorem.
    pub counterexample: Option<Counterexample>,
    /// How the corollary about tame positions went; `null` if misère canonical forms are not known
    /// for the rule.
    pub tame: Option<Tame>,
    /// The limit that ended the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// Positions of each outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Counts {
    /// The player who moves first loses.
    #[serde(rename = "P")]
    pub p: u64,
    /// The player who moves first wins.
    #[serde(rename = "N")]
    pub n: u64,
    /// Left wins.
    #[serde(rename = "L")]
    pub l: u64,
    /// Right wins.
    #[serde(rename = "R")]
    pub r: u64,
}

/// A position that contradicts the theorem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The heaps.
    pub position: Vec<u32>,
    /// Whether an odd number of moves was played before.
    pub moves_played: Parity,
    /// The outcome by the theorem.
    pub expected: OutcomeClass,
    /// The outcome by search.
    pub found: OutcomeClass,
}

/// Even or odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// 0, 2, 4, …
    Even,
    /// 1, 3, 5, …
    Odd,
}

/// How the corollary went: a tame position with outcome L or R has a Grundy number of at most 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Tame {
    /// Positions with the genus of a position of Nim.
    pub tame: u64,
    /// Those of them with outcome L or R.
    #[serde(rename = "tame_with_outcome_L_or_R")]
    pub decided: u64,
    /// The largest Grundy number among these; `null` if there are none.
    #[serde(rename = "largest_grundy_of_these")]
    pub largest: Option<u32>,
    /// Other positions with outcome L or R and a Grundy number of at least 2.
    #[serde(rename = "not_tame_with_outcome_L_or_R_and_grundy_above_1")]
    pub wild: u64,
    /// The first position that contradicts the corollary.
    pub counterexample: Option<TameCounterexample>,
}

/// A position that contradicts the corollary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TameCounterexample {
    /// The heaps.
    pub position: Vec<u32>,
    /// Their Grundy number.
    pub grundy: u32,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        if self.holds { Finish::unless(&self.stopped) } else { Finish::No }
    }
}

/// Checks the theorem over all positions of a bounded number of heaps of bounded size. The
/// cost is that of three searches through all of them.
///
/// ```
/// use ishitori_answers::{Context, parity};
/// use ishitori_values::Budget;
///
/// let request = parity::Request { rule: "sub:1,2".into(), to: 5, heaps: 2 };
/// let answer = parity::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert!(answer.holds && answer.stopped.is_none());
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let &Request { ref rule, to, heaps } = request;
    let rule = heap_rule(rule)?;
    if rule.code().is_none() {
        return Err(AskError::NotOneHeap { rule });
    }
    let check = verify_parity_theorem(&rule, to, heaps as usize, &context.budget)
        .map_err(AskError::Ending)?;
    let [p, n, l, r] = check.counts;
    let counterexample = check.violation.map(of_violation);
    let tame = check.tame.map(of_tame);
    let tame_holds = tame.as_ref().is_none_or(|tame| tame.counterexample.is_none());
    Ok(Answer {
        rule: rule.to_string(),
        to,
        heaps,
        holds: counterexample.is_none() && tame_holds,
        tested: check.positions,
        outcomes: Counts { p, n, l, r },
        counterexample,
        tame,
        stopped: check.stopped.map(Stopped::from),
    })
}

fn of_violation(violation: ParityViolation) -> Counterexample {
    Counterexample {
        position: violation.position.heaps().to_vec(),
        moves_played: if violation.odd { Parity::Odd } else { Parity::Even },
        expected: violation.expected.into(),
        found: violation.found.into(),
    }
}

fn of_tame(check: TameCheck) -> Tame {
    let TameCheck { tame, decided, largest, wild, violation } = check;
    let counterexample = violation.map(|(position, grundy)| TameCounterexample {
        position: position.heaps().to_vec(),
        grundy,
    });
    Tame { tame, decided, largest, wild, counterexample }
}
