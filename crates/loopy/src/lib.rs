//! Games whose positions can recur.
//!
//! * [`LoopyStore`]: values of loopy games, each as its onside and its offside; stoppers in canonical form,
//!   every one once, those without cycles in the store of short games.
//! * [`Graph`]: a finite game as a directed graph with Left's and Right's edges.
//! * [`GameResult`]: win, loss or draw, and [`LoopyOutcome`] the nine outcome classes.
//! * [`Tablebase`]: the endings of all states of a game whose states have numbers, packed, on several threads.
//! * [`smith_values`]: Grundy values of impartial games with cycles, ∞ among them.
//! * [`calculator`]: expressions over short and loopy games.
//! * [`games`]: games on boards whose positions can recur.
//!
//! The theory is that of A. N. Siegel, *Combinatorial Game Theory* (2013), chapter VI, and of
//! *Winning Ways*, chapter 11. In all sums a play that does not end is a draw.
//!
//! ```
//! use ishitori_loopy::calculator::Calculator;
//! let store = ishitori_values::GameStore::new();
//! let mut calculator = Calculator::new(&store);
//! let value = calculator.eval("a{0|a} + *").unwrap();
//! assert_eq!(calculator.show(&value).unwrap(), "over");
//! let value = calculator.eval("over - over").unwrap();
//! assert_eq!(calculator.show(&value).unwrap(), "over & under");
//! ```

pub mod calculator;
mod components;
mod facts;
pub mod games;
mod graph;
mod intern;
mod order;
mod outcome;
mod printer;
mod retrograde;
mod simplify;
mod smith;
mod stops;
mod store;
mod sum;
mod tablebase;
mod thermograph;

pub use components::strong_components;
pub use facts::NoVariety;
pub use graph::{Graph, Target};
pub use ishitori_values::Endless;
pub use outcome::LoopyOutcome;
pub use retrograde::{GameResult, Retrograde};
pub use smith::{SmithValue, smith_values};
pub use stops::Pseudonumber;
pub use store::{Loopy, LoopyStore, Vertex};
pub use tablebase::{IndexedGame, SolveError, StateKind, Tablebase};
pub use thermograph::NoThermograph;
