//! One file per command.

pub mod check;
pub mod draw;
pub mod eval;
pub mod games;
pub mod grundy;
mod heaps;
pub mod identify;
pub mod period;
pub mod position;
pub mod repl;
mod report;
pub mod table;
pub mod tour;
