//! Any text as an expression. Memory is bounded too.

#![no_main]

mod counting;

use ishitori_testing::fuzz::expression;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| counting::within(1 << 30, || expression::run(data)));
