//! Who wins a position, by search: `cargo run -p ishitori-boards --example outcome -- domineering 6x6`.
//! A third argument is the number of cells up to which components are solved exactly, a fourth one says `misere`.

use ishitori_boards::search::{PlayConvention, Search, SearchLimits};
use ishitori_boards::{BoardGame, with_rules};
use ishitori_runtime::clock::Instant;
use ishitori_values::{Budget, GameStore};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, position, rest @ ..] = &words[..] else {
        eprintln!("a game and a position are needed: domineering 6x6");
        return;
    };
    let mut limits = SearchLimits::default();
    if let Some(cells) = rest.first().and_then(|word| word.parse().ok()) {
        limits.exact_cells = Some(cells);
    }
    let play = if words.last().is_some_and(|w| w == "misere") {
        PlayConvention::Misere
    } else {
        PlayConvention::Normal
    };
    let Some(game) = BoardGame::named(name) else {
        eprintln!("the library has no game {name}");
        return;
    };
    let set_up = match game.set_up(position) {
        Ok(set_up) => set_up,
        Err(error) => return eprintln!("{error}"),
    };
    let store = GameStore::new();
    let begun = Instant::now();
    let budget = Budget::unlimited().with_memory(6 << 30);
    let found = with_rules!(&set_up, |rules, start| {
        Search::new(&store, rules, play, limits, budget).verdict(start)
    });
    match (found.outcome(), found.stopped) {
        (Some(outcome), _) => {
            let (nodes, entries) = (found.nodes, found.entries);
            println!("{outcome}, {nodes} nodes, {entries} entries, {:.2?}", begun.elapsed());
        }
        (None, Some(why)) => println!("{why}, {} nodes, {:.2?}", found.nodes, begun.elapsed()),
        (None, None) => unreachable!("a search is decided or stopped"),
    }
}
