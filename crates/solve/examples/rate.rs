//! Values per second of CPU time: `cargo run --release --example rate -- 0.106 100000000`.

use ishitori_rules::heap::HeapRule;
use ishitori_solve::heap::grundy;
use ishitori_values::Budget;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for pair in args.chunks_exact(2) {
        let rule: HeapRule = pair[0].parse().expect("a rule");
        let count: u64 = pair[1].parse().expect("a number of heaps");
        let start = cpu_seconds();
        let run = grundy(rule.code().expect("a code"), count, None, &Budget::unlimited()).unwrap();
        let seconds = cpu_seconds() - start;
        println!(
            "{rule}: {:.2} M/s, {} rares, max {} ({})",
            count as f64 / seconds / 1e6,
            run.rares.unwrap_or(0),
            run.values.max(),
            run.engine
        );
    }
}

/// CPU time of this process, or the time of day where the system does not report it.
fn cpu_seconds() -> f64 {
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(
        || std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0.0, |t| t.as_secs_f64()),
        |n| n / 1e9,
    )
}
