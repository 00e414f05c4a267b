//! Certificates for statements about games, and an independent checker of them.
//!
//! A [`Certificate`] names a rule, a claim about it and the theorem with its data that proves the
//! claim. [`check`] reads the JSON document, recomputes the values it needs from the rules with
//! small, plain code, and verifies every hypothesis of the theorem. It believes nothing else in the
//! document. **Architecture invariant:** this crate depends on no engine and on no other crate of
//! Ishitori.
//!
//! The theorems, each with a proof and the cost of checking:
//! * [`mod@guy_smith`]: periods of take-and-break games;
//! * [`mod@subtraction`]: periods of subtraction games;
//! * [`mod@all_but`]: arithmetic periods of all-but subtraction games;
//! * [`mod@arithmetic`]: arithmetic periods of games that leave three heaps or more;
//! * [`mod@outcomes`]: periods of the outcomes of subtraction games under any end rule;
//! * [`mod@values`]: periods of the values of heaps that are never split, under any end;
//! * [`mod@growth`]: values of heaps that grow forever, by the order of heaps;
//! * [`mod@window`]: periods of games with a sparse space, from about n0 + p values;
//! * `milestones`: the same in pieces that can be checked at the same time;
//! * [`mod@formula`]: formulas for Grundy numbers of games on tuples, by automata;
//! * [`mod@board`]: who wins on a board, and nimbers, by a list of lost positions;
//! * [`mod@quotient`]: outcomes of sums of heaps under normal, misère and ending-partizan play.
//!
//! ```
//! use ishitori_certify::*;
//! // Dawson's Kayles: period 34 from heap 53.
//! let rule = Rule::take_and_break([0, 0, 7]);
//! let certificate = Certificate::new(rule, Claim::period(53, 34), Proof::guy_smith());
//! assert!(check(&certificate.to_json()).valid);
//! ```

// A document decides how large numbers are here: none is cut off.
#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

pub mod all_but;
pub mod arithmetic;
pub mod board;
mod canonical;
mod check;
mod class;
mod condition;
mod document;
mod foreign;
pub mod formula;
pub mod growth;
pub mod guy_smith;
mod lanes;
mod lean;
mod limits;
pub mod milestones;
mod numbers;
pub mod outcomes;
pub mod quotient;
mod sparse;
mod stretch;
mod strict;
pub mod subtraction;
mod take_and_break;
mod tracker;
mod value_set;
pub mod values;
mod verdict;
pub mod window;

pub use board::{
    Board, BoardClaim, BoardParameter, BoardRule, BoardStrategy, Construct, LostSum, Strategist,
    StrategyFault,
};
pub use check::{Opened, open};
pub use check::{check, check_with, check_within};
pub use condition::{Condition, Fault, FaultKind, Resource};
pub use document::*;
pub use formula::{
    AutomatonData, FormulaClaim, FormulaProof, Term, Test, TupleMove, TuplePlayer, TupleRule,
    WinsProof, is_name,
};
pub use growth::{FormOption, HeapForm, HeapOrder, ValueGrowth};
pub use lean::lean;
pub use limits::{Limits, Progress};
pub use values::{EndGames, GameForm, ValuePeriod};
pub use verdict::{Evidence, Rejection, Statement, Theorem, Verdict, Why, letters_shown};
