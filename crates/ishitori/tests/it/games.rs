//! Games in the language, from outside.

use crate::common::{self, ishitori, stderr, stdout};
use serde_json::{Value, json};

fn json(args: &[&str]) -> Value {
    let output = ishitori(&[args, &["--json"]].concat());
    let text = stdout(&output);
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{args:?}: {e}: {}", stderr(&output)))
}

const CHOCOLATE: &str = "game chocolate(k = 3)
position (y, z) where y <= z div k
both: (u, z)                for u in 0 ..< y
      (min(y, w div k), w)  for w in 0 ..< z
end: normal
";
const TAKE: &str = "(n) -> (n - s) for s in {2, 3} if s <= n";

#[test]
fn tables_of_files_and_one_liners() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("chocolate.game");
    std::fs::write(&path, CHOCOLATE).unwrap();
    let name = path.to_str().unwrap();
    let short = json(&["table", "chocolate:3", "--to", "2,7"]);
    assert_eq!(short["rows"][2], json!([null, null, null, null, null, null, 7, 5]));
    assert_eq!(json(&["table", name, "--to", "2,7"])["rows"], short["rows"]);
    let even = json(&["table", name, "--to", "2,7", "--set", "k=2"]);
    assert_eq!(even["rows"][1], json!([null, null, 3, 2, 5, 4, 7, 6]));
    let shown = json(&["table", name, "--to", "1,4", "--show", "outcome"]);
    assert_eq!(shown["rows"][0], json!(["P", "N", "N", "N", "N"]));
    let bound = json(&["table", "chocolate:t/2+1", "--to", "2,2"]);
    assert_eq!(bound["rows"], json!([[0, 1, 2], [1, 0, 3], [null, null, 4]]));

    let csv = ishitori(&["table", name, "--to", "1,4", "--format", "csv", "--transpose"]);
    assert!(
        stdout(&csv).ends_with("z,y=0,y=1\n0,0,\n1,1,\n2,2,\n3,3,4\n4,4,3\n"),
        "{}",
        stdout(&csv)
    );
    let latex = ishitori(&["table", name, "--to", "1,4", "--format", "latex"]);
    assert!(stdout(&latex).contains("$1$ &  &  &  & $4$ & $3$ \\\\"), "{}", stdout(&latex));

    let three = "(x,y,z) where 3*y <= x+z -> (u, min(y,(u+z)/3), z) for u in 0 ..< x;
        (x,v,z) for v in 0 ..< y; (x, min(y,(x+w)/3), w) for w in 0 ..< z";
    let slice = json(&["table", three, "--fix", "x=3", "--to", "2,3"]);
    assert_eq!(slice["rows"][0], json!([3, 2, 1, 0]));
    assert_eq!(slice["fixed"], json!({"x": 3}));
    let all = json(&["table", three, "--to", "1,1,1"]);
    assert_eq!(all["slices"][1]["rows"], json!([[1, 0], [null, null]]));

    let cut = "position (x,y) where x >= 1 and y >= 1; left: (x,a)+(x,y-a) for a in 1 .. y div 2;
        right: (a,y)+(x-a,y) for a in 1 .. x div 2";
    assert_eq!(
        json(&["table", cut, "--to", "2,4", "--show", "value"])["rows"][2],
        json!([null, "-1", "0", "0", "1"])
    );
    assert_eq!(json(&["table", cut, "--to", "2,4"])["rows"][2], json!([null, "R", "P", "P", "L"]));
}

