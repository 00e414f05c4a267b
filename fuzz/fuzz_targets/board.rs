//! Any text as a board game, and its second half as a position: read or refused with a place, compiled or
//! refused, and where it is compiled moves lead to positions that read back.

#![no_main]

use ishitori_boards::{BoardGame, with_rules};
use ishitori_rules::Ruleset;
use ishitori_values::Player;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (text, position) = input;
    let game = match BoardGame::new(text, &[]) {
        Ok(game) => game,
        Err(error) => {
            assert!(error.span.start <= text.len() && !error.to_string().is_empty());
            return;
        }
    };
    // Large boards take long, which is no mistake.
    if position.len() > 40 {
        return;
    }
    for start in [position, "x.o|.xo", "1-2 2-3 @1"] {
        let Ok(set_up) = game.set_up(start) else { continue };
        with_rules!(&set_up, |rules, from| {
            for player in Player::BOTH {
                rules.options(from, player, |option| {
                    // What is shown may be refused as a start, but never confuses.
                    let _ = game.set_up_widest(&rules.show(&option));
                });
            }
        });
    }
});
