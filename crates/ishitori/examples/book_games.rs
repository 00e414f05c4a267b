//! Games as numbers: sums, order, outcomes and temperatures. A chapter of the book shows it.

use ishitori::boards::BoardGame;
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = GameStore::new();
    let mut s = store.session();

    let switch = s.game(&[s.integer(2)], &[s.integer(-1)])?; // {2|-1}
    let sum = s.sum(switch, s.nimber(1)?)?;
    println!("{} has temperature {}", s.print(sum)?, s.temperature(sum)?);

    // A handle is a canonical form, so == is equality of values.
    let negative = s.negative(sum)?;
    assert_eq!(s.sum(sum, negative)?, s.zero());

    let domineering = BoardGame::named("domineering").ok_or("not in the library")?;
    let board = domineering.set_up("2x3")?.value(&store, 1, &Budget::unlimited())?;
    println!("a board of 2 x 3: {}, outcome {:?}", s.print(board)?, s.outcome(board)?);
    Ok(())
}
