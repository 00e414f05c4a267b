//! The tests of `ishitori-files` from outside, in one program.

mod output_targets;
