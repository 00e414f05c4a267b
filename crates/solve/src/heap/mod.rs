//! Heap games.

mod all_but;
mod engine;
mod kernel;
mod moves;
mod naive;
mod period;
mod rare;
mod values;
mod window;

pub use engine::{Engine, Grundy, HeapError, MAX_HEAPS, grundy};
pub use naive::grundy_naive;
pub use period::{
    Period, PeriodReport, PeriodSearch, Periodicity, Progress, Proof, Status, find_period,
};
pub use values::Values;
