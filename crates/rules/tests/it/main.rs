//! The tests of `ishitori-rules` from outside, in one program.

mod notation;
