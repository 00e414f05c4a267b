//! Any text as an expression. Memory is bounded too.

#![no_main]

#[path = "../bodies/expression.rs"]
mod body;
#[path = "../counting.rs"]
mod counting;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| counting::within(1 << 30, || body::run(data)));
