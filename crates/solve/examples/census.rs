//! Every code 0.ddd, as far as so many heaps decide it:
//! `cargo run --release --example census -- 100000`.

use std::sync::atomic::{AtomicU32, Ordering};

use ishitori_rules::heap::Code;
use ishitori_solve::heap::{Status, find_period};
use ishitori_values::Budget;

fn main() {
    let heaps = std::env::args().nth(1).map_or(100_000, |n| n.parse().expect("a number of heaps"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU32::new(1);
    let proved = AtomicU32::new(0);
    let start = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= 512 {
                        break;
                    }
                    let code = Code::from_bits(&[n >> 6, n >> 3 & 7, n & 7]);
                    let report = find_period(&code, heaps, &Budget::unlimited()).expect("a code");
                    let found = u32::from(report.status == Status::Proved);
                    proved.fetch_add(found, Ordering::Relaxed);
                }
            });
        }
    });
    println!(
        "511 codes, {heaps} heaps: {} periods proved in {:.1} s on {threads} threads",
        proved.into_inner(),
        start.elapsed().as_secs_f64()
    );
}
