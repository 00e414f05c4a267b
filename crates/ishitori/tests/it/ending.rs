//! The commands for end rules and families, from outside.

use crate::common::{ishitori, stderr, stdout};
use serde_json::{Value, json};

fn json(args: &[&str]) -> Value {
    let output = ishitori(&[args, &["--json"]].concat());
    serde_json::from_str(stdout(&output))
        .unwrap_or_else(|e| panic!("{args:?}: {e}: {}", stderr(&output)))
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
    assert_eq!((&kayles["period"], &kayles["status"]), (&json!(1), &json!("proved")));
    let grundy = json(&["outcomes", "grundys-game", "--end", "misere", "--to", "12"]);
    assert_eq!((&grundy["period"], &grundy["status"]), (&json!(null), &json!("no-theorem")));
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
    assert_eq!((&found["status"], &found["period"]), (&json!("not-periodic"), &json!(null)));
    let birthdays = found["birthdays"].as_array().unwrap();
    assert!(birthdays[57].as_u64() > birthdays[30].as_u64());
}

/// Values of rules that break heaps say what they are the values of.
#[test]
fn values_under_an_end_are_about_that_end() {
    let misere = json(&["values", "0.77", "--end", "misere", "--to", "6"]);
    // Heap 4 of Kayles is lost under misère play.
    assert_eq!(misere["values"], json!(["*", "0", "*2", "*3", "0", "*", "*3"]));
    assert_eq!(misere["reading"], "total");
    let score = json(&["values", "4.7", "--end", "mod2:LR", "--to", "2", "--sum", "score"]);
    let total = json(&["values", "4.7", "--end", "mod2:LR", "--to", "2"]);
    assert_eq!((&score["reading"], &total["reading"]), (&json!("score"), &json!("total")));
    assert_eq!((&score["values"][2], &total["values"][2]), (&json!("{2|1*}"), &json!("1*2")));
    let kayles = json(&["values", "0.77", "--to", "3"]);
    assert_eq!((&kayles["period"], &kayles["status"]), (&json!(12), &json!("proved")));
    let nim = json(&["values", "nim", "--to", "3"]);
    assert_eq!(
        (&nim["period"], &nim["saltus"], &nim["status"]),
        (&json!(1), &json!(1), &json!("proved"))
    );
    for (arguments, complaint) in [
        (&["psub:1/2", "--end", "misere"][..], "normal play only"),
        (&["0.77", "--end", "misere", "--sum", "score"], "only use L and R"),
        (&["(n) -> (n div 2) if n >= 1", "--sum", "score"], "--sum"),
    ] {
        let output = ishitori(&[&["values"], arguments, &["--to", "4"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(complaint), "{}", stderr(&output));
    }
}

/// Positions with millions of moves.
#[test]
fn huge_positions() {
    let nim = json(&["explain", "nim", "1000000+2000000+3000000"]);
    let sum = 1_000_000u32 ^ 2_000_000 ^ 3_000_000;
    assert_eq!((&nim["outcome"], &nim["grundy"]), (&json!("N"), &json!(sum)));
    assert_eq!((&nim["shortened"], &nim["options_in_all"]), (&json!(true), &json!(6_000_000)));
    let after = nim["winning_moves"][0]["position"].as_array().unwrap();
    assert_eq!(after.iter().fold(0, |s, h| s ^ h.as_u64().unwrap()), 0);
    let output = ishitori(&["explain", "nim", "1000000+2000000+3000000"]);
    let text = stdout(&output);
    assert!(text.contains("011110100001001000000") && text.contains("… (6000000)"), "{text}");
    let pair = json(&["explain", "wythoff", "1000000,2000000"]);
    assert_eq!((&pair["outcome"], &pair["shortened"]), (&json!("N"), &json!(true)));
    assert!(!pair["winning_moves"].as_array().unwrap().is_empty());
    let fibonacci = ishitori(&["explain", "fibonacci-nim", "1000000000"]);
    assert!(stdout(&fibonacci).contains("wins by (999999999,1)"), "{}", stdout(&fibonacci));
    let output = ishitori(&["explain", "kayles", "1000000", "--lang", "ja"]);
    assert!(stdout(&output).contains("グランディ数 0"), "{}", stdout(&output));
}

/// No legal option is left out: pairs that are the same but for their order, and the first move of
/// Fibonacci nim, which may take anything but everything.
#[test]
fn all_options_are_listed() {
    let positions = |arguments: &[&str]| {
        let found = json(&[&["explain"], arguments].concat());
        let options = found["options"].as_array().unwrap().clone();
        assert_eq!(found["options_in_all"], json!(options.len()));
        options.iter().map(|option| option["position"].clone()).collect::<Vec<_>>()
    };
    let wythoff = positions(&["wythoff", "5,8"]);
    assert_eq!(wythoff.len(), 5 + 8 + 5);
    assert!(wythoff.contains(&json!([5, 2])) && wythoff.contains(&json!([2, 5])));
    for stones in 1..=20 {
        let found = positions(&["fibonacci-nim", &stones.to_string()]);
        let legal: Vec<_> = (1..stones).map(|taken| json!([stones - taken, taken])).collect();
        assert_eq!(found, legal, "{stones}");
    }
    let output = ishitori(&["explain", "fibonacci-nim", "1346270"]);
    assert!(stdout(&output).contains("wins by (1346269,1)"), "{}", stdout(&output));
    let output = ishitori(&["explain", "fibonacci-nim", "1346269"]);
    assert!(stdout(&output).contains("at most 1346268 may be taken"), "{}", stdout(&output));
}

/// What pupils read about misère play: the rule that decides comes first, and Grundy numbers that do
/// not decide are not shown as if they did.
#[test]
fn misere_play_for_pupils() {
    let explained = |arguments: &[&str]| {
        let all = [&["explain"], arguments, &["--end", "misere"]].concat();
        stdout(&ishitori(&all)).to_string()
    };
    let nim = explained(&["nim", "3+5+7"]);
    assert!(nim.contains("whoever takes the last stone loses"), "{nim}");
    assert!(nim.contains("leave an odd number of them"), "{nim}");
    let ones = explained(&["nim", "1+1+1"]);
    assert!(ones.contains("their number is 3, an odd number: the player to move loses"), "{ones}");
    let one = explained(&["31game", "31"]);
    assert!(one.contains("leave a heap with Grundy number 1"), "{one}");
    assert!(one.contains("leave 29") && one.contains("(of normal play)"), "{one}");
    // The algebra comes after the reason.
    assert!(one.find("why").unwrap() < one.find("Φ").unwrap() && one.contains("algebra"), "{one}");
    let kayles = explained(&["kayles", "3+5"]);
    assert!(kayles.contains("Grundy numbers only decide normal play"), "{kayles}");
    assert!(!kayles.contains("G ="), "{kayles}");
    let japanese = explained(&["31game", "31", "--lang", "ja"]);
    assert!(japanese.contains("ミゼール") && japanese.contains("29 を残します"), "{japanese}");
    let japanese = explained(&["nim", "1+1+1", "--lang", "ja"]);
    assert!(japanese.contains("奇数なので、手番は必敗です"), "{japanese}");
}

/// An option that both players have gets an answer for each of them.
#[test]
fn answers_for_each_player() {
    let found = json(&["explain", "psub:3,4,6/2,3,5", "12", "--end", "misere"]);
    let nine = found["options"].as_array().unwrap().iter().find(|o| o["position"] == json!([9]));
    let nine = nine.unwrap();
    assert_eq!(nine["players"], json!(["Left", "Right"]));
    let expected =
        json!([{ "after": "Left", "position": [4] }, { "after": "Right", "position": [3] }]);
    assert_eq!(nine["answers"], expected);
    let text =
        stdout(&ishitori(&["explain", "psub:3,4,6/2,3,5", "12", "--end", "misere"])).to_string();
    assert!(text.contains("Left → 4  Right → 3"), "{text}");
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
    let place = tempfile::tempdir().unwrap();
    let (svg, csv, other) = (
        place.path().join("strips.svg"),
        place.path().join("one.csv"),
        place.path().join("two.csv"),
    );
    let [svg_name, csv_name, other_name] = [&svg, &csv, &other].map(|p| p.to_str().unwrap());
    let family = ["sweep", "--min", "2", "--max", "7", "--min-size", "2", "--grundy"];
    let run = ishitori(
        &[&family[..], &["--chart", svg_name, "--out", csv_name, "--threads", "1"]].concat(),
    );
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.contains(">{2,3,4,5,6,7}</text>") && picture.contains("command="));
    let rows = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 1 + 31);
    assert_eq!(rows.lines().nth(1), Some("2 3,2,3,5,2,,1,2,2,0,6,3,2,,5,0,true,false"));
    ishitori(&[&family[..], &["--out", other_name, "--threads", "2"]].concat());
    assert_eq!(rows, std::fs::read_to_string(&other).unwrap());
}

