//! Proves a period: `cargo run --release --example period -- 0.454 400000000`.

use ishitori_rules::heap::HeapRule;
use ishitori_solve::heap::find_period;
use ishitori_values::Budget;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for pair in args.chunks_exact(2) {
        let rule: HeapRule = pair[0].parse().expect("a rule");
        let limit: u64 = pair[1].parse().expect("a number of heaps");
        let start = std::time::Instant::now();
        let report =
            find_period(rule.code().expect("a code"), limit, &Budget::unlimited()).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        let p = report.periodicity.as_ref();
        println!(
            "{rule}: {} {:?} saltus {:?} win/lose {:?} {:?} exceptions {:?}, max {}, {} heaps, {:?} rares, {seconds:.2} s",
            report.status.name(),
            p.map(|p| (p.values.period, p.values.preperiod)),
            p.map(|p| p.saltus),
            p.and_then(|p| p.win_lose.map(|w| (w.period, w.preperiod))),
            p.map(|p| p.proof),
            p.and_then(|p| p.exceptions.as_ref().map(|e| e.len())),
            report.max_value,
            report.computed_to,
            report.rares,
        );
    }
}
