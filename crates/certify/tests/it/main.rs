//! The tests of `ishitori-certify` from outside, in one program.

mod arithmetic;
mod boards;
mod common;
mod corpus;
mod format;
mod games;
mod in_coq;
mod milestones;
mod outcome_period;
mod python;
mod quotients;
mod speed;
mod tampering;
mod value_growth;
mod value_period;
