//! The commands on random games in the language against an interpreter of the syntax tree
//! (`ishitori_testing::interpreter`): `table`, `grundy`, `outcomes`, `explain`, `conjecture`,
//! `period` and `draw graph` agree about a game.

use crate::common::{ishitori, stderr, stdout};
use ishitori_language::ast::{EndDeclaration, ItemKind, Program};
use ishitori_testing::interpreter::{End, Interpreter, Stop, Twin, Value, cells};
use ishitori_testing::random_games::{random_formula, random_game};
use ishitori_values::Outcome;
use serde_json::Value as Json;

const GAMES: u64 = 60;

/// The object that a command prints.
fn json(arguments: &[&str]) -> Json {
    let output = ishitori(&[arguments, &["--json"]].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {}", stderr(&output));
    serde_json::from_str(stdout(&output)).expect("one object")
}

fn end_of(program: &Program) -> Option<&EndDeclaration> {
    program.items.iter().find_map(|item| match &item.kind {
        ItemKind::End(end) => Some(end),
        _ => None,
    })
}

/// The cells of a table, in the order of [`cells`].
fn flat(table: &Json) -> Vec<Json> {
    let rows = |rows: &Json| -> Vec<Json> {
        let rows = rows.as_array().expect("rows").iter();
        rows.flat_map(|row| row.as_array().expect("a row").clone()).collect()
    };
    match table["slices"].as_array() {
        Some(slices) => slices.iter().flat_map(|slice| rows(&slice["rows"])).collect(),
        None => rows(&table["rows"]),
    }
}

#[test]
fn commands_by_an_interpreter() {
    let (mut tables, mut sums, mut periods, mut formulas, mut graphs) = (0, 0, 0, 0, 0);
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 1000..1000 + GAMES {
        let made = random_game(seed);
        let text = made.program.to_string();
        let game = Interpreter::new(&made.program, &made.settings).expect("constants are small");
        let mut twin = Twin::new(game);
        let impartial = twin.game.is_impartial();
        let normal = !matches!(
            end_of(&made.program),
            Some(EndDeclaration::Misere | EndDeclaration::Letter(_))
        );
        let last: Vec<u32> = made.last.iter().map(|&last| last.min(12)).collect();
        let to: Vec<String> = last.iter().map(u32::to_string).collect();
        let to = to.join(",");
        let set: Vec<String> = made
            .settings
            .iter()
            .flat_map(|(name, value)| match value {
                Value::Int(value) => ["--set".to_string(), format!("{name}={value}")],
                other => panic!("{other:?} is no parameter"),
            })
            .collect();
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let ask = |command: &str, more: &[&str]| json(&[&[command, &text], more, &set].concat());
        // Everything that the tables need; games with mistakes are compared by the engines' test.
        let mut expected = Vec::new();
        let complete = cells(&last).into_iter().try_for_each(|cell| -> Result<(), Stop> {
            expected.push(match twin.game.contains(&cell)? {
                false => None,
                true => {
                    let grundy = match impartial && normal {
                        true => Some(twin.grundy(&cell)?),
                        false => None,
                    };
                    Some((grundy, twin.outcome(&vec![cell.clone()], &End::OfGame)?))
                }
            });
            Ok(())
        });
        if complete.is_err() || expected.iter().all(Option::is_none) {
            continue;
        }
        let letters: Vec<Json> = expected
            .iter()
            .map(|found| found.map_or(Json::Null, |(_, letter)| letter.to_string().into()))
            .collect();
        let own_letter = matches!(end_of(&made.program), Some(EndDeclaration::Letter(_)));
        if !(own_letter && twin.game.has_sums()) {
            let shown = ask("table", &["--to", &to, "--show", "outcome"]);
            assert_eq!(flat(&shown), letters, "game {seed}:\n{text}");
            tables += 1;
        }
        if impartial && normal {
            let numbers: Vec<Json> = expected
                .iter()
                .map(|found| found.and_then(|(g, _)| g).map_or(Json::Null, Json::from))
                .collect();
            assert_eq!(flat(&ask("table", &["--to", &to])), numbers, "game {seed}:\n{text}");
            if last.len() == 1 && expected.iter().all(Option::is_some) {
                let found = ask("grundy", &["--to", &to]);
                assert_eq!(found["values"].as_array().expect("numbers"), &numbers, "{text}");
                let found = ask("period", &["--limit", &to]);
                let seen = if found["period"].is_null() { &found["observed"] } else { &found };
                if let Some(p) = seen["period"].as_u64().filter(|_| found["status"] != "proved") {
                    let (p, start) = (p as usize, seen["preperiod"].as_u64().expect("known"));
                    let saltus = seen["saltus"].as_i64().expect("known");
                    for n in start as usize..numbers.len() - p {
                        let grown = numbers[n + p].as_i64().zip(numbers[n].as_i64());
                        assert_eq!(grown.map(|(b, a)| b - a), Some(saltus), "{n} of\n{text}");
                    }
                    periods += 1;
                }
            }
            formulas += conjectures(seed, &text, &to, &set, &expected, &mut twin, &last);
        }
        // A position in the middle, and a sum.
        let positions: Vec<Vec<i64>> = cells(&last)
            .into_iter()
            .zip(&expected)
            .filter_map(|(cell, found)| found.map(|_| cell))
            .collect();
        let one = vec![positions[positions.len() / 2].clone()];
        let mut two = vec![positions[positions.len() / 3].clone(), positions[0].clone()];
        two.sort();
        for sum in [one, two] {
            if own_letter && (sum.len() > 1 || twin.game.has_sums()) {
                continue;
            }
            let Ok(outcome) = twin.outcome(&sum, &End::OfGame) else { continue };
            let tuple = |part: &Vec<i64>| {
                let numbers: Vec<String> = part.iter().map(i64::to_string).collect();
                format!("({})", numbers.join(","))
            };
            let position: Vec<String> = sum.iter().map(tuple).collect();
            let found = ask("explain", &[&position.join("+")]);
            assert_eq!(found["outcome"], outcome.to_string(), "{position:?} of\n{text}");
            sums += 1;
        }
        if positions.len() <= 30 && !(own_letter && twin.game.has_sums()) {
            let file = folder.path().join("graph.svg");
            let file = file.to_str().expect("a name");
            // A move may lead out of the picture, which is reported.
            let words = [&["draw", "graph", &text, "--to", &to, "-o", file, "--json"], &set[..]];
            let output = ishitori(&words.concat());
            if output.status.success() {
                let found: Json = serde_json::from_str(stdout(&output)).expect("one object");
                let found = found["values"].as_array().expect("values").clone();
                let expected: Vec<Json> = expected
                    .iter()
                    .flatten()
                    .map(|(g, letter)| g.map_or(letter.to_string().into(), Json::from))
                    .collect();
                assert_eq!(found, expected, "graph of game {seed}:\n{text}");
                graphs += 1;
            }
        }
    }
    for (what, count, least) in [
        ("tables", tables, 30),
        ("sums", sums, 40),
        ("periods", periods, 1),
        ("formulas", formulas, 30),
        ("graphs", graphs, 5),
    ] {
        assert!(count >= least, "{count} {what}");
    }
}

/// Formulas are tested on the same positions, and refuted by the same one.
fn conjectures(
    seed: u64,
    text: &str,
    to: &str,
    set: &[&str],
    expected: &[Option<(Option<u32>, Outcome)>],
    twin: &mut Twin<'_>,
    last: &[u32],
) -> u32 {
    let passes = text.lines().any(|line| line.starts_with("passes"));
    let own = &["x", "y", "z"][..last.len() - usize::from(passes)];
    let names: Vec<String> =
        own.iter().copied().chain(passes.then_some("w")).map(String::from).collect();
    let mut compared = 0;
    for kind in 0..2 {
        let formula = random_formula(seed, &names, kind);
        let tree = ishitori_language::parse_formula(&formula).expect("a formula");
        let (mut tested, mut skipped, mut wrong) = (0, 0, None);
        let mut fault = false;
        for (cell, found) in cells(last).into_iter().zip(expected) {
            let Some((Some(g), _)) = found else { continue };
            let agrees = match twin.game.formula(&tree, &cell) {
                Ok(Value::Int(value)) => value == i64::from(*g),
                Ok(Value::Bool(value)) => value == (*g == 0),
                Err(Stop::Undefined) => {
                    skipped += 1;
                    continue;
                }
                Ok(other) => panic!("{other:?}"),
                Err(_) => {
                    fault = true;
                    break;
                }
            };
            tested += 1;
            if !agrees {
                wrong = Some(cell);
                break;
            }
        }
        if fault {
            continue;
        }
        let words = [&["conjecture", text, &formula, "--to", to], set].concat();
        let found = json(&words);
        assert_eq!(found["holds"], wrong.is_none(), "{formula} about\n{text}");
        assert_eq!((&found["tested"], &found["not_covered"]), (&tested.into(), &skipped.into()));
        let position = found["counterexample"]["position"].clone();
        assert_eq!(position, wrong.map_or(Json::Null, Json::from), "{formula} about\n{text}");
        compared += 1;
    }
    compared
}
