//! The tests of `ishitori-values` from outside, in one program.

mod common;
mod laws;
mod oracle;
mod owned;
mod piecewise;
mod programs;
mod reference;
mod regressions;
