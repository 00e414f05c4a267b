//! What a combinatorial game is.
//!
//! * [`board`]: partizan games on boards, strips and graphs, each a small [`board::Ruleset`].

pub mod board;