#[test]
fn pictures_follow_the_condition() {
    let place = tempfile::tempdir().unwrap();
    let (svg, folder) = (place.path().join("some.svg"), place.path().join("tiles"));
    let [svg_name, folder_name] = [&svg, &folder].map(|p| p.to_str().unwrap());
    let family = ["sweep", "--min", "2", "--max", "11", "--where", "has_P and period > 1"];
    let run =
        ishitori(&[&family[..], &["--chart", svg_name, "--tiles", folder_name, "--json"]].concat());
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    // No bar where there is no terminal.
    assert!(stderr(&run).is_empty());
    let found: Value = serde_json::from_str(stdout(&run)).unwrap();
    assert!(found["matching"].as_u64() < found["sets"].as_u64());
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.contains("has_P and period"));
    let metadata = std::fs::read_to_string(folder.join("metadata.json")).unwrap();
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    assert_eq!((&metadata["rows"], &metadata["columns"]), (&found["matching"], &json!(51)));
    let levels = metadata["levels"].as_u64().unwrap();
    let rows = found["matching"].as_u64().unwrap();
    for y in 0..rows.div_ceil(256) {
        let tile = std::fs::read(folder.join(format!("{}/0/{y}.png", levels - 1))).unwrap();
        assert_eq!(&tile[1..4], b"PNG");
    }
    // {2,3} is the first set with a P: bits 1 and 2, then LR LN NL PL ….
    let first = std::fs::read_to_string(folder.join("rows/0.js")).unwrap();
    assert!(first.starts_with("rowsLoaded(0,[\"6 b96258"), "{}", &first[..60]);
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(page.contains("\"levels\"") && !page.contains("http"), "nothing from elsewhere");
    // A folder that is in use is left alone.
    let again = ishitori(&[&family[..], &["--tiles", folder_name]].concat());
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("--tiles"));
}

