//! The period of a heap game, proved, with a certificate that independent code verifies.
//!
//! `cargo run --release --example proved_period -- 0.07`

use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rule: HeapRule = std::env::args().nth(1).as_deref().unwrap_or("0.07").parse()?;
    let code = rule.code().ok_or("an impartial rule on single heaps is needed")?;
    let budget = Budget::unlimited().with_time(std::time::Duration::from_secs(30));
    let first: Vec<u32> = grundy(code, 30, None, &budget)?.values.iter().collect();
    println!("{rule}: {first:?} …");
    let report = find_period(code, 1_000_000, &budget)?;
    let Some(found) = &report.periodicity else {
        println!("no period proved among {} heaps", report.computed_to);
        return Ok(());
    };
    println!("period {} from heap {}", found.values.period, found.values.preperiod);
    println!("exceptions: {:?}", found.exceptions.as_deref().unwrap_or_default());
    if let Some(certificate) = report.certificate(code) {
        // The checker shares no code with the engines and believes nothing it has not recomputed.
        let verdict = ishitori::certify::check(&certificate.to_json());
        println!("certificate valid: {} ({})", verdict.valid, verdict.why);
    }
    Ok(())
}
