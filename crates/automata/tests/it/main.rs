//! The tests of `ishitori-automata` from outside, in one program.

mod certificates;
mod learning;
mod proofs;
mod scan;
mod twins;
