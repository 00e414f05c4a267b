//! The games of the library against rules written by hand, theorems, and facts of another program
//! (see `data/README.md`).

use std::collections::HashMap;

use crate::common::{Options, reference};
use ishitori_language::{LIBRARY, ParameterValue, TextGame, library_game};
use ishitori_solve::board::BoardGame;
use ishitori_solve::ending::TerminalValues;
use ishitori_solve::tuple::{
    TupleEnd, grundy_table, grundy_table_plain, outcome_table, test_conjecture, value_table,
};
use ishitori_values::calculator::Calculator;
use ishitori_values::{Budget, GameStore, Outcome};
use proptest::prelude::*;

fn library(name: &str, settings: &[(&str, i64)]) -> TextGame {
    let settings: Vec<_> =
        settings.iter().map(|(n, v)| (n.to_string(), ParameterValue::Int(*v))).collect();
    let found = library_game(name).unwrap_or_else(|| panic!("no {name}"));
    TextGame::new(found.source, &settings).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// The tuples of a box.
fn cells(last: &[u32]) -> Vec<Vec<i64>> {
    last.iter().fold(vec![vec![]], |all, &last| {
        let longer = all.into_iter().flat_map(|start: Vec<i64>| {
            (0..=i64::from(last)).map(move |c| [start.as_slice(), &[c]].concat())
        });
        longer.collect()
    })
}

#[test]
fn every_game_computes_a_table() {
    for found in LIBRARY {
        let game = library(found.name, &[]);
        let last = vec![4; game.width()];
        let store = GameStore::new();
        let mut session = store.session();
        let terminal = TerminalValues::nowakowski(&session);
        let some = match (game.is_impartial(), game.end()) {
            (true, ishitori_language::EndKind::Normal) => {
                let table = grundy_table(&game, &last, &unlimited()).expect(found.name);
                cells(&last).iter().filter_map(|p| table.get(p)).filter(|g| *g > 0).count()
            }
            (_, ishitori_language::EndKind::Normal) => {
                let table = value_table(&game, &last, TupleEnd::OfGame, &terminal, &mut session)
                    .expect(found.name);
                let zero = session.integer(0);
                cells(&last).iter().filter_map(|p| table.get(p)).filter(|v| *v != zero).count()
            }
            _ => {
                let table =
                    outcome_table(&game, &last, TupleEnd::OfGame, &unlimited()).expect(found.name);
                cells(&last)
                    .iter()
                    .filter_map(|p| table.get(p))
                    .filter(|o| *o == Outcome::N)
                    .count()
            }
        };
        assert!(some > 0, "{} has a table of zeros", found.name);
    }
}

fn agrees(
    game: &TextGame,
    last: &[u32],
    exists: impl Fn(&[i64]) -> bool,
    rule: impl Fn(&[i64]) -> Options,
) {
    let fast = grundy_table(game, last, &unlimited()).expect("a table");
    let plain = grundy_table_plain(game, last, &unlimited()).expect("a table");
    let mut memo = HashMap::new();
    for position in cells(last) {
        let expected = exists(&position).then(|| reference(&rule, &position, &mut memo));
        assert_eq!(fast.get(&position), expected, "{position:?} of {game}");
        assert_eq!(plain.get(&position), expected, "{position:?} of {game}");
    }
}

/// Options of one part, without those that are no positions.
fn only(options: Vec<Vec<i64>>, exists: impl Fn(&[i64]) -> bool) -> Options {
    options.into_iter().filter(|p| exists(p)).map(|p| vec![p]).collect()
}

/// All positions that differ in one coordinate, which is smaller.
fn lower(p: &[i64]) -> Vec<Vec<i64>> {
    let smaller = |i: usize| {
        (0..p[i]).map(move |c| {
            let mut q = p.to_vec();
            q[i] = c;
            q
        })
    };
    (0..p.len()).flat_map(smaller).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// A bar is a set of squares here, and cuts remove squares.
    #[test]
    fn chocolate(k in 1i64..6, y in 0u32..7, z in 0u32..20, passes in 0u32..2) {
        let height = |p: &[i64], column: i64| p[0].min(column / k);
        let cut = |p: &[i64]| {
            let mut options: Vec<Vec<i64>> = (0..p[0]).map(|u| vec![u, p[1]]).collect();
            options.extend((0..p[1]).map(|w| vec![(0..=w).map(|c| height(p, c)).max().unwrap(), w]));
            options
        };
        let game = library("chocolate", &[("k", k)]);
        agrees(&game, &[y, z], |p| p[0] <= p[1] / k, |p| only(cut(p), |_| true));
        let game = library("chocolate-pass", &[("k", k)]);
        agrees(&game, &[y, z, passes], |p| p[0] <= p[1] / k, |p| {
            let mut all: Vec<Vec<i64>> =
                cut(&p[..2]).into_iter().map(|q| vec![q[0], q[1], p[2]]).collect();
            if p[2] > 0 && !all.is_empty() {
                all.push(vec![p[0], p[1], p[2] - 1]);
            }
            only(all, |_| true)
        });
    }

    #[test]
    fn chocolate_with_stairs(k in 1i64..5, c in 0i64..4, y in 0u32..7, z in 0u32..14) {
        let game = library("chocolate-stairs", &[("k", k), ("c", c)]);
        agrees(&game, &[y, z], |p| p[0] <= p[1] / k + c, |p| {
            let mut options: Vec<Vec<i64>> = (0..p[0]).map(|u| vec![u, p[1]]).collect();
            options.extend((0..p[1]).map(|w| vec![p[0].min(w / k + c), w]));
            only(options, |_| true)
        });
    }

    #[test]
    fn chocolate_from_three_sides(k in 1i64..5, x in 0u32..6, y in 0u32..5, z in 0u32..6) {
        let game = library("chocolate3", &[("k", k)]);
        agrees(&game, &[x, y, z], |p| k * p[1] <= p[0] + p[2], |p| {
            // Lower one coordinate, then y until there is such a bar.
            let settle = |mut q: Vec<i64>| {
                while k * q[1] > q[0] + q[2] {
                    q[1] -= 1;
                }
                q
            };
            only(lower(p).into_iter().map(settle).collect(), |_| true)
        });
    }

    #[test]
    fn heaps(a in 0u32..7, b in 0u32..7, c in 0u32..7, m in 1i64..5, passes in 0u32..3) {
        agrees(&library("nim", &[]), &[a, b, c], |_| true, |p| only(lower(p), |_| true));
        let bounded = library("bounded-nim", &[("m", m)]);
        agrees(&bounded, &[a, b], |_| true, |p| {
            only(lower(p), |q| p[0] + p[1] - q[0] - q[1] <= m)
        });
        agrees(&library("nim-pass", &[]), &[a, b, passes], |_| true, |p| {
            only(lower(p), |q| p[2] == q[2] || (p[2] - q[2] == 1 && p[0] + p[1] > 0))
        });
        agrees(&library("wythoff", &[]), &[a, b], |_| true, |p| {
            let both = (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, p[1] - k]);
            only(lower(p).into_iter().chain(both).collect(), |_| true)
        });
        // The heaps that are left, and the ends of their row.
        agrees(&library("end-nim", &[]), &[a, b, c], |_| true, |p| {
            let left: Vec<usize> = (0..3).filter(|&i| p[i] > 0).collect();
            only(lower(p), |q| {
                let i = (0..3).find(|&i| p[i] != q[i]);
                i.is_some() && (i == left.first().copied() || i == left.last().copied())
            })
        });
    }

    #[test]
    fn rows_of_squares(a in 0u32..9, b in 0u32..9, c in 0u32..6) {
        // Chomp: rows of squares as sets, what is right of and below a bite is gone.
        let bites = |p: &[i64]| -> Vec<Vec<i64>> {
            (0..p.len())
                .flat_map(|row| (0..p[row]).map(move |column| (row, column)))
                .map(|(row, column)| {
                    (0..p.len()).map(|r| if r < row { p[r] } else { p[r].min(column) }).collect()
                })
                .collect()
        };
        let falls = |p: &[i64]| p.windows(2).all(|w| w[1] <= w[0]);
        agrees(&library("chomp2", &[]), &[a, b], falls, |p| only(bites(p), |_| true));
        agrees(
            &library("chomp3", &[]),
            &[a, b, c],
            |p| falls(p) && p[0] > 0,
            |p| only(bites(p), |q| q[0] > 0),
        );
        let rises = |p: &[i64]| p.windows(2).all(|w| w[0] < w[1]);
        agrees(&library("silver-dollar", &[]), &[c, b, a], rises, |p| only(lower(p), rises));
    }

    #[test]
    fn stones_with_a_memory_and_euclid(n in 0u32..26, t in 0u32..9, a in 0u32..14, b in 0u32..14) {
        agrees(&library("fibonacci-nim", &[]), &[n, t], |_| true, |p| {
            only((1..=p[0]).filter(|k| *k <= 2 * p[1]).map(|k| vec![p[0] - k, k]).collect(), |_| true)
        });
        agrees(&library("mem", &[]), &[n, t], |_| true, |p| {
            only((1..=p[0]).filter(|k| *k >= p[1]).map(|k| vec![p[0] - k, k]).collect(), |_| true)
        });
        let positive = |p: &[i64]| p[0] > 0 && p[1] > 0;
        agrees(&library("euclid", &[]), &[a, b], positive, |p| {
            only(lower(p), |q| positive(q) && (p[0] - q[0]) % p[1] == 0 && (p[1] - q[1]) % p[0] == 0)
        });
    }

    #[test]
    fn cuts(n in 0u32..40) {
        agrees(&library("kayles", &[]), &[n], |_| true, |p| {
            let pins = |s: i64| (0..=p[0] - s).map(move |a| vec![vec![a], vec![p[0] - s - a]]);
            pins(1).chain(pins(2)).collect()
        });
        // Lengths in halves: what is cut off at a half has an integer part that is rounded down.
        agrees(&library("string-cutting", &[]), &[n], |_| true, |p| {
            let (whole, halves) = (2 * p[0], 2..=(2 * p[0] - 2).max(1));
            let floors = |cut: i64| vec![vec![cut / 2], vec![(whole - cut) / 2]];
            halves.filter(|cut| whole - cut >= 2).map(floors).collect()
        });
    }

    /// Left's and Right's moves by the number of squares between the pieces.
    #[test]
    fn strips(p in 1i64..4, q in 1i64..4, b in 1u32..8) {
        let game = library("northcott", &[("p", p), ("q", q)]);
        let table = outcome_table(&game, &[b, b], TupleEnd::OfGame, &unlimited()).expect("a table");
        let mut wins: Vec<[bool; 2]> = Vec::new();
        for gap in 0..i64::from(b) {
            let first = |reach: i64, other: usize| {
                (1..=reach.min(gap)).any(|s| !wins[(gap - s) as usize][other])
            };
            wins.push([first(p, 1), first(q, 0)]);
        }
        for position in cells(&[b, b]) {
            let gap = position[1] - position[0] - 1;
            let expected = wins.get(gap as usize).filter(|_| gap >= 0).map(|w| match w {
                [true, true] => Outcome::N,
                [true, false] => Outcome::L,
                [false, true] => Outcome::R,
                [false, false] => Outcome::P,
            });
            prop_assert_eq!(table.get(&position), expected, "{:?}", position);
        }
    }
}

