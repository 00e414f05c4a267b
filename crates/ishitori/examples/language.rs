//! A game of one's own as text: its table, a conjecture, and the proof that it holds for all
//! positions.
//!
//! `cargo run --example language -- 'y xor z'`

use ishitori::prelude::*;
use ishitori::tuples::{Decision, prove, test_conjecture};

/// A bar of chocolate that is cut along the lines; it is low on the left, so that cutting off
/// columns may cut off rows too. The player who must eat the bitter square loses.
const CHOCOLATE: &str = "\
game chocolate(k = 4)
position (y, z) where y <= z div k
both: (u, z)               for u in 0 ..< y
      (min(y, w div k), w) for w in 0 ..< z
end: normal";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let conjecture = std::env::args().nth(1).unwrap_or_else(|| "y xor z".to_string());
    let budget = Budget::unlimited().with_time(std::time::Duration::from_secs(30));
    let game = TextGame::new(CHOCOLATE, &[])?;

    let table = grundy_table(&game, &[3, 15], &budget)?;
    for y in 0..=3 {
        let row = (0..=15).map(|z| table.get(&[y, z]).map_or(" .".into(), |g| format!("{g:>2}")));
        println!("y = {y}: {}", row.collect::<Vec<_>>().join(" "));
    }

    let formula = game.formula(&conjecture)?;
    let tested = test_conjecture(&game, &formula, &[30, 120], &budget)?;
    match tested.counterexample {
        Some(found) => println!("{conjecture} is wrong at {:?}", found.position),
        None => println!("{conjecture} holds at {} positions", tested.tested),
    }
    match prove(&game, &formula, &budget, &mut |_| {}) {
        Decision::Proved(_) => println!("{conjecture} holds at all positions: proved"),
        Decision::Refuted(_) => println!("{conjecture} does not hold at all positions: proved"),
        Decision::Open(_) => println!("nothing is proved about {conjecture}"),
    }
    Ok(())
}