#[test]
fn lengths_of_strings_are_reported() {
    let found = json(&["explain", "string", "7.3+5.9", "--end", "mod2:LR"]);
    assert_eq!((&found["lengths"], &found["position"]), (&json!("7.3+5.9"), &json!([5, 7])));
    let text = stdout(&ishitori(&["explain", "string", ".5+7.3"])).to_string();
    assert!(text.contains(".5 counts as 0, 7.3 counts as 7: only whole units"), "{text}");
    let text = stdout(&ishitori(&["explain", "string", "7.3", "--lang", "ja"])).to_string();
    assert!(text.contains("7.3 は 7 と数える"), "{text}");
    assert_eq!(json(&["explain", "string", "7+5"])["lengths"], Value::Null);
}

#[test]
fn certificates_of_outcomes() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("outcomes.json");
    let name = path.to_str().unwrap();
    for (rule, end) in [("sub:2,3", "mod2:LR"), ("sub:3,4,9", "mod3:LRP"), ("sub:1,2", "misere")] {
        let found = json(&["outcomes", rule, "--end", end, "--to", "3", "--certificate", name]);
        assert_eq!(found["certificate"], name);
        let verdict = json(&["check", name]);
        assert_eq!(verdict["valid"], true, "{verdict}");
    }
    for (rule, end) in [("sub:2,3", "moves"), ("kayles", "mod2:LR"), ("psub:1/2", "mod2:LR")] {
        let run = ishitori(&["outcomes", rule, "--end", end, "--to", "5", "--certificate", name]);
        assert_eq!(run.status.code(), Some(2), "{rule} {end}");
        assert!(stderr(&run).contains("a subtraction set"), "{rule} {end}: {}", stderr(&run));
        assert!(!path.exists());
    }
}

