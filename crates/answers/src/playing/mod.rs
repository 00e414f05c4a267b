//! Games that are played and explained, move by move.

pub mod blocking;
pub mod compound;
pub mod dots_and_boxes;
pub mod explain;
pub(crate) mod explain_proved;
pub mod play;
pub mod puzzle;
pub mod remoteness;
pub mod setup;
