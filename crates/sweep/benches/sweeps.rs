//! How fast families are swept, and how many times faster than one set after the other by the
//! plain loop: `cargo bench -p ishitori-sweep`, or with a family `-- MIN MAX [THREADS]`.
//!
//! Both are measured in turns in one run, in CPU time where the system reports it, and must agree.

use std::time::Instant;

use ishitori_sweep::{Family, Query, SweepError, SweepSummary, Workers, sweep, sweep_plainly};
use ishitori_values::Budget;

type Sweep = fn(&Family, &Query, &Workers<'_>) -> Result<SweepSummary, SweepError>;

/// CPU seconds of this process, from Linux, in hundredths.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name in parentheses; user and system time are the fields 14 and 15.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// Seconds for one set, measured for about a second.
fn seconds(work: Sweep, family: &Family, query: &Query, threads: usize) -> (f64, SweepSummary) {
    let budget = Budget::unlimited();
    let (clock, cpu) = (Instant::now(), cpu_seconds());
    let mut rounds = 0;
    loop {
        let done = work(family, query, &Workers::new(threads, &budget)).expect("no limit is set");
        rounds += 1;
        let wall = clock.elapsed().as_secs_f64();
        let spent = cpu_seconds().zip(cpu).map_or(wall, |(now, then)| now - then);
        if spent > 1.0 {
            return (spent / rounds as f64 / family.len() as f64, done);
        }
    }
}

fn main() {
    let numbers: Vec<u32> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let families = match numbers[..] {
        [min, max, ..] => vec![(min, max)],
        _ => vec![(2, 20), (2, 24), (3, 25)],
    };
    let threads = numbers.get(2).map_or(1, |&n| n as usize);
    println!(
        "family           end        sets      plain M/s  lanes M/s  ratio  ({threads} thread)"
    );
    for (min, max) in families {
        for end in ["mod2:LR", "mod3:LRP"] {
            let family = Family::new(min, max);
            let query = Query::new(end.parse().expect("an end rule"));
            let (mut plain, mut lanes) = (f64::MAX, f64::MAX);
            for _ in 0..2 {
                let (slow, expected) = seconds(sweep_plainly, &family, &query, threads);
                let (fast, found) = seconds(sweep, &family, &query, threads);
                assert_eq!(expected, found, "both agree");
                (plain, lanes) = (plain.min(slow), lanes.min(fast));
            }
            println!(
                "min {min}, max ≤ {max:<3} {end:<9} {:>9}  {:>9.2}  {:>9.2}  {:>5.1}",
                family.len(),
                1e-6 / plain,
                1e-6 / lanes,
                plain / lanes
            );
        }
    }
}
