//! Games that are played and explained, move by move.

pub mod explain;
pub(crate) mod explain_proved;
pub mod play;
pub mod played;
pub mod remoteness;
