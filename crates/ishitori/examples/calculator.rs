//! Values of games: expressions in, canonical forms and facts out.
//!
//! `cargo run --example calculator -- '{2||1|0} + *'`

use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let expression = std::env::args().nth(1).unwrap_or_else(|| "{2||1|0} + *".to_string());
    // An owned store: its games can go anywhere. `GameStore` and `Session` are faster for long work.
    let store = Store::new();
    let game = store.eval(&expression)?.ok_or("the expression is not a game")?;
    println!("{expression} = {game}");
    let (mean, temperature) = (game.mean()?, game.temperature()?);
    println!("outcome {}, mean {mean}, temperature {temperature}", game.outcome()?);
    // Games are in canonical form: equal values are equal games.
    println!("G - G == 0: {}", game.difference(&game)? == store.integer(0));
    Ok(())
}
