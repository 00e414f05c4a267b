//! Games that are played and explained.

pub(crate) mod blocking;
pub(crate) mod compound;
pub(crate) mod dots_and_boxes;
pub(crate) mod explain;
pub mod play;
pub(crate) mod puzzle;
pub(crate) mod remoteness;
