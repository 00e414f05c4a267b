//! Combinatorial games as rules.
//!
//! * [`Ruleset`]: the contract of a game, for games of your own too.
//! * [`board`]: partizan games on boards, strips and graphs, each a small [`Ruleset`].
//! * [`end`]: who wins when no move is left.
//! * [`heap`]: games played on heaps, as data: subtraction, taking and breaking, partizan heaps.

pub mod board;
pub mod end;
pub mod heap;
mod ruleset;
mod text;

pub use ruleset::Ruleset;
pub use text::to_halfwidth;
