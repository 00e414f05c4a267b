//! The quotient of a heap game: when are two positions the same in every sum, and who wins a sum?
//!
//! `cargo run --release --example quotients -- 0.77 misere 3+4+5`

use ishitori::heaps::{QuotientSearch, heaps_in_order};
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, usual: &'static str| words.get(i).map_or(usual, String::as_str);
    let rule: HeapRule = word(0, "sub:2,3").parse()?;
    let end: EndRule = word(1, "mod2:LR").parse()?;
    let heaps = heaps_in_order(word(2, "3+4+5"))?;
    let budget = Budget::unlimited().with_time(std::time::Duration::from_secs(60));

    let mut search = QuotientSearch::new(&rule, &end)?;
    // A search that is stopped keeps what it has proved.
    if let Err(stopped) = search.run(None, &budget) {
        println!("the search was stopped: {stopped}");
    }
    let quotient = search.quotient();
    match quotient.period() {
        Some(period) => println!(
            "{rule}, {end}: {} elements; heaps repeat with period {} from {}",
            quotient.order(),
            period.period,
            period.preperiod
        ),
        None => println!(
            "{rule}, {end}: {} elements up to heap {}",
            quotient.order(),
            quotient.computed_to()
        ),
    }
    println!("{}", quotient.presentation());

    // Sums are products: who wins is read off the element.
    let element = quotient.element(&heaps).ok_or("a heap that was not computed")?;
    let name = quotient.presentation().name(element);
    println!("{}: {name}, outcome {}", word(2, "3+4+5"), quotient.outcome(element));
    Ok(())
}
