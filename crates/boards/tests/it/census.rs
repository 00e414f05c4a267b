//! Counts of all positions of a board against an enumeration without numbers, shards or tables.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::common::{self, Naive};
use ishitori_boards::census::{Census, CensusError, Counts, Find, GraphCensus, MAX_LISTED};
use ishitori_boards::{BoardGame, Counting, with_rules};
use ishitori_rules::Ruleset;
use ishitori_values::{Budget, Dyadic, GameStore, LimitReached, Outcome, Player};

/// A position with its number, text, value, temperature, and how many options win for Left and for Right.
type Position = (u64, String, String, Dyadic, [usize; 2]);
/// Whether a position is among those that are looked for.
type Fits = Box<dyn Fn(&Position) -> bool>;

/// All texts of a length over some characters.
fn words(characters: &[char], length: usize) -> Vec<String> {
    match length {
        0 => vec![String::new()],
        n => words(characters, n - 1)
            .iter()
            .flat_map(|word| characters.iter().map(move |c| format!("{word}{c}")))
            .collect(),
    }
}

fn naive(game: &BoardGame, positions: impl Iterator<Item = Naive>) -> Counts {
    let store = GameStore::new();
    let mut session = store.session();
    let mut known = HashMap::new();
    let mut counts = Counts::default();
    let mut hottest = None;
    for board in positions {
        let value =
            common::value(game.text(), &board, &mut session, &mut known, usize::MAX).unwrap();
        counts.positions += 1;
        let outcome = session.outcome(value).unwrap();
        let place = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
        counts.outcomes[place.iter().position(|&o| o == outcome).unwrap()] += 1;
        *counts.values.entry(session.print(value).unwrap()).or_default() += 1;
        hottest = hottest.max(Some(session.temperature(value).unwrap()));
    }
    counts.hottest = hottest.map(|temperature| ishitori_boards::census::Hottest {
        temperature,
        number: 0,
        position: String::new(),
    });
    counts
}

/// How many positions have each outcome in misère play, by plain recursion.
fn naive_misere(game: &BoardGame, positions: impl Iterator<Item = Naive>) -> [u64; 4] {
    let mut known = HashMap::new();
    let mut counts = [0; 4];
    for board in positions {
        let [left, right] =
            Player::BOTH.map(|player| common::wins(game.text(), &board, player, true, &mut known));
        counts[match (left, right) {
            (false, false) => 0,
            (true, true) => 1,
            (true, false) => 2,
            (false, true) => 3,
        }] += 1;
    }
    counts
}

fn assert_same(found: &Counts, expected: &Counts) {
    assert_eq!(found.positions, expected.positions);
    assert_eq!(found.outcomes, expected.outcomes);
    assert_eq!(found.values, expected.values);
    let temperature = |counts: &Counts| counts.hottest.as_ref().unwrap().temperature.clone();
    assert_eq!(temperature(found), temperature(expected));
}

#[test]
fn fillings_agree_with_an_enumeration_and_with_their_shards() {
    let budget = Budget::unlimited();
    let cases: [(&str, &str, &[char]); 4] = [
        ("domineering", "2x4", &['.', '#']),
        ("clobber", "2x3", &['.', 'x', 'o']),
        ("konane", "1x6", &['.', 'x', 'o']),
        ("snort", "path:4", &['.', 'L', 'R']),
    ];
    for (name, board, characters) in cases {
        let game = BoardGame::named(name).unwrap();
        let (rows, columns) = match board.split_once('x') {
            Some((rows, columns)) => (rows.parse().unwrap(), columns.parse().unwrap()),
            None => (1, 4),
        };
        let texts = words(characters, rows * columns);
        let boards = || {
            texts.iter().map(|text| match board {
                "path:4" => {
                    let labels: Vec<String> =
                        text.chars().enumerate().map(|(i, c)| format!("{}:{c}", i + 1)).collect();
                    Naive::read(game.text(), &format!("1-2 2-3 3-4 {}", labels.join(" ")))
                }
                _ => {
                    let cells: Vec<char> = text.chars().collect();
                    let rows: Vec<String> =
                        cells.chunks(columns).map(|row| row.iter().collect()).collect();
                    Naive::read(game.text(), &rows.join("|"))
                }
            })
        };
        let expected = naive(&game, boards());
        let in_misere_play = naive_misere(&game, boards());
        with_rules!(&game.set_up(board).unwrap(), |rules, start| {
            let census = Census::fillings(rules, start, None, &Budget::unlimited()).unwrap();
            assert_eq!(census.len() as usize, texts.len());
            let store = GameStore::new();
            let whole = census.count(0..census.len(), None, &store, &budget);
            assert_same(&whole, &expected);
            let misere = census.count_misere(0..census.len(), &budget);
            assert_eq!((misere.positions, misere.outcomes), (whole.positions, in_misere_play));
            assert!(misere.values.is_empty() && misere.hottest.is_none());
            let mut halves = census.count_misere(census.shard(0, 2), &budget);
            halves.join(census.count_misere(census.shard(1, 2), &budget));
            assert_eq!(halves, misere);
            let shown: HashSet<String> =
                census.positions(0..census.len()).map(|(_, p)| rules.show(&p)).collect();
            assert_eq!(shown.len(), texts.len());
            // Shards, each with a store of its own, amount to the same.
            let mut joined = Counts::default();
            for shard in 0..5 {
                joined.join(census.count(census.shard(shard, 5), None, &GameStore::new(), &budget));
            }
            assert_eq!(joined, whole);
        });
    }
}

