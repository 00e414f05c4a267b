//! Any text as a board game, set up within limits. Memory is bounded too.

#![no_main]

#[path = "../bodies/board.rs"]
mod body;
#[path = "../counting.rs"]
mod counting;

use libfuzzer_sys::fuzz_target;

// Reading a text of 64 KiB and telling what is wrong with it takes some memory besides.
fuzz_target!(|data: &[u8]| counting::within(2 * body::MEMORY as usize + (16 << 20), || body::run(data)));
