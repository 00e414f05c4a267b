//! Board games through the front ends of the program: values, moves, explanations, play and pictures of every text of the library.

use crate::common::{self, ishitori, json_of, refused, stderr, stdout};
use ishitori_answers::board::BoardRule;
use serde_json::{Value as Json, json};

#[test]
fn values_of_texts() {
    for (game, position, value) in [
        ("domineering", "2x2", "+-1"),
        ("domineering", "4x1", "2"),
        ("clobber", "xxo", "^"),
        ("hackenbush", "@1 1l2 2r3 3l4", "3/4"),
        ("col", "1-2 2:L", "-1/2"),
        ("snort", "1-2 2:R", "{0|-1}"),
        ("node-kayles", "path:5", "*3"),
        ("amazons", "x.o", "*"),
        ("クロバー", "xxo", "^"),
    ] {
        assert_eq!(json_of(&["position", game, position])["canonical"], value, "{game} {position}");
    }
    let kayles = json_of(&["position", "node-kayles", "path:5"]);
    assert_eq!((&kayles["grundy"], &kayles["game"]), (&json!(3), &json!("node-kayles")));
    assert_eq!(json_of(&["position", "domineering", "2x3"]).get("grundy"), None);
}

/// Graphs and grids may come from files, in several lines.
#[test]
fn positions_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let path = file("path.position", "1-2, 2-3\r\n3-4\n4-5\n");
    assert_eq!(json_of(&["position", "node-kayles", &path])["grundy"], 3);
    let tree = file("tree.position", "@1\n1l2\n2r3\n3l4\n");
    assert_eq!(json_of(&["position", "hackenbush", &tree])["canonical"], "3/4");
    let rows = file("rows.position", "..\r\n..\r\n");
    assert_eq!(json_of(&["position", "domineering", &rows])["canonical"], "+-1");
    assert_eq!(json_of(&["census", "domineering", &rows])["positions"], 16);
    let missing = folder.path().join("missing.position");
    refused(&["position", "domineering", missing.to_str().unwrap()], "missing.position");
}

/// What is written in Rust and the text say the same; `--moves` asks the text.
#[test]
fn rust_and_text_agree() {
    for (game, position) in [
        ("domineering", "....|.#..|...."),
        ("domineering", "3x4"),
        ("clobber", "xox|oxo|x.o"),
        ("toads-and-frogs", "tt.t.ff"),
        ("toppling-dominoes", "lrelrl"),
        ("hackenbush", "l(r)(el)+er"),
        ("col", ".-L-.-R-.-.-#-."),
        ("snort", ".-.-L-.-R-."),
    ] {
        let rust = json_of(&["position", game, position]);
        let text = json_of(&["position", game, position, "--moves"]);
        assert_eq!(rust["canonical"], text["canonical"], "{game} {position}");
        // A player who wins moving first has a winning move.
        for (player, wins) in [("Left", ["N", "L"]), ("Right", ["N", "R"])] {
            let outcome = rust["outcome"].as_str().unwrap();
            let moves = text["moves"].as_array().unwrap();
            let winning = moves.iter().any(|m| m["player"] == player && m["wins"] == true);
            assert_eq!(winning, wins.contains(&outcome), "{game} {position} {player}");
        }
    }
}

#[test]
fn moves_have_names_values_and_the_best_by_temperature() {
    let found = json_of(&["position", "domineering", "2x3", "--moves"]);
    let moves = found["moves"].as_array().unwrap();
    let names: Vec<&str> = moves.iter().map(|m| m["move"].as_str().unwrap()).collect();
    assert_eq!(names, ["a1-a2", "b1-b2", "c1-c2", "b2-a2", "c2-b2", "b1-a1", "c1-b1"]);
    assert_eq!(
        moves[1],
        json!({"player": "Left", "move": "b1-b2", "position": ".#.|.#.", "canonical": "2",
            "outcome": "L", "wins": true, "hottest": true})
    );
    let hottest: Vec<bool> = moves.iter().map(|m| m["hottest"] == true).collect();
    assert_eq!(hottest, [false, true, false, true, true, true, true]);
    // Both have the same moves.
    let cram = json_of(&["position", "cram", "2x2", "--moves"]);
    assert_eq!(cram["moves"].as_array().unwrap().len(), 4);
    assert!(cram["moves"][0]["player"].is_null() && cram["moves"][0]["grundy"] == 1);
}

