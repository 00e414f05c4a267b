//! The tests of `ishitori-reproduce` from outside, in one program.

mod items;
