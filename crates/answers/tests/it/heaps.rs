//! Questions about heaps, asked as JSON and answered as JSON.

use ishitori_answers::{
    Answered, Context, Finish, Note, Question, grundy, outcomes, period, values,
};
use ishitori_values::Budget;
use serde_json::{Value, json};

fn ask(name: &str, request: Value) -> Value {
    let context = Context::new(Budget::unlimited());
    let question = Question::read(name, request.clone()).expect("a question").expect("a request");
    let answer = question.answer(&context).unwrap_or_else(|e| panic!("{request}: {e:?}"));
    serde_json::to_value(&answer).expect("JSON")
}

/// What is written is read again as the same.
#[test]
fn answers_are_read_as_they_are_written() {
    type Read = fn(Value) -> serde_json::Result<Value>;
    fn again<T: serde::de::DeserializeOwned + serde::Serialize>(
        value: Value,
    ) -> serde_json::Result<Value> {
        serde_json::to_value(serde_json::from_value::<T>(value)?)
    }
    let cases: [(&str, Value, Read); 10] = [
        ("grundy", json!({ "rule": "kayles", "to": 20 }), again::<grundy::Answer>),
        ("grundy", json!({ "rule": "0.07", "to": 9, "end": "misere" }), again::<grundy::Answer>),
        ("period", json!({ "rule": "kayles" }), again::<period::Answer>),
        ("period", json!({ "rule": "allbut:1,5" }), again::<period::Answer>),
        ("period", json!({ "rule": "sub:1,2", "end": "misere" }), again::<period::Answer>),
        ("period", json!({ "rule": "0.8", "limit": 3 }), again::<period::Answer>),
        (
            "period",
            json!({ "rule": "wythoff", "row": ["b=3"], "limit": 40 }),
            again::<period::Answer>,
        ),
        ("outcomes", json!({ "rule": "grundys-game", "to": 20 }), again::<outcomes::Answer>),
        (
            "values",
            json!({ "rule": "sub:1,2", "to": 6, "end": "mod2:LR" }),
            again::<values::Answer>,
        ),
        ("values", json!({ "rule": "psub:1,2/1,3", "to": 6 }), again::<values::Answer>),
    ];
    for (name, request, read) in cases {
        let written = ask(name, request.clone());
        assert_eq!(read(written.clone()).expect("an answer"), written, "{name} {request}");
    }
}

/// A search that is stopped is saved, and goes on from there; a certificate that cannot be given
/// is a remark.
#[test]
fn a_search_goes_on_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("search");
    let ask = |limit: u64, budget: Budget| {
        let request = json!({ "rule": "grundys-game", "limit": limit, "certificate": true });
        let request = serde_json::from_value(request).expect("a request");
        let context = Context { checkpoint: Some(path.clone()), ..Context::new(budget) };
        period::answer(&request, &context).expect("an answer")
    };
    let stopped = ask(100_000, Budget::unlimited().with_time(std::time::Duration::ZERO));
    assert_eq!(stopped.finish(), Finish::Partial);
    assert!(stopped.notes().contains(&Note::SearchSaved { path: path.clone() }));
    let whole = ask(2000, Budget::unlimited());
    assert_eq!(whole.finish(), Finish::No);
    assert!(whole.document().is_none());
    assert!(path.is_file());
}

/// What is asked in a field that does not exist is refused.
#[test]
fn unknown_fields_are_refused() {
    for name in ["grundy", "period", "outcomes", "values"] {
        let request = json!({ "rule": "kayles", "to": 3, "colour": "red" });
        assert!(Question::read(name, request).expect("a question").is_err(), "{name}");
    }
}

/// The heaps that the previous player wins in misère play, literally: with no move left the player to move
/// wins, so those with a move, all to heaps that are won.
fn misere_p_positions(set: &[u64], count: u64) -> Vec<bool> {
    let mut lost: Vec<bool> = Vec::new();
    for n in 0..count {
        let mut options = set.iter().filter(|&&s| s <= n).map(|&s| lost[(n - s) as usize]);
        let stuck = set.iter().all(|&s| s > n);
        lost.push(!stuck && !options.any(|option| option));
    }
    lost
}

