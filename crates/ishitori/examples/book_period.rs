//! Proves a period, and has the proof checked. A chapter of the book shows it.

use ishitori::certify;
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles: HeapRule = "0.77".parse()?;
    let code = kayles.code().ok_or("a game on heaps")?;

    let report = find_period(code, 10_000, &Budget::unlimited())?;
    let found = report.periodicity.as_ref().ok_or("no period")?;
    println!("period {} from {}", found.values.period, found.values.preperiod);

    // The checker reads text, as any other checker would.
    let certificate = report.certificate(code).ok_or("no proof")?.to_json();
    let verdict = certify::check(&certificate);
    println!("valid: {}, because {}", verdict.valid, verdict.why);
    Ok(())
}
