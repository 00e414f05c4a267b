//! The tests of `ishitori-solve` from outside, in one program.

mod boards;
mod checkpoints;
mod common;
mod ending;
mod entailing;
mod heaps;
mod language;
mod layers;
mod library;
mod milestones;
mod options;
mod play;
mod play_values;
mod quotient_positions;
mod quotients;
mod regressions;
mod strings;
mod tuple;
mod two_pile;
mod value_certificates;
mod value_growth;
