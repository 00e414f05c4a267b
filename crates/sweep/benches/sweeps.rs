//! How fast families are swept, and how many times faster than one set after the other by the
//! plain loop: `cargo bench -p ishitori-sweep`, or with a family `-- MIN MAX [THREADS]`.
//!
//! Both are measured in turns in one run and must agree.

use std::time::Instant;

use ishitori_sweep::{Family, Query, Summary, SweepError, Workers, sweep, sweep_plainly};
use ishitori_values::Budget;

type Sweep = fn(&Family, &Query, &Workers<'_>) -> Result<Summary, SweepError>;

fn seconds(work: Sweep, family: &Family, query: &Query, threads: usize) -> (f64, Summary) {
    let budget = Budget::unlimited();
    let start = Instant::now();
    let summary = work(family, query, &Workers::new(threads, &budget)).expect("no limit is set");
    (start.elapsed().as_secs_f64(), summary)
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
            for _ in 0..3 {
                let (slow, expected) = seconds(sweep_plainly, &family, &query, threads);
                plain = plain.min(slow / family.len() as f64);
                for _ in 0..3 {
                    let (fast, found) = seconds(sweep, &family, &query, threads);
                    lanes = lanes.min(fast / family.len() as f64);
                    assert_eq!(expected, found, "both agree");
                }
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
