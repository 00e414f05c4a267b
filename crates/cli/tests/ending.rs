//! The commands for end rules and families, from outside.

mod common;

use std::path::PathBuf;

use common::{ishitori, stderr, stdout};
use serde_json::{Value, json};

fn json(args: &[&str]) -> Value {
    let output = ishitori(&[args, &["--json"]].concat());
    serde_json::from_str(stdout(&output))
        .unwrap_or_else(|e| panic!("{args:?}: {e}: {}", stderr(&output)))
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ishitori-ending-{}-{name}", std::process::id()))
}

#[test]
fn outcomes_of_the_slides() {
    let found = json(&["outcomes", "sub:2,3", "--end", "mod2:LR", "--to", "12"]);
    assert_eq!(found["outcomes"], "LRLNNLPLNNLPL");
    assert_eq!(
        (&found["period"], &found["preperiod"], &found["status"]),
        (&json!(5), &json!(2), &json!("proved"))
    );
    let found = json(&["outcomes", "sub:6,2,3", "--end", "mod2:LR", "--to", "12"]);
    assert_eq!((&found["period"], &found["preperiod"]), (&json!(1), &json!(8)));
    let kayles = json(&["outcomes", "kayles", "--end", "mod2:LR", "--to", "12"]);
    assert_eq!((&kayles["period"], &kayles["status"]), (&json!(null), &json!("no-theorem")));
    let one = json(&["outcomes", "sub:1,2", "--end", "mod2:LR", "--to", "5"]);
    assert_eq!(one["outcomes"], "LLLLLL");
}

#[test]
fn explanations() {
    let six = json(&["explain", "sub:2,3", "6", "--end", "mod2:LR"]);
    assert_eq!((&six["outcome"], &six["winning_moves"]), (&json!("P"), &json!([])));
    let nim = json(&["explain", "nim", "3+5+7"]);
    assert_eq!((&nim["outcome"], &nim["grundy"]), (&json!("N"), &json!(1)));
    assert_eq!(nim["winning_moves"][0]["players"], json!(["Left", "Right"]));
    let total = json(&["explain", "sub:2,3", "1+1", "--end", "mod2:LR"]);
    let score = json(&["explain", "sub:2,3", "1+1", "--end", "mod2:LR", "--sum", "score"]);
    assert_eq!((&total["outcome"], &score["outcome"]), (&json!("L"), &json!("R")));
    let text = stdout(&ishitori(&["explain", "31game", "31", "--end", "misere"])).to_string();
    assert!(text.contains("wins by 29"), "{text}");
    let text = stdout(&ishitori(&["explain", "31game", "31", "--lang", "ja"])).to_string();
    assert!(text.contains("先手必勝"), "{text}");
}

#[test]
fn normalised_values() {
    let found = json(&["values", "sub:2,3", "--end", "mod2:LR", "--to", "12"]);
    let expected =
        ["1", "-1", "1*", "+-1", "{1*|-1}", "1", "0", "1*", "{1|0}", "{1*|0}", "1", "0", "1*"];
    assert_eq!(found["values"], json!(expected));
    assert_eq!((&found["period"], &found["preperiod"]), (&json!(5), &json!(5)));
    let terminal = ["--terminal", "L=1,R=0"];
    let found =
        json(&[&["values", "sub:4,5", "--end", "mod2:LR", "--to", "9"], &terminal[..]].concat());
    assert_eq!((&found["period"], &found["preperiod"]), (&json!(9), &json!(8)));
    let found = json(&["values", "sub:2,3,6", "--end", "mod2:LR", "--to", "60", "--limit", "200"]);
    assert_eq!((&found["status"], &found["period"]), (&json!("not-found"), &json!(null)));
    let birthdays = found["birthdays"].as_array().unwrap();
    assert!(birthdays[57].as_u64() > birthdays[30].as_u64());
}

#[test]
fn families() {
    let found = json(&["sweep", "--min", "2", "--max", "20", "--end", "mod2:LR"]);
    assert_eq!((&found["sets"], &found["eventually_all_L"]), (&json!(262144), &json!(200992)));
    let found = json(&[
        "sweep",
        "--min",
        "2",
        "--max",
        "12",
        "--min-size",
        "2",
        "--where",
        "has_R and period > 1",
        "--count",
        "divides",
        "--group-by",
        "period",
        "--check",
        "neighbours",
        "--check",
        "never:RR",
    ]);
    assert!(found["matching"].as_u64() < found["sets"].as_u64());
    assert_eq!(found["counts"][0]["of"], found["matching"]);
    assert_eq!(found["checks"][0]["violations"], 0);
    let refuted =
        ishitori(&["sweep", "--min", "2", "--max", "8", "--check", "eventually-l", "--json"]);
    assert_eq!(refuted.status.code(), Some(1));
    assert!(stdout(&refuted).contains("\"counterexample\":\"{2}\""));
    let text =
        stdout(&ishitori(&["sweep", "--min", "2", "--max", "8", "--lang", "ja"])).to_string();
    assert!(text.contains("64 個中 23 個"), "{text}");
}

#[test]
fn charts_and_rows() {
    let (svg, csv, other) = (file("strips.svg"), file("one.csv"), file("two.csv"));
    let [svg_name, csv_name, other_name] = [&svg, &csv, &other].map(|p| p.to_str().unwrap());
    let family = ["sweep", "--min", "2", "--max", "7", "--min-size", "2", "--grundy"];
    let run = ishitori(
        &[&family[..], &["--chart", svg_name, "--out", csv_name, "--threads", "1"]].concat(),
    );
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.contains(">{2,3,4,5,6,7}</text>") && picture.contains("command="));
    let rows = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 2 + 31);
    assert_eq!(rows.lines().nth(2), Some("2 3,2,3,5,2,,1,2,2,0,6,3,2,,5,0,1,0"));
    ishitori(&[&family[..], &["--out", other_name, "--threads", "2"]].concat());
    assert_eq!(rows, std::fs::read_to_string(&other).unwrap());
    for path in [svg, csv, other] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_unifying_theorem() {
    let found = json(&["parity", "kayles", "--to", "6", "--heaps", "2"]);
    assert_eq!((&found["holds"], &found["counterexample"]), (&json!(true), &json!(null)));
}

#[test]
fn bad_input_is_refused() {
    for (args, expected) in [
        (&["outcomes", "sub:", "--to", "5"][..], "RULE"),
        (&["outcomes", "sub:2", "--end", "mod2:LRP", "--to", "5"], "mod2 needs 2"),
        (&["outcomes", "sub:2", "--end", "mad", "--to", "5"], "--end"),
        (&["outcomes", "wythoff", "--to", "5"], "pairs of heaps"),
        (&["explain", "sub:2", "x"], "POSITION"),
        (&["values", "sub:2", "--end", "moves", "--to", "5"], "stones left"),
        (&["values", "sub:2", "--end", "mod2:LR", "--terminal", "L", "--to", "5"], "--terminal"),
        (&["sweep", "--min", "5", "--max", "2"], "--min"),
        (&["sweep", "--min", "2", "--max", "5", "--where", "periot > 1"], "--where"),
        (&["sweep", "--min", "2", "--max", "5", "--check", "fermat"], "--check"),
        (&["sweep", "--min", "2", "--max", "5", "--out", "rows.xls"], "--out"),
        (&["sweep", "--min", "2", "--max", "60"], "--yes"),
        (&["sweep", "--min", "2", "--max", "2000"], "--max"),
    ] {
        let output = ishitori(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}
