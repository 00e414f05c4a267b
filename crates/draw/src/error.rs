//! What can go wrong while drawing.

use thiserror::Error;

/// A picture that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DrawError {
    /// The picture would be too large.
    #[error("the picture would have {found} {what}; at most {limit} are possible")]
    TooLarge {
        /// What there are too many of.
        what: &'static str,
        /// How many.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// There is nothing to draw.
    #[error("there is nothing to draw: {0}")]
    Nothing(&'static str),
    /// Whoever asked for the picture does not want it any more.
    #[error("the picture was given up")]
    GivenUp,
    /// The PNG encoder failed.
    #[error("the PNG could not be written: {0}")]
    Png(String),
    /// The PDF could not be compressed.
    #[error("the PDF could not be written: {0}")]
    Pdf(String),
}