#[test]
fn p_positions_of_misere_play_in_closed_form() {
    for bits in (2_u64..1 << 9).step_by(7) {
        let set: Vec<u64> = (1..10).filter(|s| bits >> (s - 1) & 1 != 0).collect();
        let list: Vec<String> = set.iter().map(u64::to_string).collect();
        let rule = format!("sub:{}", list.join(","));
        let found = ask("period", json!({ "rule": rule, "end": "misere" }));
        let form = &found["p_positions"];
        let numbers = |field: &str| -> Vec<u64> {
            let list = form[field].as_array().unwrap_or_else(|| panic!("{rule}: {found}"));
            list.iter().map(|n| n.as_u64().unwrap()).collect()
        };
        let modulus = form["modulus"].as_u64().unwrap();
        let (residues, also, except) = (numbers("residues"), numbers("also"), numbers("except"));
        for (n, lost) in (0..).zip(misere_p_positions(&set, 400)) {
            let said =
                residues.contains(&(n % modulus)) && !except.contains(&n) || also.contains(&n);
            assert_eq!(said, lost, "{rule}: heap {n} of {form}");
        }
    }
}

/// Means, temperatures and atomic weights are those that the calculator finds for the printed values.
#[test]
fn measures_are_those_of_the_calculator() {
    let evaluated = |function: &str, value: &str| {
        let question = json!({ "expression": format!("{function}({value})") });
        let question = Question::read("eval", question).expect("a question").expect("a request");
        let answer = question.answer(&Context::new(Budget::unlimited())).ok()?;
        let answer = serde_json::to_value(&answer).expect("JSON");
        let found = answer.get("value").or(answer.get("canonical"))?;
        Some(found.as_str().map_or_else(|| found.to_string(), str::to_string))
    };
    let functions =
        [("mean", "Mean"), ("temperature", "Temperature"), ("atomic-weight", "AtomicWeight")];
    let show: Vec<&str> = functions.iter().map(|(name, _)| *name).collect();
    let rules = [("sub:2,3", "mod2:LR"), ("psub:1,2/1,3", "normal"), ("psub:1/1,2,4", "normal")];
    let mut weights = 0;
    for (rule, end) in rules {
        let found = ask("values", json!({ "rule": rule, "end": end, "to": 9, "show": show }));
        for ((name, function), measured) in
            functions.iter().zip(found["measures"].as_array().unwrap())
        {
            assert_eq!(measured["measure"], *name);
            for (value, of) in
                found["values"].as_array().unwrap().iter().zip(measured["of"].as_array().unwrap())
            {
                let expected = evaluated(function, value.as_str().unwrap());
                assert_eq!(of.as_str(), expected.as_deref(), "{function}({value})");
                weights += usize::from(*name == "atomic-weight" && of.is_string());
            }
        }
    }
    assert!(weights > 3, "{weights}");
    // The same in a table of one coordinate, and of a game in which every value is a nimber.
    let game = json!({ "name": "unequal.game", "text": "game unequal\nposition (n)\n\
        left: (n - s) for s in {1, 2} if s <= n\nright: (n - s) for s in {1, 3} if s <= n\n" });
    for (name, function) in functions {
        let cells = |show: &str| {
            ask("table", json!({ "rule": game, "to": 9, "show": show }))["rows"][0].clone()
        };
        let (values, measured) = (cells("value"), cells(name));
        for (value, of) in values.as_array().unwrap().iter().zip(measured.as_array().unwrap()) {
            assert_eq!(
                of.as_str(),
                evaluated(function, value.as_str().unwrap()).as_deref(),
                "{game}"
            );
        }
        let wythoff =
            ask("table", json!({ "rule": "wythoff", "to": "2,2", "show": name }))["rows"].clone();
        let zero = if name == "temperature" { "-1" } else { "0" };
        assert_eq!(
            (&wythoff[0][0], &wythoff[1][2], &wythoff[2][2]),
            (&json!(zero), &json!(zero), &json!("0"))
        );
    }
}

/// Games with a name are found by their numbers, also those that are no small codes.
#[test]
fn named_games_are_identified() {
    use ishitori_answers::identify;

    for (name, values) in [
        ("nim", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"),
        ("lasker-nim", "0,1,2,4,3,5,6,8,7"),
        ("grundys-game", "0,0,0,1,0,2,1,0,2,1,0,2"),
        ("kayles", "0,1,2,3,1,4,3,2,1,4,2,6"),
    ] {
        let request = identify::Request { values: values.into(), starts: 3, most: 5 };
        let found = identify::answer(&request, &Context::new(Budget::unlimited())).unwrap();
        let named = found.matches.iter().find(|one| one.name.as_deref() == Some(name));
        assert!(named.is_some_and(|one| one.start == 0), "{name}: {:?}", found.matches);
    }
}
