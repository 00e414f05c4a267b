//! A whole family of ending-partizan games: all subtraction sets with minimum 2 and maximum at
//! most 14, an even number of stones left wins for Left, an odd one for Right.
//!
//! `cargo run --release --example family`

use ishitori::families::{Family, Query, Workers, sweep};
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let family = Family::new(2, 14);
    let mut query = Query::new("mod2:LR".parse()?);
    query.counts.push("has_R and period > 1".parse()?);
    query.checks.push("neighbours".parse()?);
    let summary = sweep(&family, &query, &Workers::new(2, &Budget::unlimited()))?;
    let all_left = summary.eventually_all[Outcome::L as usize];
    println!("{}: {all_left} of {} sets are eventually all L", family.describe(), summary.sets);
    println!("{} have an R at some n ≥ 2 and a period above 1", summary.counts[0]);
    for check in &summary.checks {
        println!("{}: {} violations", check.name, check.violations);
    }
    Ok(())
}
