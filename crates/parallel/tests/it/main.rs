//! The tests of `ishitori-parallel` from outside, in one program.

mod workers;