#[test]
fn reachable_positions_agree_with_an_enumeration() {
    let budget = Budget::unlimited();
    for (name, start) in [
        ("domineering", "3x3"),
        ("clobber", "xoxo|oxox"),
        ("toads-and-frogs", "tt..ff"),
        ("hackenbush", "@1 1l2 2r3 3l1 3e4"),
    ] {
        let game = BoardGame::named(name).unwrap();
        let mut seen = BTreeMap::new();
        let mut left = vec![Naive::read(game.text(), &start.replace("3x3", "...|...|..."))];
        while let Some(board) = left.pop() {
            if seen.insert(board.key(game.text()), board.clone()).is_none() {
                for player in Player::BOTH {
                    left.extend(common::options(game.text(), &board, player));
                }
            }
        }
        let expected = naive(&game, seen.into_values());
        with_rules!(&game.set_up(start).unwrap(), |rules, from| {
            let census = Census::reachable(rules, from, &budget).unwrap();
            let whole = census.count(0..census.len(), None, &GameStore::new(), &budget);
            assert_same(&whole, &expected);
            let mut joined = Counts::default();
            for shard in 0..7 {
                joined.join(census.count(census.shard(shard, 7), None, &GameStore::new(), &budget));
            }
            assert_eq!(joined, whole);
        });
    }
}

/// bench/RESULTS.md: 717 values and 19 792 numbers among all 65 536 boards of 4 × 4, by two other
/// programs that know Domineering only.
#[test]
fn four_by_four_domineering() {
    with_rules!(
        &BoardGame::named("domineering").unwrap().set_up("4x4").unwrap(),
        |rules, start| {
            let census = Census::fillings(rules, start, None, &Budget::unlimited()).unwrap();
            let counts =
                census.count(0..census.len(), None, &GameStore::new(), &Budget::unlimited());
            assert_eq!((counts.positions, counts.values.len()), (65_536, 717));
            assert_eq!(counts.outcomes.iter().sum::<u64>(), counts.positions);
            assert_eq!(counts.of(Outcome::L), counts.of(Outcome::R));
            let numbers: u64 = counts
                .values
                .iter()
                .filter(|(text, _)| text.chars().all(|c| c.is_ascii_digit() || "-/".contains(c)))
                .map(|(_, count)| count)
                .sum();
            assert_eq!(numbers, 19_792);
        }
    );
}

#[test]
fn what_cannot_be_counted_is_refused() {
    with_rules!(&BoardGame::named("clobber").unwrap().set_up("9x9").unwrap(), |rules, start| {
        let error = Census::fillings(rules, start, None, &Budget::unlimited()).err().unwrap();
        assert_eq!(error, CensusError::TooMany { cells: 81, characters: 3 });
        let error =
            Census::fillings(rules, start, Some(&['q']), &Budget::unlimited()).err().unwrap();
        assert!(matches!(error, CensusError::Character { found: 'q', .. }));
    });
    with_rules!(&BoardGame::named("cram").unwrap().set_up("4x4").unwrap(), |rules, start| {
        let budget = Budget::unlimited().with_memory(1_000);
        let error = Census::reachable(rules, start, &budget).err().unwrap();
        assert!(matches!(error, CensusError::Limit(LimitReached::Memory { .. })));
        let census = Census::fillings(rules, start, None, &Budget::unlimited()).unwrap();
        let budget = Budget::unlimited();
        budget.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let counts = census.count(5..100, None, &GameStore::new(), &budget);
        assert_eq!((counts.positions, counts.stopped), (0, Some((5, LimitReached::Cancelled))));
        assert_eq!(census.position(1 << 16), None);
    });
}

