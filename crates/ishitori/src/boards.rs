//! Games on boards: those of the library and texts of your own by [`BoardGame`], and types of your own that implement
//! [`Ruleset`].
//!
//! ```
//! use ishitori::boards::BoardGame;
//! use ishitori::games::{Budget, GameStore};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let domineering = BoardGame::named("domineering").ok_or("not in the library")?;
//!     let set_up = domineering.set_up("2x3")?;
//!     let store = GameStore::new();
//!     let value = set_up.value(&store, 1, &Budget::unlimited())?;
//!     assert_eq!(store.session().print(value)?, "{2|-1/2}");
//!     Ok(())
//! }
//! ```

pub use ishitori_boards::{
    Board, BoardGame, LIBRARY, LibraryGame, Position, SetUp, SetUpError, TextError, library_game,
};
pub use ishitori_rules::Ruleset;
#[cfg(feature = "solve")]
pub use ishitori_solve::board::{Solver, solve_parallel, value_parallel};
