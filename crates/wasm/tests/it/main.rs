//! The tests of `ishitori-wasm` from outside, in one program.

mod reply;
mod seams;
