//! Texts at random with every construct of the language: the compiled engine against the naive
//! twin, options and values, on random positions.

use std::collections::{BTreeSet, HashMap};

use crate::common::{self, Dice, Naive};
use ishitori_boards::ast::End;
use ishitori_boards::piece_count_end::PieceCountSearch;
use ishitori_boards::{BoardGame, SetUpError, parse};
use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_values::{Budget, GameStore, Player};

fn pick(dice: &mut Dice, of: &[&str]) -> String {
    dice.pick(of).to_string()
}

/// A cell of a pattern and what becomes of it.
fn cell(dice: &mut Dice, turn: bool) -> (String, String) {
    let results = ["x", "o", ".", "#", "_", "[-1]", "[+1]"];
    let reads = ["x", "o", ".", "[xo]", "[^x]", "_", "$", "?", "x", "o", "."];
    let read = pick(dice, &reads);
    let result = match read.as_str() {
        "$" => "$".into(),
        "?" => "?".into(),
        _ if turn && dice.below(4) == 0 => "~".into(),
        _ => pick(dice, &results),
    };
    (read, result)
}

fn plain_cell(dice: &mut Dice) -> (String, String) {
    (pick(dice, &["x", "o", ".", "[xo]", "[.o]"]), pick(dice, &["x", "o", ".", "#", "_"]))
}

/// A line in which cells become what the next one was.
fn shift(dice: &mut Dice, kind: &str) -> String {
    let line = pick(
        dice,
        &[
            ". [xo]* x -> ' '* .",
            "[.x] _ x -> ' ' o",
            "x [xo]{1,2} . -> . '{1,2} x",
            "$ [xo]* o -> $ '* .",
            "[xo] [.x] o -> ' x .",
            ". (x o)+ x -> ' (' ')+ _",
        ],
    );
    let along = match kind {
        "grid" => pick(dice, &["right", "vertical", "orthogonal", "diagonal"]),
        "hex" => pick(dice, &["hex", "right"]),
        "strip" => pick(dice, &["right", "left", "horizontal"]),
        _ => pick(dice, &["edges", "arrows"]),
    };
    // Outside of a graph is nothing to begin at.
    let line = if kind == "graph" { line.replace("$ ", "") } else { line };
    format!("{line} along {along}")
}

fn pattern(dice: &mut Dice, kind: &str, turn: bool, start: Option<&str>) -> String {
    if start.is_none() && dice.below(8) == 0 {
        return shift(dice, kind);
    }
    let shape = (kind == "grid" || kind == "hex") && dice.below(6) == 0;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    if shape {
        let width = 1 + dice.below(2);
        for row in 0..2 {
            if row == 1 {
                left.push("/".to_string());
                right.push("/".to_string());
            }
            for _ in 0..width {
                let (a, b) = cell(dice, turn);
                left.push(a);
                right.push(b);
            }
        }
        let along = pick(dice, &["", "along turns", "along turns-and-flips"]);
        return format!("{} -> {} {along}", left.join(" "), right.join(" "));
    }
    for i in 0..1 + dice.below(3) {
        if i == 0
            && let Some(start) = start
        {
            left.push(start.to_string());
            right.push(pick(dice, &["_", "x", "."]));
            continue;
        }
        let mark = pick(dice, &["", "", "", "", "*", "+", "{2}", "{1,2}"]);
        if mark.is_empty() || i == 0 {
            let (a, b) = if i == 0 { plain_cell(dice) } else { cell(dice, turn) };
            left.push(a);
            right.push(b);
        } else if dice.below(2) == 0 {
            let ((a, b), (c, d)) = (plain_cell(dice), plain_cell(dice));
            left.push(format!("({a} {c}){mark}"));
            right.push(format!("({b} {d}){mark}"));
        } else {
            let (a, b) = plain_cell(dice);
            left.push(format!("{a}{mark}"));
            right.push(format!("{b}{mark}"));
        }
    }
    let along = match kind {
        "grid" => pick(
            dice,
            &[
                "right",
                "left, up",
                "vertical",
                "orthogonal",
                "diagonal",
                "all",
                "knight",
                "rising",
                "down and left",
            ],
        ),
        "hex" => pick(dice, &["hex", "right"]),
        "strip" => pick(dice, &["right", "left", "horizontal"]),
        _ => pick(dice, &["edges", "arrows"]),
    };
    format!("{} -> {} along {along}", left.join(" "), right.join(" "))
}

