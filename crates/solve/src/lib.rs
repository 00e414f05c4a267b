//! Engines that solve combinatorial games: rules in, results out, nothing printed.
//!
//! * [`board`]: canonical values of positions of any [`ishitori_rules::board::Ruleset`].

pub mod board;
