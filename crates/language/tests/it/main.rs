//! The tests of `ishitori-language` from outside, in one program.

mod language;
mod library;
mod pile_games;
