//! Results of the literature about games of the library, each with its source, and some that were computed
//! here in two ways that share nothing but the parser.

use std::collections::HashMap;

use crate::common::{self, Dice, Naive};
use ishitori_boards::search::{PlayConvention, Search, SearchLimits};
use ishitori_boards::{BoardGame, with_rules};
use ishitori_solve::board::Solver;
use ishitori_values::{Budget, Game, GameStore, Outcome};

fn value(store: &GameStore, name: &str, position: &str) -> Game {
    let set_up = BoardGame::named(name).expect(name).set_up(position).expect(position);
    with_rules!(&set_up, |rules, start| Solver::new(store, rules).value(start).unwrap())
}

fn print(store: &GameStore, name: &str, position: &str) -> String {
    let value = value(store, name, position);
    store.session().print(value).unwrap()
}

/// The text of a nimber.
fn nimber(n: u32) -> String {
    match n {
        0 => "0".into(),
        1 => "*".into(),
        n => format!("*{n}"),
    }
}

/// Whether the twin, which knows neither masks nor components, finds the same value.
fn twin_agrees(store: &GameStore, name: &str, position: &str) -> bool {
    let game = BoardGame::named(name).unwrap();
    // The twin knows no graphs by name.
    let position = match position.strip_prefix("star:").and_then(|rest| rest.split_once(' ')) {
        Some((leaves, labels)) => {
            let edges = (1..=leaves.parse::<u32>().unwrap()).map(|leaf| format!("1-{} ", leaf + 1));
            edges.collect::<String>() + labels
        }
        None => position.to_string(),
    };
    let board = common::settle(game.text(), &Naive::read(game.text(), &position));
    let mut session = store.session();
    let expected =
        common::value(game.text(), &board, &mut session, &mut HashMap::new(), usize::MAX);
    expected == Some(value(store, name, &position))
}

/// E. Berlekamp, J. Conway, R. Guy, Winning Ways (1982), chapter 4: the nim-sequences of Kayles (0.77) and of Dawson's
/// Kayles (0.07); that of Dawson's Chess (0.137) is the latter without its first term.
#[test]
fn kayles_and_dawson() {
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
    let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1];
    let store = GameStore::new();
    for n in 1..24 {
        let strip = ".".repeat(n);
        assert_eq!(print(&store, "kayles-strip", &strip), nimber(kayles[n]), "{n}");
        assert_eq!(print(&store, "dawsons-kayles-strip", &strip), nimber(dawson[n]), "{n}");
        assert_eq!(print(&store, "arc-kayles", &format!("path:{n}")), nimber(dawson[n]), "{n}");
        if n < 23 {
            for (name, start) in [
                ("dawsons-chess", strip.clone()),
                ("treblecross-avoidance", strip.clone()),
                ("node-kayles", format!("path:{n}")),
            ] {
                if n <= 14 || name != "treblecross-avoidance" {
                    assert_eq!(print(&store, name, &start), nimber(dawson[n + 1]), "{name} {n}");
                }
            }
        }
    }
}

/// Winning Ways, chapter 14: one coin that shows heads at place n (from 0) is worth n + 1 in Turning Turtles, n in Twins, the
/// greatest power of 2 that divides n + 1 in Ruler, and in Mock Turtles 2n or 2n + 1, whichever has an odd
/// number of binary ones; coins add up.
#[test]
fn coins() {
    let store = GameStore::new();
    for n in 0..8u32 {
        let strip: String = (0..=n).map(|i| if i == n { 'h' } else { 't' }).collect();
        let mock = if n.count_ones() % 2 == 1 { 2 * n } else { 2 * n + 1 };
        let ruler = 1 << (n + 1).trailing_zeros();
        for (name, worth) in
            [("turning-turtles", n + 1), ("twins", n), ("ruler", ruler), ("mock-turtles", mock)]
        {
            assert_eq!(print(&store, name, &strip), nimber(worth), "{name} {strip}");
        }
    }
    assert_eq!(print(&store, "turning-turtles", "hhth"), nimber(1 ^ 2 ^ 4));
}

