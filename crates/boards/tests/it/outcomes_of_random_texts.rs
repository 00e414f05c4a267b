//! Outcomes by search on random texts and random boards of up to 20 cells, in normal and misère play, against plain search: every
//! move of whole positions, nothing taken apart, no symmetry, no values. And against the value engine.

use ishitori_boards::search::{PlayConvention, Search, SearchLimits};
use ishitori_boards::{BoardGame, Planes, Rules, Word, with_rules};
use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_values::{Budget, GameStore, Outcome, Player};
use std::collections::HashMap;

use crate::common::{self, Dice, Naive};
use crate::random_texts;

type Known<W, const N: usize> = HashMap<(Planes<W, N>, Player), bool>;

/// Whether a player wins moving first, if that takes at most `most` positions.
fn plain<W: Word, const N: usize>(
    rules: &Rules<W, N>,
    (position, player): (&Planes<W, N>, Player),
    misere: bool,
    known: &mut Known<W, N>,
    most: usize,
) -> Option<bool> {
    if let Some(&wins) = known.get(&(*position, player)) {
        return Some(wins);
    }
    if known.len() > most {
        return None;
    }
    let mut options = Vec::new();
    rules.options(position, player, |option| options.push(option));
    let mut wins = options.is_empty() && misere;
    for option in &options {
        if !plain(rules, (option, player.opponent()), misere, known, most)? {
            wins = true;
            break;
        }
    }
    known.insert((*position, player), wins);
    Some(wins)
}

/// Compares the search with plain search and, in normal play, with the value; returns the number of comparisons.
fn agrees(game: &BoardGame, start: &str, most: usize, values: bool) -> u32 {
    let Ok(set_up) = game.set_up(start) else { return 0 };
    let mut compared = 0;
    with_rules!(&set_up, |rules, from| {
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            let misere = play == PlayConvention::Misere;
            let mut known = HashMap::new();
            let mut first = |player| plain(rules, (from, player), misere, &mut known, most);
            let expected = first(Player::Left).zip(first(Player::Right));
            let expected = expected.map(|(left, right)| Outcome::from_first_move_wins(left, right));
            let store = GameStore::new();
            let value = (values && !misere).then(|| {
                let value = Solver::new(&store, rules).value(from).unwrap();
                store.session().outcome(value).unwrap()
            });
            for exact_cells in [0, 5, 14] {
                if misere && exact_cells > 0 {
                    continue;
                }
                let limits =
                    SearchLimits { exact_cells: Some(exact_cells), ..SearchLimits::default() };
                let mut search = Search::new(&store, rules, play, limits, Budget::unlimited());
                let found = search.verdict(from);
                for known in [expected, value].into_iter().flatten() {
                    let source = game.source();
                    assert_eq!(
                        found.outcome(),
                        Some(known),
                        "{play:?} {exact_cells}\n{source}{start}"
                    );
                    compared += 1;
                }
            }
        }
    });
    compared
}

#[test]
fn random_texts_agree_with_plain_search() {
    let mut dice = Dice(0x243f_6a88_85a3_08d3);
    let (mut compared, mut by_twin) = (0, 0);
    for round in 0..300 {
        let kind = ["grid", "grid", "hex", "strip", "graph"][round % 5];
        let source = random_texts::text(&mut dice, kind);
        let Ok(game) = BoardGame::new(&source, &[]) else { continue };
        for _ in 0..4 {
            let start = random_texts::position(&mut dice, kind);
            compared += agrees(&game, &start, 4_000, false);
            // The twin reads the text itself.
            let twin = common::settle(game.text(), &Naive::read(game.text(), &start));
            let Ok(set_up) = game.set_up(&start) else { continue };
            let store = GameStore::new();
            let few = &mut HashMap::new();
            if common::value(game.text(), &twin, &mut store.session(), few, 200).is_none() {
                continue;
            }
            with_rules!(&set_up, |rules, from| {
                for (play, misere) in
                    [(PlayConvention::Normal, false), (PlayConvention::Misere, true)]
                {
                    let mut known = HashMap::new();
                    let [left, right] = Player::BOTH
                        .map(|one| common::wins(game.text(), &twin, one, misere, &mut known));
                    let limits = SearchLimits { exact_cells: Some(2), ..SearchLimits::default() };
                    let mut search = Search::new(&store, rules, play, limits, Budget::unlimited());
                    let expected = Some(Outcome::from_first_move_wins(left, right));
                    assert_eq!(
                        search.verdict(from).outcome(),
                        expected,
                        "{play:?}\n{source}{start}"
                    );
                    by_twin += 1;
                }
            });
        }
    }
    println!("{compared} {by_twin}");
    assert!(compared > 1_500 && by_twin > 700, "{compared} {by_twin}");
}

