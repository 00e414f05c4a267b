//! Tables of games in the language by one thread and by several: the shortest time by the clock, and the
//! time of all processors together.
//!
//! `cargo run --release -p ishitori-solve --example tables_by_threads -- 2 4`

use std::time::{Duration, Instant};

use ishitori_language::{TextGame, library_game};
use ishitori_solve::tuple::{TupleEnd, grundy_table_by, outcome_table_by, test_conjecture_by};
use ishitori_values::Budget;

/// Seconds by the clock and of the processor, for one run of several.
fn measured(mut work: impl FnMut()) -> (Duration, f64) {
    work();
    let before = processor();
    let mut runs = 0;
    let mut best = Duration::MAX;
    while runs < 3 || processor() - before < 0.5 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
        runs += 1;
        if start.elapsed() > Duration::from_secs(20) {
            break;
        }
    }
    (best, (processor() - before) / f64::from(runs))
}

/// Seconds of processor time of this process so far, where the system reports it (Linux).
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

fn main() {
    let threads: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let threads = if threads.is_empty() { vec![2] } else { threads };
    let budget = Budget::unlimited();
    let show = |name: &str, time: &dyn Fn(usize) -> (Duration, f64)| {
        let (one, work) = time(1);
        let mut line = format!("{name:34} {:7.1} ms", one.as_secs_f64() * 1000.0);
        for &n in &threads {
            let (many, all) = time(n);
            let ratio = one.as_secs_f64() / many.as_secs_f64();
            line += &format!("   {n}: {ratio:5.2}x, processor {:5.2}", all / work);
        }
        println!("{line}");
    };
    let games: &[(&str, &[u32])] = &[
        ("chocolate", &[1000, 3000]),
        ("chocolate3", &[150, 100, 150]),
        ("nim", &[150, 150, 150]),
        ("end-nim", &[100, 100, 100]),
        ("wythoff", &[600, 600]),
        ("wythoff-spread", &[250, 250]),
        ("euclid", &[1500, 1500]),
        ("fibonacci-nim", &[1500, 1500]),
        ("chomp3", &[70, 70, 70]),
        ("silver-dollar", &[90, 90, 90]),
        ("nim", &[20, 20, 20]),
        ("chocolate", &[50, 150]),
    ];
    for (name, last) in games {
        let game = TextGame::new(library_game(name).expect("a game").source, &[]).expect("a game");
        show(&format!("grundy {name} {last:?}"), &|threads| {
            measured(|| drop(grundy_table_by(&game, last, threads, &budget).expect("a table")))
        });
    }
    let game =
        TextGame::new(library_game("northcott").expect("a game").source, &[]).expect("a game");
    show("outcomes northcott [1500, 1500]", &|threads| {
        let last = [1500, 1500];
        measured(|| {
            drop(outcome_table_by(&game, &last, TupleEnd::OfGame, threads, &budget).expect("one"))
        })
    });
    let game =
        TextGame::new(library_game("chocolate").expect("a game").source, &[]).expect("a game");
    let formula = game.formula("if y mod 2 = 0 and z mod 2 = 0 then y div 2 + z").expect("one");
    show("conjecture chocolate [1000, 3000]", &|threads| {
        let last = [1000, 3000];
        measured(|| {
            drop(test_conjecture_by(&game, &formula, &last, threads, &budget).expect("a test"))
        })
    });
}
