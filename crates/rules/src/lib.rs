//! What a combinatorial game is.
//!
//! * [`board`]: partizan games on boards, strips and graphs, each a small [`board::Ruleset`].
//! * [`end`]: who wins when no move is left.
//! * [`heap`]: games played on heaps, as data: subtraction, taking and breaking, partizan heaps.

pub mod board;
pub mod end;
pub mod heap;
mod text;

pub use text::narrow;
