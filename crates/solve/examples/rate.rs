//! Values per second: `cargo run --release --example rate -- 0.106 100000000`.

use ishitori_rules::heap::HeapRule;
use ishitori_solve::heap::grundy;
use ishitori_values::Budget;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for pair in args.chunks_exact(2) {
        let rule: HeapRule = pair[0].parse().expect("a rule");
        let count: u64 = pair[1].parse().expect("a number of heaps");
        let start = std::time::Instant::now();
        let run = grundy(rule.code().expect("a code"), count, None, &Budget::unlimited()).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{rule}: {:.2} M/s, {} rares, max {} ({})",
            count as f64 / seconds / 1e6,
            run.rares.unwrap_or(0),
            run.values.max(),
            run.engine
        );
    }
}
