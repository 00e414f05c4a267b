//! Games on piles by their codes, from outside.

use assert_cmd::Command;
use serde_json::{Value as Json, json};

fn ask(arguments: &[&str]) -> (Option<i32>, Json) {
    let output = Command::cargo_bin("ishitori")
        .unwrap()
        .args(["--lang", "en"])
        .args(arguments)
        .arg("--json")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}")))
}

#[test]
fn moores_nim_has_the_p_positions_of_moore() {
    // Moore 1910: P if and only if every column of bits has a multiple of k + 1 ones.
    let (code, table) = ask(&["table", "moore:3,2", "--to", "6,6,6", "--show", "p-positions"]);
    assert_eq!(code, Some(0));
    let mut expected = Vec::new();
    for (a, b, c) in (0..343).map(|i| (i / 49, i / 7 % 7, i % 7)) {
        if a == b && b == c {
            expected.push(json!([a, b, c]));
        }
    }
    assert_eq!(table["positions"], json!(expected));
    let (code, proof) =
        ask(&["conjecture", "moore:4,2", "--fit", "--prove", "--learn", "outcomes"]);
    assert_eq!((code, &proof["proved"]), (Some(0), &json!(true)));
}

#[test]
fn piles_may_be_joined_by_plus() {
    for rule in ["exact-nim:3,2", "hyper:12,13,23"] {
        let (code, plus) = ask(&["explain", rule, "3+5+7"]);
        let (_, tuple) = ask(&["explain", rule, "(3,5,7)"]);
        assert_eq!(code, Some(0), "{plus}");
        assert_eq!(plus, tuple);
    }
    // The order of piles counts where they are not alike.
    let (_, first) = ask(&["explain", "hyper:12,3", "1+0+0"]);
    let (_, last) = ask(&["explain", "hyper:12,3", "0+0+1"]);
    assert_eq!((&first["outcome"], &last["outcome"]), (&json!("P"), &json!("N")));
}

#[test]
fn bad_codes_say_what_is_accepted() {
    for (rule, part) in [("hyper:11", "hyper:12,13,23"), ("moore:2,3", "moore:4,2")] {
        let (code, error) = ask(&["table", rule, "--to", "1"]);
        assert_eq!(code, Some(2));
        assert_eq!(error["error"]["argument"], "RULE");
        assert!(error["error"]["message"].as_str().unwrap().contains(part), "{error}");
    }
}

#[test]
fn sinks_have_proved_periods() {
    // Heap n has the options max(n - 2, 0) and max(n - 3, 0).
    let (code, period) = ask(&["period", "sink:2,3"]);
    assert_eq!((code, &period["status"]), (Some(0), &json!("proved")));
    let mut values: Vec<i64> = vec![0];
    for n in 1..60_usize {
        let options = [2, 3].map(|s| values[n.saturating_sub(s)]);
        values.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    let (_, grundy) = ask(&["grundy", "sink:3,2", "--to", "59"]);
    assert_eq!(grundy["rule"], "sink:2,3");
    assert_eq!(grundy["values"], json!(values));
    let (_, text) =
        ask(&["grundy", "(n) -> (max(n - s, 0)) for s in {2,3} if n > 0", "--to", "59"]);
    assert_eq!(text["values"], json!(values));
    let (p, from) = (
        period["period"].as_u64().unwrap() as usize,
        period["preperiod"].as_u64().unwrap() as usize,
    );
    assert!((from..60 - p).all(|n| values[n] == values[n + p]), "{period}");
}
