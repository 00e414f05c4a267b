//! One file per command.

pub mod check;
pub mod completions;
pub mod draw;
pub mod eval;
pub mod explain;
pub mod games;
mod graph;
pub mod grundy;
mod heaps;
pub mod identify;
pub mod man;
pub mod misere;
pub mod outcomes;
pub mod parity;
pub mod period;
pub mod play;
pub mod position;
pub mod repl;
mod report;
pub mod sweep;
pub mod table;
pub mod tour;
pub mod values;
