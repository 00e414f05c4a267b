//! Games on tuples of numbers, as text: tables, conjectures, and formulas that are proved for all positions.
//!
//! ```
//! use ishitori::games::Budget;
//! use ishitori::tuples::{TextGame, grundy_table};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let game = TextGame::new("(n) -> (n - s) for s in {1, 3, 4} if s <= n", &[])?;
//!     let table = grundy_table(&game, &[9], &Budget::unlimited())?;
//!     assert_eq!(table.get(&[5]), Some(3));
//!     Ok(())
//! }
//! ```

#[cfg(feature = "automata")]
pub use ishitori_automata::{Decision, prove};
pub use ishitori_language::{
    Formula, LIBRARY, LanguageError, LibraryGame, ParameterValue, TextGame, library_game,
};
pub use ishitori_solve::tuple::{
    Conjecture, GrundyTable, OutcomeTable, SumPosition, SumSearch, TupleEnd, TupleError,
    ValueTable, grundy_table, outcome_table, test_conjecture, value_table,
};
