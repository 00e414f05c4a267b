//! Values of games: expressions in, canonical forms and facts out.
//!
//! `cargo run --example calculator -- '{2||1|0} + *'`

use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let expression = std::env::args().nth(1).unwrap_or_else(|| "{2||1|0} + *".to_string());
    let store = GameStore::new();
    let mut calculator = Calculator::new(&store);
    let value = calculator.eval(&expression)?;
    println!("{expression} = {}", calculator.show(&value)?);
    if let Value::Game(game) = value {
        let mut session = store.session();
        let (mean, temperature) = (session.mean(game)?, session.temperature(game)?);
        println!("outcome {}, mean {mean}, temperature {temperature}", session.outcome(game)?);
        // A game is a handle to its canonical form: equal values are equal handles.
        let difference = session.difference(game, game)?;
        println!("G - G == 0: {}", difference == Game::ZERO);
    }
    Ok(())
}
