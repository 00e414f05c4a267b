//! The tests of `ishitori-runtime` from outside, in one program.

mod output_targets;
mod workers;
