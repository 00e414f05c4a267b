//! Answers as the text of an object.

use std::io::{Error, Write};

use ishitori_answers::AskError;
use ishitori_runtime::{Budget, LimitReached, Reservation};
use ishitori_words::Text;
use serde::Serialize;

use super::refusals;
use crate::call::Call;
use crate::refusal::Refusal;
use crate::request_limits::RequestLimits;
use crate::written::too_long;

/// Bytes between two questions to the budget.
const PIECE: usize = 256 << 10;

/// Why an answer could not be written.
#[derive(Debug)]
pub(super) enum WriteFault {
    /// The text does not fit in memory, or the request was cancelled.
    Limit(LimitReached),
    /// It is longer than any answer that is sent.
    TooLong(usize),
    /// It is not JSON.
    Json(serde_json::Error),
}

impl WriteFault {
    /// The refusal that says so.
    pub fn refusal(self, call: &Call, text: &Text) -> Refusal {
        match self {
            WriteFault::Limit(limit) => refusals::of_error(&AskError::Limit(limit), call, text),
            WriteFault::TooLong(most) => too_long(most, call.language),
            WriteFault::Json(error) => refusals::not_a_request(&error, call.language),
        }
    }
}

/// An answer as the text of an object, without a tree of values in between, which would be ten times as large. O(length).
pub(super) fn text(answer: &impl Serialize, budget: &Budget) -> Result<Vec<u8>, WriteFault> {
    let mut text = BoundedText::new(budget)?;
    let written = serde_json::to_writer(&mut text, answer);
    let bytes = text.finish()?;
    written.map(|()| bytes).map_err(WriteFault::Json)
}

/// A text whose memory is counted. It is no longer than the longest answer; the time limit is ignored, as what is
/// known is always reported.
pub(super) struct BoundedText {
    bytes: Vec<u8>,
    held: Reservation,
    budget: Budget,
    /// The length at which the budget is asked next.
    next: usize,
    most: usize,
    failed: Option<WriteFault>,
}

impl BoundedText {
    /// Nothing yet, within the memory of a budget.
    pub fn new(budget: &Budget) -> Result<BoundedText, WriteFault> {
        let budget = budget.with_grace_period();
        let held = budget.reserve(0).map_err(WriteFault::Limit)?;
        let most = RequestLimits::default().largest_answer;
        Ok(BoundedText { bytes: Vec::new(), held, budget, next: PIECE, most, failed: None })
    }

    /// The text, unless it did not fit in memory.
    pub fn finish(self) -> Result<Vec<u8>, WriteFault> {
        self.failed.map_or(Ok(self.bytes), Err)
    }

    fn add(&mut self, more: &[u8]) -> Result<(), WriteFault> {
        let length = self.bytes.len() + more.len();
        if length > self.most {
            return Err(WriteFault::TooLong(self.most));
        }
        if length > self.next {
            self.next = length + PIECE;
            match self.budget.check(0) {
                Ok(()) | Err(LimitReached::Time { .. }) => {}
                Err(limit) => return Err(WriteFault::Limit(limit)),
            }
        }
        if length > self.bytes.capacity() {
            let capacity = length.max(2 * self.bytes.capacity()).max(4 << 10).min(self.most);
            // The old text is there until it has been copied.
            let needed = (capacity + self.bytes.capacity()) as u64;
            self.held.resize(needed).map_err(WriteFault::Limit)?;
            self.bytes.reserve_exact(capacity - self.bytes.len());
            self.held.resize(capacity as u64).map_err(WriteFault::Limit)?;
        }
        self.bytes.extend_from_slice(more);
        Ok(())
    }
}

impl Write for BoundedText {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        if self.failed.is_none() {
            self.failed = self.add(more).err();
        }
        match self.failed {
            None => Ok(more.len()),
            Some(_) => Err(Error::other("the text does not fit in memory")),
        }
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
        let written = text(&values, &budget).expect("it fits");
        assert_eq!(written, serde_json::to_vec(&values).expect("numbers"));
        assert!(budget.reserve(1 << 20).is_ok(), "the text is the caller's now");
        let small = text(&values, &Budget::unlimited().with_memory(10_000));
        assert!(matches!(small, Err(WriteFault::Limit(LimitReached::Memory { .. }))));
        let long = vec![u64::MAX; 2_000_000];
        assert!(matches!(text(&long, &Budget::unlimited()), Err(WriteFault::TooLong(_))));
        // What is known is reported even after the time limit.
        let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
        assert!(text(&values, &late).is_ok());
    }
}
