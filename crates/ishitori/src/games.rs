//! Values of games: numbers, nimbers and short games in canonical form, with their order, sums, outcomes and thermographs.
//!
//! An [`OwnedGame`] knows its [`Store`] and goes anywhere; no number of stores confuses them. For long work there are
//! handles: a [`Game`] is a number of 31 bits that means a canonical form in one [`GameStore`], so that `==` is equality of
//! values, and a [`Session`] of each thread computes with them. A handle of another store is a panic with a message, as
//! long as no more than eight stores are alive at a time; with more of them it may be taken for a game of the wrong store.
//! So keep handles together with the store that they are from, or games owned.
//!
//! ```
//! use ishitori::games::Store;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let store = Store::new();
//!     let game = store.eval("{3|1||-2} + *")?.ok_or("not a game")?;
//!     assert_eq!(game.temperature()?.to_string(), "2");
//!     assert_eq!(&game - &game, store.integer(0));
//!     Ok(())
//! }
//! ```

pub use ishitori_values::calculator::{Calculator, EvalError, Value};
pub use ishitori_values::notation::{PrintError, Style};
pub use ishitori_values::{
    Bound, Budget, Ceiling, Dyadic, Game, GameError, GameStore, GameSummary, LimitReached, Nimber,
    Outcome, OwnedGame, Player, Session, Store, Thermograph,
};
