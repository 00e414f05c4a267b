//! The tests of `ishitori-automata` from outside, in one program.

mod bases;
mod certificates;
mod learning;
mod proofs;
mod scan;
mod twins;
