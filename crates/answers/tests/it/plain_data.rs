//! Answers are plain data: what is read from their JSON gives the same JSON again.

use ishitori_answers::{
    AnyAnswer, Context, Question, check, eval, games, misere, parity, position,
};
use ishitori_values::Budget;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn ask(name: &str, request: Value) -> AnyAnswer {
    let question = Question::read(name, request).expect("a question of this name");
    question.expect("a request").answer(&Context::new(Budget::unlimited())).expect("an answer")
}

fn survives<T: Serialize + DeserializeOwned>(name: &str, request: Value) {
    let text = serde_json::to_string(&ask(name, request)).unwrap();
    let again: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
}

#[test]
fn answers_survive_json() {
    for expression in [
        "{2||1|0} + *",
        "2**200",
        "Mean({5/2,{3|1}|0})",
        "{3|1} <> 2",
        "Outcome({3|1} - 2)",
        "LeftOptions({1,*,^|0})",
        "Thermograph({5/2,{3|1}|0})",
        "6 NimProduct 11",
    ] {
        survives::<eval::Answer>("eval", json!({ "expression": expression }));
    }
    survives::<position::Answer>("position", json!({"game": "clobber", "position": "xo|ox"}));
    survives::<misere::Answer>("misere", json!({"game": "0.07", "position": "10+4"}));
    survives::<parity::Answer>("parity", json!({"rule": "sub:1,2", "to": 4}));
    survives::<check::Answer>("check", json!({"document": "{}"}));
    survives::<games::Answer>("games", json!({}));
    for name in ["chocolate-stairs", "col", "31game"] {
        survives::<games::Answer>("games", json!({ "name": name }));
    }
}

#[test]
fn large_birthdays_are_digits() {
    let answer = |expression: &str| {
        serde_json::to_value(ask("eval", json!({ "expression": expression }))).unwrap()
    };
    assert_eq!(answer("2**63")["birthday"], json!(1u64 << 63));
    assert_eq!(answer("2**64")["birthday"], json!("18446744073709551616"));
}
