//! Subtraction games by bit windows: one word per value says which of the last 64 heaps have it.

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};

/// Computes a subtraction game with numbers up to 64.
///
/// With W_v the window of the value v (bit s − 1 for the heap n − s) and S the set as a word,
/// G(n) is the least v with W_v & S = 0.
pub(crate) struct Window {
    set: u64,
    windows: Vec<u64>,
    pub(crate) values: Vec<u8>,
}

impl Window {
    /// The engine for `code`, if it is a subtraction game with numbers up to 64 for which words are faster than
    /// blocks: marks within a block are slow, and words do not care how near a take is.
    pub fn of(code: &HeapCode) -> Option<Window> {
        if !code.is_subtraction() || code.max_take()? > 64 || code.takes_up_to(3).len() < 2 {
            return None;
        }
        let takes = code.takes_up_to(64);
        let set = takes.iter().fold(0, |set, s| set | 1 << (s - 1));
        Some(Window { set, windows: vec![0; takes.len() + 1], values: Vec::new() })
    }

    /// Computes all heaps below `to`, or as many as the budget allows. O(values) each.
    pub fn advance(&mut self, to: usize, budget: &Budget) -> Result<(), LimitReached> {
        while self.values.len() < to {
            budget.check(self.values.capacity() as u64)?;
            for _ in self.values.len()..to.min(self.values.len() + (1 << 16)) {
                let free = self.windows.iter().position(|w| w & self.set == 0);
                let value = free.expect("more values than numbers to take");
                for window in &mut self.windows {
                    *window <<= 1;
                }
                self.windows[value] |= 1;
                self.values.push(value as u8);
            }
        }
        Ok(())
    }
}
