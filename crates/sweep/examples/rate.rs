//! How fast a family is swept: `cargo run --release -p ishitori-sweep --example rate 2 24 2`.

use std::time::Instant;

use ishitori_sweep::{Family, Query, sweep};
use ishitori_values::Budget;

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let [min, max, threads] = numbers[..] else {
        eprintln!("usage: rate MIN MAX THREADS [grundy]");
        return;
    };
    let mut query = Query::new("mod2:LR".parse().expect("an end rule"));
    query.grundy = std::env::args().any(|a| a == "grundy");
    let family = Family::new(min, max);
    let start = Instant::now();
    let summary = sweep(&family, &query, threads as usize, &Budget::unlimited());
    let seconds = start.elapsed().as_secs_f64();
    let sets = summary.map_or(0, |s| s.sets);
    println!("{sets} sets in {seconds:.3} s, {:.2} M sets/s", sets as f64 / seconds / 1e6);
}