/// What the comments of the games claim.
#[test]
fn theorems() {
    for (name, settings, formula, last) in [
        ("chocolate", &[("k", 4)][..], "y xor z", &[20, 80][..]),
        ("chocolate3", &[], "x xor y xor z = 0", &[12, 8, 12]),
        ("nim", &[], "a xor b xor c", &[9, 9, 9]),
        ("bounded-nim", &[("m", 4)], "(a mod 5) xor (b mod 5)", &[20, 20]),
        ("thirty-one", &[], "n mod 4 = 1", &[60]),
        ("euclid", &[], "abs(a*a - b*b) div (a*b)", &[40, 40]),
        ("silver-dollar", &[], "a xor (c - b - 1)", &[9, 10, 11]),
    ] {
        let game = library(name, settings);
        let formula = game.formula(formula).expect("a formula");
        if name == "thirty-one" {
            let table =
                outcome_table(&game, last, TupleEnd::OfGame, &unlimited()).expect("a table");
            let mut machine = formula.machine();
            for n in 0..=60 {
                let lost = table.get(&[n]) == Some(Outcome::P);
                assert_eq!(machine.value(&[n]).expect("a value"), Some(i64::from(lost)), "{n}");
            }
            continue;
        }
        let found = test_conjecture(&game, &formula, last, &unlimited()).expect("a test");
        assert_eq!((found.counterexample, found.skipped), (None, 0), "{name}");
    }
    let kayles = grundy_table(&library("kayles", &[]), &[200], &unlimited()).expect("a table");
    let cut = grundy_table(&library("string-cutting", &[]), &[201], &unlimited()).expect("a table");
    for n in 0..=200 {
        assert_eq!(cut.get(&[n + 1]), kayles.get(&[n]), "{n}");
        assert!(n < 83 || kayles.get(&[n]) == kayles.get(&[n - 12]), "{n}");
    }
    let wythoff = grundy_table(&library("wythoff", &[]), &[50, 80], &unlimited()).expect("a table");
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    for i in 0..30i64 {
        let a = (i as f64 * phi).floor() as i64;
        assert_eq!(wythoff.get(&[a, a + i]), Some(0), "{i}");
    }
    let fibonacci =
        grundy_table(&library("fibonacci-nim", &[]), &[60, 30], &unlimited()).expect("a table");
    for (n, t) in (1..=60i64).flat_map(|n| (0..=30).map(move |t| (n, t))) {
        let (mut rest, mut least) = (n, n);
        for f in [55, 34, 21, 13, 8, 5, 3, 2, 1] {
            if f <= rest {
                (rest, least) = (rest - f, f);
            }
        }
        assert_eq!(fibonacci.get(&[n, t]) == Some(0), least > 2 * t, "({n}, {t})");
    }
}

