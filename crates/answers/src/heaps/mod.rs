//! Games on heaps: sequences, periods, outcomes and values under end rules, quotients.

pub mod grundy;
pub mod misere;
pub mod outcomes;
pub mod parity;
pub mod period;
pub mod quotient;
pub(crate) mod same_game;
pub mod sequence;
pub mod values;
