//! Statements about all positions of a game, decided by automata.
//!
//! A game of the language whose moves and conditions are linear (with `div` and `mod` by constants,
//! `min`, `if`, bitwise operations) and a formula of the same kind are statements of Büchi arithmetic
//! in base 2, which finite automata decide, or of its likes in other numeration systems ([`Base`]). [`prove`] is the way in; below it are [`GameFormulas`]
//! (texts as formulas), [`Formula`] (formulas as automata) and [`Automaton`] (sets of tuples of
//! integers, with boolean operations, projection and minimisation).
//!
//! ```
//! use ishitori_automata::{Decision, prove};
//! use ishitori_language::{TextGame, chocolate};
//! use ishitori_values::Budget;
//! // A bar of chocolate with y ≤ ⌊z/4⌋ is Nim with two heaps, whatever its size.
//! let bar = TextGame::new(&chocolate("4"), &[]).unwrap();
//! let formula = bar.formula("y xor z").unwrap();
//! let decided = prove(&bar, &formula, &Budget::unlimited(), &mut |_| {});
//! assert!(matches!(decided, Decision::Proved(_)));
//! ```

// Nothing is cut off and nothing loses its sign: what is decided here is called a theorem.
#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod atoms;
mod automaton;
mod base;
mod certificate;
mod decision;
mod diagram;
mod find;
mod formula;
mod learn;
mod linear;
mod minimise;
mod numbers;
mod product;
mod project;
mod prove;
mod scan;
mod solutions;
mod solved;
mod stage;
mod translate;
mod weighted;
mod work;

pub use atoms::BitOperation;
pub use automaton::Automaton;
pub use base::{Base, MAX_PERIOD, MAX_QUOTIENT, NoBase};
pub use certificate::certificate;
pub use decision::{Decision, Proof, Violation, Why};
pub use diagram::Track;
pub use find::{Discovery, GameTable, Subject, TableStop, find, winners};
pub use formula::{Formula, Relation};
pub use learn::{Learner, Teacher};
pub use linear::Linear;
pub use product::Operation;
pub use prove::{prove, prove_in_base, prove_relation, prove_wins};
pub use scan::{Scan, Sign};
pub use solved::Solved;
pub use stage::Stage;
pub use translate::{Construct, GameFormulas, MAX_CASES, NoValue, NotLinear, OptionCase};
pub use work::{Progress, Work};
