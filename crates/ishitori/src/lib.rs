//! Ishitori (石取り, "taking stones"): exact values of combinatorial games.
//!
//! This crate gathers what library users need; the work is done in smaller crates:
//!
//! * [`values`]: numbers, nimbers, short games in canonical form, thermographs, notation;
//! * [`rules`]: what a game is;
//! * [`language`]: rules of games on tuples of numbers, as text;
//! * [`solve`]: engines from rules to results;
//! * [`parallel`]: threads that share work, and vector instructions;
//! * [`automata`]: formulas decided for all positions;
//! * [`certify`]: certificates of proved results and their independent checker;
//! * [`sweep`]: whole families of games, one row per game;
//! * [`draw`]: pictures as SVG and PNG; [`pictures`]: of results.
//!
//! ```
//! use ishitori::prelude::*;
//!
//! let store = GameStore::new();
//! // Algebra: {2|-1} + * is hot, and Left wins moving first.
//! let mut calculator = Calculator::new(&store);
//! let value = calculator.eval("{2|-1} + *").unwrap();
//! assert_eq!(calculator.show(&value).unwrap(), "{2*|-1*}");
//!
//! // Boards: the value of a Domineering position.
//! let board = BoardGame::Domineering.value(&store, "...|...", 1, &Budget::unlimited()).unwrap();
//! assert_eq!(store.session().print(board).unwrap(), "{2|-1/2}");
//! ```

pub use ishitori_answers::draw as pictures;
pub use ishitori_automata as automata;
pub use ishitori_certify as certify;
pub use ishitori_draw as draw;
pub use ishitori_language as language;
pub use ishitori_parallel as parallel;
pub use ishitori_rules as rules;
pub use ishitori_solve as solve;
pub use ishitori_sweep as sweep;
pub use ishitori_values as values;

/// The names that most programs use.
pub mod prelude {
    pub use ishitori_rules::board::Ruleset;
    pub use ishitori_solve::board::{BoardGame, Solver};
    pub use ishitori_values::calculator::{Calculator, Value};
    pub use ishitori_values::notation::Style;
    pub use ishitori_values::{
        Budget, Dyadic, Game, GameStore, GameSummary, LimitReached, Nimber, Outcome, Player,
        Session, Thermograph,
    };
}
