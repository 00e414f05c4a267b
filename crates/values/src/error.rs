//! Errors of operations on games without a result.

use ishitori_runtime::LimitReached;

/// Why an operation on games has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A limit was reached first.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The game has no atomic weight: it is not an infinitesimal.
    #[error("the game is not atomic: it is not an infinitesimal, its stops are {left} and {right}")]
    NotInfinitesimal {
        /// The left stop.
        left: crate::Dyadic,
        /// The right stop.
        right: crate::Dyadic,
    },
    /// The game has no atomic weight: it is infinitesimal but neither all-small nor within ↑* and
    /// a remote star of a multiple of ↑.
    #[error(
        "the game is not atomic: it is an infinitesimal, but not all-small nor close to a multiple of ^"
    )]
    NotAtomic,
    /// Cooling by a negative amount.
    #[error("a game cannot be cooled by {0}: the temperature must not be negative")]
    NegativeTemperature(crate::Dyadic),
}
