//! What every engine stands on: limits, threads, vector instructions, files and memory.
//!
//! * [`Budget`]: the time, memory and cancellation of one computation; [`BudgetTicker`] asks it in loops of short steps,
//!   [`Ceiling`] bounds the memory of the whole process, [`clock`] is the one clock.
//! * [`Workers`]: threads that share a computation, in one of a few ways, within a [`Budget`].
//! * [`with_monitor`]: work with a monitor thread that reports how far it is.
//! * [`simd`]: which vector instructions the processor has, as tokens that only a look at the
//!   processor can make, and the loads and stores that need `unsafe` code.
//! * `files`, with the feature of that name: files that are there whole or not at all, locks, and reading within limits.
//! * `memory`, likewise: how much memory the process has, and giving back what was freed.
//!
//! Threads live as long as the computation: no pool stays behind in the process of a library
//! user, results never depend on the number of threads, every thread has a working space of its
//! own and every loop asks the budget. A general pool such as rayon's has none of the last three, and
//! the pieces here are large, so that starting threads costs nothing that can be measured.

mod budget;
mod cancel;
mod ceiling;
pub mod clock;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "memory")]
pub mod memory;
mod monitor;
mod pair;
pub mod simd;
mod workers;

pub use budget::{Budget, BudgetTicker, LimitReached, Reservation};
pub use cancel::CancelFlag;
pub use ceiling::Ceiling;
pub use monitor::with_monitor;
pub use pair::pair;
pub use workers::Workers;

/// Whether there are threads: everywhere but in the WebAssembly of browsers, where starting one traps.
pub const THREADS: bool = !cfg!(target_family = "wasm");