/// J. H. Conway, On Numbers and Games (1976): every position of Col is a number, or a number and *.
#[test]
fn col_is_nearly_numbers() {
    let store = GameStore::new();
    let game = BoardGame::named("col").unwrap();
    let mut dice = Dice(0xc01);
    for _ in 0..200 {
        let start = common::position(game.text(), "col", &mut dice);
        let value = value(&store, "col", &start);
        let mut session = store.session();
        let star = session.nimber(1).unwrap();
        let other = session.sum(value, star).unwrap();
        let number = |game| store.as_number(game).is_some();
        assert!(number(value) || number(other), "{start}");
    }
}

/// M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5(2) (2005)
/// A01, and S. K. McCurdy, R. J. Nowakowski, Cutthroat, an all-small game on graphs, Integers 5(2) (2005) A13:
/// both games are all-small.
#[test]
fn clobber_and_cutthroat_are_all_small() {
    let store = GameStore::new();
    let mut dice = Dice(0xa11);
    let mut session = store.session();
    for name in ["clobber", "cutthroat", "graph-clobber", "hex-clobber"] {
        let game = BoardGame::named(name).unwrap();
        for _ in 0..60 {
            let start = common::position(game.text(), name, &mut dice);
            // All vertices of Cutthroat have a colour.
            let start = if name == "cutthroat" { start.replace(":.", ":g") } else { start };
            let value = value(&store, name, &start);
            assert!(session.is_all_small(value).unwrap(), "{name} {start}");
        }
    }
}

/// A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theoret. Comput. Sci. 112 (1993) 371–381: in
/// undirected vertex geography the first player wins exactly if every maximum matching covers the token.
#[test]
fn geography_and_matchings() {
    fn matching(edges: &[(usize, usize)], used: u32) -> u32 {
        let free = |v: usize| used >> v & 1 == 0;
        let Some((&(a, b), rest)) = edges.split_first() else { return 0 };
        let without = matching(rest, used);
        match free(a) && free(b) {
            true => without.max(1 + matching(rest, used | 1 << a | 1 << b)),
            false => without,
        }
    }
    let store = GameStore::new();
    let mut dice = Dice(0x6e0);
    for _ in 0..150 {
        let n = 2 + dice.below(6);
        let mut edges = Vec::new();
        for a in 1..=n {
            for b in a + 1..=n {
                if dice.below(3) == 0 {
                    edges.push((a, b));
                }
            }
        }
        let token = 1 + dice.below(n);
        let mut start: String = (1..=n).map(|v| format!("{v} ")).collect();
        start.extend(edges.iter().map(|(a, b)| format!("{a}-{b} ")));
        start += &format!("{token}:x");
        let covered = matching(&edges, 0) > matching(&edges, 1 << token);
        let value = value(&store, "undirected-geography", &start);
        let wins = store.session().outcome(value).unwrap() == Outcome::N;
        assert_eq!(wins, covered, "{start}");
    }
}

/// D. Gale, A curious nim-type game, Amer. Math. Monthly 81 (1974) 876–879: the first player wins Chomp on every rectangle
/// with more than one square, and on 2 × n by leaving rows of k and k − 1 only.
#[test]
fn chomp() {
    let store = GameStore::new();
    let outcome = |start: &str| store.session().outcome(value(&store, "chomp", start)).unwrap();
    for rows in 1..=4 {
        for columns in 2..=5 {
            let mut start = vec![".".repeat(columns); rows];
            start[0].replace_range(..1, "#");
            assert_eq!(outcome(&start.join("|")), Outcome::N, "{rows} × {columns}");
        }
    }
    for upper in 1..=6 {
        for lower in 0..=upper {
            let row = |n: usize| ".".repeat(n) + &"#".repeat(7 - n);
            let start = format!("#{}|{}", &row(upper)[1..], row(lower));
            let expected = if lower + 1 == upper { Outcome::P } else { Outcome::N };
            assert_eq!(outcome(&start), expected, "{start}");
        }
    }
}

