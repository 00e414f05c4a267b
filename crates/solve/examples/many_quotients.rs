//! Quotients of the rules on standard input, one line each.
//!
//! ```text
//! echo 0.77 | cargo run --release --example many_quotients -- misere 10
//! ```

use std::io::BufRead;
use std::time::{Duration, Instant};

use ishitori_solve::quotient::QuotientSearch;
use ishitori_values::{Budget, Outcome};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let end = arguments.next().unwrap_or("misere".to_string()).parse()?;
    let seconds: f64 = arguments.next().map_or(Ok(10.0), |s| s.parse())?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let rule = words.next().unwrap_or_default().parse()?;
        let to = words.next().map(|n| n.parse()).transpose()?;
        let start = Instant::now();
        let mut search = QuotientSearch::new(&rule, &end)?;
        let limit = Duration::from_secs_f64(seconds);
        let budget = Budget::unlimited().with_time(limit).with_memory(3 << 30);
        let stopped = search.run(to, &budget).err();
        let q = search.quotient();
        let counts = [Outcome::P, Outcome::N, Outcome::L, Outcome::R].map(|o| q.count(o));
        let period = q.period().map(|p| (p.preperiod, p.period));
        println!(
            "{rule} order {} {counts:?} period {period:?} to {} growth {:?} {:.3} s {stopped:?}",
            q.order(),
            q.computed_to(),
            q.growth(),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
