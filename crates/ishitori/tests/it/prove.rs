//! `conjecture --prove`, from outside.

use assert_cmd::Command;
use serde_json::Value as Json;

fn ishitori(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::cargo_bin("ishitori").unwrap().args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn json(arguments: &[&str]) -> (Option<i32>, Json) {
    let mut all = vec!["--lang", "en"];
    all.extend(arguments);
    all.push("--json");
    let (code, text) = ishitori(&all);
    (code, serde_json::from_str(&text).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {text}")))
}

#[test]
fn a_formula_is_proved() {
    let (code, answer) = json(&["conjecture", "chocolate:4", "y xor z", "--prove"]);
    assert_eq!(
        (code, &answer["proved"], &answer["holds"]),
        (Some(0), &Json::Bool(true), &Json::Bool(true))
    );
    assert!(answer["proof"]["states"][0].as_u64().unwrap() > 2);
    assert_eq!(answer["proof"]["decreases"], serde_json::json!([[1, 1]]));
    let (code, text) =
        ishitori(&["conjecture", "chocolate:4", "y xor z", "--prove", "--lang", "en"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("PROVED for all positions"), "{text}");
}

#[test]
fn a_table_refutes_and_so_does_a_contradiction() {
    let (code, answer) = json(&["conjecture", "chocolate:3", "y xor z", "--prove"]);
    assert_eq!(
        (code, &answer["proved"], &answer["holds"]),
        (Some(1), &Json::Bool(false), &Json::Bool(false))
    );
    assert_eq!(answer["counterexample"]["position"], serde_json::json!([1, 3]));
    // Right up to 200, so that only the proof finds where it goes wrong.
    let late = "if n <= 500 then n else n + 1";
    let (code, answer) =
        json(&["conjecture", "(n) -> (m) for m in 0 ..< n", late, "--prove", "--to", "200"]);
    assert_eq!(
        (code, &answer["proved"], &answer["holds"]),
        (Some(1), &Json::Bool(false), &Json::Bool(false))
    );
    assert_eq!(answer["counterexample"]["position"], serde_json::json!([501]));
    assert_eq!(answer["counterexample"]["found"], 501);
}

#[test]
fn what_is_not_decided_says_why() {
    let (code, answer) = json(&["conjecture", "lib:euclid", "a - b", "--prove", "--to", "1,1"]);
    assert_eq!((code, &answer["proved"]), (Some(3), &Json::Null));
    let why = answer["why"].as_str().unwrap();
    assert!(why.contains("div b") && why.contains("division"), "{why}");
    let (code, answer) = json(&[
        "conjecture",
        "lib:nim",
        "if a + b + c < 9 then a xor b xor c",
        "--prove",
        "--to",
        "2,2,2",
    ]);
    assert_eq!((code, &answer["proved"]), (Some(3), &Json::Null));
    assert!(answer["why"].as_str().unwrap().contains("says nothing at"), "{answer}");
    let (code, answer) = json(&[
        "conjecture",
        "chocolate:99",
        "y xor z",
        "--prove",
        "--to",
        "1,1",
        "--time-limit",
        "0.000001",
    ]);
    assert_eq!((code, &answer["proved"]), (Some(3), &Json::Null), "{answer}");
}

#[test]
fn p_positions_and_ranges_of_parameters() {
    let (code, answer) =
        json(&["conjecture", "lib:chocolate3", "--p-positions", "x xor y xor z = 0", "--prove"]);
    assert_eq!((code, &answer["proved"]), (Some(0), &Json::Bool(true)));
    let (code, answer) =
        json(&["conjecture", "lib:chocolate", "y xor z", "--prove", "--set", "k=1..4"]);
    assert_eq!(code, Some(1));
    let proved: Vec<&Json> =
        answer["rows"].as_array().unwrap().iter().map(|row| &row["proved"]).collect();
    assert_eq!(
        proved,
        [&Json::Bool(false), &Json::Bool(true), &Json::Bool(false), &Json::Bool(true)]
    );
    let (code, _) =
        ishitori(&["conjecture", "lib:nim", "--p-positions", "a xor b xor c", "--prove"]);
    assert_eq!(code, Some(2));
}

#[test]
fn a_formula_that_was_found_is_proved() {
    let (code, answer) = json(&["conjecture", "chocolate:3", "--fit", "--prove"]);
    assert_eq!((code, &answer["proved"]), (Some(0), &Json::Bool(true)), "{answer}");
}

#[test]
fn a_certificate_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bar.json");
    let name = file.to_str().unwrap();
    let (code, answer) =
        json(&["conjecture", "chocolate:2", "y xor z", "--prove", "--certificate", name]);
    assert_eq!((code, &answer["proved"]), (Some(0), &Json::Bool(true)));
    let (code, verdict) = json(&["check", name]);
    assert_eq!((code, &verdict["valid"]), (Some(0), &Json::Bool(true)), "{verdict}");
    assert!(verdict["claim"].as_str().unwrap().ends_with("every position is y xor z"));
    let text = std::fs::read_to_string(&file).unwrap();
    let (code, text_ja) = ishitori(&["check", name, "--lang", "ja"]);
    assert_eq!(code, Some(0));
    assert!(text_ja.contains("どの局面のグランディ数も"), "{text_ja}");
    std::fs::write(&file, text.replacen("\"xor\"", "\"or\"", 1)).unwrap();
    assert_eq!(ishitori(&["check", name]).0, Some(1));
}

/// A verdict prints the game as the language writes it, and the range that the proof is about.
#[test]
fn a_verdict_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("take.json");
    let name = file.to_str().unwrap();
    let rule = "(n)->(n-s)for s in{1,2}if s<=n";
    let asked =
        ["conjecture", rule, "--p-positions", "n mod 3 = 0", "--prove", "--certificate", name];
    assert_eq!(json(&asked).0, Some(0));
    let (code, text) = ishitori(&["check", name, "--lang", "en"]);
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = text.lines().take(5).collect();
    assert_eq!(
        lines,
        [
            "valid",
            "  game   position (n)",
            "         both: (n - s) for s in {1, 2} if s <= n",
            "  range  all integers n ≥ 0, of any size",
            "  claim  a position is a P-position if and only if n mod 3 = 0",
        ]
    );
    // A limit decides nothing.
    for limit in ["100B", "20KiB"] {
        let (code, verdict) = json(&["check", name, "--memory-limit", limit]);
        assert_eq!((code, &verdict["valid"]), (Some(3), &Json::Null), "{limit}: {verdict}");
        assert_eq!(verdict["stopped"], "memory", "{limit}");
    }
}

/// What no first table shows and no proof reaches is found in a larger table; what is open is not said to hold.
#[test]
fn counterexamples_are_looked_for_while_a_proof_is() {
    let (code, answer) = json(&["conjecture", "chocolate:6", "(y xor z) + (y div 97)", "--prove"]);
    assert_eq!((code, &answer["holds"]), (Some(1), &Json::Bool(false)), "{answer}");
    assert_eq!(answer["counterexample"]["position"], serde_json::json!([97, 582]));
    // A product is beyond linear arithmetic.
    let (code, answer) = json(&["conjecture", "(n) -> (n-1) if n > 0", "n*n mod 2", "--prove"]);
    assert_eq!(
        (code, &answer["holds"], &answer["proved"]),
        (Some(3), &Json::Null, &Json::Null),
        "{answer}"
    );
    let (code, answer) = json(&["conjecture", "(n) -> (n-1) if n > 0", "n*n mod 2", "--to", "50"]);
    assert_eq!((code, &answer["holds"]), (Some(0), &Json::Bool(true)), "{answer}");
}

/// Numbers at the edge of 64 bits, and positions where a text has no value.
#[test]
fn nothing_false_is_proved() {
    let take = "(n) -> (n-s) for s in {1,2} if s <= n";
    let edge = "n mod 3 = 0 and (not (100 <= n) or not (n + (-9223372036854775807 - 1) <= 0))";
    let (code, answer) =
        json(&["conjecture", take, "--p-positions", edge, "--prove", "--to", "90"]);
    assert_ne!((code, &answer["proved"]), (Some(0), &Json::Bool(true)), "{answer}");
    let (code, answer) =
        json(&["conjecture", "(n) -> (n-1) if n > 0", "bit(100 - n, 0)", "--prove"]);
    assert_eq!((code, &answer["holds"]), (Some(1), &Json::Bool(false)), "{answer}");
    assert_eq!(answer["counterexample"]["position"], serde_json::json!([101]));
    let (code, answer) = json(&[
        "conjecture",
        "(n) -> (n-1) if n > 0 and n < 0",
        "--p-positions",
        "n < 2147483648",
        "--prove",
    ]);
    assert_eq!(code, Some(1));
    assert_eq!(answer["counterexample"]["position"], serde_json::json!([2_147_483_648_u64]));
}

#[test]
fn an_automaton_is_learnt_where_no_formula_is_found() {
    // P-positions by residues, under misère play: said as a formula.
    let (code, answer) = json(&["conjecture", "lib:thirty-one", "--fit", "--prove"]);
    assert_eq!((code, &answer["proved"]), (Some(0), &Json::Bool(true)), "{answer}");
    assert_eq!(answer["formula"], "n mod 4 = 1");
    assert_eq!(
        (&answer["about"], &answer["automata"][0]["accepts"]),
        (&"outcomes".into(), &"p-positions".into())
    );
    // Left and Right have different moves.
    let race = "position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0";
    let (code, answer) = json(&["conjecture", race, "--fit", "--prove"]);
    assert_eq!((code, &answer["proved"]), (Some(0), &Json::Bool(true)), "{answer}");
    assert_eq!(answer["automata"][1]["accepts"], "right-wins");
    let (code, text) = ishitori(&["conjecture", race, "--fit", "--prove", "--lang", "en"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("PROVED for all positions, of any size: outcomes"), "{text}");
    assert!(text.contains("automaton of positions that Left wins moving first"), "{text}");
}

#[test]
fn what_was_not_learnt_in_time_is_reported() {
    // The P-positions of Wythoff's game have no automaton in base 2.
    let (code, answer) = json(&[
        "conjecture",
        "wythoff",
        "--fit",
        "--prove",
        "--learn",
        "outcomes",
        "--time-limit",
        "3s",
    ]);
    assert_eq!((code, &answer["proved"]), (Some(3), &Json::Null), "{answer}");
    assert!(answer["automata"][0]["states"].as_array().unwrap().len() > 3);
    assert!(answer["lessons"].as_u64().unwrap() > 0);
}

#[test]
fn an_end_by_stones_is_a_part_of_the_game() {
    let game = "(n) -> (n - s) for s in {2, 3} if s <= n";
    let letters = "if n < 2 then (if n = 0 then L else R) else if n mod 5 = 2 or n mod 5 = 0 then L
        else if n mod 5 = 1 then P else N";
    let (code, answer) = json(&["conjecture", game, letters, "--end", "mod2:LR", "--prove"]);
    assert_eq!((code, &answer["proved"]), (Some(0), &Json::Bool(true)), "{answer}");
    let (code, answer) = json(&["conjecture", game, "--fit", "--end", "mod2:LR", "--prove"]);
    assert_eq!((code, &answer["proved"]), (Some(0), &Json::Bool(true)), "{answer}");
}

#[test]
fn outcomes_and_what_was_learnt_have_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let race = "position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0";
    for (name, arguments) in [
        ("p", ["lib:chocolate3", "--p-positions", "x xor y xor z = 0"]),
        ("learnt", [race, "--fit", "--prove"]),
        ("said", ["lib:thirty-one", "--fit", "--prove"]),
    ] {
        let path = folder.path().join(format!("{name}.json"));
        let path = path.to_str().unwrap();
        let mut all = vec!["conjecture"];
        all.extend(arguments.iter().filter(|a| **a != "--prove"));
        all.extend(["--prove", "--certificate", path]);
        assert_eq!(ishitori(&all).0, Some(0), "{all:?}");
        for lang in ["en", "ja"] {
            let (code, text) = ishitori(&["check", path, "--lang", lang]);
            assert_eq!(code, Some(0), "{text}");
        }
    }
}

#[test]
fn positions_of_any_size_are_explained_by_a_proof() {
    let (y, z) = (10i64.pow(17), 10i64.pow(18) + 7);
    let position = format!("({y},{z})");
    let (code, answer) = json(&["explain", "chocolate:4", &position]);
    assert_eq!(
        (code, &answer["outcome"], &answer["method"]),
        (Some(0), &"N".into(), &"proof".into())
    );
    assert_eq!(answer["by_proof"]["grundy"], y ^ z);
    // The only position of value 0 is the end.
    assert_eq!(answer["winning_moves"][0]["position"], serde_json::json!([[0, 0]]));
    let (a, b) = (10i64.pow(18), 10i64.pow(18) + 1);
    let (code, text) = ishitori(&["explain", "lib:nim", &format!("({a},{b},2)"), "--lang", "en"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("the Grundy number is 3"), "{text}");
    assert!(text.contains(&format!("({a},{b},1)")), "{text}");
}
