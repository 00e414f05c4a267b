//! Games whose positions can recur, through the front ends of the program: values in the calculator, positions of texts.

use crate::common::{self, ishitori, json_of, refused, stderr, stdout};
use serde_json::json;

#[test]
fn values_of_expressions() {
    for (expression, value) in [
        ("on + off", "dud"),
        ("a{0|a}", "over"),
        ("over - over", "over & under"),
        ("on + 3", "on"),
        ("upon + *", "^[on]*"),
        ("Degree(over)", "over"),
        ("Outcome(dud)", "D"),
        ("Onside(dud)", "on"),
        ("a{0|a} >= ^", "true"),
        ("-tis = tisn", "true"),
        ("tis = a{0||a|0}", "true"),
        ("Mean({4||pass|1})", "5/2"),
        ("Temperature(over)", "0"),
    ] {
        let output = ishitori(&["eval", expression]);
        assert!(output.status.success(), "{expression}: {}", stderr(&output));
        let first = stdout(&output).lines().next().unwrap_or_default().to_string();
        assert!(first == value || first.starts_with(&format!("{value} ")), "{expression}: {first}");
    }
    let over = json_of(&["eval", "over"]);
    assert_eq!(over["kind"], "loopy");
    assert_eq!(over["graph"], json!([[[1], [0]], [[], []]]));
    assert_eq!((&over["is_stopper"], &over["outcome"]), (&json!(true), &json!("L")));
}

#[test]
fn positions_of_texts() {
    let hunt = json_of(&["games", "hare-and-hounds"]);
    assert_eq!(hunt["kind"], "loopy");
    let start = hunt["start"].as_str().expect("a position");
    let found = json_of(&["position", "hare-and-hounds", start, "--moves", "--outcome"]);
    assert_eq!((&found["kind"], &found["outcome"]), (&json!("loopy"), &json!("L")));
    let play = &found["play"];
    assert_eq!((&play["endless"], &play["complete"]), (&json!("right"), &json!(true)));
    assert_eq!(play["best"][0]["result"], "win");
    assert_eq!((&play["best"][0]["length"], &play["best"][1]["length"]), (&json!(23), &json!(24)));
    assert_eq!(play["best"][0]["line"].as_array().unwrap().len(), 23);
    let moves = found["moves"].as_array().unwrap();
    assert!(moves.iter().any(|m| m["player"] == "Left" && m["wins"] == true && m["length"] == 22));

    let toads = json_of(&["position", "backsliding-toads-and-frogs", "f.t"]);
    assert_eq!((&toads["canonical"], &toads["outcome"]), (&json!("*"), &json!("N")));
    let output = ishitori(&["position", "fox-and-geese", ".x.x|....|....|o...", "--lang", "en"]);
    assert!(stdout(&output).contains("play without end"), "{}", stdout(&output));
    let output = ishitori(&["position", "狐と鵞鳥", ".x.x|....|....|o...", "--lang", "ja"]);
    assert!(stdout(&output).contains("終わらない手順"), "{}{}", stdout(&output), stderr(&output));
    let token = json_of(&["position", "token-on-arrows", "1>2 2>3 3>1 2>4 4>5 1:x", "--moves"]);
    assert_eq!(token["smith"].as_str(), Some("∞"));
    assert_eq!(token["moves"][0]["smith"].as_str(), Some("∞{1}"));
    let cycle = json_of(&["position", "cop-and-robber", "cycle:5 1:c 3:r"]);
    assert_eq!(cycle["outcome"], "R");
    let path = json_of(&["position", "cop-and-robber", "path:5 1:c 3:r"]);
    assert_eq!(path["outcome"], "L");
}

#[test]
fn texts_of_ones_own_and_what_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let walk = "game walk\nboard strip\npieces x\nboth: x . -> . x along horizontal\n";
    let plain = file("plain.game", walk);
    refused(&["position", &plain, "x.."], "`loopy`");
    let loopy = file("loopy.game", &format!("{walk}loopy\n"));
    assert_eq!(json_of(&["position", &loopy, "x.."])["outcome"], "D");
    let left = file("left.game", &format!("{walk}loopy: left\n"));
    assert_eq!(json_of(&["position", &left, "x.."])["outcome"], "L");
    refused(&["position", &loopy, "x..", "--misere"], "normal play");
    assert_eq!(json_of(&["explain", &loopy, "x.."])["outcome"], "D");
    refused(&["explain", &loopy, "x..", "--end", "misere"], "normal play");
    refused(&["play", &plain, "x.."], "return to a position");
    let wrong = file("wrong.game", &format!("{walk}loopy: nobody\n"));
    refused(&["position", &wrong, "x.."], "draw, left or right");
    let output = ishitori(&[
        "position",
        "checker-kings",
        "x.x.x.|.x.x.x|......|......|o.o.o.|.o.o.o",
        "--outcome",
        "--memory-limit",
        "8MiB",
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("not all examined"), "{}", stdout(&output));
}

