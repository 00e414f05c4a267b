//! Any bytes as what an interrupted sweep has left. Memory is bounded too.

#![no_main]

mod counting;

use ishitori_testing::fuzz::rows;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| counting::within(256 << 20, || rows::run(data)));
