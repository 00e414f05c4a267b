//! The chocolate game from the language, compared with hand-written loops:
//! `cargo run --release -p ishitori-solve --example chocolate [z]`.
//!
//! Prints seconds of processor time (of the clock where that is not reported), each the best of
//! several, for the table with k = 3.

use std::sync::LazyLock;
use std::time::Instant;

use ishitori_language::{TextGame, chocolate};
use ishitori_solve::tuple::{grundy_table, grundy_table_plain, test_conjecture};
use ishitori_values::Budget;

/// Every option of every cell, marks in an array.
fn by_hand(k: usize, last: usize) -> Vec<Vec<u32>> {
    let mut rows = vec![vec![0u32; last + 1]; last / k + 1];
    let mut seen = vec![0u64; 2 * last + 2];
    let mut mark = 0;
    for y in 0..=last / k {
        for z in k * y..=last {
            mark += 1;
            for row in &rows[..y] {
                seen[row[z] as usize] = mark;
            }
            for w in 0..z {
                seen[rows[y.min(w / k)][w] as usize] = mark;
            }
            rows[y][z] = seen.iter().position(|&m| m != mark).expect("a free value") as u32;
        }
    }
    rows
}

/// The options collected along rows and columns, in bit sets.
fn by_hand_along_lines(k: usize, last: usize) -> Vec<Vec<u32>> {
    let words = (2 * last).div_ceil(64) + 1;
    let mut rows = vec![vec![0u32; last + 1]; last / k + 1];
    let mut columns = vec![vec![0u64; words]; last + 1];
    for y in 0..=last / k {
        let mut along = vec![0u64; words];
        for w in 0..k * y {
            let g = rows[y.min(w / k)][w];
            along[g as usize / 64] |= 1 << (g % 64);
        }
        for z in k * y..=last {
            let column = &mut columns[z];
            let mut word = 0;
            while along[word] | column[word] == u64::MAX {
                word += 1;
            }
            let g = word as u32 * 64 + (along[word] | column[word]).trailing_ones();
            rows[y][z] = g;
            along[g as usize / 64] |= 1 << (g % 64);
            column[g as usize / 64] |= 1 << (g % 64);
        }
    }
    rows
}

fn timed<T>(name: &str, mut work: impl FnMut() -> T) -> T {
    let mut best = f64::INFINITY;
    let mut result = None;
    for _ in 0..7 {
        let start = now();
        result = Some(work());
        best = best.min(now() - start);
    }
    println!("{name:<40} {best:>9.4} s");
    result.expect("done several times")
}

/// Seconds of processor time of this thread.
fn now() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds =
        schedstat.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns * 1e-9)
}

fn main() {
    let last: u32 = std::env::args().nth(1).map_or(600, |z| z.parse().expect("a number"));
    let k = 3;
    let game = TextGame::new(&chocolate(&k.to_string()), &[]).expect("a game");
    let to = [last / k, last];
    let budget = Budget::unlimited();
    let table =
        timed("language, along lines", || grundy_table(&game, &to, &budget).expect("a table"));
    let lines = timed("by hand, along lines", || by_hand_along_lines(k as usize, last as usize));
    let mut tables = vec![lines];
    if last <= 1500 {
        let plain = timed("language, all options", || {
            grundy_table_plain(&game, &to, &budget).expect("a table")
        });
        assert_eq!(plain.get(&[2, 7]), Some(5));
        tables.push(timed("by hand, all options", || by_hand(k as usize, last as usize)));
    }
    for rows in &tables {
        for (y, row) in rows.iter().enumerate() {
            for (z, &g) in row.iter().enumerate().skip(k as usize * y) {
                assert_eq!(table.get(&[y as i64, z as i64]), Some(g));
            }
        }
    }
    let formula = "let p = y div 2; let q = z div 2
        if y mod 2 = 0 and z mod 2 = 0 then p + 2*q
        if y mod 2 = 1 and z mod 2 = 1 then p + 2*q + 2
        if y mod 2 = 0 then if 2*p*(k + 1) <= 2*q then -p + 2*q + 1
                            else -2*p + 2*q + 1 + (-2*p + 2*q + 1) div (2*k)
        if (2*p + 1)*(k + 1) <= 2*q then -p + 2*q - 1
        -2*p + 2*q - 1 + (-2*p + 2*q - 1) div (2*k)";
    timed("conjecture 6, odd k ≤ 21, z ≤ 900", || {
        for k in (1..=21u32).step_by(2) {
            let game = TextGame::new(&chocolate(&k.to_string()), &[]).expect("a game");
            let formula = game.formula(formula).expect("a formula");
            let found = test_conjecture(&game, &formula, &[900 / k, 900], &budget).expect("a test");
            assert_eq!(found.counterexample, None);
        }
    });
}