#[test]
fn heap_games_in_the_language() {
    let found = json(&["grundy", TAKE, "--to", "9"]);
    assert_eq!((&found["rule"], &found["engine"]), (&json!("sub:2,3"), &json!("window")));
    let kayles = "(n) -> (a) + (n - s - a) for s in {1, 2} for a in 0 .. (n - s) div 2";
    let period = json(&["period", kayles]);
    assert_eq!(
        (&period["status"], &period["period"], &period["preperiod"]),
        (&json!("proved"), &json!(12), &json!(71))
    );
    // Not a heap game: computed as it stands, and nothing is claimed.
    let odd = "(n) -> (n - 1) if n mod 3 = 1; (n div 2) if n > 0";
    let values = json(&["grundy", odd, "--to", "8"]);
    assert_eq!(
        (&values["engine"], &values["values"]),
        (&json!("table"), &json!([0, 1, 0, 0, 1, 1, 1, 2, 0]))
    );
    assert_eq!(json(&["period", odd])["status"], "no-theorem");
    let row = json(&["period", "chocolate:3", "--row", "y=3", "--limit", "200"]);
    assert_eq!(
        (&row["status"], &row["observed"]["period"], &row["observed"]["saltus"]),
        (&json!("no-theorem"), &json!(2), &json!(2))
    );

    let ending = format!("{TAKE}; end: if n mod 2 = 0 then L else R");
    let outcomes = json(&["outcomes", &ending, "--to", "12"]);
    assert_eq!(
        (&outcomes["outcomes"], &outcomes["status"], &outcomes["period"]),
        (&json!("LRLNNLPLNNLPL"), &json!("proved"), &json!(5))
    );
    let again = json(&["outcomes", TAKE, "--end", "mod2:LR", "--to", "12"]);
    assert_eq!(again["outcomes"], outcomes["outcomes"]);
    let values = json(&["values", &ending, "--to", "4"]);
    assert_eq!(values["values"], json!(["1", "-1", "1*", "+-1", "{1*|-1}"]));
    // Left moves to 0, Right moves to 0: {0|} = 1, {|0} = -1, {-1|1} = 0.
    let partizan = "position (n) left: (n - 1) if n mod 2 = 1 right: (n - 2) if n > 1";
    assert_eq!(json(&["values", partizan, "--to", "3"])["values"], json!(["0", "1", "-1", "0"]));
}

