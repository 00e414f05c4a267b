//! Board games against facts computed by another program (see `data/README.md`), against a search
//! without components, symmetry or memory, and against published checksums.

use std::collections::HashSet;

use ishitori_rules::board::{
    Clobber, Domineering, Hackenbush, PathColouring, Region, Ruleset, ToadsAndFrogs,
    TopplingDominoes,
};
use ishitori_solve::board::{BoardGame, Solver, hackenbush_by_colon, value_parallel};
use ishitori_solve::play::{Judge, RulesetGame, Table};
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Budget, Dyadic, Game, GameStore, Outcome, Player, Session};
use proptest::prelude::*;

/// The position of a line like `game.grid.Clobber("xo|..").CanonicalForm`.
fn position(input: &str) -> String {
    if let Some(dimensions) = input.split("Grid.Empty(").nth(1) {
        let numbers: Vec<usize> = dimensions
            .split(|c: char| !c.is_ascii_digit())
            .filter(|s| !s.is_empty())
            .map(|s| s.parse().expect("digits"))
            .collect();
        return vec![".".repeat(numbers[1]); numbers[0]].join("|");
    }
    input.split('"').nth(1).expect("a quoted position").to_string()
}

fn check(game: BoardGame, data: &str) {
    let store = GameStore::new();
    let mut calculator = Calculator::new(&store);
    let mut cases = 0;
    for line in data.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        let text = position(case["input"].as_str().expect("a string"));
        let value = game.value(&store, &text, 1, &Budget::unlimited()).expect("a position");
        let expected = case["output"].as_str().expect("a string");
        assert_eq!(
            calculator.eval(expected).expect("their notation reads"),
            Value::Game(value),
            "{} {text}",
            game.name()
        );
        cases += 1;
    }
    assert!(cases > 100);
}

#[test]
fn domineering() {
    check(BoardGame::Domineering, include_str!("../data/domineering.jsonl"));
}

#[test]
fn clobber() {
    check(BoardGame::Clobber, include_str!("../data/clobber.jsonl"));
}

#[test]
fn toads_and_frogs() {
    check(BoardGame::ToadsAndFrogs, include_str!("../data/toads_and_frogs.jsonl"));
}

#[test]
fn toppling_dominoes() {
    check(BoardGame::TopplingDominoes, include_str!("../data/toppling_dominoes.jsonl"));
}

#[test]
fn hackenbush() {
    check(BoardGame::Hackenbush, include_str!("../data/hackenbush_strings.jsonl"));
}

#[test]
fn col() {
    check(BoardGame::Col, include_str!("../data/col_paths.jsonl"));
}

#[test]
fn snort() {
    check(BoardGame::Snort, include_str!("../data/snort_paths.jsonl"));
}

/// The definition: the value of a position is that of its options' values, nothing else.
fn plain_value<R: Ruleset>(s: &mut Session<'_>, rules: &R, position: &R::Position) -> Game {
    let values = Player::BOTH.map(|player| {
        let mut options = Vec::new();
        rules.options(position, player, |option| options.push(option));
        options.iter().map(|o| plain_value(s, rules, o)).collect::<Vec<_>>()
    });
    s.game(&values[0], &values[1]).expect("no limits")
}

fn agrees_with_plain_search<R: Ruleset<Error: PartialEq>>(rules: R, text: &str) {
    let (store, budget) = (GameStore::new(), Budget::unlimited());
    let position = rules.parse(text).expect("a position");
    let plain = plain_value(&mut store.session(), &rules, &position);
    assert_eq!(Solver::new(&store, &rules).value(&position), Ok(plain), "{text}");
    assert_eq!(value_parallel(&store, &rules, &position, 3, &budget), Ok(plain));
    assert_eq!(rules.parse(&rules.show(&position)), Ok(position.clone()), "{text} reads back");
    // The same ruleset in play: the judge searches and knows no values.
    let game = RulesetGame::new(&rules);
    let placed = game.place(position.clone());
    let facts = Judge::new(game).facts(&placed, false, &budget).expect("no limits");
    assert_eq!(facts.outcome, store.session().outcome(plain).unwrap(), "{text} in play");
    let game = RulesetGame::misere(&rules);
    let placed = game.place(position.clone());
    let facts = Judge::new(game).facts(&placed, false, &budget).expect("no limits");
    let [left, right] = Player::BOTH.map(|player| misere_wins(&rules, &position, player));
    assert_eq!(facts.outcome, Outcome::from_first_move_wins(left, right), "{text}, misère");
}

