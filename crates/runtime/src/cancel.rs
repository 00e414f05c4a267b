//! A flag by which the threads of one computation stop one another.

use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is clear at first; once a thread sets it, it stays set.
#[derive(Debug, Default)]
pub struct CancelFlag(AtomicBool);

impl CancelFlag {
    /// Sets the flag. O(1).
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a thread has set the flag. O(1).
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
