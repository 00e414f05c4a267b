//! Quotients, and the check of their certificates.
//!
//! `cargo bench -p ishitori-solve --bench quotients`. The figures of a run are comparable with each
//! other only; `examples/many_quotients.rs` goes further.

use divan::Bencher;
use ishitori_solve::quotient::{Quotient, QuotientSearch};
use ishitori_values::Budget;

fn main() {
    divan::main();
}

fn quotient(rule: &str, end: &str, to: Option<u32>) -> Quotient {
    let (rule, end) = (rule.parse().expect("a rule"), end.parse().expect("an end"));
    let mut search = QuotientSearch::new(&rule, &end).expect("a heap game");
    search.run(to, &Budget::unlimited()).expect("no limit");
    search.quotient()
}

/// Kayles, for all heaps.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn kayles() -> usize {
    quotient("0.77", "misere", None).order()
}

/// The codes whose misère quotients another program found, for all heaps.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn codes_of_the_oracle(bencher: Bencher) {
    let text = include_str!("../tests/data/misere_quotients.jsonl");
    let codes: Vec<String> = text
        .lines()
        .map(|line| {
            let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
            case["code"].as_str().expect("a code").to_string()
        })
        .collect();
    bencher
        .bench(|| codes.iter().map(|code| quotient(code, "misere", None).order()).sum::<usize>());
}

/// Dawson's Kayles for heaps up to some size.
#[divan::bench(args = [25, 30], sample_count = 1, sample_size = 1)]
fn dawsons_kayles(to: u32) -> usize {
    quotient("0.07", "misere", Some(to)).order()
}

/// All sets of two numbers up to 22, for all heaps.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn two_elements_total_parity() -> usize {
    let sets = (2..=22).flat_map(|b| (1..b).map(move |a| format!("sub:{a},{b}")));
    sets.map(|set| quotient(&set, "mod2:LR", None).order()).sum()
}

/// The check of a certificate, from its text: a rule, an end, and a heap if it is not for all.
#[divan::bench(
    args = [
        "0.77 misere",
        "sub:2,3 mod2:LR",
        "0.07 misere 27",
        "0.77 moves 30",
        "psub:1/2 mod2:LR",
        "grundys-game misere 24",
    ],
    sample_count = 10,
    sample_size = 1,
)]
fn check(bencher: Bencher, what: &str) {
    let words: Vec<&str> = what.split(' ').collect();
    let to = words.get(2).map(|heap| heap.parse().expect("a heap"));
    let text = quotient(words[0], words[1], to).certificate().to_json();
    bencher.bench(|| assert!(ishitori_certify::check(&text).valid));
}
