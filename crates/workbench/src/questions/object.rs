//! Answers as the text of an object.

use std::io::{Error, Write};

use ishitori_values::{Budget, LimitReached, Reservation};
use serde::Serialize;

/// Why an answer could not be written.
pub(super) enum Unwritten {
    /// There is no room for the text.
    Limit(LimitReached),
    /// It is no JSON.
    Json(serde_json::Error),
}

/// An answer as the text of an object, without a tree of values in between, which would be ten times as large. What the text
/// takes counts; the time does not, as what is known is always told. O(length).
pub(super) fn text(answer: &impl Serialize, budget: &Budget) -> Result<Vec<u8>, Unwritten> {
    let mut text = Counted::new(budget).map_err(Unwritten::Limit)?;
    let written = serde_json::to_writer(&mut text, answer);
    let bytes = text.finish().map_err(Unwritten::Limit)?;
    written.map(|()| bytes).map_err(Unwritten::Json)
}

/// A text whose memory is counted.
pub(super) struct Counted {
    bytes: Vec<u8>,
    held: Reservation,
    full: Option<LimitReached>,
}

impl Counted {
    /// Nothing yet, within the memory of a budget.
    pub fn new(budget: &Budget) -> Result<Counted, LimitReached> {
        let held = budget.to_tell().reserve(0)?;
        Ok(Counted { bytes: Vec::new(), held, full: None })
    }

    /// The text, unless there was no room for it.
    pub fn finish(self) -> Result<Vec<u8>, LimitReached> {
        self.full.map_or(Ok(self.bytes), Err)
    }
}

impl Write for Counted {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        let length = self.bytes.len() + more.len();
        if length > self.bytes.capacity() {
            let capacity = length.max(2 * self.bytes.capacity()).max(4 << 10);
            // The old text is there until it has been copied.
            let needed = (capacity + self.bytes.capacity()) as u64;
            self.held.resize(needed).map_err(|limit| {
                self.full = Some(limit);
                Error::other("no room for the text")
            })?;
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_within_their_memory() {
        let values: Vec<u32> = (0..10_000).collect();
        let budget = Budget::unlimited().with_memory(1 << 20);
        let written = text(&values, &budget).ok().expect("it fits");
        assert_eq!(written, serde_json::to_vec(&values).expect("numbers"));
        assert!(budget.reserve(1 << 20).is_ok(), "the text is the caller's now");
        let small = text(&values, &Budget::unlimited().with_memory(10_000));
        assert!(matches!(small, Err(Unwritten::Limit(LimitReached::Memory { .. }))));
        // What is known is told although the time is over.
        let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
        assert!(text(&values, &late).is_ok());
    }
}
