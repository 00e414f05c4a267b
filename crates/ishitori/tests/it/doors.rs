//! What one command accepts, its neighbours accept: end rules, games in the language, rules on
//! pairs, names in Japanese.

use std::path::Path;

use crate::common::{ishitori, stderr, stdout};

/// What a command that succeeds prints.
fn printed(arguments: &[&str]) -> String {
    let output = ishitori(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    stdout(&output).to_string()
}

/// The same command in two spellings.
fn same(one: &[&str], other: &[&str]) {
    assert_eq!(printed(one), printed(other), "{one:?} and {other:?}");
}

/// Draws a picture; gives its text.
fn drawn(folder: &Path, name: &str, arguments: &[&str]) -> String {
    let file = folder.join(name);
    let mut all = vec!["draw"];
    all.extend(arguments);
    let path = file.to_str().expect("a name");
    all.extend(["-o", path]);
    printed(&all);
    std::fs::read_to_string(file).expect("a picture")
}

/// The texts of a picture.
fn texts(svg: &str) -> Vec<String> {
    let parts = svg.split("<text").skip(1).filter_map(|part| part.split_once('>'));
    parts.filter_map(|(_, rest)| rest.split_once("</text>")).map(|(t, _)| t.to_string()).collect()
}

#[test]
fn tables_and_conjectures_take_an_end() {
    // Misère Nim with two heaps: as in Nim but for heaps of one.
    let nim = "(a, b) -> (u, b) for u in 0 ..< a; (a, v) for v in 0 ..< b";
    let table = printed(&["table", nim, "--to", "2,2", "--end", "misere"]);
    assert!(table.contains("0 | N P N\n  1 | P N N\n  2 | N N P"), "{table}");
    let csv = printed(&["table", nim, "--to", "1,1", "--end", "misere", "--format", "csv"]);
    assert_eq!(csv, "a,b=0,b=1\n0,N,P\n1,P,N\n");
    let latex = printed(&["table", nim, "--to", "1,1", "--end", "misere", "--format", "latex"]);
    assert!(latex.contains("--end misere"), "{latex}");
    let json = printed(&["table", nim, "--to", "1,1", "--end", "ミゼール", "--json"]);
    assert!(json.contains("\"misere\""), "{json}");
    // The end that is given is stronger than that of the game.
    same(
        &["table", "(n) -> (n-1) if n > 0; end: misere", "--to", "5", "--end", "normal"],
        &["table", "(n) -> (n-1) if n > 0", "--to", "5"],
    );
    let letters = printed(&[
        "table",
        "(n) -> (n-s) for s in {2,3} if s <= n",
        "--to",
        "6",
        "--end",
        "mod2:LR",
    ]);
    assert!(letters.contains("L R L N N L P"), "{letters}");
    // Sums of positions, each with a search of its own; Kayles under misère play.
    let kayles = printed(&["table", "lib:kayles", "--to", "5", "--end", "misere"]);
    let row = kayles.lines().last().expect("a row").trim_start_matches([' ', '|']).to_string();
    let outcomes = printed(&["outcomes", "kayles", "--to", "5", "--end", "misere"]);
    assert!(outcomes.contains(&row.replace(' ', "")), "{outcomes} {row}");
    let pairs = printed(&["table", "wythoff", "--to", "2,2", "--end", "misere"]);
    assert!(pairs.contains("0 | N P N\n  1 | P N N\n  2 | N N P"), "{pairs}");
    for wrong in [
        &["table", nim, "--to", "2,2", "--end", "mod2:LR", "--show", "grundy"][..],
        &["table", "lib:kayles", "--to", "5", "--end", "mod2:LR", "--show", "value"],
        &["table", nim, "--to", "2,2", "--end", "moves"],
        &["table", nim, "--to", "2,2", "--end", "é:LR"],
        &["conjecture", nim, "--fit", "--to", "9,9", "--end", "mod2:LR"],
        &["conjecture", nim, "a xor b", "--to", "9,9", "--end", "misere"],
    ] {
        assert_eq!(ishitori(wrong).status.code(), Some(2), "{wrong:?}");
    }
    let formula = "if a <= 1 and b <= 1 then a xor b = 1 else a = b";
    printed(&["conjecture", nim, formula, "--to", "9,9", "--end", "misere"]);
    let refuted = ishitori(&["conjecture", nim, formula, "--to", "9,9"]);
    assert_eq!(refuted.status.code(), Some(1));
    printed(&["conjecture", "wythoff", "if a = b then a = 0", "--to", "9,9"]);
    let letter = "if n < 2 then (if n = 0 then L else R)";
    let heaps = "(n) -> (n-s) for s in {2,3} if s <= n";
    printed(&["conjecture", heaps, letter, "--to", "9", "--end", "mod2:LR"]);
}

#[test]
fn graphs_of_all_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |name: &str, arguments: &[&str]| drawn(folder.path(), name, arguments);
    let kayles = draw("kayles.svg", &["graph", "kayles", "--to", "6"]);
    // 0, 1, 2, 3, 1, 4, 3 in the boxes, 0 to 6 under them.
    for number in ["0", "1", "2", "3", "4", "5", "6"] {
        assert!(texts(&kayles).iter().any(|t| t == number), "{number}");
    }
    assert!(kayles.contains("several positions at once"));
    let steps = draw("steps.svg", &["graph", "kayles", "--to", "5", "--steps"]);
    assert!(
        steps.contains("G(5) = 4: the least number not among {0, 1, 2, 3}"),
        "{:?}",
        texts(&steps)
    );
    let ending =
        draw("ending.svg", &["graph", "sub:2,3", "--end", "mod2:LR", "--to", "6", "--steps"]);
    assert!(
        ending.contains("sub:2,3  mod2:LR") && ending.contains("6: P  the previous player wins")
    );
    let misere = draw("misere.svg", &["graph", "31game", "--end", "misere", "--to", "5"]);
    let letters: String =
        texts(&misere).iter().filter(|t| matches!(t.as_str(), "N" | "P")).cloned().collect();
    assert_eq!(letters, "NPNNNP");
    let pairs = draw("pairs.svg", &["graph", "wythoff", "--to", "1,2"]);
    assert!(pairs.contains("(1,2)"));
    same_texts(&pairs, &draw("lib.svg", &["graph", "lib:wythoff", "--to", "1,2"]));
    let partizan = draw("psub.svg", &["graph", "psub:1/2", "--to", "4"]);
    assert!(
        partizan.contains("a move of Left alone") && partizan.contains("a move of Right alone")
    );
    let own = draw(
        "own.svg",
        &[
            "graph",
            "game g(k = 2) position (n) both: (n-s) for s in {1, k} if s <= n",
            "--set",
            "k=3",
            "--to",
            "5",
        ],
    );
    assert!(own.contains("g(k=3)"));
    // Positions that are not 0, 1, 2, …, and moves to larger ones.
    let late =
        draw("late.svg", &["graph", "position (n) where n >= 2 both: (n-1) if n > 2", "--to", "4"]);
    assert!(texts(&late).iter().any(|t| t == "4") && !texts(&late).iter().any(|t| t == "5"));
    draw("up.svg", &["graph", "(n) -> (n+1) if n < 4", "--to", "4"]);
    // Filled in from the last one, which has no move.
    draw("steps.svg", &["graph", "(n) -> (n+1) if n < 4", "--to", "4", "--steps"]);
    let first = std::fs::read_to_string(folder.path().join("steps-00.svg")).unwrap();
    assert!(first.contains("G(4) = 0: there is no move"), "{first}");
    let out = folder.path().join("x.svg");
    let out = out.to_str().expect("a name");
    for wrong in [
        &["draw", "graph", "kayles", "--to", "64", "-o", out][..],
        &["draw", "graph", "kayles", "--to", "3,4", "-o", out],
        &["draw", "graph", "(n) -> (n+1) if n < 4", "--to", "3", "-o", out],
        &["draw", "graph", "lib:nim", "--to", "9,9,9", "-o", out],
        &["draw", "graph", "sub:2,3", "--to", "9", "--end", "é:LR", "-o", out],
    ] {
        assert_eq!(ishitori(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

fn same_texts(one: &str, other: &str) {
    assert_eq!(texts(one), texts(other));
}

#[test]
fn outcomes_in_grids_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let grid = drawn(
        folder.path(),
        "grid.svg",
        &["grid", "lib:northcott", "--to", "5,5", "--show", "outcome"],
    );
    for letter in ["L: Left wins", "R: Right wins", "N: the next player wins", "P: the previous"] {
        let occurs = texts(&grid).iter().any(|t| *t == letter[..1]);
        assert_eq!(texts(&grid).iter().any(|t| t.starts_with(letter)), occurs, "{letter}");
    }
    let misere =
        drawn(folder.path(), "misere.svg", &["grid", "wythoff", "--to", "5,5", "--end", "misere"]);
    assert!(misere.contains("N: the next player wins") && !misere.contains("L: Left wins"));
    let numbers = drawn(folder.path(), "numbers.svg", &["grid", "wythoff", "--to", "9,9"]);
    assert!(!numbers.contains("the next player wins"));
}

#[test]
fn rules_on_pairs_as_in_the_library() {
    for (rule, library) in
        [("wythoff", "lib:wythoff"), ("wythoff:2", "lib:wythoff-spread"), ("mem", "lib:mem")]
    {
        same(&["explain", rule, "(3,5)+(4,7)"], &["explain", library, "(3,5)+(4,7)"]);
        let name = if rule == "mem" { "t=3" } else { "a=3" };
        same(
            &["period", rule, "--row", name, "--limit", "60"],
            &["period", library, "--row", name, "--limit", "60"],
        );
    }
    same(&["explain", "wythoff", "3,5"], &["explain", "wythoff", "３，５"]);
    let passes = printed(&["explain", "nim-with-pass", "(3,1)+(2,2)"]);
    assert!(passes.contains("(2,2)+(3,1)"), "{passes}");
    let wrong = ishitori(&["explain", "wythoff", "(3,5)+(4,7,1)"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn games_may_begin_with_any_part() {
    let whole = "position (n); left: (n-1) if n >= 1; right: (n-2) if n >= 2";
    for other in [
        "left: (n-1) if n >= 1; right: (n-2) if n >= 2; position (n)",
        "right: (n-2) if n >= 2; position (n); left: (n-1) if n >= 1",
        "end: normal; position (n); left: (n-1) if n >= 1; right: (n-2) if n >= 2",
        "let k = 2; position (n); left: (n-1) if n >= 1; right: (n-k) if n >= k",
        "def f(t) = t - 2; position (n); left: (n-1) if n >= 1; right: (f(n)) if n >= 2",
        "# a comment\nposition (n)\nleft: (n-1) if n >= 1\nright: (n-2) if n >= 2",
        "ｌｅｆｔ：(n-1) if n >= 1; right: (n-2) if n >= 2; position (n)",
        "terminal: n < 0; position (n); left: (n-1) if n >= 1; right: (n-2) if n >= 2",
        "show: heap; position (n); left: (n-1) if n >= 1; right: (n-2) if n >= 2",
    ] {
        same(&["table", other, "--to", "6"], &["table", whole, "--to", "6"]);
    }
    let without = ishitori(&["table", "left: (n-1) if n >= 1", "--to", "6"]);
    assert!(stderr(&without).contains("position"), "{}", stderr(&without));
    // A name that begins like a word of the language is a name.
    let unknown = ishitori(&["grundy", "lefty", "--to", "6"]);
    assert!(stderr(&unknown).contains("lefty") || stderr(&unknown).contains("RULE"));
}

#[test]
fn every_name_has_a_description() {
    let game = printed(&["games", "31game"]);
    assert!(game.starts_with("31game = sub:1-3\n") && game.contains("one, two or three"), "{game}");
    assert!(printed(&["games", "wythoff"]).contains("game wythoff"));
    assert!(printed(&["games", "nim-with-pass"]).contains("nim-with-pass"));
    assert!(printed(&["games", "domineering"]).contains("game domineering"));
    assert!(printed(&["games", "clobber"]).contains("ishitori position clobber"));
    let json = printed(&["games", "31game", "--json"]);
    assert!(
        json.contains("\"rule\":\"sub:1-3\"") || json.contains("\"rule\": \"sub:1-3\""),
        "{json}"
    );
    assert_eq!(ishitori(&["games", "no-such-game"]).status.code(), Some(2));
    let all = printed(&["games", "--json"]);
    for name in all.split("\"name\":").skip(1).filter_map(|part| part.split('"').nth(1)) {
        for lang in ["en", "ja"] {
            printed(&["games", name, "--lang", lang]);
        }
    }
    let japanese = printed(&["games", "chocolate", "--lang", "ja"]);
    assert!(japanese.contains("# 溝に沿って割り") && !japanese.contains("Break it"), "{japanese}");
}

#[test]
fn japanese_names_and_wide_characters() {
    for (one, other) in [
        (&["grundy", "31ゲーム", "--to", "9"][..], &["grundy", "31game", "--to", "9"][..]),
        (&["grundy", "３１ゲーム", "--to", "９"], &["grundy", "31game", "--to", "9"]),
        (&["grundy", "ケイレス", "--to", "9"], &["grundy", "kayles", "--to", "9"]),
        (&["grundy", "ｓｕｂ：１、３", "--to", "9"], &["grundy", "sub:1,3", "--to", "9"]),
        (&["grundy", "除去:1,3", "--to", "9"], &["grundy", "sub:1,3", "--to", "9"]),
        (&["table", "チョコレート:3", "--to", "2,9"], &["table", "chocolate:3", "--to", "2,9"]),
        (
            &["table", "チョコレート：３", "--to", "２、９"],
            &["table", "chocolate:3", "--to", "2,9"],
        ),
        (&["table", "チョコレート", "--to", "2,9"], &["table", "chocolate", "--to", "2,9"]),
        (&["table", "ＬＩＢ：ｎｉｍ", "--to", "1,1,2"], &["table", "lib:nim", "--to", "1,1,2"]),
        (&["table", "lib:三山ニム", "--to", "1,1,2"], &["table", "lib:nim", "--to", "1,1,2"]),
        (&["table", "ワイトホフ", "--to", "3,3"], &["table", "wythoff", "--to", "3,3"]),
        (
            &["table", "lib:chocolate", "--to", "9", "--fix", "ｙ＝１", "--set", "ｋ＝２"],
            &["table", "lib:chocolate", "--to", "9", "--fix", "y=1", "--set", "k=2"],
        ),
        (
            &["outcomes", "sub:1,2", "--end", "ミゼール", "--to", "9"],
            &["outcomes", "sub:1,2", "--end", "misere", "--to", "9"],
        ),
        (
            &["outcomes", "sub:2,3", "--end", "法２：ＬＲ", "--to", "9"],
            &["outcomes", "sub:2,3", "--end", "mod2:LR", "--to", "9"],
        ),
        (
            &["explain", "ニム", "３＋５", "--end", "逆形"],
            &["explain", "nim", "3+5", "--end", "misere"],
        ),
        (
            &["period", "kayles", "--end", "ミゼール", "--limit", "20"],
            &["period", "kayles", "--end", "misere", "--limit", "20"],
        ),
        (
            &["grundy", "kayles", "--end", "ミゼール", "--to", "9"],
            &["grundy", "kayles", "--end", "misere", "--to", "9"],
        ),
    ] {
        same(one, other);
    }
}

#[test]
fn long_names_of_the_same_game_are_left_out() {
    let grundy = printed(&["grundy", "sub:5000,5003", "--to", "9"]);
    assert!(grundy.len() < 400 && !grundy.contains("the same game as"), "{grundy}");
    let json = printed(&["period", "sub:5000,5003", "--limit", "99", "--json"]);
    assert!(json.len() < 1200 && !json.contains("same_game_as"), "{json}");
    assert!(printed(&["grundy", "sub:2,3", "--to", "9"]).contains("the same game as"));
}

#[test]
fn help_has_all_rules() {
    for command in
        [&["grundy", "--help"][..], &["outcomes", "--help"], &["draw", "graph", "--help"]]
    {
        for lang in ["en", "ja"] {
            let help = printed(&[command, &["--lang", lang]].concat());
            assert!(help.contains("psub:") && help.contains("psplit:"), "{help}");
        }
    }
    for command in [&["table", "--help"][..], &["draw", "grid", "--help"]] {
        assert!(printed(command).contains("mod2:LR"), "{command:?}");
    }
}

/// A hot game is drawn down to temperature −1, as a number is.
#[test]
fn thermographs_go_below_zero() {
    let folder = tempfile::tempdir().expect("a folder");
    for expression in ["{3|1||-2}", "1/2", "3", "{2|-1}"] {
        let svg = drawn(folder.path(), "t.svg", &["thermograph", expression]);
        assert!(texts(&svg).iter().any(|t| t == "−1"), "{expression}: {:?}", texts(&svg));
    }
}

/// The root of a tree shows its game, also where that is long.
#[test]
fn roots_of_trees_are_legible() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "{5,{9|7}|{3|1},{2|0},*4|||-1|{-2|-5}||-8|-9}";
    let svg = drawn(folder.path(), "tree.svg", &["tree", game]);
    let shown: Vec<String> = texts(&svg).into_iter().filter(|t| t.starts_with('{')).collect();
    // Once in the title and once at the root.
    assert!(shown.iter().filter(|t| t.chars().count() > 18).count() >= 2, "{shown:?}");
}
