//! Any text as a board game, and its last line as a position: read or refused with a place, set up or refused within limits
//! of time and memory, and where it is set up moves lead to positions that read back.

use std::time::{Duration, Instant};

use ishitori_boards::{BoardGame, with_rules};
use ishitori_rules::Ruleset;
use ishitori_values::{Budget, Player};

/// The memory limit of each set-up.
pub const MEMORY: u64 = 24 << 20;
/// The time limit, and how late it may be kept on a machine with other work.
const TIME: Duration = Duration::from_millis(200);
const LATE: Duration = Duration::from_secs(5);

/// The text of a game, and a position in the last line.
pub fn run(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else { return };
    let (text, position) = source.rsplit_once('\n').unwrap_or((source, ""));
    let game = match BoardGame::new(text, &[]) {
        Ok(game) => game,
        Err(error) => {
            assert!(error.span.start <= text.len() && !error.to_string().is_empty());
            return;
        }
    };
    for start in [position, "x.o|.xo", "1-2 2-3 @1"] {
        let begun = Instant::now();
        let budget = Budget::unlimited().with_memory(MEMORY).with_time(TIME);
        set_up(&game, start, &budget);
        let took = begun.elapsed();
        assert!(took < LATE, "{took:?} for a limit of {TIME:?}: {text}\n{start}");
        assert!(budget.clone().reserve(0).is_err() || budget.reserve(MEMORY).is_ok(), "{text}");
    }
}

fn set_up(game: &BoardGame, start: &str, budget: &Budget) {
    let set_up = match game.text().loopy {
        Some(_) => game.set_up_loopy_within(start, budget),
        None => game.set_up_within(start, budget),
    };
    let Ok(set_up) = set_up else { return };
    with_rules!(&set_up, |rules, from| {
        for player in Player::BOTH {
            let Ok(moves) = rules.moves_within(from, player, budget) else { return };
            let mut options = 0;
            rules.options(from, player, |_| options += 1);
            assert_eq!(moves.is_empty(), options == 0);
            for (name, to) in moves.into_iter().take(4) {
                assert!(!name.is_empty());
                // What is shown may be refused as a start, but never confuses.
                let _ = rules.parse(&rules.show(&to));
                rules.components(&to, |_| ());
                let _ = rules.image(&to);
            }
        }
    });
}
