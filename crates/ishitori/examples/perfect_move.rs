//! Who wins a position, by which moves, and a game of a perfect player against one who errs.
//!
//! `cargo run --example perfect_move -- nim 3+5+7 misere`

use ishitori::heaps::{SumRule, heaps_in_order};
use ishitori::play::{HeapGame, Heaps, Opponent, Over, Skill, Table};
use ishitori::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, usual: &'static str| words.get(i).map_or(usual, String::as_str);
    let rule: HeapRule = word(0, "nim").parse()?;
    let heaps = Heaps::new(heaps_in_order(word(1, "3+5+7"))?);
    let end: EndRule = word(2, "normal").parse()?;
    let budget = Budget::unlimited();

    let game = HeapGame::new(&rule, &end, SumRule::Total)?;
    let mut table = Table::new(game, heaps, Player::Left);
    let facts = table.facts(&budget)?;
    println!("{} is {}", table.position(), facts.outcome);
    for winning in table.winning_moves(&budget)? {
        println!("  Left wins by {}", winning.change);
    }
    let mut players =
        [Opponent::new(Skill::PERFECT, 1), Opponent::new(Skill::with_mistakes(30), 2)];
    loop {
        match table.over(&budget)? {
            Some(Over::Won(winner)) => {
                println!("{winner} wins");
                return Ok(());
            }
            // Only where positions can recur.
            Some(Over::Drawn) => {
                println!("a draw");
                return Ok(());
            }
            None => {}
        }
        let player = table.to_move();
        let choice = players[player as usize].choose(&mut table, &budget).ok_or("no move")?;
        let judged = table.play(choice.chosen, &budget);
        println!("{player}: {} ({})", judged.step.change, judged.quality.name());
    }
}
