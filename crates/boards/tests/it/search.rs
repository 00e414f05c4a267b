//! Outcomes by search against exact values and against plain recursion, in normal and misère play.

use std::collections::HashMap;
use std::time::Duration;

use crate::common::{self, Dice, Naive};
use ishitori_boards::search::{PlayConvention, Search, SearchLimits, Stopped, Verdict};
use ishitori_boards::{BoardGame, LIBRARY, with_rules};
use ishitori_solve::board::Solver;
use ishitori_values::{Budget, GameStore, LimitReached, Outcome, Player};

fn limits(exact_cells: u32) -> SearchLimits {
    SearchLimits { exact_cells: Some(exact_cells), ..SearchLimits::default() }
}

fn verdict(name: &str, position: &str, play: PlayConvention, limits: SearchLimits) -> Verdict {
    let store = GameStore::new();
    let set_up = BoardGame::named(name).expect(name).set_up(position).expect(position);
    with_rules!(&set_up, |rules, start| {
        Search::new(&store, rules, play, limits, Budget::unlimited()).verdict(start)
    })
}

fn outcome(name: &str, position: &str) -> Outcome {
    let found = verdict(name, position, PlayConvention::Normal, SearchLimits::default());
    found.outcome().expect("no limits")
}

#[test]
fn searches_agree_with_exact_values_and_with_the_twin() {
    let (mut compared, mut looked_into) = (0, 0);
    for entry in LIBRARY {
        let game = BoardGame::named(entry.name).unwrap();
        let text = game.text();
        let mut dice = Dice(0x5851_f42d_4c95_7f2d ^ (entry.name.len() as u64) << 21);
        for round in 0..8 {
            let start = common::position(text, entry.name, &mut dice);
            let set_up = game.set_up(&start).unwrap();
            let store = GameStore::new();
            let mut twin = Naive::read(text, &start);
            if text.loose || text.one_kind {
                twin = common::settle(text, &twin);
            }
            let mut session = store.session();
            if common::value(text, &twin, &mut session, &mut HashMap::new(), 500).is_none() {
                continue;
            }
            let naive = |misere: bool| {
                let mut known = HashMap::new();
                let [left, right] = Player::BOTH
                    .map(|player| common::wins(text, &twin, player, misere, &mut known));
                Outcome::from_first_move_wins(left, right)
            };
            with_rules!(&set_up, |rules, from| {
                let value = Solver::new(&store, rules).value(from).unwrap();
                let exact = session.outcome(value).unwrap();
                for cells in [0, 3, 14] {
                    let budget = Budget::unlimited();
                    let mut search =
                        Search::new(&store, rules, PlayConvention::Normal, limits(cells), budget);
                    let found = search.verdict(from);
                    assert_eq!(found.outcome(), Some(exact), "{} {start} {cells}", entry.name);
                    assert_eq!(found.stopped, None);
                    looked_into += found.nodes;
                }
                if round < 5 {
                    assert_eq!(naive(false), exact, "{} {start}", entry.name);
                }
                let budget = Budget::unlimited();
                let mut search =
                    Search::new(&store, rules, PlayConvention::Misere, limits(14), budget);
                let found = search.verdict(from).outcome();
                assert_eq!(found, Some(naive(true)), "misère {} {start}", entry.name);
            });
            compared += 1;
        }
    }
    println!("{compared} positions, {looked_into} nodes");
    assert!(compared > 500 && looked_into > 2_000, "{compared} {looked_into}");
}

/// Boards that are large enough for sums of components that are not solved exactly.
#[test]
fn larger_boards_agree_with_exact_values() {
    let boards = [
        ("domineering", "4x5"),
        ("domineering", "....#.|......|.#....|......"),
        ("clobber", "xoxox|oxoxo|xoxox"),
        ("cram", "3x5"),
        ("konane", "xoxo|o..o|xoxo|oxox"),
        ("nogo", "2x3"),
        ("snort", "path:9"),
        ("amazons", "x..|...|o.."),
        ("toads-and-frogs", "ttt..fff"),
        ("hackenbush", "@1 1l2 2r3 3e4 2e5 5l1 3r6 6l7 1r8 8l9"),
    ];
    for (name, position) in boards {
        let store = GameStore::new();
        let set_up = BoardGame::named(name).unwrap().set_up(position).unwrap();
        with_rules!(&set_up, |rules, start| {
            let value = Solver::new(&store, rules).value(start).unwrap();
            let exact = store.session().outcome(value).unwrap();
            for cells in [0, 4, 8] {
                let budget = Budget::unlimited();
                let mut search =
                    Search::new(&store, rules, PlayConvention::Normal, limits(cells), budget);
                assert_eq!(
                    search.verdict(start).outcome(),
                    Some(exact),
                    "{name} {position} {cells}"
                );
            }
        });
    }
}

