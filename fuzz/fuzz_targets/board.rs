//! Any text as a board game, set up within limits. Memory is bounded too.

#![no_main]

mod counting;

use ishitori_testing::fuzz::board;
use libfuzzer_sys::fuzz_target;

// Reading a text of 64 KiB and reporting its errors takes some more memory.
fuzz_target!(|data: &[u8]| counting::within(2 * board::MEMORY as usize + (16 << 20), || {
    board::run(data)
}));
