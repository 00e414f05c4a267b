//! The tests of `ishitori-draw` from outside, in one program.

mod pictures;
mod steps;
mod symbols;
mod tikz;
