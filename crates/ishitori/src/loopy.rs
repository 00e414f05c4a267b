//! Games whose positions can recur: values by their sides, outcomes with draws, graphs solved backwards.
//!
//! ```
//! use ishitori::games::GameStore;
//! use ishitori::loopy::Calculator;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let store = GameStore::new();
//!     let mut calculator = Calculator::new(&store);
//!     let value = calculator.eval("a{0|a} + *")?;
//!     assert_eq!(calculator.show(&value)?, "over");
//!     Ok(())
//! }
//! ```

pub use ishitori_loopy::calculator::{Calculator, Value};
pub use ishitori_loopy::{
    GameResult, Graph, IndexedGame, Loopy, LoopyOutcome, LoopyStore, SmithValue, SolveError,
    StateKind, Tablebase, Target, smith_values,
};
