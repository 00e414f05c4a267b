//! Answers to the exercises of the chapter on the library. The book shows it.

use ishitori::heaps::{SumRule, heaps_in_order};
use ishitori::play::{HeapGame, Heaps, Table};
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 1. The temperature of {4|1} + {3|1||0}.
    let store = GameStore::new();
    let mut s = store.session();
    let hot = s.game(&[s.integer(4)], &[s.integer(1)])?;
    let inner = s.game(&[s.integer(3)], &[s.integer(1)])?;
    let other = s.game(&[inner], &[s.zero()])?;
    let sum = s.sum(hot, other)?;
    println!("{}: mean {}, temperature {}", s.print(sum)?, s.mean(sum)?, s.temperature(sum)?);

    // 2. The codes 0.1 to 0.7 and their periods.
    let budget = Budget::unlimited();
    for digit in 1..=7 {
        let rule: HeapRule = format!("0.{digit}").parse()?;
        let report = find_period(rule.code().ok_or("a game on heaps")?, 1000, &budget)?;
        match report.periodicity {
            Some(found) => {
                println!("{rule}: period {} from {}", found.values.period, found.values.preperiod)
            }
            None => println!("{rule}: no period found among {} heaps", report.computed_to),
        }
    }

    // 3. All winning moves of misère Nim from 1+2+4.
    let nim: HeapRule = "nim".parse()?;
    let end: EndRule = "misere".parse()?;
    let game = HeapGame::new(&nim, &end, SumRule::Total)?;
    let mut table = Table::new(game, Heaps::new(heaps_in_order("1+2+4")?), Player::Left);
    for winning in table.winning_moves(&budget)? {
        println!("1+2+4: {} wins", winning.change);
    }
    Ok(())
}
