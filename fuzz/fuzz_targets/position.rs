//! Any text as a position of any board game: reading and solving never panics.

#![no_main]

use std::time::Duration;

use ishitori_solve::board::BoardGame;
use ishitori_values::{Budget, GameStore};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (game, text) = input;
    let game = BoardGame::ALL[usize::from(game) % BoardGame::ALL.len()];
    let store = GameStore::new();
    let budget = Budget::unlimited().with_time(Duration::from_millis(200)).with_memory(1 << 28);
    let _ = game.value(&store, text, 1, &budget);
});
