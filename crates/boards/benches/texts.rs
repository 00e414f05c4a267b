//! Texts compared with the same games written in Rust, in one run: all boards of 4 × 4 (of Clobber some), a 5 × 5 board.
//!
//! `cargo bench -p ishitori-boards --bench texts [-- ROUNDS | PART OF A NAME]`. Both are asked in turn, so that what else the
//! machine does meets both, and processor time is measured, of which the least of all rounds is shown. Their values are compared.

use std::hint::black_box;

use ishitori_boards::search::{PlayConvention, Search, SearchLimits};
use ishitori_boards::{BoardGame, SetUp};
use ishitori_rules::Ruleset;
use ishitori_rules::board::{Clobber, Domineering};
use ishitori_solve::board::Solver;
use ishitori_values::{Budget, Game, GameStore, Outcome};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // Without `--bench`, as in tests, it is enough that it runs.
    let measured = args.iter().any(|arg| arg == "--bench");
    let rounds = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(21);
    let part = args.iter().find(|arg| !arg.starts_with("--") && arg.parse::<usize>().is_err());
    let run =
        Run { rounds: if measured { rounds } else { 1 }, part: part.cloned().unwrap_or_default() };
    println!("{:34} {:>10} {:>10} {:>6}", "least CPU ms of a round", "Rust", "text", "ratio");
    let all = boards(&['.', '#'], 1 << 16);
    let some = boards(&['x', 'o', '.'], 1 << 7);
    run.compare("domineering", Domineering::<8>, "all 4x4", &all);
    run.compare("domineering", Domineering::<8>, "empty 5x5", &empty(5));
    run.compare("clobber", Clobber::<8>, "128 of 4x4", &some);
    run.compare("clobber", Clobber::<8>, "half full 5x5", &[half_full()]);
    run.outcome("domineering, outcome of 6x6");
}

/// The settings of a run.
struct Run {
    rounds: usize,
    /// Part of the names of what is to be measured.
    part: String,
}

impl Run {
    /// Shows how long both take.
    fn compare(&self, name: &str, written: impl Ruleset + Clone, what: &str, texts: &[String]) {
        let label = format!("{name}, {what}");
        if !label.contains(&self.part) {
            return;
        }
        let game = BoardGame::named(name).expect("a game of the library");
        let [rust, text] = match game.set_up(&texts[0]).expect("a position") {
            SetUp::Two(rules, _) => in_turn(written, &rules, texts, self.rounds),
            SetUp::Four(rules, _) => in_turn(written, &rules, texts, self.rounds),
            _ => unreachable!("few states"),
        };
        println!("{label:34} {:10.2} {:10.2} {:6.2}", rust * 1e3, text * 1e3, rust / text);
    }

    /// The outcome alone, by search.
    fn outcome(&self, label: &str) {
        if !label.contains(&self.part) {
            return;
        }
        let game = BoardGame::named("domineering").expect("a game of the library");
        let SetUp::Two(rules, start) = game.set_up("6x6").expect("a position") else {
            unreachable!("few states")
        };
        let round = |_| {
            let before = cpu_seconds();
            let store = GameStore::new();
            let limits = SearchLimits::default();
            let budget = Budget::unlimited();
            let verdict =
                Search::new(&store, &rules, PlayConvention::Normal, limits, budget).verdict(&start);
            assert_eq!(verdict.outcome(), Some(Outcome::N));
            cpu_seconds() - before
        };
        let least = (0..self.rounds.min(5)).map(round).fold(f64::INFINITY, f64::min);
        println!("{label:34} {:>10} {:10.2}", "", least * 1e3);
    }
}

/// The least seconds of both.
fn in_turn<R: Ruleset + Clone, T: Ruleset + Clone>(
    written: R,
    rules: T,
    texts: &[String],
    rounds: usize,
) -> [f64; 2] {
    let (in_rust, in_text) = (read(&written, texts), read(&rules, texts));
    let store = GameStore::new();
    let start = std::time::Instant::now();
    let expected = solved(&store, &written, &in_rust);
    let once = start.elapsed().as_secs_f64();
    assert!(solved(&store, &rules, &in_text) == expected, "values differ");
    let mut least = [f64::INFINITY; 2];
    if rounds > 1 {
        // The system counts in steps of some milliseconds, so short work is done several times.
        let times = (0.2 / once).ceil() as usize;
        for _ in 0..rounds {
            least[0] = least[0].min(seconds(&written, &in_rust, times));
            least[1] = least[1].min(seconds(&rules, &in_text, times));
        }
    }
    least
}

fn read<R: Ruleset>(rules: &R, texts: &[String]) -> Vec<R::Position> {
    texts.iter().map(|text| rules.parse(text).expect("a position")).collect()
}

/// CPU time of solving all boards from the beginning, the mean of some times.
fn seconds<R: Ruleset + Clone>(rules: &R, positions: &[R::Position], times: usize) -> f64 {
    let start = cpu_seconds();
    for _ in 0..times {
        black_box(solved(&GameStore::new(), rules, positions));
    }
    (cpu_seconds() - start) / times as f64
}

fn solved<R: Ruleset + Clone>(
    store: &GameStore,
    rules: &R,
    positions: &[R::Position],
) -> Vec<Game> {
    let mut solver = Solver::new(store, rules.clone());
    positions.iter().map(|position| solver.value(position).expect("no limit")).collect()
}

fn boards(pieces: &[char], count: usize) -> Vec<String> {
    let mut seed = 1u64;
    let mut cell = |i: usize, n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(n as u64 | 1);
        if pieces.len() == 2 { pieces[n >> i & 1] } else { pieces[(seed >> 40) as usize % 3] }
    };
    let mut board = |n: usize| {
        let cells: String = (0..16).map(|i| cell(i, n)).collect();
        [&cells[..4], &cells[4..8], &cells[8..12], &cells[12..]].join("|")
    };
    (0..count).map(&mut board).collect()
}

fn empty(n: usize) -> Vec<String> {
    vec![vec![".".repeat(n); n].join("|")]
}

/// Clobber has no moves on an empty board: pieces in turn, but for the last two rows.
fn half_full() -> String {
    "xoxox|oxoxo|xoxox|.....|.....".to_string()
}

/// CPU time of this thread, or the time of day where the system does not report it.
fn cpu_seconds() -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(
        || std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0.0, |t| t.as_secs_f64()),
        |n| n / 1e9,
    )
}