/// The definition of misère play: a player wins who cannot move, or can move to where the other
/// one does not.
fn misere_wins<R: Ruleset>(rules: &R, position: &R::Position, player: Player) -> bool {
    let (mut moves, mut wins) = (false, false);
    rules.options(position, player, |option| {
        moves = true;
        wins = wins || !misere_wins(rules, &option, player.opponent());
    });
    wins || !moves
}

/// Node Kayles on a graph: a ruleset that holds data, is not `Copy`, and has an error of its own.
#[derive(Clone)]
struct NodeKayles {
    /// For each vertex, itself and its neighbours.
    closed: Vec<u32>,
}

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a vertex")]
struct NoVertex(String);

impl Ruleset for NodeKayles {
    /// The vertices that are left.
    type Position = u32;
    type Error = NoVertex;

    fn parse(&self, text: &str) -> Result<u32, NoVertex> {
        text.split_whitespace().try_fold(0, |set, word| match word.parse::<usize>() {
            Ok(v) if v < self.closed.len() => Ok(set | 1 << v),
            _ => Err(NoVertex(word.to_string())),
        })
    }

    fn show(&self, left: &u32) -> String {
        let left = (0..self.closed.len()).filter(|v| left >> v & 1 == 1);
        left.map(|v| v.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn options(&self, left: &u32, _: Player, sink: impl FnMut(u32)) {
        let free = (0..self.closed.len()).filter(|v| left >> v & 1 == 1);
        free.map(|v| left & !self.closed[v]).for_each(sink);
    }

    fn show_move(&self, from: &u32, to: &u32, _: Player) -> String {
        format!("without {}", self.show(&(from & !to)))
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

#[test]
fn a_ruleset_of_ones_own_holds_data_and_has_its_own_error() {
    let ring = |n: u32| NodeKayles {
        closed: (0..n).map(|v| 1 << v | 1 << ((v + 1) % n) | 1 << ((v + n - 1) % n)).collect(),
    };
    let store = GameStore::new();
    // A move on a ring leaves a path of n - 3 vertices, which is Dawson's Kayles: 0.07 from n + 1.
    for n in 4..12 {
        let rules = ring(n);
        let all: Vec<String> = (0..n).map(|v| v.to_string()).collect();
        agrees_with_plain_search(&rules, &all.join(" "));
        let mut solver = Solver::new(&store, &rules);
        let value = solver.value(&rules.parse(&all.join(" ")).unwrap()).unwrap();
        let path = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3][n as usize - 3];
        let expected = if path == 0 { 1 } else { 0 };
        assert_eq!(value, store.session().nimber(expected).unwrap(), "a ring of {n}");
    }
    assert_eq!(ring(5).parse("1 7"), Err(NoVertex("7".to_string())));
    let game = RulesetGame::new(ring(5));
    let start = game.position("0 1 2").unwrap();
    let table = Table::new(game, start, Player::Left);
    let moves = table.moves(&Budget::unlimited()).unwrap();
    assert!(moves.iter().any(|m| m.change.to_string() == "without 0 1 2"), "{moves:?}");
}

fn rows(cells: &str, height: usize, width: usize) -> impl Strategy<Value = String> + use<> {
    let row = proptest::string::string_regex(&format!("[{cells}]{{{width}}}")).expect("a regex");
    proptest::collection::vec(row, height).prop_map(|rows| rows.join("|"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn domineering_plain(text in (1..4usize, 1..5usize).prop_flat_map(|(h, w)| rows(".#", h, w))) {
        agrees_with_plain_search(Domineering::<8>, &text);
        agrees_with_plain_search(Domineering::<16>, &text);
    }

    #[test]
    fn clobber_plain(text in (1..4usize, 1..4usize).prop_flat_map(|(h, w)| rows("xo.", h, w))) {
        agrees_with_plain_search(Clobber::<8>, &text);
        agrees_with_plain_search(Clobber::<16>, &text);
    }

    #[test]
    fn toads_and_frogs_plain(text in "[tf.]{1,8}") {
        agrees_with_plain_search(ToadsAndFrogs, &text);
    }

    #[test]
    fn toppling_dominoes_plain(text in "[lre]{1,6}") {
        agrees_with_plain_search(TopplingDominoes, &text);
    }

    #[test]
    fn path_colouring_plain(vertices in proptest::collection::vec("[.LR#]", 1..6)) {
        agrees_with_plain_search(PathColouring::Col, &vertices.join("-"));
        agrees_with_plain_search(PathColouring::Snort, &vertices.join("-"));
    }

    #[test]
    fn hackenbush_plain(text in hackenbush_text()) {
        agrees_with_plain_search(Hackenbush, &text);
        let store = GameStore::new();
        let plant = Hackenbush.parse(&text).expect("a plant");
        prop_assert_eq!(
            hackenbush_by_colon(&mut store.session(), &plant),
            Solver::new(&store, Hackenbush).value(&plant)
        );
    }
}

fn hackenbush_text() -> impl Strategy<Value = String> {
    let leaf = "[lre]{1,2}".prop_map(String::from);
    leaf.prop_recursive(2, 6, 2, |inner| {
        ("[lre]", proptest::collection::vec(inner, 0..3)).prop_map(|(edge, branches)| {
            branches.iter().fold(edge, |text, branch| format!("{text}({branch})"))
        })
    })
}

/// The sums over all positions of a board, as published for other programs.
struct Census {
    distinct: usize,
    numbers: usize,
    temperatures: Dyadic,
    means: Dyadic,
    left_stops: Dyadic,
    birthdays: u64,
}

fn census(width: usize, height: usize) -> Census {
    let store = GameStore::new();
    let mut solver = Solver::new(&store, Domineering::<8>);
    let mut values = HashSet::new();
    let mut c = Census {
        distinct: 0,
        numbers: 0,
        temperatures: Dyadic::ZERO,
        means: Dyadic::ZERO,
        left_stops: Dyadic::ZERO,
        birthdays: 0,
    };
    for free in 0..1u64 << (width * height) {
        let rows = (0..height).map(|r| (free >> (r * width) & ((1 << width) - 1)) << (8 * r));
        let value = solver.value(&Region(rows.sum())).expect("no limits");
        values.insert(value);
        c.numbers += usize::from(store.is_number(value));
        let s = solver.session();
        let t = s.thermograph(value).expect("no limits");
        c.temperatures = &c.temperatures + t.temperature();
        c.means = &c.means + t.mean();
        c.left_stops = &c.left_stops + &s.left_stop(value).expect("no limits");
        c.birthdays += u64::try_from(s.birthday(value).expect("no limits")).expect("small");
    }
    c.distinct = values.len();
    c
}

#[test]
fn domineering_census() {
    let c = census(4, 4);
    assert_eq!((c.distinct, c.numbers, c.birthdays), (717, 19_792, 153_832));
    assert_eq!(c.temperatures, Dyadic::new(16_923, 1));
    assert_eq!(c.means, Dyadic::ZERO);
    assert_eq!(c.left_stops, Dyadic::from(24_520));
}

#[test]
fn five_by_five_is_zero_by_one_and_by_two_threads() {
    for threads in [1, 2] {
        let store = GameStore::new();
        let text = ["....."; 5].join("|");
        let value = BoardGame::Domineering.value(&store, &text, threads, &Budget::unlimited());
        assert_eq!(value, Ok(Game::ZERO));
    }
}

#[test]
fn long_boards_lie_or_stand() {
    let store = GameStore::new();
    let value = |game: BoardGame, text: &str| game.value(&store, text, 1, &Budget::unlimited());
    let mut s = store.session();
    for (game, row, sign) in
        [(BoardGame::Domineering, "..........", -1), (BoardGame::Clobber, "xoxoxoxoxo", 1)]
    {
        let lying = value(game, &[row, row].join("|")).expect("2 x 10");
        let standing = row.chars().map(|c| format!("{c}{c}")).collect::<Vec<_>>().join("|");
        let standing = value(game, &standing).expect("10 x 2");
        let mirrored = if sign < 0 { s.negative(standing).expect("no limits") } else { standing };
        assert_eq!(lying, mirrored);
    }
    let too_large = ["."; 65].join("|");
    assert!(value(BoardGame::Domineering, &too_large).is_err());
    assert!(value(BoardGame::Domineering, &".".repeat(64)).is_ok());
}
