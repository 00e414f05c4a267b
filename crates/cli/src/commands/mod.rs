//! One file per command.

mod boxes;
pub mod check;
pub mod conjecture;
pub mod draw;
pub mod eval;
pub mod explain;
pub mod fmt;
pub mod games;
pub mod grundy;
mod heaps;
pub mod identify;
pub mod misere;
pub mod outcomes;
pub mod parity;
pub mod period;
pub mod position;
pub mod quotient;
pub mod quotient_sweep;
pub mod repl;
mod report;
pub mod reproduce;
mod sequence;
mod strips;
pub mod sweep;
pub mod table;
pub mod tour;
pub mod values;
