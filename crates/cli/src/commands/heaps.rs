//! What the commands for heap games share.

use ishitori::rules::heap::{HeapCode, HeapRule};

use crate::failure::Failure;

/// Reads a rule.
pub fn read_rule(text: &str) -> Result<HeapRule, Failure> {
    text.parse().map_err(|error| Failure::Rule { error })
}

/// Reads an impartial rule on single heaps.
pub fn read_code(text: &str) -> Result<HeapCode, Failure> {
    match read_rule(text)? {
        HeapRule::Impartial(code) => Ok(code),
        rule => Err(Failure::NotOneHeap { rule }),
    }
}