fn alternative(dice: &mut Dice, kind: &str, turn: bool) -> String {
    let mut line = pattern(dice, kind, turn, None);
    match dice.below(8) {
        3 => {
            let along = match kind {
                "grid" => pick(dice, &["right", "right, down", "vertical", "diagonal"]),
                "hex" => pick(dice, &["hex", "right"]),
                "strip" => pick(dice, &["right", "left", "horizontal"]),
                _ => pick(dice, &["edges", "arrows"]),
            };
            let effect = pick(dice, &[". -> #", "x -> .", "x -> o, o -> x", "o -> #, . -> o"]);
            line = format!("{line} then reachable {effect} along {along}");
        }
        0 => line = format!("{line} then {}", pattern(dice, kind, turn, Some("[.xo]"))),
        1 => {
            let count = pick(
                dice,
                &[
                    "no neighbour is",
                    "some neighbour is",
                    "every neighbour is",
                    "at least 2 neighbours are",
                    "at most 1 neighbour is",
                    "exactly 1 neighbour is",
                ],
            );
            line = format!("{line} if {count} {}", pick(dice, &["x", "o", "[xo]", "."]));
        }
        2 => {
            let effect = pick(dice, &[". -> x", "x -> o, o -> #", ". -> #", "o -> ., . -> o"]);
            line = format!("{line} then neighbours {effect}");
        }
        _ => {}
    }
    if dice.below(4) == 0 {
        let like = if kind == "hex" { "grid" } else { kind };
        let places: Vec<&str> =
            common::PLACES.iter().filter(|one| one.0 == like).map(|one| one.1).collect();
        line = format!("{line} where {}", pick(dice, &places));
    }
    line
}

pub fn text(dice: &mut Dice, kind: &str) -> String {
    let turn = dice.below(3) == 0;
    let mut lines = vec!["game random".to_string(), format!("board {kind}"), "pieces x o".into()];
    if turn {
        lines.push("turn x <-> o".into());
    }
    if kind == "grid" && dice.below(4) == 0 {
        lines.push(format!("neighbours {}", pick(dice, &["all", "diagonal", "right"])));
    }
    let mut section = |dice: &mut Dice, word: &str| {
        lines.push(format!("{word}: {}", alternative(dice, kind, turn)));
        for _ in 0..dice.below(3) {
            lines.push(format!("  {}", alternative(dice, kind, turn)));
        }
    };
    match dice.below(4) {
        0 => section(dice, "both"),
        1 => {
            section(dice, "left");
            section(dice, "right");
        }
        _ => {
            section(dice, "left");
            let motion = if kind == "grid" {
                pick(dice, &["", "turned", "flipped", "transposed"])
            } else {
                String::new()
            };
            lines.push(format!("right: mirror x <-> o {motion}"));
        }
    }
    if dice.below(5) == 0 {
        let along = match kind {
            "grid" => "orthogonal",
            "hex" => "hex",
            "strip" => "right",
            _ => "edges",
        };
        lines.push(format!("never: {} along {along}", pick(dice, &["x x", "o x", "[xo] . x"])));
    }
    if dice.below(8) == 0 {
        lines.push("legal: every group of x o has a liberty".into());
    }
    if dice.below(8) == 0 {
        lines.push("after: parts of one kind -> #".into());
    }
    if dice.below(3) == 0 {
        let ends = common::ENDS.map(|one| one.0);
        lines.push(format!("end: {}", pick(dice, &ends)));
    }
    lines.join("\n") + "\n"
}