/// A text in which the players lay pieces of other shapes on free cells.
fn laying(dice: &mut Dice, kind: &str) -> String {
    let mut lines = vec!["game laying".to_string(), format!("board {kind}")];
    for player in ["left:", "right:"] {
        for word in [player, "  "].iter().take(1 + dice.below(2)) {
            let along = match kind {
                "grid" => {
                    *dice.pick(&["orthogonal", "horizontal", "vertical", "diagonal", "rising"])
                }
                "hex" => "hex",
                _ => "right",
            };
            let pattern = match dice.below(if kind == "strip" { 4 } else { 6 }) {
                0..=2 => format!(". . -> # # along {along}"),
                3 => format!(". . . -> # # # along {along}"),
                4 => ". . / . ? -> # # / # ? along turns".to_string(),
                _ => ". -> #".to_string(),
            };
            lines.push(format!("{word} {pattern}"));
        }
    }
    lines.join("\n") + "\n"
}

/// Boards of all shapes, among them some that are wider than 8 cells.
#[test]
fn laid_pieces_agree_with_plain_search() {
    let mut dice = Dice(0x1319_8a2e_0370_7344);
    let mut compared = 0;
    for round in 0..50 {
        let kind = ["grid", "grid", "grid", "hex", "strip"][round % 5];
        let source = laying(&mut dice, kind);
        let game = BoardGame::new(&source, &[]).unwrap_or_else(|error| panic!("{source}{error}"));
        for _ in 0..4 {
            let sizes = [(2, 3), (3, 3), (4, 3), (3, 5), (4, 4), (1, 12), (2, 9), (5, 4)];
            let (rows, columns) = if kind == "strip" { (1, 16) } else { *dice.pick(&sizes) };
            let row = |dice: &mut Dice| {
                (0..columns).map(|_| *dice.pick(&['.', '.', '.', '.', '#'])).collect::<String>()
            };
            let start = (0..rows).map(|_| row(&mut dice)).collect::<Vec<_>>().join("|");
            compared += agrees(&game, &start, 10_000, true);
        }
    }
    println!("{compared}");
    assert!(compared > 800, "{compared}");
}

/// Games of the library on boards of up to 20 cells.
#[test]
fn larger_boards_agree_with_exact_values() {
    let mut dice = Dice(0xa409_3822_299f_31d0);
    let mut compared = 0;
    for round in 0..60 {
        let (name, pieces, rows, columns) = *[
            ("domineering", "....#", 4, 5),
            ("clobber", "xoxo.", 3, 5),
            ("nogo", "....", 3, 3),
            ("triominering", "....#", 4, 5),
            ("grid-snort", "...", 2, 4),
            ("konane", "xoxo..", 4, 4),
        ]
        .get(round % 6)
        .expect("six games");
        let pieces: Vec<char> = pieces.chars().collect();
        let game = BoardGame::named(name).expect(name);
        let row = |dice: &mut Dice| (0..columns).map(|_| *dice.pick(&pieces)).collect::<String>();
        let start = (0..rows).map(|_| row(&mut dice)).collect::<Vec<_>>().join("|");
        compared += agrees(&game, &start, 3_000, true);
    }
    println!("{compared}");
    assert!(compared > 200, "{compared}");
}
