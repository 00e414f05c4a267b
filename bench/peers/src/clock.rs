//! Measures one piece of work: CPU seconds of the calling thread and wall seconds.

use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// What one piece of work took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Took {
    pub cpu: Duration,
    pub wall: Duration,
}

/// Runs `work` and says how long it took.
pub fn measure<T>(work: impl FnOnce() -> T) -> (Took, T) {
    let (wall, cpu) = (Instant::now(), ThreadTime::now());
    let result = std::hint::black_box(work());
    let took = Took { cpu: cpu.elapsed(), wall: wall.elapsed() };
    (took, result)
}
