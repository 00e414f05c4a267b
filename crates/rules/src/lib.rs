//! Rules of combinatorial games, as data that every engine reads.
//!
//! * [`heap`]: games played on heaps: subtraction, taking and breaking, partizan heaps.

pub mod heap;
