//! Games on tuples of numbers: tables of boxes, conjectures and their proofs.

pub mod box_table;
pub mod conjecture;
pub mod table;
