//! One file per command.

pub mod check;
pub mod draw;
mod draw_tree;
pub mod eval;
pub mod explain;
pub mod games;
pub mod grundy;
mod heaps;
pub mod identify;
pub mod misere;
pub mod outcomes;
pub mod parity;
pub mod period;
pub mod position;
pub mod repl;
mod report;
pub mod serve;
pub mod sweep;
pub mod table;
pub mod tour;
pub mod values;
