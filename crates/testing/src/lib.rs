//! Helpers that the tests of several crates share: chapters of the `book`, whose commands are run; an
//! `interpreter` of the language and `random_games` for it; `loopy` games in Rust; the bodies of the targets for fuzzing, which tests replay.
//! Not published: crates have it as a dependency of their tests, with the features that they need.

#[cfg(feature = "book")]
pub mod book;
pub mod fuzz;
#[cfg(feature = "language")]
pub mod interpreter;
#[cfg(feature = "loopy")]
pub mod loopy;
#[cfg(feature = "language")]
pub mod random_games;
