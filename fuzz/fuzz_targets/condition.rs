//! Any text as a condition over a family. Memory is bounded too.

#![no_main]

mod counting;

use ishitori_testing::fuzz::condition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| counting::within(256 << 20, || condition::run(data)));
