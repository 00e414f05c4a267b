//! The values against facts computed by another program (see `data/README.md`).

use ishitori_values::calculator::{Calculator, EvalErrorKind, Value};
use ishitori_values::{GameError, GameStore};
use serde_json::Value as Json;

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|l| serde_json::from_str(l).expect("data files are JSON lines")).collect()
}

/// Evaluates both sides and compares values; the other program's text may order options otherwise.
fn agree(c: &mut Calculator<'_>, input: &str, expected: &str) -> Result<(), String> {
    let ours = c.eval(input).map_err(|e| format!("{input}: {e} at {:?}", e.span))?;
    let theirs = match expected {
        "P" | "N" | "L" | "R" => {
            return match c.show(&ours) {
                Ok(text) if text == expected => Ok(()),
                other => Err(format!("{input}: {other:?}, expected {expected}")),
            };
        }
        text => c.eval(text).map_err(|e| format!("expected value {text}: {e}"))?,
    };
    let same = match (&ours, &theirs) {
        (Value::Number(x), Value::Game(g)) => c.session().store().as_number(*g).as_ref() == Some(x),
        (a, b) => a == b,
    };
    let text = c.show(&ours).map_err(|e| e.to_string())?;
    if !same {
        return Err(format!("{input} = {text}, expected {expected}"));
    }
    // What is printed reads back.
    match c.eval(&text) {
        Ok(again) if again == ours || matches!(ours, Value::Number(_)) => Ok(()),
        again => Err(format!("{input} = {text} reads back as {again:?}")),
    }
}

fn report(failures: Vec<String>, cases: usize) {
    assert!(cases > 0);
    assert!(failures.is_empty(), "{} of {cases} differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn operations() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    let cases = lines(include_str!("../data/operations.jsonl"));
    let failures = cases
        .iter()
        .filter_map(|case| {
            let text = |key: &str| case[key].as_str().expect("a string").to_string();
            agree(&mut c, &text("input"), &text("output")).err()
        })
        .collect();
    report(failures, cases.len());
}

#[test]
fn properties_of_short_games() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    let cases = lines(include_str!("../data/short_games.jsonl"));
    let mut failures = Vec::new();
    for case in &cases {
        let input = case["input"].as_str().expect("a string");
        for (key, expected) in case.as_object().expect("an object") {
            let expected = expected.as_str().expect("a string");
            let result = match key.as_str() {
                "input" => Ok(()),
                "canonical" => agree(&mut c, input, expected),
                "Thermograph" => {
                    let text =
                        c.eval(&format!("Thermograph({input})")).map(|t| c.show(&t).unwrap());
                    if text.as_deref() == Ok(expected) {
                        Ok(())
                    } else {
                        Err(format!("Thermograph({input}) = {text:?}, expected {expected}"))
                    }
                }
                name if expected.starts_with("!!") => {
                    match c.eval(&format!("{name}({input})")).map_err(|e| e.kind) {
                        Err(EvalErrorKind::Game(
                            GameError::NotAtomic | GameError::NotInfinitesimal { .. },
                        )) => Ok(()),
                        other => Err(format!("{name}({input}) = {other:?}, expected {expected}")),
                    }
                }
                name => agree(&mut c, &format!("{name}({input})"), expected),
            };
            failures.extend(result.err());
        }
    }
    report(failures, cases.len());
}

#[test]
fn nim_products() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    for case in lines(include_str!("../data/nim_product.jsonl")) {
        let input = case["input"].as_str().expect("a string");
        let factor = input[1..].split(' ').next().expect("starts with a number");
        let row: Vec<u64> =
            serde_json::from_str(case["output"].as_str().expect("a string")).expect("a list");
        assert!(!row.is_empty());
        for (n, product) in row.iter().enumerate() {
            agree(&mut c, &format!("{factor} NimProduct {n}"), &product.to_string()).unwrap();
        }
    }
}
