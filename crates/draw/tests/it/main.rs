//! The tests of `ishitori-draw` from outside, in one program.

mod browser_font;
mod pictures;
mod steps;
