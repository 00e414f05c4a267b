//! Ishitori (石取り, "taking stones"): exact values of combinatorial games.
//!
//! ```
//! use ishitori::prelude::*;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // {2|-1} + * is hot, and the player who moves first wins.
//!     let store = Store::new();
//!     let switch = store.game(&[store.integer(2)], &[store.integer(-1)])?;
//!     let value = switch + store.nimber(1)?;
//!     assert_eq!(value.to_string(), "{2*|-1*}");
//!     assert_eq!(value.outcome()?, Outcome::N);
//!     Ok(())
//! }
//! ```
//!
//! A module for each subject:
//!
//! * [`games`]: numbers, nimbers, short games in canonical form, thermographs, notation;
//! * [`heaps`]: games on heaps: Grundy numbers, periods, end rules, quotients;
//! * [`boards`]: games on boards, as text or as types of your own;
//! * [`tuples`]: games on tuples of numbers, as text; formulas proved for all positions;
//! * [`loopy`]: games whose positions can recur;
//! * [`play`]: positions that are judged and played;
//! * [`families`]: whole families of games, one row per game;
//! * [`certify`]: certificates of proved results and their independent checker;
//! * [`draw`]: pictures as SVG, PNG and PDF;
//! * [`ask`]: any question of the program as plain data, and its answer in sentences.
//!
//! The [`prelude`] has the names that most programs use. These modules are what later versions keep; all of the crates
//! behind them is in [`engines`], without that promise. Without default features there is [`games`] alone;
//! `features = ["all"]` has everything but the program, which `cargo install ishitori` installs.

pub mod prelude;

pub mod engines;
pub mod games;

#[cfg(feature = "answers")]
pub mod ask;
#[cfg(feature = "boards")]
pub mod boards;
#[cfg(feature = "certify")]
pub mod certify;
#[cfg(feature = "draw")]
pub mod draw;
#[cfg(feature = "sweep")]
pub mod families;
#[cfg(feature = "solve")]
pub mod heaps;
#[cfg(feature = "loopy")]
pub mod loopy;
#[cfg(feature = "solve")]
pub mod play;
#[cfg(feature = "solve")]
pub mod tuples;
