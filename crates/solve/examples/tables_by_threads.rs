//! Tables of games in the language by one thread and by several: seconds by the clock.
//!
//! `cargo run --release -p ishitori-solve --example tables_by_threads -- 2 4`

use std::time::{Duration, Instant};

use ishitori_language::{Game, library_game};
use ishitori_solve::tuple::{Ending, grundy_table_by, outcome_table_by, test_conjecture_by};
use ishitori_values::Budget;

/// The best of three.
fn best(mut work: impl FnMut()) -> Duration {
    let mut times = (0..3).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    let first = times.next().expect("three runs");
    times.fold(first, Duration::min)
}

fn main() {
    let threads: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let threads = if threads.is_empty() { vec![2] } else { threads };
    let budget = Budget::unlimited();
    let show = |name: &str, time: &dyn Fn(usize) -> Duration| {
        let one = time(1).as_secs_f64();
        let mut line = format!("{name:34} {:8.1} ms", one * 1000.0);
        for &n in &threads {
            let many = time(n).as_secs_f64();
            line += &format!("   {n}: {:8.1} ms {:5.2}x", many * 1000.0, one / many);
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
        let game = Game::new(library_game(name).expect("a game").source, &[]).expect("a game");
        show(&format!("grundy {name} {last:?}"), &|threads| {
            best(|| drop(grundy_table_by(&game, last, threads, &budget).expect("a table")))
        });
    }
    let game = Game::new(library_game("northcott").expect("a game").source, &[]).expect("a game");
    show("outcomes northcott [1500, 1500]", &|threads| {
        let last = [1500, 1500];
        best(|| {
            drop(outcome_table_by(&game, &last, Ending::OfGame, threads, &budget).expect("one"))
        })
    });
    let game = Game::new(library_game("chocolate").expect("a game").source, &[]).expect("a game");
    let formula = game.formula("if y mod 2 = 0 and z mod 2 = 0 then y div 2 + z").expect("one");
    show("conjecture chocolate [1000, 3000]", &|threads| {
        let last = [1000, 3000];
        best(|| drop(test_conjecture_by(&game, &formula, &last, threads, &budget).expect("a test")))
    });
}
