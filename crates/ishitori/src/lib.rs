//! Ishitori (石取り, "taking stones"): exact values of combinatorial games.
//!
//! This crate gathers what library users need; the work is done in smaller crates, each of them a
//! module and, but for [`values`], a cargo feature. `default-features = false` leaves the values
//! alone; with `features = ["all"]` everything is there but the program, which `cargo install
//! ishitori` installs.
//!
//! * [`values`]: numbers, nimbers, short games in canonical form, thermographs, notation;
//! * [`rules`]: what a game is;
//! * [`language`]: rules of games on tuples of numbers, as text;
//! * [`solve`]: engines from rules to results;
//! * [`parallel`]: threads that share work, and vector instructions;
//! * [`automata`]: formulas decided for all positions;
//! * [`certify`]: certificates of proved results and their independent checker;
//! * [`sweep`]: whole families of games, one row per game;
//! * [`atlas`]: tables of what is known about small games;
//! * [`draw`]: pictures as SVG, PNG and PDF;
//! * [`answers`]: questions and answers as plain data; [`pictures`]: of answers;
//! * [`words`]: answers and errors in sentences, English and Japanese.
//!
//! The [`prelude`] has the names that most programs use, each from the module where its
//! documentation is.
//!
//! ```
//! use ishitori::prelude::*;
//!
//! // Algebra: {2|-1} + * is hot, and Left wins moving first.
//! let store = Store::new();
//! let switch = store.game(&[store.integer(2)], &[store.integer(-1)])?;
//! let value = switch + store.nimber(1)?;
//! assert_eq!(value.to_string(), "{2*|-1*}");
//! assert_eq!(value.outcome()?, Outcome::N);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the other features:
//!
#![cfg_attr(feature = "all", doc = "```")]
#![cfg_attr(not(feature = "all"), doc = "```ignore")]
//! use ishitori::prelude::*;
//! let (store, budget) = (Store::new(), Budget::unlimited());
//!
//! // Boards: the value of a Domineering position.
//! let board = BoardGame::Domineering.value(store.games(), "...|...", 1, &budget).unwrap();
//! assert_eq!(store.games().session().print(board).unwrap(), "{2|-1/2}");
//!
//! // Heaps: the period of Kayles, proved.
//! let kayles: HeapRule = "0.77".parse().unwrap();
//! let report = find_period(kayles.code().unwrap(), 1000, &budget).unwrap();
//! assert_eq!(report.periodicity.unwrap().values.period, 12);
//!
//! // The language: a table of Grundy numbers of a game of one's own.
//! let game = TextGame::new("(n) -> (n - s) for s in {1, 3, 4} if s <= n", &[]).unwrap();
//! assert_eq!(grundy_table(&game, &[9], &budget).unwrap().get(&[5]), Some(3));
//!
//! // Quotients: misère Kayles up to heap 8.
//! let mut search = QuotientSearch::new(&kayles, &EndRule::misere()).unwrap();
//! search.run(Some(8), &budget).unwrap();
//! assert!(search.quotient().order() > 1);
//! ```

pub mod prelude;

#[cfg(feature = "answers")]
pub use ishitori_answers as answers;
#[cfg(feature = "answers")]
pub use ishitori_answers::draw as pictures;
#[cfg(feature = "atlas")]
pub use ishitori_atlas as atlas;
#[cfg(feature = "automata")]
pub use ishitori_automata as automata;
#[cfg(feature = "boards")]
pub use ishitori_boards as boards;
#[cfg(feature = "certify")]
pub use ishitori_certify as certify;
#[cfg(feature = "draw")]
pub use ishitori_draw as draw;
#[cfg(feature = "language")]
pub use ishitori_language as language;
#[cfg(feature = "rules")]
pub use ishitori_rules as rules;
#[cfg(feature = "solve")]
pub use ishitori_runtime as parallel;
#[cfg(feature = "solve")]
pub use ishitori_solve as solve;
#[cfg(feature = "sweep")]
pub use ishitori_sweep as sweep;
pub use ishitori_values as values;
#[cfg(feature = "words")]
pub use ishitori_words as words;
