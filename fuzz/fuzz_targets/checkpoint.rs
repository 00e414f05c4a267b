//! Any bytes as a checkpoint. Memory is bounded too.

#![no_main]

mod counting;

use ishitori_testing::fuzz::checkpoint;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| counting::within(256 << 20, || checkpoint::run(data)));