#[test]
fn certificates_of_values() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("values.json");
    let name = path.to_str().unwrap();
    for (args, period, claim) in [
        (&["sub:2,3", "--end", "mod2:LR"][..], 5, "v(n + 5) = v(n) for all n ≥ 5"),
        (&["psub:1/2"], 3, "under normal play: v(n + 3) = v(n) for all n ≥ 0"),
        (&["sub:2,3", "--terminal", "0=1,1=-1,2=*"], 5, "stand for the games 1, -1, * (the last 3"),
        (&["0.123", "--end", "mod2:LR"], 5, "digits d0, d1, … = 0, 1, 2, 3, where 0, 1, …"),
        // Nimbers: the certificate of their Grundy numbers, those that grow too.
        (&["kayles"], 12, "G(n + 12) = G(n) for all n ≥ 71"),
        (&["nim"], 1, "G(n + 1) = G(n) + 1 for all n ≥ 0"),
    ] {
        let args = [&["values"], args, &["--to", "3", "--certificate", name]].concat();
        let found = json(&args);
        assert_eq!((&found["certificate"], &found["period"]), (&json!(name), &json!(period)));
        let verdict = json(&["check", name]);
        assert_eq!(verdict["valid"], true, "{verdict}");
        assert!(verdict["claim"].as_str().unwrap().contains(claim), "{verdict}");
        let output = ishitori(&args);
        assert!(stdout(&output).ends_with(&format!("\n  certificate {name}\n")), "{args:?}");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("\"least\": true", "\"least\": false", 1)).unwrap();
        let forged = ishitori(&["check", name]);
        assert_eq!(forged.status.code(), Some(1), "{}", stdout(&forged));
        std::fs::remove_file(&path).unwrap();
    }
    for (args, status, why) in [
        (
            &["sub:6,8,12", "--end", "mod3:LRR", "--limit", "50"][..],
            1,
            "no period was found among 50",
        ),
        (&["kayles", "--end", "mod2:LR"], 1, "no theorem covers"),
        (&["kayles", "--end", "mod2:LR", "--sum", "score"], 1, "no theorem covers"),
        (&["sub:1", "--end", "mod2:LR", "--terminal", "L=9999999,R=-1"], 1, "too many followers"),
        (&["lib:domineering", "--set", "r=1", "--set", "c=1"], 2, "--certificate"),
        (&["lib:thirty-one", "--set", "m=2..4"], 2, "one game"),
    ] {
        let run = ishitori(&[&["values"], args, &["--to", "5", "--certificate", name]].concat());
        assert_eq!(run.status.code(), Some(status), "{args:?}: {}", stderr(&run));
        assert!(stderr(&run).contains(why), "{args:?}: {}", stderr(&run));
        assert!(!path.exists());
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
        (&["sweep", "--min", "2", "--max", "5", "--total", "count_Q"], "--total"),
        (&["sweep", "--min", "2", "--max", "5", "--where", "has_R", "--chart", "x.gif"], "--chart"),
        (&["sweep", "--min", "2", "--max", "2", "--where", "max > 9", "--tiles", "x"], "--where"),
        (&["outcomes", "psub:1/2", "--end", "moves", "--to", "5"], "same moves"),
        (&["explain", "sub:2,3", "4", "--end", "mod3:LRP", "--sum", "score"], "only use L and R"),
    ] {
        let output = ishitori(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}

#[test]
fn bad_input_is_explained_in_japanese() {
    for (args, expected) in [
        (
            &["sweep", "--min", "2", "--max", "5", "--where", "periot > 1"][..],
            "という名前はありません",
        ),
        (&["sweep", "--min", "2", "--max", "5", "--where", "period >"], "9 文字目"),
        (&["sweep", "--min", "2", "--max", "5", "--count", "(max"], "')' が必要"),
        (&["sweep", "--min", "2", "--max", "5", "--check", "fermat"], "という検査はありません"),
        (&["sweep", "--min", "2", "--max", "60"], "日かかります"),
        (&["explain", "sub:2,3", "4", "--end", "mod3:LRP", "--sum", "score"], "L と R に限ります"),
    ] {
        let output = ishitori(&[args, &["--lang", "ja"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
    }
}
