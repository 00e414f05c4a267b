//! The tests of `ishitori-sweep` from outside, in one program.

mod all_pairs;
mod codes;
mod figures;
mod files;
mod gpu;
mod pairs;
mod places;
mod regressions;