/// A. S. Fraenkel, E. R. Scheinerman, A deletion game on hypergraphs, Discrete Appl. Math. 30 (1991)
/// 155–162: on forests the nim-value gives the parities of the numbers of vertices and edges.
#[test]
fn deleting_vertices_and_edges_of_forests() {
    let store = GameStore::new();
    let mut dice = Dice(0x7ee5);
    for _ in 0..60 {
        let n = 1 + dice.below(6);
        let mut words: Vec<String> = (1..=n).map(|v| v.to_string()).collect();
        let mut edges = 0;
        for v in 2..=n {
            if dice.below(4) > 0 {
                words.push(format!("{}-{v}", 1 + dice.below(v - 1)));
                edges += 1;
            }
        }
        let start = words.join(" ");
        let expected = (n % 2 + 2 * (edges % 2)) as u32;
        assert_eq!(print(&store, "graph-chomp", &start), nimber(expected), "{start}");
    }
}

/// Computed here, by the compiled engine and by the twin: positions of Push and Shove on short strips are
/// numbers.
#[test]
fn push_and_shove_are_numbers() {
    let store = GameStore::new();
    let mut dice = Dice(0x9054);
    for name in ["push", "shove"] {
        for _ in 0..40 {
            let start: String =
                (0..1 + dice.below(6)).map(|_| *dice.pick(&['.', 'x', 'o'])).collect();
            assert!(store.as_number(value(&store, name, &start)).is_some(), "{name} {start}");
            assert!(twin_agrees(&store, name, &start), "{name} {start}");
        }
    }
}

/// Computed here, by the compiled engine and by the twin: Konane in a row, NoGo on small boards, Cutthroat on
/// stars, Amazons on 2 × n with their temperatures, Clobber in a row.
#[test]
fn computed_in_two_ways() {
    let store = GameStore::new();
    let mut session = store.session();
    for (name, position, expected, temperature) in COMPUTED {
        let value = value(&store, name, position);
        let found =
            (session.print(value).unwrap(), session.temperature(value).unwrap().to_string());
        assert_eq!(found, (expected.to_string(), temperature.to_string()), "{name} {position}");
        assert!(twin_agrees(&store, name, position), "{name} {position}");
    }
}

