//! Values per second of the heap engines, every value verified.
//!
//! `cargo bench -p ishitori-solve --bench heaps`. The figures of a run are comparable with each
//! other only; `examples/rate.rs` gives CPU time and longer runs.

use divan::Bencher;
use divan::counter::ItemsCount;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_solve::heap::{Engine, find_period, grundy};
use ishitori_values::Budget;

fn main() {
    divan::main();
}

fn code(text: &str) -> HeapCode {
    let rule: HeapRule = text.parse().expect("a rule");
    rule.code().expect("a code").clone()
}

/// (rule, heaps)
const RUNS: &[(&str, u64)] = &[
    ("0.106", 10_000_000),
    ("0.104", 10_000_000),
    ("0.16", 5_000_000),
    ("0.454", 5_000_000),
    ("0.167", 2_000_000),
    ("0.354", 2_000_000),
    ("0.6", 100_000),
    ("grundys-game", 100_000),
    ("sub:5000,10001,15001", 20_000_000),
    ("sub:1,2,3", 5_000_000),
];

#[divan::bench(args = RUNS.iter().map(|r| r.0), sample_count = 3, sample_size = 1)]
fn values(bencher: Bencher, rule: &str) {
    let heaps = RUNS.iter().find(|r| r.0 == rule).expect("a run").1;
    let code = code(rule);
    bencher
        .counter(ItemsCount::new(heaps))
        .bench(|| grundy(&code, heaps, None, &Budget::unlimited()).expect("values"));
}

#[divan::bench(args = ["0.77", "0.106"], sample_count = 3, sample_size = 1)]
fn naive(bencher: Bencher, rule: &str) {
    let code = code(rule);
    bencher
        .counter(ItemsCount::new(10_000u64))
        .bench(|| grundy(&code, 10_000, Some(Engine::Naive), &Budget::unlimited()));
}

#[divan::bench(args = ["0.77", "0.165", "0.16", "0.56"], sample_count = 3, sample_size = 1)]
fn period(bencher: Bencher, rule: &str) {
    let code = code(rule);
    bencher.bench(|| find_period(&code, 1_000_000, &Budget::unlimited()).expect("a report"));
}
