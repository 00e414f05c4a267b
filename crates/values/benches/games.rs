//! The algebra of games: sums, comparisons, thermographs, printing.

use divan::{Bencher, black_box};
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Game, GameStore};

fn main() {
    divan::main();
}

/// Games of moderate size, none of them special.
const GAMES: [&str; 8] = [
    "{{4||2|1}|-3,{0|-1}}",
    "{{2|0||-1}|{1|0,*},-3}",
    "{5/2,{3|1}|{^*,*3|*2}}",
    "{{1|0||0}|{^|*},{0||0|-1}}",
    "{{0,*|-1}|{2|-1},vv*}",
    "{{{4||2|1}|{0|-1}}|{{1/2|-1/4},-1|{2|-1}}}",
    "{{7|3},{6||4|2}|{1|-3},{0||-2|-5}}",
    "{^^,{3/4|-1/2}||-1/4|-2}",
];

fn games(store: &GameStore) -> Vec<Game> {
    let mut c = Calculator::new(store);
    let game = |text: &&str| match c.eval(text) {
        Ok(Value::Game(g)) => g,
        other => panic!("{text}: {other:?}"),
    };
    GAMES.iter().map(game).collect()
}

/// A fresh store each time, so that nothing is remembered.
#[divan::bench]
fn sum_of_eight(bencher: Bencher) {
    bencher
        .with_inputs(|| {
            let store = GameStore::new();
            let games = games(&store);
            (store, games)
        })
        .bench_refs(|(store, games)| {
            let mut s = store.session();
            games.iter().fold(Game::ZERO, |sum, &g| s.sum(sum, g).expect("no limits"))
        });
}

#[divan::bench]
fn compare_all_pairs(bencher: Bencher) {
    let store = GameStore::new();
    let games = games(&store);
    bencher.bench_local(|| {
        let mut s = store.session();
        for &g in &games {
            for &h in &games {
                black_box(s.leq(g, h).expect("no limits"));
            }
        }
    });
}

#[divan::bench]
fn thermograph_of_a_sum(bencher: Bencher) {
    bencher
        .with_inputs(|| {
            let store = GameStore::new();
            let games = games(&store);
            let sum = {
                let mut s = store.session();
                games[..4].iter().fold(Game::ZERO, |sum, &g| s.sum(sum, g).expect("no limits"))
            };
            (store, sum)
        })
        .bench_refs(|(store, sum)| store.session().thermograph(*sum).expect("no limits"));
}

#[divan::bench]
fn print_a_sum(bencher: Bencher) {
    let store = GameStore::new();
    let games = games(&store);
    let mut s = store.session();
    let sum = games[..4].iter().fold(Game::ZERO, |sum, &g| s.sum(sum, g).expect("no limits"));
    bencher.bench_local(|| s.print(sum).expect("short enough"));
}

#[divan::bench]
fn parse_and_evaluate(bencher: Bencher) {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    bencher.bench_local(|| c.eval(black_box("({{2||1|0}|1/4}) <= ({1/2|{*|-1}})")));
}
