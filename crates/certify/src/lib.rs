//! Certificates for statements about games.

mod canonical;
mod document;

pub use document::*;