pub fn position(dice: &mut Dice, kind: &str) -> String {
    let piece = |dice: &mut Dice| *dice.pick(&['.', '.', 'x', 'o', 'x', 'o', '#']);
    match kind {
        "strip" => (0..1 + dice.below(6)).map(|_| piece(dice)).collect(),
        "graph" => {
            let n = 2 + dice.below(4);
            let mut words: Vec<String> =
                (1..=n).map(|v| format!("{v}:{}", dice.pick(&['.', 'x', 'o']))).collect();
            for a in 1..=n {
                for b in a + 1..=n {
                    match dice.below(5) {
                        0 | 1 => words.push(format!("{a}-{b}")),
                        2 => words.push(format!("{b}>{a}")),
                        _ => {}
                    }
                }
            }
            words.join(" ")
        }
        _ => {
            let (rows, columns) = *dice.pick(&[(2, 2), (2, 3), (3, 2), (1, 4), (3, 3)]);
            let row = |dice: &mut Dice| (0..columns).map(|_| piece(dice)).collect::<String>();
            (0..rows).map(|_| row(dice)).collect::<Vec<_>>().join("|")
        }
    }
}

#[test]
fn compiled_texts_agree_with_the_twin() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut games, mut positions, mut refused, mut searched) = (0, 0, 0, 0);
    let (mut placed, mut by_rest) = (0, 0);
    for round in 0..600 {
        let kind = ["grid", "grid", "hex", "strip", "graph"][round % 5];
        let source = text(&mut dice, kind);
        let game = match BoardGame::new(&source, &[]) {
            Ok(game) => game,
            // A move that changes nothing, or only reads.
            Err(error) => {
                let known = ["changes nothing", "needs directions"];
                assert!(known.iter().any(|k| error.to_string().contains(k)), "{source}{error}");
                continue;
            }
        };
        games += 1;
        let store = GameStore::new();
        let mut session = store.session();
        for _ in 0..6 {
            let start = position(&mut dice, kind);
            let twin = common::settle(game.text(), &Naive::read(game.text(), &start));
            let (rules, from) = match game.set_up_widest(&start) {
                Ok(set_up) => set_up,
                Err(SetUpError::Cycle { cycle }) => {
                    assert!(cycle.first() == cycle.last() && cycle.len() > 1);
                    refused += 1;
                    continue;
                }
                Err(SetUpError::EndUnknown { .. }) => {
                    searched += 1;
                    continue;
                }
                Err(error) => panic!("{source}{start}: {error}"),
            };
            for player in Player::BOTH {
                let expected: BTreeSet<_> = common::options(game.text(), &twin, player)
                    .iter()
                    .map(|option| option.key(game.text()))
                    .collect();
                let mut found = BTreeSet::new();
                rules.options(&from, player, |option| {
                    let text = rules.show(&option);
                    let option = match text.is_empty() {
                        true => Naive::graph("", &[]),
                        false => Naive::read(game.text(), &text),
                    };
                    found.insert(option.key(game.text()));
                });
                assert_eq!(found, expected, "options of {player:?} in\n{source}{start}");
            }
            let mut known = HashMap::new();
            let expected = common::value(game.text(), &twin, &mut session, &mut known, 600);
            if let Some(expected) = expected {
                let found = Solver::new(&store, &rules).value(&from).unwrap();
                let print = |value| store.session().print(value).unwrap();
                assert_eq!(print(found), print(expected), "value in\n{source}{start}");
                positions += known.len();
                placed += usize::from(source.contains(" where "));
                if let End::PieceCount(rest) = &game.text().end {
                    let expected =
                        common::outcome_by_piece_count(game.text(), &twin, rest.source());
                    let found =
                        PieceCountSearch::new(&rules, rest, Budget::unlimited()).outcome(&from);
                    assert_eq!(found, Ok(expected), "outcome in\n{source}{start}");
                    by_rest += 1;
                }
            }
        }
    }
    assert!(
        games > 150 && positions > 2_000 && placed > 80 && by_rest > 100,
        "{games} games, {positions} positions, {refused} refused, {searched} not decided, {placed}, {by_rest}"
    );
    println!("{games} games, {positions} positions, {refused} refused, {searched} not decided");
}

#[test]
fn texts_that_mean_nothing_are_refused() {
    assert!(parse("", &[]).is_err());
}
