//! Games whose positions can recur, by the doors of the program: values in the calculator, positions of texts.

mod common;

use common::{ishitori, json_of, refused, stderr, stdout};
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
    let told = ishitori(&["position", "fox-and-geese", ".x.x|....|....|o...", "--lang", "en"]);
    assert!(stdout(&told).contains("play without end"), "{}", stdout(&told));
    let told = ishitori(&["position", "狐と鵞鳥", ".x.x|....|....|o...", "--lang", "ja"]);
    assert!(stdout(&told).contains("終わらない手順"), "{}{}", stdout(&told), stderr(&told));
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
    refused(&["explain", &loopy, "x.."], "come back");
    refused(&["play", &loopy, "x.."], "come back");
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
    assert!(stdout(&output).contains("not all looked at"), "{}", stdout(&output));
}
