//! A sign by which threads tell one another to stop.

use std::sync::atomic::{AtomicBool, Ordering};

/// A stop sign: down at first, and up for ever once a thread raises it.
#[derive(Debug, Default)]
pub struct StopSign(AtomicBool);

impl StopSign {
    /// Raises the sign. O(1).
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a thread has raised the sign. O(1).
    pub fn is_up(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
