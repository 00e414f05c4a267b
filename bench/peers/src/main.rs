//! Times the same work through Ishitori and through `cgt` and `ogs`, one thread each, and compares
//! the values they find.
//!
//! ```text
//! ishitori-peers [--slow] [--runs N]   table of CPU and wall seconds (fastest of N runs)
//! ishitori-peers --ours                only our side, for profiling
//! ishitori-peers --sequences           only the sequences, against `ogs`
//! ```

mod cgt_peer;
mod clock;
mod games;
mod ours;
mod sequences;

use clock::Took;
use games::{BOARDS, Census, GAMES, SEED, SLOW_BOARDS, random_games};
use std::process::ExitCode;

/// One line of the table.
fn row(work: &str, cgt: Option<Took>, ours: Took) {
    let seconds = |t: Took| (t.cpu.as_secs_f64(), t.wall.as_secs_f64());
    let (oc, ow) = seconds(ours);
    match cgt.map(seconds) {
        Some((c, w)) => {
            println!("{work:<28}{c:>10.4}{w:>10.4}{oc:>10.4}{ow:>10.4}{:>9.1}", c / oc)
        }
        None => println!("{work:<28}{:>10}{:>10}{oc:>10.4}{ow:>10.4}", "-", "-"),
    }
}

/// The fastest of `runs` runs, by CPU time.
fn fastest<T>(runs: usize, mut run: impl FnMut() -> T, took: impl Fn(&T) -> Took) -> T {
    (0..runs.max(1)).map(|_| run()).min_by_key(|r| took(r).cpu).expect("at least one run")
}

/// Says whether a census has the known checksums.
fn check(who: &str, census: &Census) -> bool {
    let right = *census == Census::EXPECTED;
    println!("    {who}: {census:?} {}", if right { "as expected" } else { "WRONG" });
    right
}

/// Says whether both libraries found the same values.
fn compare(theirs: &[String], ours: &[String]) -> bool {
    let same = ours::same_values(theirs, ours);
    println!("    {} values {}", ours.len(), if same { "agree" } else { "DIFFER" });
    same
}

/// Values of games, against `cgt`; says whether all checks passed.
fn against_cgt(both: bool, runs: usize, slow: bool) -> bool {
    let games = random_games(GAMES, SEED);
    let mut boards = BOARDS.to_vec();
    if slow {
        boards.extend(SLOW_BOARDS);
    }

    println!("{:<28}{:>20}{:>20}{:>9}", "", "cgt 0.11", "ishitori", "ratio");
    println!(
        "{:<28}{:>10}{:>10}{:>10}{:>10}{:>9}",
        "", "CPU s", "wall s", "CPU s", "wall s", "CPU"
    );
    let mut right = true;

    let us = fastest(runs, ours::census, |r| r.forms);
    let cgt = both.then(|| fastest(runs, cgt_peer::census, |r| r.forms));
    row("4x4 Domineering, 65 536", cgt.as_ref().map(|r| r.forms), us.forms);
    row("  its checksums", cgt.as_ref().map(|r| r.checks), us.checks);
    right &= check("ishitori", &us.census);
    if let Some(cgt) = cgt {
        right &= check("cgt", &cgt.census);
        right &= compare(&cgt.values, &us.values);
    }

    for (rows, columns) in boards {
        // Minutes in cgt: once is enough.
        let cgt_runs = if SLOW_BOARDS.contains(&(rows, columns)) { 1 } else { runs };
        let us = fastest(runs, || ours::empty_board(rows, columns), |r| r.0);
        let cgt = both.then(|| fastest(cgt_runs, || cgt_peer::empty_board(rows, columns), |r| r.0));
        row(&format!("empty {rows} rows x {columns} columns"), cgt.as_ref().map(|r| r.0), us.0);
        if let Some(cgt) = cgt {
            right &= compare(&[cgt.1], &[us.1]);
        }
    }

    let us = fastest(runs, || ours::sums(&games), |r| r.0);
    let cgt = both.then(|| fastest(runs, || cgt_peer::sums(&games), |r| r.0));
    row("66 sums of 6 random games", cgt.as_ref().map(|r| r.0), us.0);
    if let Some(cgt) = cgt {
        right &= compare(&cgt.1, &us.1);
    }
    right
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|a| a == flag);
    let runs = args.iter().position(|a| a == "--runs").and_then(|i| args.get(i + 1)?.parse().ok());
    let runs: usize = runs.unwrap_or(1);
    let both = !has("--ours");
    let values = !has("--sequences");
    let mut right = !values || against_cgt(both, runs, has("--slow"));
    if both {
        println!("\n{:<28}{:>20}{:>20}{:>9}", "", "ogs 0.0.6 (rc2)", "ishitori", "ratio");
    }
    for (code, heaps) in sequences::SEQUENCES {
        let us = fastest(runs, || sequences::ours(code, heaps), |r| r.0);
        // Seconds each: once is enough.
        let ogs = both.then(|| sequences::theirs(code, heaps));
        row(&format!("{code}, {heaps} heaps"), ogs.as_ref().map(|r| r.0), us.0);
        if let Some(ogs) = ogs {
            let same = ogs.1 == us.1;
            println!("    {} values {}", us.1.len(), if same { "agree" } else { "DIFFER" });
            right &= same;
        }
    }

    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
