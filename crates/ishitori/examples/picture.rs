//! A picture: the Grundy numbers of Kayles in rows of one period, as SVG.
//!
//! `cargo run --example picture -- kayles.svg`

use ishitori::draw::{PeriodTable, Provenance};
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles = HeapCode::from_bits(&[7, 7]);
    let budget = Budget::unlimited();
    let values = grundy(&kayles, 120, None, &budget)?.values.iter().map(u64::from).collect();
    let found = find_period(&kayles, 10_000, &budget)?.periodicity.ok_or("no period")?;
    let exceptions = found.exceptions.unwrap_or_default();
    let mut table = PeriodTable::new("Kayles", found.values.period, values, exceptions);
    table.provenance = Provenance {
        command: "cargo run --example picture".to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        parameters: vec![("rule".to_string(), kayles.to_string())],
    };
    let svg = table.scene()?.to_svg();
    match std::env::args().nth(1) {
        Some(file) => std::fs::write(file, svg)?,
        None => println!("{svg}"),
    }
    Ok(())
}
