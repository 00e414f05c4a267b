//! The tests of `ishitori` from outside, in one program.

mod book;
