//! Statements about all positions of a game, decided by automata.

mod atoms;
mod automaton;
mod diagram;
mod formula;
mod linear;
mod minimise;
mod product;
mod project;
mod prove;

mod translate;
mod work;

pub use atoms::BitOperation;
pub use automaton::Automaton;
pub use diagram::Track;
pub use formula::{Formula, Relation};
pub use linear::Linear;
pub use product::Operation;
pub use prove::{Decision, Proof, Stage, Violation, Why, prove, prove_relation};
pub use translate::{Construct, GameFormulas, MAX_CASES, OptionCase, Outside};
pub use work::{Progress, Work};
