//! The tests of `ishitori-loopy` from outside, in one program.

mod beyond;
mod bounds;
mod laws;
mod oracle;
mod programs;
mod scale;
mod slow;
mod smith;
mod thermographs;