const COMPUTED: &[(&str, &str, &str, &str)] = &[
    ("clobber", "xo", "*", "0"),
    ("clobber", "xox", "*", "0"),
    ("clobber", "xoxo", "+-{*,^}", "0"),
    ("clobber", "xoxox", "v[2]", "0"),
    ("clobber", "xoxoxo", "0", "-1"),
    ("clobber", "xoxoxox", "{v,+-{*,^}|0}", "0"),
    ("clobber", "xoxoxoxo", "+-{^[2],{^*,^^|0,^*,+-{0,^*}}}", "0"),
    ("clobber", "xoxoxoxox", "v*", "0"),
    ("clobber", "xxo", "^", "0"),
    ("clobber", "xxxo", "^^*", "0"),
    ("clobber", "xxxxo", "^3", "0"),
    ("clobber", "xxxxxo", "^4*", "0"),
    ("clobber", "xxxxxxo", "^5", "0"),
    ("clobber", "xxoo", "0", "-1"),
    ("clobber", "xxxoo", "0", "-1"),
    ("clobber", "xxxxoo", "0", "-1"),
    ("clobber", "xxxxxoo", "0", "-1"),
    ("clobber", "xxxxxxoo", "0", "-1"),
    ("konane", "xo.", "1", "-1"),
    ("konane", "xo..", "1", "-1"),
    ("konane", ".xo.", "*", "0"),
    ("konane", "..xo..", "*", "0"),
    ("konane", "xox.", "-1", "-1"),
    ("konane", "xox..", "-1", "-1"),
    ("konane", ".xox.", "-1", "-1"),
    ("konane", "..xox..", "-1", "-1"),
    ("konane", "xoxo.", "2", "-1"),
    ("konane", "xoxo..", "2", "-1"),
    ("konane", ".xoxo.", "0", "-1"),
    ("konane", "..xoxo..", "0", "-1"),
    ("konane", "xoxox.", "-2", "-1"),
    ("konane", "xoxox..", "-2", "-1"),
    ("konane", ".xoxox.", "-2", "-1"),
    ("konane", "..xoxox..", "-2", "-1"),
    ("konane", "xoxoxo.", "3", "-1"),
    ("konane", "xoxoxo..", "3", "-1"),
    ("konane", ".xoxoxo.", "*", "0"),
    ("konane", "..xoxoxo..", "*", "0"),
    ("konane", "xoxoxox.", "-3", "-1"),
    ("konane", "xoxoxox..", "-3", "-1"),
    ("konane", ".xoxoxox.", "-3", "-1"),
    ("konane", "xoxoxoxo.", "4", "-1"),
    ("konane", "xoxoxoxo..", "4", "-1"),
    ("konane", ".xoxoxoxo.", "0", "-1"),
    ("konane", "xoxoxoxox.", "-4", "-1"),
    ("nogo", ".", "0", "-1"),
    ("nogo", "..", "*", "0"),
    ("nogo", "...", "+-1", "1"),
    ("nogo", "....", "0", "-1"),
    ("nogo", ".....", "*", "0"),
    ("nogo", "......", "+-1", "1"),
    ("nogo", "..|..", "*", "0"),
    ("nogo", "...|...", "0", "-1"),
    ("cutthroat", "star:1 1:x 2:x", "0", "-1"),
    ("cutthroat", "star:1 1:o 2:x", "*", "0"),
    ("cutthroat", "star:2 1:x 2:x 3:o", "^*", "0"),
    ("cutthroat", "star:2 1:o 2:x 3:o", "v*", "0"),
    ("cutthroat", "star:3 1:x 2:x 3:o 4:o", "^^", "0"),
    ("cutthroat", "star:3 1:o 2:x 3:o 4:o", "v[2]*", "0"),
    ("cutthroat", "star:4 1:x 2:x 3:o 4:o 5:o", "^3*", "0"),
    ("cutthroat", "star:4 1:o 2:x 3:o 4:o 5:o", "v[3]*", "0"),
    ("cutthroat", "star:2 1:x 2:x 3:x", "0", "-1"),
    ("cutthroat", "star:2 1:o 2:x 3:x", "v", "0"),
    ("cutthroat", "star:3 1:x 2:x 3:x 4:o", "^[2]*", "0"),
    ("cutthroat", "star:3 1:o 2:x 3:x 4:o", "vv", "0"),
    ("cutthroat", "star:4 1:x 2:x 3:x 4:o 5:o", "{0|^[2]*}", "0"),
    ("cutthroat", "star:4 1:o 2:x 3:x 4:o 5:o", "{v[2]*|0}", "0"),
    ("cutthroat", "star:3 1:x 2:x 3:x 4:x", "0", "-1"),
    ("cutthroat", "star:3 1:o 2:x 3:x 4:x", "vv*", "0"),
    ("cutthroat", "star:4 1:x 2:x 3:x 4:x 5:o", "^[3]*", "0"),
    ("cutthroat", "star:4 1:o 2:x 3:x 4:x 5:o", "v3*", "0"),
    ("cutthroat", "star:4 1:x 2:x 3:x 4:x 5:x", "0", "-1"),
    ("cutthroat", "star:4 1:o 2:x 3:x 4:x 5:x", "v3", "0"),
    ("amazons", "x.|o.", "0", "-1"),
    ("amazons", "x.|.o", "0", "-1"),
    ("amazons", "x..|o..", "+-{1,{2|0}}", "1"),
    ("amazons", "x..|..o", "+-{1,{2|0}}", "1"),
    ("amazons", "..|x.", "3", "-1"),
    ("amazons", "...|x..", "5", "-1"),
    ("amazons", "....|x...", "7", "-1"),
    ("amazons", "x.|..", "3", "-1"),
    ("amazons", "x..|...", "5", "-1"),
];

/// Computed here, by exact values and by search without them: outcomes of small boards of NoGo and Amazons.
#[test]
fn outcomes_in_two_ways() {
    for (name, start) in [
        ("nogo", "1x6"),
        ("nogo", "2x3"),
        ("nogo", "3x3"),
        ("amazons", "x..|..o"),
        ("amazons", "x...|...o"),
    ] {
        let store = GameStore::new();
        let exact = store.session().outcome(value(&store, name, start)).unwrap();
        let set_up = BoardGame::named(name).unwrap().set_up(start).unwrap();
        let limits = SearchLimits { exact_cells: Some(0), ..SearchLimits::default() };
        let found = with_rules!(&set_up, |rules, from| {
            Search::new(&store, rules, PlayConvention::Normal, limits, Budget::unlimited())
                .verdict(from)
        });
        assert_eq!(found.outcome(), Some(exact), "{name} {start}");
    }
}
