//! Asks a question about a family of subtraction sets. A chapter of the book shows it.

use ishitori::families::{Family, Query, Workers, sweep};
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let family = Family::new(2, 16); // least number 2, numbers up to 16
    let mut query = Query::new("mod2:LR".parse()?);
    query.condition = Some("contains(3)".parse()?);
    query.counts = vec!["period >= 2 and divides".parse()?, "has_P and has_R".parse()?];

    let summary = sweep(&family, &query, &Workers::new(2, &Budget::unlimited()))?;
    println!("{} of {} sets contain 3", summary.matching, summary.sets);
    for (count, question) in summary.counts.iter().zip(&query.counts) {
        println!("{count:>5}  {}", question.text());
    }
    Ok(())
}
