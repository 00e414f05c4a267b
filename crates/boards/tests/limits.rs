//! Setting up a board keeps to limits of time and memory, and can be cancelled, whatever the text. A program of its own, since
//! the memory that is examined is that of the whole process.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ishitori_boards::{BoardGame, SetUpError, with_rules};
use ishitori_values::{Budget, LimitReached, Player};

/// Texts and boards that take long or much: games of the library, and what random texts have found.
fn hostile() -> Vec<(BoardGame, String)> {
    let text = |source: &str| BoardGame::new(source, &[]).expect(source);
    let named = |name: &str| BoardGame::named(name).expect(name);
    let mut all = vec![
        (named("mock-turtles"), "1x128".to_string()),
        (named("mock-turtles"), "h".repeat(128)),
        (named("amazons"), "1x64".into()),
        (named("amazons"), "11x11".into()),
        (named("amazons"), "1x128".into()),
        (named("isolation"), "11x11".into()),
    ];
    let texts = [
        (
            "game g\nboard grid\npieces x\nleft: . . -> # # along all then reachable . -> # along orthogonal\nright: . -> x\n",
            "1x128",
        ),
        (
            "game g\nboard grid\npieces x o\nleft: . -> x\nright: mirror x <-> o\nnever: _* x _* x _* x along all\n",
            "11x11",
        ),
        (
            "game g\nboard grid\npieces x o a\nloopy\nleft: . [xoa]* x -> ' '* . along knight then reachable . -> # along horizontal\nright: x -> o\n",
            "11x11",
        ),
        (
            "game g\nboard strip\npieces x o\nleft: _* x _* -> _* o _* along right\nright: o -> x\n",
            "1x128",
        ),
        // Long ways through a graph that has none of this length.
        (
            "game g\nboard graph\npieces x o\nleft: . .{90} -> x .{90} along edges\nright: x -> .\n",
            "grid:8x8",
        ),
        ("game g\nboard graph\npieces x o\nboth: .+ -> x+ along edges\n", "complete:16"),
        // Every position is new.
        (
            "game g\nboard grid\npieces a b c d e f\nboth: _ _ -> b a along all\n  _ _ -> c _ along all\n  f -> a\n  _ -> d\n",
            "11x11",
        ),
    ];
    all.extend(texts.into_iter().map(|(source, position)| (text(source), position.to_string())));
    all
}

/// All that is done before an engine begins.
fn set_up(game: &BoardGame, position: &str, budget: &Budget) -> Result<(), SetUpError> {
    let set_up = match game.text().loopy {
        Some(_) => game.set_up_loopy_within(position, budget)?,
        None => game.set_up_within(position, budget)?,
    };
    with_rules!(&set_up, |rules, start| {
        for player in Player::BOTH {
            rules.moves_within(start, player, budget)?;
        }
        Ok(())
    })
}

/// The most memory that this process ever had, in bytes.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// One test, since the memory is that of the whole process.
#[test]
fn boards_are_set_up_within_limits() {
    let mut reached = 0;
    for (game, position) in hostile() {
        let budget = Budget::unlimited().with_memory(48 << 20).with_time(Duration::from_secs(4));
        let start = Instant::now();
        let found = set_up(&game, &position, &budget);
        if let Err(SetUpError::Limit(LimitReached::Memory { limit })) = found {
            assert_eq!(limit, 48 << 20);
            reached += 1;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{}{position}", game.source());
        // What was reserved is given back.
        assert!(
            budget.with_grace_period().reserve(48 << 20).is_ok(),
            "{}{position}",
            game.source()
        );
    }
    assert!(reached >= 4, "{reached}");
    #[cfg(target_os = "linux")]
    {
        let peak = peak() >> 20;
        assert!(peak < 160, "{peak} MiB for limits of 48 MiB");
    }

    let mut late = 0;
    for (game, position) in hostile() {
        let limit = Duration::from_millis(100);
        let budget = Budget::unlimited().with_memory(1 << 30).with_time(limit);
        let start = Instant::now();
        let found = set_up(&game, &position, &budget);
        late += usize::from(found == Err(SetUpError::Limit(LimitReached::Time { limit })));
        assert!(start.elapsed() < Duration::from_secs(10), "{}{position}", game.source());
    }
    assert!(late >= 4, "{late}");

    for (game, position) in hostile() {
        let budget = Budget::unlimited().with_memory(1 << 30);
        let flag = budget.cancel_flag().clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(100));
                flag.store(true, Ordering::Relaxed);
            });
            let start = Instant::now();
            let found = set_up(&game, &position, &budget);
            assert!(start.elapsed() < Duration::from_secs(10), "{}{position}", game.source());
            if let Err(SetUpError::Limit(limit)) = found {
                assert_eq!(limit, LimitReached::Cancelled, "{}{position}", game.source());
            }
        });
    }
}

/// What rules take stays reserved as long as they live, also for their copies.
#[test]
fn rules_hold_their_memory() {
    let budget = Budget::unlimited().with_memory(8 << 20);
    let game = BoardGame::named("amazons").unwrap();
    let (rules, _) = game.set_up_widest_within("4x4", &budget).unwrap();
    let held = rules.reserved();
    assert!(held > 100_000, "{held}");
    let copy = rules.clone();
    drop(rules);
    assert!(budget.reserve((8 << 20) - held + 1).is_err());
    drop(copy);
    assert!(budget.reserve(8 << 20).is_ok());
}
