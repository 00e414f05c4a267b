//! The tests of `ishitori-atlas` from outside, in one program.

mod build;
mod search;
mod shipped;