#[test]
fn explanations() {
    let found = json(&["explain", "chocolate:3", "(2,7)+(1,4)"]);
    assert_eq!((&found["outcome"], &found["grundy"]), (&json!("N"), &json!(6)));
    assert_eq!(found["winning_moves"][0]["position"], json!([[1, 4], [1, 4]]));
    assert_eq!(found["grundy_of_parts"], json!([3, 5]));
    let options = found["options"].as_array().unwrap();
    assert_eq!(options.len(), 14);
    let option = options.iter().find(|o| o["move"] == "(2,7)->(1,4)").unwrap();
    assert_eq!((&option["grundy"], &option["outcome"]), (&json!(0), &json!("P")));
    assert_eq!((&option["part"], &option["left"]), (&json!([2, 7]), &json!([[1, 4]])));
    assert!(found["why"].as_str().unwrap().contains("nim-sum of the Grundy numbers is 6"));
    let text = stdout(&ishitori(&["explain", "lib:chocolate3", "(3,2,5)"])).to_string();
    for line in ["  ■■■×■■■■■", "(3,1,2)  P  G = 0  ★", "the least number not among"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    let text =
        stdout(&ishitori(&["explain", "lib:chocolate", "(9,40)", "--lang", "ja"])).to_string();
    assert!(text.contains("選択肢") && text.contains("… (49)"), "{text}");
    let text = stdout(&ishitori(&["explain", "lib:northcott", "(1,5)"])).to_string();
    for line in ["  ·a···b", "(2,5)  R  Left → (2,3)", "(1,4)  R  Right ★"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let ending = "(n) -> (n-s) for s in {2,3} if s <= n; end: if n mod 2 = 0 then L else R";
    let found = json(&["explain", ending, "7"]);
    assert_eq!(
        (&found["outcome"], &found["end"]),
        (&json!("L"), &json!("if n mod 2 = 0 then L else R"))
    );
    let sum = ishitori(&["explain", ending, "7+3"]);
    assert_eq!(sum.status.code(), Some(2));
    assert!(stderr(&sum).contains("does not say who wins a sum"), "{}", stderr(&sum));
    let loops = ishitori(&["explain", "(n) -> (n + 1); (n - 1) if n > 0; end: misere", "3"]);
    assert_eq!(loops.status.code(), Some(2));
    assert!(stderr(&loops).contains("line 1, column 8"), "{}", stderr(&loops));
    let misere = json(&["explain", "(n) -> (m) for m in 0 ..< n; end: misere", "2+2"]);
    assert_eq!((&misere["outcome"], &misere["grundy"]), (&json!("P"), &Value::Null));
    let bad = ishitori(&["explain", "chocolate:3", "(3,7)"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(stderr(&bad).contains("(3,7) is not a position"));
}

#[test]
fn conjectures() {
    let found = json(&[
        "conjecture",
        "chocolate:3",
        "if y mod 2 = 0 and z mod 2 = 0 then y div 2 + z",
        "--to",
        "50,150",
    ]);
    assert_eq!((&found["holds"], &found["counterexample"]), (&json!(true), &Value::Null));
    assert!(found["tested"].as_u64() > Some(900));
    let output = ishitori(&["conjecture", "chocolate:3", "y xor z", "--to", "50,150", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(found["counterexample"], json!({"position": [1, 3], "expected": 2, "found": 4}));
    let fit = json(&["conjecture", "chocolate:2", "--fit", "--to", "60,120"]);
    assert_eq!((&fit["formula"], &fit["holds"]), (&json!("y xor z"), &json!(true)));
    let bad = ishitori(&["conjecture", "chocolate:3", "y xor q", "--to", "5,15"]);
    assert!(stderr(&bad).contains("FORMULA:1:7: there is no `q`"), "{}", stderr(&bad));
    assert_eq!(ishitori(&["conjecture", "0.77", "n", "--to", "5"]).status.code(), Some(2));
}

#[test]
fn layout() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("fmt.game");
    let name = path.to_str().unwrap();
    std::fs::write(&path, "# nim\n(n)->(m)for m in 0..<n").unwrap();
    assert_eq!(ishitori(&["fmt", name, "--check"]).status.code(), Some(1));
    assert_eq!(ishitori(&["fmt", name]).status.code(), Some(0));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, "# nim\nposition (n)\nboth: (m) for m in 0 ..< n\n");
    assert_eq!(ishitori(&["fmt", name, "--check"]).status.code(), Some(0));
    let piped = common::with_input(&["fmt", "-"], b"(n)->(m)for m in 0..<n");
    assert_eq!(stdout(&piped), "position (n)\nboth: (m) for m in 0 ..< n\n");
}

#[test]
fn pictures() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("grid.svg");
    let name = path.to_str().unwrap();
    let found = json(&["draw", "grid", "chocolate:3", "--to", "10,30", "--transpose", "-o", name]);
    assert_eq!(found["title"], "chocolate(k=3)");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.contains(">35</text>") && svg.contains("<circle"), "{svg}");
    std::fs::remove_file(&path).unwrap();
    let bad =
        ishitori(&["draw", "grid", "chocolate:3", "--to", "3,9", "--show", "value", "-o", name]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(!path.exists());
}

#[test]
fn mistakes_and_limits() {
    for (arguments, message) in [
        (
            &["table", "position (n)\nboth: (n - 1)", "--to", "3"][..],
            "at position (0), line 2, column 7: this move leads to (-1)",
        ),
        (&["table", "(n) -> (n xor 1)", "--to", "3"], "(0) → (1) → (0)"),
        (&["table", "(n) -> (2n)", "--to", "3"], "RULE:1:9: a product is written with `*`"),
        (
            &["table", "chocolate:3", "--to", "3"],
            "1 number given, but the game has 2 free coordinates",
        ),
        (
            &["table", "chocolate:3", "--set", "q=1", "--to", "3,3"],
            "there is no parameter `q`; the game has k",
        ),
        (&["table", "wythoff", "--set", "q=1", "--to", "3,3"], "--set"),
        (&["table", "missing.game", "--to", "3"], "missing.game: "),
        (&["grundy", "chocolate:3", "--to", "3"], "has the coordinates y, z"),
        (&["table", "(a,b,c) -> (a-1,b,c) if a>0", "--to", "3000,3000,3000"], "too large"),
        (
            &["grundy", "position (n) left: (n-1) if n > 0 right: (n div 2) if n > 0", "--to", "3"],
            "moves of Left or Right alone",
        ),
    ] {
        let output = ishitori(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        let japanese = ishitori(&[arguments, &["--lang", "ja"]].concat());
        assert_eq!(japanese.status.code(), Some(2), "{arguments:?}");
    }
    let slow = "(n) -> (0) for a in 1 .. 10000000 for b in 1 .. 10000000 if b < 0";
    let output = ishitori(&["table", slow, "--to", "3", "--time-limit", "200ms"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        stdout(&ishitori(&["table", "chocolate:3", "--to", "2,7", "--lang", "ja"]))
            .contains("y\\z")
    );
}

/// A bare name shows the game of the list that has it, and any word finds games, in both languages.
#[test]
fn names_and_words() {
    for (name, text) in [
        ("domineering", "board grid"),
        ("toads-and-frogs", "board strip"),
        ("ドミニアリング", "board grid"),
        ("lib:domineering", "position (m)"),
    ] {
        let shown = json(&["games", name]);
        assert!(shown["text"].as_str().unwrap().contains(text), "{name}: {shown}");
    }
    let names = |word: &str| -> Vec<String> {
        let found = json(&["games", word]);
        let games = found["games"].as_array().unwrap_or_else(|| panic!("{word}: {found}"));
        games.iter().map(|game| game["name"].as_str().unwrap().to_string()).collect()
    };
    for (word, name) in [
        ("31", "31game"),
        ("チョコ", "chocolate"),
        ("dominoes", "domineering"),
        ("ドミノ", "domineering"),
        ("Dawson", "dawsons-chess"),
        ("geese", "fox-and-geese"),
    ] {
        assert!(names(word).contains(&name.to_string()), "{word}: {:?}", names(word));
    }
    let printed = ishitori(&["games", "dominoes"]);
    assert!(!stdout(&printed).contains("heap games"), "{}", stdout(&printed));
    assert_eq!(ishitori(&["games", "sudoku"]).status.code(), Some(2));
    assert_eq!(
        json(&["explain", "ケイルズ", "10"])["rule"],
        json(&["explain", "kayles", "10"])["rule"]
    );
    assert_eq!(json(&["position", "ドミニアリング", "2x2"])["canonical"], "+-1");
}

#[test]
fn the_library() {
    let listed = json(&["games"]);
    let all = listed["games"].as_array().unwrap();
    let library: Vec<&Value> = all.iter().filter(|g| g["kind"] == "language").collect();
    assert!(library.len() >= 20);
    for game in &library {
        let name = game["name"].as_str().unwrap();
        assert!(!game["description"].as_str().unwrap().is_empty());
        let shown = json(&["games", game["rule"].as_str().unwrap()]);
        assert!(shown["text"].as_str().unwrap().contains(&format!("game {name}")));
        // The text on the screen is the game itself.
        let printed = ishitori(&["games", game["rule"].as_str().unwrap()]);
        assert_eq!(stdout(&printed), shown["text"].as_str().unwrap());
    }
    // No name of the library is one that means something else without `lib:`.
    let bare = json(&["table", "chocolate", "--to", "2,7"]);
    assert_eq!(bare["rows"], json(&["table", "chocolate:3", "--to", "2,7"])["rows"]);
    assert_eq!(bare["rows"], json(&["table", "lib:chocolate", "--to", "2,7"])["rows"]);
    assert_eq!(bare["display"], "bar");
    let set = json(&["table", "lib:chocolate", "--set", "k=2", "--to", "2,7"]);
    assert_eq!(set["rows"], json(&["table", "chocolate:2", "--to", "2,7"])["rows"]);
    let wythoff = json(&["table", "wythoff", "--to", "9,9"]);
    assert_eq!(json(&["table", "lib:wythoff", "--to", "9,9"])["rows"], wythoff["rows"]);
    let unknown = ishitori(&["table", "lib:chomp4", "--to", "2,2"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("no game `chomp4`") && stderr(&unknown).contains("chomp3"));
    assert_eq!(ishitori(&["games", "chomp4"]).status.code(), Some(2));
    let japanese = ishitori(&["games", "--lang", "ja"]);
    assert!(stdout(&japanese).contains("三段のチョンプ"));
}

#[test]
fn quotients_of_recognised_games() {
    let text = "(n) -> (a) + (n - s - a) for s in {1, 2} for a in 0 .. (n - s) div 2; end: misere";
    let found = json(&["quotient", text]);
    assert_eq!((&found["rule"], &found["end"]), (&json!("0.77"), &json!("misere")));
    // T. Plambeck: the misère quotient of Kayles has 40 elements.
    assert_eq!((&found["order"], &found["status"]), (&json!(40), &json!("certified")));
    assert_eq!(found, json(&["quotient", "0.77", "--end", "misere"]));
    let set = "game take(m = 2) position (n) both: (n - s) for s in 1 .. m if s <= n";
    let normal = json(&["quotient", set, "--set", "m=3"]);
    assert_eq!((&normal["rule"], &normal["order"]), (&json!("sub:1,2,3"), &json!(4)));
    let pairs = ishitori(&["quotient", "lib:bounded-nim"]);
    assert_eq!(pairs.status.code(), Some(2));
    assert!(stderr(&pairs).contains("is not recognised as a heap game"), "{}", stderr(&pairs));
    let letters = "(n) -> (n - s) for s in {2, 3} if s <= n; end: if n = 0 then L else R";
    assert_eq!(ishitori(&["quotient", letters]).status.code(), Some(2));
    assert_eq!(
        ishitori(&["quotient", letters, "--end", "mod2:LR", "--to", "6"]).status.code(),
        Some(0)
    );
}

#[test]
fn slices_and_outcomes_in_pictures() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("slices.svg");
    let name = path.to_str().unwrap();
    let drawn = ishitori(&["draw", "grid", "lib:nim", "--to", "2,3,3", "-o", name]);
    assert_eq!(drawn.status.code(), Some(0), "{}", stderr(&drawn));
    let svg = std::fs::read_to_string(&path).unwrap();
    for heading in ["a = 0", "a = 1", "a = 2"] {
        assert!(svg.contains(heading), "{heading}");
    }
    // One lost position for each a and b; one ring more explains them.
    assert_eq!(svg.matches("<circle").count(), 3 * 4 + 1);
    let args = ["draw", "grid", "lib:cutcake", "--to", "4,4", "-o", name];
    let outcomes = [&args[..], &["--show", "outcome"]].concat();
    assert_eq!(ishitori(&outcomes).status.code(), Some(0));
    assert!(std::fs::read_to_string(&path).unwrap().contains("--show outcome"));
    let values = ishitori(&[&args[..], &["--show", "value"]].concat());
    assert_eq!(values.status.code(), Some(2));
    assert!(stderr(&values).contains("--show"), "{}", stderr(&values));
}

#[test]
fn sequences_without_gaps() {
    let evens = "(n) where n mod 2 = 0 -> (n - s) for s in {2, 6} if s <= n";
    for command in ["grundy", "outcomes", "values"] {
        let refused = ishitori(&[command, evens, "--to", "9"]);
        assert_eq!(refused.status.code(), Some(2), "{command}");
        assert!(stderr(&refused).contains("2 is a position of game and 1 is not"));
    }
    assert_eq!(ishitori(&["period", evens]).status.code(), Some(2));
    let rows = ishitori(&["period", "lib:chocolate"]);
    assert_eq!(rows.status.code(), Some(2));
    assert!(stderr(&rows).contains("--row y=3"), "{}", stderr(&rows));
    assert_eq!(ishitori(&["table", evens, "--to", "9"]).status.code(), Some(0));
    // Positions that end are no gap.
    let few = "(n) where n <= 5 -> (n - 1) if n > 0";
    assert_eq!(json(&["grundy", few, "--to", "9"])["values"], json!([0, 1, 0, 1, 0, 1]));
}

#[test]
fn threads_change_nothing() {
    for (rule, to) in [("lib:chocolate", "70,300"), ("lib:fibonacci-nim", "140,140")] {
        let table = |threads: &str| {
            let args = ["table", rule, "--to", to, "--format", "csv", "--threads", threads];
            stdout(&ishitori(&args)).to_string()
        };
        let one = table("1");
        assert!(one.len() > 10_000);
        assert!(one == table("2") && one == table("3"), "{rule}");
    }
    let test = |threads: &str| {
        let formula = "if y mod 2 = 0 then y div 2 + z";
        json(&["conjecture", "chocolate:3", formula, "--to", "70,300", "--threads", threads])
    };
    assert_eq!(test("1"), test("4"));
}
