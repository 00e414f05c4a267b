//! Any text as a condition over a family. Memory is bounded too.

#![no_main]

#[path = "../bodies/condition.rs"]
mod body;
#[path = "../counting.rs"]
mod counting;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| counting::within(256 << 20, || body::run(data)));
