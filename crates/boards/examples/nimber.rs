//! The nimber of an impartial position, by search: `cargo run -p ishitori-boards --example nimber -- cram 5x7`.
//! A third argument is the number of cells up to which components are solved by the mex of their options; the word
//! `outcome` at the end asks only who wins.

use ishitori_boards::nimber::{NimberLimits, NimberSearch};
use ishitori_boards::{BoardGame, with_rules};
use ishitori_runtime::clock::Instant;
use ishitori_values::Budget;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, position, rest @ ..] = &words[..] else {
        eprintln!("a game and a position are needed: cram 5x7");
        return;
    };
    let mut limits = NimberLimits::default();
    if let Some(cells) = rest.first().and_then(|word| word.parse().ok()) {
        limits.mex_cells = cells;
    }
    let Some(game) = BoardGame::named(name) else {
        eprintln!("the library has no game {name}");
        return;
    };
    let set_up = match game.set_up(position) {
        Ok(set_up) => set_up,
        Err(error) => return eprintln!("{error}"),
    };
    let begun = Instant::now();
    let budget = Budget::unlimited().with_memory(6 << 30);
    with_rules!(&set_up, |rules, start| {
        let Some(mut search) = NimberSearch::new(rules, limits, budget) else {
            return eprintln!("the players of {name} have different moves");
        };
        let found = match rest.last().is_some_and(|word| word == "outcome") {
            true => search.first_wins(start).map(|wins| (if wins { "N" } else { "P" }).into()),
            false => search.nimber(start).map(|nimber| format!("*{nimber}")),
        };
        let found = found.unwrap_or_else(|why| why.to_string());
        let (nodes, entries) = (search.nodes(), search.entries());
        println!("{found}, {nodes} nodes, {entries} entries, {:.2?}", begun.elapsed());
    });
}