/// Misère outcomes by hand: who is forced to make the last move loses.
#[test]
fn misere_outcomes() {
    for (game, position, outcome) in [
        ("cram", "1x2", "P"),
        ("cram", "2x2", "N"),
        ("domineering", "1x1", "N"),
        ("domineering", "2x1", "R"),
        ("col", "path:1", "P"),
        ("node-kayles", "path:3", "N"),
    ] {
        let found = json_of(&["position", game, position, "--misere"]);
        assert_eq!(found["outcome"], outcome, "{game} {position}");
        assert!(found["canonical"].is_null() && found["misere"] == true);
        let explained = json_of(&["explain", game, position, "--end", "misere"]);
        assert_eq!(explained["outcome"], outcome, "{game} {position}");
    }
}

#[test]
fn every_game_is_listed_explained_and_drawn() {
    let listed = json_of(&["games"]);
    let boards: Vec<&Json> = listed["games"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|g| g["kind"] == "board" || g["kind"] == "loopy")
        .collect();
    assert_eq!(boards.len(), BoardRule::names().count());
    assert!(boards.len() >= 60);
    for game in &boards {
        assert!(game["description"].is_string() && game["start"].is_string(), "{game}");
        assert!(game["reference"].is_string(), "{game}");
    }
    let one = json_of(&["games", "board:dawsons-chess"]);
    assert!(one["text"].as_str().unwrap().contains("board strip"), "{one}");
    let text = ishitori(&["games", "konane"]);
    assert!(stdout(&text).contains("board grid") && stdout(&text).contains("ishitori play konane"));
    let folder = tempfile::tempdir().expect("a folder");
    for (game, position) in [
        ("amazons", "x..|..o"),
        ("hex-clobber", "xo|ox"),
        ("toads-and-frogs", "t.f"),
        ("hackenbush", "@1 1l2 1r2 2e3"),
        ("geography", "1>2 2>3 3>1 1:x"),
    ] {
        for kind in ["svg", "png", "pdf"] {
            let file = folder.path().join(format!("{game}.{kind}"));
            let file = file.to_str().unwrap();
            let output = ishitori(&["draw", "board", game, position, "--values", "-o", file]);
            assert!(output.status.success(), "{game}: {}", stderr(&output));
        }
        let svg = std::fs::read_to_string(folder.path().join(format!("{game}.svg"))).unwrap();
        assert!(svg.contains("ishitori draw board"), "{game} says how it was made");
    }
}

#[test]
fn explanations() {
    let found = json_of(&["explain", "clobber", "xo.|.xo"]);
    assert_eq!((&found["value"], &found["method"]), (&json!("+-{*,^}"), &json!("value")));
    assert_eq!(found["board"], "cells");
    assert_eq!(found["drawing"], json!({"kind": "squares", "rows": ["xo.", ".xo"]}));
    let why = found["why"].as_str().unwrap();
    assert!(why.contains("The value is +-{*,^}, confused with 0"), "{why}");
    let winning = found["winning_moves"].as_array().unwrap();
    assert_eq!(winning[0]["move"], "a2-b2");
    let cram = json_of(&["explain", "cram", "2x3"]);
    assert_eq!((&cram["grundy"], &cram["method"]), (&json!(1), &json!("nim-sum")));
    // A graph of which nothing is left has a name.
    let empty = json_of(&["explain", "node-kayles", "path:2"]);
    assert_eq!(empty["options"][0]["position"], "∅");
}

#[test]
fn texts_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let leap = file(
        "leap.game",
        "game leap(k = 2)\nboard strip\npieces x\nboth: x .{k} -> .{k} x along right\n",
    );
    // The pattern has one cell more on the left than on the right.
    refused(&["position", &leap, "x..."], "leap.game:4:");
    let leap = file(
        "leap.game",
        "game leap(k = 2)\nboard strip\npieces x\nboth: x .{k} . -> . .{k} x along right\n",
    );
    assert_eq!(json_of(&["position", &leap, "x......."])["grundy"], 0);
    assert_eq!(json_of(&["position", &leap, "x.......", "--set", "k=6"])["grundy"], 1);
    assert_eq!(json_of(&["explain", &leap, "x...", "--set", "k=1"])["rule"], "leap(k=1)");
    refused(&["position", &leap, "x...", "--set", "m=1"], "no parameter `m`");
    refused(&["position", &leap, "x...", "--set", "k=many"], "NAME=NUMBER");
    let walk =
        file("walk.game", "game walk\nboard strip\npieces x\nboth: x . -> . x along horizontal\n");
    refused(&["position", &walk, "x.."], "→");
    refused(&["explain", &walk, "x.."], "return to a position");
    // In one argument as well.
    let text = "game pair\nboard strip\nboth: . . -> # # along right";
    assert_eq!(json_of(&["position", text, "......"])["grundy"], 3);
    refused(&["grundy", text, "--to", "9"], "game on boards");
    refused(&["grundy", "amazons", "--to", "9"], "game on boards");
}

