//! Engines for combinatorial games.
//!
//! * [`heap`]: Grundy sequences of heap games, their periods with proofs, misère play, values of
//!   partizan heaps, and which game a sequence comes from.
//!
//! No engine prints; every long computation takes a [`Budget`](ishitori_values::Budget).

pub mod heap;
