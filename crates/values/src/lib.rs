//! Exact values of combinatorial games.
//!
//! * [`Dyadic`]: the numbers m/2^k, without overflow.
//! * [`Nimber`]: nim-sum, nim-product, nim-inverse.
//! * [`Ordinal`] and [`NimField`]: nim arithmetic below ω^(ω^ω).
//! * [`GameStore`]: short games in canonical form, hash-consed, with the operations of the field
//!   on a [`Session`].
//! * [`Store`] and [`OwnedGame`]: the same without lifetimes, for threads and other stores.
//! * [`Forms`]: games as they are written, not simplified.
//! * [`Thermograph`]: walls, mean and temperature, exactly.
//! * [`notation`]: reading and printing games, in ASCII, Unicode and LaTeX.
//! * [`calculator`]: expressions over games.
//!
//! ```
//! use ishitori_values::calculator::Calculator;
//! let store = ishitori_values::GameStore::new();
//! let mut calculator = Calculator::new(&store);
//! let value = calculator.eval("{2|1} + {0|-3/2}").unwrap();
//! assert_eq!(calculator.show(&value).unwrap(), "{2|1||+-1/2}");
//! ```

mod atomic;
pub mod calculator;
mod dyadic;
mod endless;
mod error;
mod form;
mod nimber;
pub mod notation;
mod operators;
mod ordinal;
mod owned;
mod piecewise;
mod player;
mod products;
mod reduced;
mod store;
mod summary;
mod temperature;
mod thermograph;
mod transfinite;
mod uptimal;

pub use dyadic::{Bound, Dyadic, NotDyadic};
pub use endless::Endless;
pub use error::GameError;
pub use form::{Form, Forms};
pub use ishitori_runtime::{Budget, BudgetTicker, Ceiling, LimitReached, Reservation};
pub use nimber::Nimber;
pub use ordinal::Ordinal;
pub use owned::{OwnedGame, Store};
pub use piecewise::Piecewise;
pub use player::{Outcome, Player};
pub use store::{Game, GameStore, NumberUpStar, Session};
pub use summary::GameSummary;
pub use thermograph::Thermograph;
pub use transfinite::{NimField, TransfiniteError};
pub use uptimal::Uptimal;