#[test]
fn rows_of_another_program() {
    let mut cases = 0;
    for line in include_str!("../data/coordinate_games.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        let input = case["input"].as_str().expect("a string");
        let name = match input.split("game.heap.").nth(1).and_then(|r| r.split("((").next()) {
            Some("Wythoff") => "wythoff",
            Some("FibonacciNim") => "fibonacci-nim",
            Some("Mem") => "mem",
            Some("GenWythoff(x -> x + 2)") => "wythoff-spread",
            other => panic!("{other:?}"),
        };
        let row = first_coordinate(input);
        let expected: Vec<u32> =
            serde_json::from_str(case["output"].as_str().expect("a string")).expect("numbers");
        let game = library(name, &[]);
        let table = grundy_table(&game, &[row as u32, 14], &unlimited()).expect("a table");
        let found: Vec<u32> = (0..=14).map(|n| table.get(&[row, n]).expect("a position")).collect();
        assert_eq!(found, expected, "{input}");
        cases += 1;
    }
    assert_eq!(cases, 33);
}

/// Boards as bit masks have the values that the engine for boards computes.
#[test]
fn boards() {
    let store = GameStore::new();
    let mut session = store.session();
    let terminal = TerminalValues::nowakowski(&session);
    for (rows, columns) in [(1u32, 5u32), (2, 2), (2, 4), (3, 3), (4, 2)] {
        let settings = [("r", i64::from(rows)), ("c", i64::from(columns))];
        let game = library("domineering", &settings);
        let last = [(1 << (rows * columns)) - 1];
        let table =
            value_table(&game, &last, TupleEnd::OfGame, &terminal, &mut session).expect("a table");
        for mask in 0..=i64::from(last[0]) {
            let cell = |i: u32| if mask >> i & 1 == 1 { '#' } else { '.' };
            let row = |r: u32| (r * columns..(r + 1) * columns).map(cell).collect::<String>();
            let text = (0..rows).map(row).collect::<Vec<_>>().join("|");
            let value = BoardGame::Domineering.value(&store, &text, 1, &unlimited());
            assert_eq!(table.get(&[mask]), Some(value.expect("a board")), "{text}");
        }
    }
    for squares in 1..=6u32 {
        let game = library("toads-and-frogs", &[("n", i64::from(squares))]);
        let last = (1 << squares) - 1;
        let table = value_table(&game, &[last, last], TupleEnd::OfGame, &terminal, &mut session)
            .expect("a table");
        for position in cells(&[last, last]) {
            let (toads, frogs) = (position[0], position[1]);
            if toads & frogs != 0 {
                assert_eq!(table.get(&position), None);
                continue;
            }
            let square = |i: u32| match (toads >> i & 1, frogs >> i & 1) {
                (1, _) => 't',
                (_, 1) => 'f',
                _ => '.',
            };
            let text: String = (0..squares).map(square).collect();
            let value = BoardGame::ToadsAndFrogs.value(&store, &text, 1, &unlimited());
            assert_eq!(table.get(&position), Some(value.expect("a strip")), "{text}");
        }
    }
}

