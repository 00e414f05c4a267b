//! Questions about the program itself: its games, its atlas, certificates, formatting, the tour; rows of answers.

pub mod atlas;
pub mod check;
pub(crate) mod check_pieces;
pub mod cite;
pub mod fmt;
pub mod games;
pub mod identify;
mod oeis;
pub(crate) mod tabular;
pub mod tour;