/// A play with a perfect opponent: Fox and Geese on a small board, where the geese win, and Hare and Hounds.
/// What recurs stands together.
#[test]
fn pictures_of_graphs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.svg");
    let file = file.to_str().unwrap();
    let over = json_of(&["draw", "tree", "over", "--output", file]);
    assert_eq!(over["components"], json!([[1], [0]]));
    assert_eq!(over["graph"][0]["right"], json!([0]));
    assert!(std::fs::read_to_string(file).unwrap().contains("positions that recur"));
    let board = ["draw", "board", "backsliding-toads-and-frogs", "tt.f", "--output", file];
    let toads = json_of(&[&board[..], &["--graph"]].concat());
    let sizes: Vec<usize> = toads["components"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c.as_array().unwrap().len())
        .collect();
    assert_eq!(sizes, [4, 4, 4]);
    let solved = json_of(&["position", "backsliding-toads-and-frogs", "tt.f"]);
    assert_eq!(toads["graph"][0]["outcome"], solved["outcome"]);
    refused(&[&board[..], &["--graph", "--values"]].concat(), "--values");
    let long =
        ["draw", "board", "backsliding-toads-and-frogs", "ttt...fff", "--graph", "--output", file];
    refused(&long, "64");
    let walls = json_of(&["eval", "Thermograph({4||pass|1})"]);
    assert_eq!((&walls["mean"], &walls["temperature"]), (&json!("5/2"), &json!("3/2")));
    refused(&["draw", "thermograph", "dud", "--output", file], "stopper");
    refused(&["eval", "Mean({on|0})"], "no mean");
}

#[test]
fn play_against_the_program() {
    // The person is the fox and begins; the geese, who play perfectly, win however it runs.
    let played = |lines: &str, arguments: &[&str]| {
        let mut all = vec!["play"];
        all.extend(arguments);
        common::with_input(&all, lines.as_bytes())
    };
    let lines = "#1\n".repeat(40);
    let fox = ["fox-and-geese", ".x.x|....|....|o...", "--side", "right", "--lang", "en"];
    let output = played(&lines, &fox);
    let text = stdout(&output);
    assert!(text.contains("occurs for the third time is a draw"), "{text}");
    assert!(text.contains("You cannot move. I win."), "{text}");
    assert!(!text.contains("My mistake"), "{text}");
    // Walking to and fro ends as a draw when a position comes for the third time.
    let walk = "game walk\nboard strip\npieces x\nboth: x . -> . x along horizontal\nloopy\n";
    let output = played(&"#1\n".repeat(20), &[walk, "x.", "--lang", "en"]);
    assert!(stdout(&output).contains("for the third time: a draw"), "{}", stdout(&output));
    let output = played(&"#1\n".repeat(20), &[walk, "x.", "--lang", "ja"]);
    assert!(stdout(&output).contains("引き分け"), "{}", stdout(&output));
    let output = ishitori(&["explain", "fox-and-geese", ".x.x|....|....|o...", "--lang", "en"]);
    let output = stdout(&output);
    assert!(
        output.contains("loses, after") && output.contains("solved from the end backwards"),
        "{output}"
    );
}

/// Numbers and ∞ in `grundy`, `table` and `explain`, and a line `loopy` that is needed.
#[test]
fn tuples_that_recur() {
    let text =
        "(n) -> (n - 1) if n > 0; (n - 4) if n > 3; (n + 1) if n mod 4 = 2 and n < 20; loopy";
    let found = json_of(&["grundy", text, "--to", "6"]);
    let values: Vec<&str> =
        found["smith"].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
    assert_eq!(values, ["0", "1", "∞{1}", "∞", "∞{0}", "0", "∞{0}"]);
    let table = json_of(&["table", text, "--to", "6"]);
    let row: Vec<String> = table["rows"][0]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell.as_str().map_or_else(|| cell.to_string(), str::to_string))
        .collect();
    assert_eq!(row, values);
    let output = stdout(&ishitori(&["explain", text, "(2)", "--lang", "en"])).to_string();
    assert!(output.contains(values[2]), "{output}");
    refused(&["grundy", &text.replace("; loopy", ""), "--to", "6"], "need not end");
    let csv = stdout(&ishitori(&["grundy", text, "--to", "6", "--format", "csv"])).to_string();
    assert!(csv.contains("2,"), "{csv}");
}
