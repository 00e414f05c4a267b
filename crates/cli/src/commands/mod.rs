//! One file per command.

pub mod eval;
pub mod position;
pub mod repl;
mod report;
pub mod tour;