/// What is looked for agrees with a look at every position by the naive rules.
#[test]
fn finds_agree_with_an_enumeration() {
    let budget = Budget::unlimited();
    for (name, board) in
        [("domineering", "2x3"), ("clobber", "2x3"), ("cram", "2x4"), ("grid-col", "1x5")]
    {
        let game = BoardGame::named(name).unwrap();
        with_rules!(&game.set_up(board).unwrap(), |rules, start| {
            let census = Census::fillings(rules, start, None, &budget).unwrap();
            // Of each position: its text, value, temperature, and how many options win for Left and for Right.
            let store = GameStore::new();
            let mut session = store.session();
            let (mut values, mut wins) = (HashMap::new(), HashMap::new());
            let mut all = Vec::new();
            for (number, planes) in census.positions(0..census.len()) {
                let text = rules.show(&planes);
                let naive = Naive::read(game.text(), &text);
                let value =
                    common::value(game.text(), &naive, &mut session, &mut values, usize::MAX)
                        .unwrap();
                let winning = Player::BOTH.map(|player| {
                    let options = common::options(game.text(), &naive, player);
                    let different: BTreeMap<_, _> = options
                        .into_iter()
                        .map(|option| (option.key(game.text()), option))
                        .collect();
                    let lost = |option: &&Naive| {
                        !common::wins(game.text(), option, player.opponent(), false, &mut wins)
                    };
                    different.values().filter(lost).count()
                });
                let heat = session.temperature(value).unwrap();
                all.push((number, text, session.print(value).unwrap(), heat, winning));
            }
            let most = all.iter().map(|one| one.3.clone()).max().unwrap();
            let nimber = |text: &str| match text {
                "0" => Some(0),
                "*" => Some(1),
                text => text.strip_prefix('*').and_then(|k| k.parse::<i64>().ok()),
            };
            let largest = all.iter().filter_map(|one| nimber(&one.2)).max().unwrap();
            let star = GameStore::new();
            let cases: [(Find, Option<Dyadic>, Fits); 4] = [
                (Find::Hottest, Some(most.clone()), Box::new(move |one| one.3 == most)),
                (
                    Find::LargestNimber,
                    Some(Dyadic::from(largest)),
                    Box::new(move |one| nimber(&one.2) == Some(largest)),
                ),
                (Find::OneWinningMove, None, Box::new(|one| one.4.contains(&1))),
                (
                    Find::Value(star.session().nimber(1).unwrap()),
                    None,
                    Box::new(|one| one.2 == "*"),
                ),
            ];
            for (find, greatest, fits) in cases {
                let expected: Vec<_> =
                    all.iter().filter(|one| fits(one)).map(|one| (one.0, one.1.clone())).collect();
                let mut joined = Counts::default();
                for shard in [2, 0, 1] {
                    let range = census.shard(shard, 3);
                    joined.join(census.count(range, Some(&find), &star, &budget));
                }
                assert_eq!(joined.found.greatest, greatest, "{name} {find:?}");
                assert_eq!(joined.found.count, expected.len() as u64, "{name} {find:?}");
                let listed = &expected[..expected.len().min(MAX_LISTED)];
                assert_eq!(joined.found.first, listed, "{name} {find:?}");
            }
        });
    }
}

/// Node-Kayles on all graphs: the nimbers of all 34 + 18 graphs with at most five vertices by plain recursion on edges.
#[test]
fn graphs_agree_with_an_enumeration() {
    /// The nimber of the graph with these vertices: one is taken with its neighbours.
    fn nimber(graph: &[u8], left: u8) -> i64 {
        let taken = (0..graph.len()).filter(|v| left >> v & 1 == 1);
        let options: HashSet<i64> =
            taken.map(|v| nimber(graph, left & !graph[v] & !(1 << v))).collect();
        (0..).find(|n| !options.contains(n)).unwrap()
    }
    let census =
        GraphCensus::new(BoardGame::named("node-kayles").unwrap(), 5, &Budget::unlimited());
    let census = census.unwrap().unwrap();
    let counts = census.count(
        0..census.numbers(),
        Some(&Find::LargestNimber),
        &GameStore::new(),
        &Budget::unlimited(),
    );
    // All labelled graphs, of which isomorphic ones are taken for the same if all orders of their vertices agree.
    let mut by_value: BTreeMap<i64, u64> = BTreeMap::new();
    for n in 1..=5usize {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let mut seen = HashSet::new();
        for edges in 0u32..1 << pairs.len() {
            let graph = |order: &[usize]| {
                let mut graph = vec![0u8; n];
                for (_, &(a, b)) in pairs.iter().enumerate().filter(|(e, _)| edges >> e & 1 == 1) {
                    graph[order[a]] |= 1 << order[b];
                    graph[order[b]] |= 1 << order[a];
                }
                graph
            };
            let mut orders = vec![Vec::new()];
            for _ in 0..n {
                let longer = |order: &Vec<usize>| {
                    let left = (0..n).filter(|v| !order.contains(v)).collect::<Vec<_>>();
                    left.into_iter().map(|v| [order.as_slice(), &[v]].concat()).collect::<Vec<_>>()
                };
                orders = orders.iter().flat_map(longer).collect();
            }
            let least = orders.iter().map(|order| graph(order)).min().unwrap();
            if seen.insert(least.clone()) {
                *by_value.entry(nimber(&least, (1 << n) - 1)).or_default() += 1;
            }
        }
    }
    let (largest, many) = by_value.last_key_value().unwrap();
    assert_eq!(counts.positions, by_value.values().sum::<u64>());
    assert_eq!(counts.found.greatest, Some(Dyadic::from(*largest)));
    assert_eq!(counts.found.count, *many);
    assert_eq!(counts.values["*"], by_value[&1]);
}
