//! Every code 0.ddd, as far as the given number of heaps decides it:
//! `cargo run --release --example census -- 100000`.
//!
//! Codes that differ in moves which change no value, or in the sizes of heaps by a shift, are
//! decided together.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use ishitori_rules::heap::HeapCode;
use ishitori_solve::heap::{Status, find_period, without_idle_moves};
use ishitori_values::Budget;

/// A code with the same sequence up to a shift for all codes that are known to share it.
fn representative(code: &HeapCode) -> HeapCode {
    let reduce = |code: &HeapCode| {
        let reduced = without_idle_moves(code, &Budget::unlimited()).expect("no limit");
        reduced.expect("a finite code with two parts")
    };
    let reduced = reduce(code);
    match reduced.standard_form() {
        Some((standard, _)) => reduce(&standard),
        None => reduced,
    }
}

fn main() {
    let heaps = std::env::args().nth(1).map_or(100_000, |n| n.parse().expect("a number of heaps"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let start = std::time::Instant::now();
    let mut classes: BTreeMap<String, Vec<HeapCode>> = BTreeMap::new();
    for n in 1..512 {
        let code = HeapCode::from_bits(&[n >> 6, n >> 3 & 7, n & 7]);
        classes.entry(representative(&code).to_string()).or_default().push(code);
    }
    let classes: Vec<Vec<HeapCode>> = classes.into_values().collect();
    let next = AtomicUsize::new(0);
    let proved = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(codes) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // The others have the same sequence, shifted by a few heaps.
                    let report = find_period(&codes[0], heaps, &Budget::unlimited());
                    if report.expect("a code").status == Status::Proved {
                        proved.fetch_add(codes.len() as u32, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    println!(
        "511 codes in {} classes, {heaps} heaps: {} periods proved in {:.1} s on {threads} threads",
        classes.len(),
        proved.into_inner(),
        start.elapsed().as_secs_f64()
    );
}