#[test]
fn what_is_refused() {
    refused(&["position", "clober", "xo"], "did you mean clobber");
    refused(&["position", "konane", "x.q"], "place 3");
    refused(&["position", "amazons", "12x12"], "at most 128 are supported");
    refused(&["position", "hackenbush", "1l2"], "ground");
    refused(&["explain", "clobber", "xo", "--end", "mod2:LR"], "--end");
    refused(&["draw", "board", "clobber", "xo", "--move", "b9", "-o", "x.svg"], "--move");
    // What takes too long stops in time.
    let output =
        ishitori(&["position", "amazons", "x...x|.....|.....|o...o", "--time-limit", "300ms"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}

#[test]
fn the_calculator_knows_boards_and_heaps() {
    let found = json_of(&["eval", r#"value(domineering, "..|..") + *2"#]);
    assert_eq!(found["canonical"], "+-1*2");
    assert_eq!(found["input"], r#"value(domineering, "..|..") + *2"#);
    for (expression, value) in [
        ("heap(0.77, 12)", "*4"),
        ("heap(kayles, 12) + heap(0.07, 4)", "*6"),
        ("heap(sub:1,2,3, 6) + *2", "0"),
        (r#"Mean(value(clobber, "xxo") + value(col, "1-2 2:L"))"#, "-1/2"),
        (
            r#"value("game pair
board strip
both: . . -> # # along right", "......")"#,
            "*3",
        ),
    ] {
        let output = ishitori(&["eval", expression]);
        let first = stdout(&output).lines().next().unwrap_or_default().to_string();
        assert_eq!(first, value, "{expression}: {}", stderr(&output));
    }
    refused(&["eval", "value(chess, \"e4\")"], "dawsons-chess");
    refused(&["eval", "value(clobber, \"xq\")"], "place 2");
    refused(&["eval", "value(clobber)"], "value(domineering");
    refused(&["eval", "heap(0.77, many)"], "heap(0.77, 12)");
    // Places stay where they are.
    let output = ishitori(&["eval", "heap(0.77, 3) + {1|"]);
    assert!(stderr(&output).contains("character 17"), "{}", stderr(&output));
    // `_` is the last answer, line by line.
    let lines = common::with_input(&["eval", "-"], b"{2|1}\nMean(_)\n_ + heap(nim, 3)\n");
    assert_eq!(stdout(&lines), "{2|1}\n3/2\n3/2*3\n");
}

#[test]
fn outcomes_by_search_are_those_of_values() {
    for (game, position) in [
        ("domineering", "3x4"),
        ("amazons", "x..|..o"),
        ("clobber", "xoxo|oxox"),
        ("cram", "3x3"),
        ("snort", "cycle:6"),
    ] {
        let value = json_of(&["position", game, position, "--moves"]);
        let search = json_of(&["position", game, position, "--outcome", "--moves"]);
        assert_eq!(value["outcome"], search["outcome"], "{game} {position}");
        assert!(search["canonical"].is_null() && search["searched"].is_u64(), "{search}");
        let outcomes = |found: &Json| -> Vec<(Json, Json, Json)> {
            let moves = found["moves"].as_array().unwrap().iter();
            moves.map(|m| (m["move"].clone(), m["outcome"].clone(), m["wins"].clone())).collect()
        };
        assert_eq!(outcomes(&value), outcomes(&search), "{game} {position}");
    }
    let output = ishitori(&["position", "domineering", "5x5", "--outcome"]);
    assert!(stdout(&output).contains("search through"), "{}", stdout(&output));
}

/// Positions of a census one by one.
#[test]
fn a_census_counts_what_positions_are_worth() {
    let found = json_of(&["census", "clobber", "1x3", "--threads", "2"]);
    let mut counts = std::collections::BTreeMap::new();
    let mut outcomes = std::collections::BTreeMap::new();
    for n in 0..27 {
        let position: String =
            [n % 3, n / 3 % 3, n / 9].iter().map(|&d| ['.', 'x', 'o'][d]).collect();
        let one = json_of(&["position", "clobber", &position]);
        *counts.entry(one["canonical"].as_str().unwrap().to_string()).or_insert(0) += 1;
        *outcomes.entry(one["outcome"].as_str().unwrap().to_string()).or_insert(0) += 1;
    }
    assert_eq!((&found["positions"], &found["distinct"]), (&json!(27), &json!(counts.len())));
    for one in found["values"].as_array().unwrap() {
        assert_eq!(one["count"], json!(counts[one["value"].as_str().unwrap()]), "{one}");
    }
    for (class, count) in outcomes {
        assert_eq!(found["outcomes"][&class], json!(count), "{class}");
    }
    let hot = json_of(&["census", "domineering", "2x2"]);
    assert_eq!(hot["hottest"], json!({"position": "..|..", "temperature": "1"}));
    let reached = json_of(&["census", "toads-and-frogs", "t.f", "--reachable"]);
    assert_eq!(reached["positions"], json!(6));
    refused(&["census", "clobber", "2x2", "--pieces", "xq"], "--pieces");
    refused(&["census", "amazons", "8x8"], "2^64");
}

#[test]
fn families_of_positions() {
    let games = json_of(&["position", "clobber", "(xo)^n", "--set", "n=1..3"])["games"].clone();
    let values: Vec<&str> = games
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["answer"]["canonical"].as_str().unwrap())
        .collect();
    // Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5(2) (2005): xoxoxo is 0.
    assert_eq!(values, ["*", "+-{*,^}", "0"]);
    let rows = ishitori(&["position", "domineering", "2xn", "--set", "n=1..4", "--lang", "ja"]);
    assert!(stdout(&rows).contains("2x3") && stdout(&rows).contains("{2|-1/2}"));
    let kayles = json_of(&["position", "node-kayles", "path:n", "--set", "n=4"]);
    assert_eq!((&kayles["position"], &kayles["grundy"]), (&json!("path:4"), &json!(0)));
    // The same as a sweep, in shards.
    let dir = tempfile::tempdir().unwrap();
    let family = ["sweep", "node-kayles", "--set", "n=1..9", "--ask", "position", "--position"];
    let records = ["1/2", "2/2"].map(|shard| {
        let path = dir.path().join(shard.replace('/', "-")).display().to_string();
        let output =
            ishitori(&[&family[..], &["path:n", "--shard", shard, "--record", &path]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        path
    });
    let merged = json_of(&["merge", &records[0], &records[1]]);
    assert_eq!((&merged["games"], &merged["done"]), (&json!(9), &json!(9)));
    refused(&["position", "clobber", "(xo)^n"], "n=3");
    refused(&["position", "clobber", "(xo)^n", "--set", "n=3000"], "4096");
    refused(&["sweep", "clobber", "--set", "n=1..3", "--ask", "position"], "POSITION");
}

#[test]
fn a_census_in_shards() {
    let dir = tempfile::tempdir().unwrap();
    let whole = json_of(&["census", "clobber", "2x3"]);
    let mut records = Vec::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let path = dir.path().join(shard.replace('/', "-")).display().to_string();
        let part = json_of(&["census", "clobber", "2x3", "--shard", shard, "--record", &path]);
        assert_eq!(part["shard"], json!(shard));
        records.push(path);
    }
    let mut merge = vec!["merge"];
    merge.extend(records.iter().rev().map(String::as_str));
    assert_eq!(json_of(&merge), whole);
    // Misère play: the outcomes of `position`, whole and in shards.
    let misere = ["census", "clobber", "2x2", "--end", "misere"];
    let counted = json_of(&misere);
    let mut outcomes =
        std::collections::BTreeMap::from(["P", "N", "L", "R"].map(|o| (o.to_string(), 0)));
    for number in 0..81 {
        let cell = |place: u32| [".", "x", "o"][number / 3usize.pow(place) % 3];
        let board = format!("{}{}|{}{}", cell(0), cell(1), cell(2), cell(3));
        let found = json_of(&["position", "clobber", &board, "--end", "misere"]);
        *outcomes.get_mut(found["outcome"].as_str().unwrap()).unwrap() += 1;
    }
    assert_eq!(counted["outcomes"], json!(outcomes));
    assert_eq!((&counted["positions"], &counted["values"]), (&json!(81), &json!([])));
    let mut merge = vec!["merge".to_string()];
    for shard in ["1/2", "2/2"] {
        let path = dir.path().join(shard.replace('/', "-misere-")).display().to_string();
        json_of(&[&misere[..], &["--shard", shard, "--record", &path]].concat());
        merge.push(path);
    }
    assert_eq!(json_of(&merge.iter().map(String::as_str).collect::<Vec<_>>()), counted);
    let csv = ishitori(&[&misere[..], &["--format", "csv"]].concat());
    let csv = stdout(&csv);
    assert!(csv.starts_with("outcome,count\nP,"), "{csv}");
    let output = ishitori(&["merge", &records[0], &records[2], "--json"]);
    assert!(!output.status.success() && stderr(&output).contains("missing shards: 2, 4"));
    // What no run finds is refused, whatever the checksum says.
    let other = json_of(&["census", "domineering", "2x3", "--shard", "1/4"]);
    assert_eq!(other["positions"], json!(16));
    refused(&["census", "clobber", "2x3", "--shard", "5/4"], "shard");
    refused(&["census", "clobber", "nx2", "--set", "n=1..2", "--shard", "1/2"], "shard");
}

#[test]
fn what_is_too_large_for_values_is_searched() {
    let found = json_of(&["position", "domineering", "5x6", "--memory-limit", "4M"]);
    assert_eq!((&found["outcome"], &found["canonical"]), (&json!("R"), &Json::Null));
    assert!(found["searched"].as_u64().unwrap() > 0 && found["no_value"] == "memory");
    let output = ishitori(&["position", "domineering", "5x6", "--memory-limit", "4M"]);
    assert!(stdout(&output).contains("no value") && stdout(&output).contains("search"));
}

#[test]
fn a_move_that_fits_nowhere_is_reported() {
    let text = "game g\nboard grid\nboth: . -> #\nboth: . . . . -> # # # # along vertical";
    for (lang, words) in [("en", "line 4"), ("ja", "4 行目")] {
        let output = ishitori(&["position", text, "2x2", "--lang", lang]);
        assert!(output.status.success() && stderr(&output).contains(words), "{}", stderr(&output));
    }
    let output = ishitori(&["position", text, "4x1"]);
    assert!(output.status.success() && stderr(&output).is_empty(), "{}", stderr(&output));
}

#[test]
fn arrows_there_and_back() {
    // Whichever is written first.
    for position in ["1>2 2>1 1:x", "1>2 2>1 2:x", "2>1 1>2 1:x", "2>1 1>2 2:x"] {
        assert_eq!(json_of(&["position", "geography", position])["grundy"], 1, "{position}");
        let found = json_of(&["position", "token-on-arrows", position]);
        assert_eq!(found["outcome"], "D", "{position}");
    }
}

const MOST: &str = "game most
board strip
pieces x o
left:  . -> x if no neighbour is x where cell mod 2 = 1
right: . -> o if no neighbour is o
end: if [x] > [o] then L; if [x] < [o] then R; N
";

/// What is left decides, and moves depend on their places, through every front end.
#[test]
fn ends_by_what_is_left_and_places() {
    let answer = json_of(&["position", MOST, "1x4", "--moves"]);
    assert_eq!(answer["end"], "if [x] > [o] then L; if [x] < [o] then R; N");
    assert!(answer["canonical"].is_null(), "{answer}");
    let moves = answer["moves"].as_array().unwrap();
    let of = |player: &str| moves.iter().filter(|one| one["player"] == player).count();
    assert_eq!((of("Left"), of("Right")), (2, 4), "{answer}");
    let text = stdout(&ishitori(&["position", MOST, "1x4"])).to_string();
    assert!(text.contains("what is left decides: if [x] > [o] then L"), "{text}");
    let japanese = stdout(&ishitori(&["position", MOST, "1x4", "--lang", "ja"])).to_string();
    assert!(japanese.contains("残ったもので勝敗が決まる"), "{japanese}");
    // `explain` searches in another way, and says the same.
    for position in ["1x1", "1x2", "1x3", "1x4", "x..o", ".o.x.", "1x6"] {
        let [found, explained] = ["position", "explain"].map(|command| {
            json_of(&[command, MOST, position])["outcome"].as_str().unwrap().to_string()
        });
        assert_eq!(found, explained, "{position}");
    }
    refused(&["census", MOST, "1x3"], "most");
    refused(&["draw", "board", MOST, "1x3", "--values", "-o", "x.svg"], "most");
    refused(&["eval", &format!("value(\"{}\", \"1x3\")", "most")], "most");
    let wrong = MOST.replace("cell mod", "cels mod");
    refused(&["position", &wrong, "1x3"], "did you mean `cell`");
    let message = stderr(&ishitori(&["position", &wrong, "1x3", "--lang", "ja"])).to_string();
    assert!(message.contains("cell") && message.contains('^'), "{message}");
}

/// Limits hold while a board is set up, and a limit is exit status 3.
#[test]
fn limits_hold_while_a_board_is_set_up() {
    let never = "game g\nboard grid\npieces x o\nleft: . -> x\nright: mirror x <-> o\nnever: _* x _* x _* x along all\n";
    let reach =
        "game g\nboard graph\npieces x o\nleft: . .{90} -> x .{90} along edges\nright: x -> .\n";
    for (arguments, words) in [
        (&["position", "amazons", "1x64", "--memory-limit", "64MiB"][..], "memory limit"),
        (&["position", "mock-turtles", "1x128", "--memory-limit", "128MiB"], "memory limit"),
        (&["explain", "mock-turtles", "1x128", "--memory-limit", "128MiB"], "memory limit"),
        (&["census", "amazons", "1x64", "--memory-limit", "64MiB"], "memory limit"),
        (&["eval", "value(amazons,\"1x64\")", "--memory-limit", "64MiB"], "memory limit"),
        (&["position", never, "11x11", "--time-limit", "1s"], "time limit"),
        (&["position", reach, "grid:8x8", "--time-limit", "1s"], "time limit"),
        (&["explain", reach, "grid:8x8", "--time-limit", "1s"], "time limit"),
    ] {
        let begun = std::time::Instant::now();
        let output = ishitori(arguments);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert!(begun.elapsed().as_secs() < 30, "{arguments:?}: {:?}", begun.elapsed());
    }
}

/// `#` stands in every position, also where the game is written in Rust and does not know it.
#[test]
fn places_without_a_cell_are_always_there() {
    for (game, position) in [("clobber", "xo#x"), ("toads-and-frogs", "t.#f"), ("clobber", "xo|#x")]
    {
        let value = json_of(&["position", game, position]);
        let with_moves = json_of(&["position", game, position, "--moves"]);
        assert_eq!(value["canonical"], with_moves["canonical"], "{game} {position}");
    }
    refused(&["position", "clobber", "xo?x"], "at place 3");
}

/// The nimber by search is the value, for named games, texts and graphs; what has no nimber is refused.
#[test]
fn nimbers_are_searched_for() {
    let line = "game line\nboard grid\nboth: . . . -> # # # along horizontal\nboth: . . -> # # along vertical";
    for (game, position) in [
        ("cram", "3x5"),
        ("cram", "4x4"),
        ("cram", "..#..|.....|#...."),
        ("kayles-strip", "1x9"),
        ("impartial-clobber", "xoxo|oxox"),
        (line, "3x4"),
        ("arc-kayles", "1-2 2-3 3-4 4-1 4-5 5-6"),
        ("node-kayles", "path:7"),
    ] {
        let value = json_of(&["position", game, position]);
        let found = json_of(&["position", game, position, "--nimber"]);
        assert_eq!(
            (&found["grundy"], &found["canonical"]),
            (&value["grundy"], &value["canonical"])
        );
        assert_eq!(found["outcome"], value["outcome"], "{game} {position}");
        assert!(found["searched"].is_u64() && found["components"].is_u64(), "{found}");
    }
    let text = ishitori(&["position", "cram", "3x7", "--nimber", "--lang", "ja"]);
    assert!(stdout(&text).contains("グランディ数") && stdout(&text).contains("成分"));
    refused(&["position", "domineering", "2x2", "--nimber"], "--nimber");
    refused(&["position", "cram", "2x2", "--nimber", "--end", "misere"], "--nimber");
    refused(&["position", "cram", "2x2", "--nimber", "--moves"], "--moves");
    let stopped =
        ishitori(&["position", "cram", "9x9", "--nimber", "--time-limit", "1s", "--json"]);
    assert_eq!(stopped.status.code(), Some(3), "{}", stderr(&stopped));
}