/// The cakes, whose values another program knows.
#[test]
fn cakes() {
    let mut cases = 0;
    for line in include_str!("../data/cake_games.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        let input = case["input"].as_str().expect("a string");
        let name = match input.split("game.heap.").nth(1).and_then(|r| r.split("((").next()) {
            Some("Cutcake") => "cutcake",
            Some("MaundyCake") => "maundy-cake",
            Some("Eatcake") => "eatcake",
            Some("TurnAndEatcake") => "turn-and-eatcake",
            other => panic!("{other:?}"),
        };
        let row = first_coordinate(input);
        let game = library(name, &[]);
        let one_cake = |p: [i64; 2]| [p.as_slice(), &[1][..game.width() - 2]].concat();
        let last = [[row as u32, 7].as_slice(), &[1][..game.width() - 2]].concat();
        let store = GameStore::new();
        let mut session = store.session();
        let terminal = TerminalValues::nowakowski(&session);
        let table =
            value_table(&game, &last, TupleEnd::OfGame, &terminal, &mut session).expect("values");
        let mut calculator = Calculator::new(&store);
        let expected = split_list(case["output"].as_str().expect("a string"));
        assert_eq!(expected.len(), 7, "{input}");
        for (i, expected) in expected.iter().enumerate() {
            let value = table.get(&one_cake([row, i as i64 + 1])).expect("a position");
            let found = calculator.session().print(value).expect("short");
            let same = calculator.eval(&format!("({found}) == ({expected})")).expect("games");
            let same = calculator.show(&same).expect("short");
            assert_eq!(same, "true", "{input}: {found}, {expected}");
            cases += 1;
        }
    }
    assert_eq!(cases, 13 * 7);
}

fn first_coordinate(input: &str) -> i64 {
    let rest = input.split("((").nth(1).expect("a position");
    rest.split(',').next().and_then(|r| r.parse().ok()).expect("a row")
}

/// The parts of `[a,{b,c|d}]`.
fn split_list(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in text.trim_matches(['[', ']']).chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().expect("not empty").push(c),
        }
    }
    parts
}