#[test]
fn what_is_not_decided_says_why() {
    let few = SearchLimits { nodes: 5, exact_cells: Some(0) };
    let found = verdict("domineering", "5x5", PlayConvention::Normal, few);
    assert_eq!(found.outcome(), None);
    assert_eq!(found.stopped, Some(Stopped::Nodes { limit: 5 }));
    assert_eq!(found.stopped.unwrap().to_string(), "not decided after 5 nodes");
    let store = GameStore::new();
    let set_up = BoardGame::named("amazons").unwrap().set_up("x....|.....|....o|.....").unwrap();
    with_rules!(&set_up, |rules, start| {
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            let time = Duration::from_millis(30);
            let budget = Budget::unlimited().with_time(time);
            let mut search = Search::new(&store, rules, play, limits(6), budget);
            let found = search.verdict(start);
            let stopped = Some(Stopped::Limit(LimitReached::Time { limit: time }));
            assert!(found.stopped == stopped || found.outcome().is_some(), "{found:?}");
        }
        // A table that is full forgets, so memory ends no search in misère play.
        let (few, time) = (store.memory() + 200_000, Duration::from_millis(300));
        let budget = Budget::unlimited().with_memory(few).with_time(time);
        let mut search = Search::new(&store, rules, PlayConvention::Misere, limits(6), budget);
        let found = search.verdict(start);
        let stopped = Some(Stopped::Limit(LimitReached::Time { limit: time }));
        assert!(found.stopped == stopped && found.entries > 20, "{found:?}");
        assert!(32 * found.entries as u64 <= few, "{found:?}");
        let tiny = Budget::unlimited().with_memory(10_000);
        let found =
            Search::new(&store, rules, PlayConvention::Misere, limits(6), tiny).verdict(start);
        let memory = matches!(found.stopped, Some(Stopped::Limit(LimitReached::Memory { .. })));
        assert!(memory, "{found:?}");
    });
}

/// Exact values decide without any search.
#[test]
fn small_positions_need_no_nodes() {
    let found = verdict("domineering", "3x3", PlayConvention::Normal, limits(14));
    assert_eq!((found.nodes, found.outcome()), (0, Some(Outcome::N)));
}

/// D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8 × 8 Domineering, Theoret.
/// Comput. Sci. 230 (2000) 195–206: on square boards up to 8 × 8 the first player wins, but on 5 × 5.
#[test]
fn squares_of_domineering() {
    for (n, expected) in [(2, "N"), (3, "N"), (4, "N"), (5, "P"), (6, "N"), (7, "N")] {
        let start = format!("{n}x{n}");
        assert_eq!(outcome("domineering", &start).to_string(), expected, "{n}");
    }
}

/// M. Gardner, Cram, crosscram and quadraphage, Scientific American 230 (1974): by symmetry the second player
/// wins Cram on boards with two even sides, the first player with one even side.
#[test]
fn cram_by_symmetry() {
    for (start, expected) in [("2x2", "P"), ("2x3", "N"), ("4x4", "P"), ("2x7", "N"), ("4x5", "N")]
    {
        assert_eq!(outcome("cram", start).to_string(), expected, "{start}");
    }
}

/// H. Noon, G. Van Brummelen, The non-attacking queens game, College Math. J. 37 (2006): the first
/// player wins on boards with an odd side, and on 2 × 2, 4 × 4 and 6 × 6.
#[test]
fn queens_in_peace() {
    for n in 1..=6 {
        assert_eq!(outcome("queens-peace", &format!("{n}x{n}")).to_string(), "N", "{n}");
    }
}
