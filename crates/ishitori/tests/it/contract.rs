//! What programs and papers rely on: one JSON object always, headers that can be run again, LaTeX that compiles.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{ishitori, json_of, refused, stderr, stdout};

fn object(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = ishitori(arguments);
    let text = stdout(&output);
    assert_eq!(text.trim_end().lines().count(), 1, "{arguments:?}: {text}");
    (
        serde_json::from_str(text).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {text}")),
        output.status.code(),
    )
}

#[test]
fn errors_are_one_object() {
    for (arguments, kind, argument) in [
        (&["grundy", "0.7x", "--to", "5", "--json"][..], "input", Some("RULE")),
        (&["grundy", "0.77", "--json"], "usage", Some("--to <N>")),
        (&["grundy", "0.77", "--to", "5", "--no-such", "--json"], "usage", Some("--no-such")),
        (&["eval", "{1|", "--json"], "input", Some("EXPRESSION")),
        (&["position", "domineering", "..q", "--json"], "input", Some("POSITION")),
        (&["explain", "wythoff", "5", "--json"], "input", Some("POSITION")),
        (
            &["outcomes", "sub:1,2", "--end", "mod2:LX", "--to", "5", "--json"],
            "input",
            Some("--end"),
        ),
        (&["table", "no-such.game", "--to", "5", "--json"], "file", None),
        (&["check", "no-such.json", "--json"], "file", None),
        (&["period", "0.77", "--certificate", "no/such/folder/c.json", "--json"], "file", None),
        (&["table", "wythoff", "--to", "100000,100000", "--json"], "too-large", Some("--to")),
        (
            &["--json", "grundy", "0.77", "--to", "5", "--time-limit", "soon"],
            "input",
            Some("--time-limit"),
        ),
    ] {
        let (found, code) = object(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        let error = &found["error"];
        assert_eq!(error["kind"], kind, "{arguments:?}: {found}");
        assert_eq!(error["argument"].as_str(), argument, "{arguments:?}: {found}");
        assert!(error["message"].as_str().is_some_and(|text| text.len() > 5), "{found}");
        assert!(error.get("place").is_some(), "{found}");
        assert_eq!(found.as_object().unwrap().len(), 1);
        let japanese = [&["--lang", "ja"], arguments].concat();
        let message = object(&japanese).0["error"]["message"].to_string();
        assert!(message.chars().any(|c| c >= 'ぁ'), "{japanese:?}: {message}");
    }
    assert_eq!(
        object(&["grundy", "0.7x", "--to", "5", "--json"]).0["error"]["place"],
        serde_json::json!([3, 4])
    );
    let mistyped = object(&["grundy", "kayle", "--to", "5", "--json"]).0;
    assert_eq!(mistyped["error"]["suggestion"], "kayles", "{mistyped}");
    // After `--` it is an argument, not the wish for JSON.
    assert_eq!(stdout(&ishitori(&["eval", "--", "--json"])), "");
}

#[test]
fn limits_leave_one_object() {
    for arguments in [
        &["position", "domineering", "7x7", "--time-limit", "300ms", "--json"][..],
        &["grundy", "grundys-game", "--to", "100000000", "--time-limit", "200ms", "--json"],
    ] {
        let (found, code) = object(arguments);
        assert_eq!(code, Some(3), "{arguments:?}");
        assert!(found.get("stopped").is_some_and(|stopped| !stopped.is_null()), "{found}");
    }
}

#[test]
fn a_plus_stands_between_heaps() {
    for (rule, position) in
        [("nim-with-pass", "3+5"), ("fibonacci-nim", "20+3"), ("mem", "5+5"), ("mem", "５＋５")]
    {
        for command in ["explain", "play"] {
            refused(&[command, rule, position], "(3,1)+(5,1)");
        }
        let output = ishitori(&["--lang", "ja", "explain", rule, position]);
        assert!(stderr(&output).contains("(3,1)+(5,1)"), "{}", stderr(&output));
    }
    // Wythoff's game has two heaps, and a pair is a pair.
    assert_eq!(json_of(&["explain", "wythoff", "1+2"])["outcome"], "P");
    assert_eq!(
        json_of(&["explain", "nim-with-pass", "3,1"])["position"],
        serde_json::json!([3, 1])
    );
}

/// The command in the header of a file makes the same file again.
#[test]
#[cfg(unix)] // as a shell reads them
fn headers_can_be_run_again() {
    let game = "(a, b) -> (a - s, b) for s in 1 .. a; (a, b - 1) if b > 0";
    for (arguments, mark) in [
        (&["table", game, "--to", "3,3", "--show", "outcome", "--format", "latex"][..], "% "),
        (&["table", game, "--to", "2,2", "--show", "value", "--format", "latex"], "% "),
        (
            &[
                "grundy",
                "(n) -> (n - s) for s in {1, 3} if s <= n",
                "--to",
                "9",
                "--format",
                "bfile",
            ],
            "# ",
        ),
        (&["grundy", "0.77", "--to", "9", "--end", "misere", "--format", "latex"], "% "),
        (&["values", "sub:1,2", "--end", "mod2:LR", "--to", "5", "--format", "latex"], "% "),
        (&["position", "cram", "2xn", "--set", "n=1..3", "--format", "bfile"], "# "),
    ] {
        let first = ishitori(arguments);
        assert!(first.status.success(), "{arguments:?}: {}", stderr(&first));
        let header = stdout(&first).lines().next().unwrap();
        let (version, command) = header.strip_prefix(mark).unwrap().split_once(": ").unwrap();
        assert!(version.starts_with("ishitori "), "{header}");
        let program = assert_cmd::cargo::cargo_bin("ishitori");
        let shell = format!("ishitori() {{ '{}' \"$@\"; }}\n{command}", program.display());
        let again =
            Command::new("bash").arg("-c").arg(shell).env("LANG", "C.UTF-8").output().unwrap();
        assert_eq!(stdout(&first), stdout(&again), "{command}");
    }
}

#[test]
fn provenance_has_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (game, made) = (path("my.game"), path("made.json"));
    let text = "position (n)\nboth: (n - 1) if n > 0\n";
    std::fs::write(&game, text).unwrap();
    let provenance = |rule: &str| -> Value {
        let output =
            ishitori(&["grundy", rule, "--to", "5", "--format", "csv", "--provenance", &made]);
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str(&std::fs::read_to_string(&made).unwrap()).unwrap()
    };
    let found = provenance(&game);
    assert_eq!((&found["game"]["text"], &found["game"]["file"]), (&text.into(), &game.into()));
    let sha = found["game"]["sha256"].as_str().unwrap().to_string();
    assert_eq!(sha, "dc6b2901a5dec17626ae953c6dc20fbb816313fac7e9310007d5808de6d21b17");
    let typed = provenance("sub:1,2");
    assert_eq!(typed["game"]["text"], "sub:1,2");
    assert_ne!(typed["game"]["sha256"], sha.as_str());
}

#[test]
fn b_files_of_p_positions_and_of_families() {
    let printed = |arguments: &[&str]| {
        let output = ishitori(&[arguments, &["--format", "bfile"]].concat());
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        stdout(&output).lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    // A030193.
    let squares = "(n) -> (n-s*s) for s in 1 .. isqrt(n)";
    let found = printed(&["table", squares, "--to", "40", "--show", "p-positions"]);
    assert_eq!(
        found,
        [
            "1 0", "2 2", "3 5", "4 7", "5 10", "6 12", "7 15", "8 17", "9 20", "10 22", "11 34",
            "12 39"
        ]
    );
    let rows: Vec<String> = printed(&["position", "cram", "2xn", "--set", "n=1..4"]);
    assert_eq!(rows, ["1 1", "2 0", "3 1", "4 0"]);
    refused(
        &["table", "wythoff", "--to", "5,5", "--show", "p-positions", "--format", "bfile"],
        "one sequence of whole numbers",
    );
    refused(
        &["position", "domineering", "2xn", "--set", "n=1..3", "--format", "bfile"],
        "one sequence of whole numbers",
    );
    refused(&["position", "cram", "2x2", "--format", "csv"], "n=1..8");
    let csv = ishitori(&["position", "domineering", "2xn", "--set", "n=1..3", "--format", "csv"]);
    assert!(
        stdout(&csv)
            .starts_with("n,position,outcome,value,grundy,mean,temperature\n1,2x1,L,1,,1,-1\n"),
        "{}",
        stdout(&csv)
    );
    let styled =
        ishitori(&["position", "domineering", "2xn", "--set", "n=1..3", "--style", "latex"]);
    assert!(stdout(&styled).contains(r"\pm 1"), "{}", stdout(&styled));
}

/// All kinds of tables in one document.
#[test]
fn latex_compiles() {
    let loopy =
        "(a, b) -> (a - 1, b) if a > 0; (a, b - 2) if b > 1; (b, a) if a > 0 and b > 0; loopy";
    let sided =
        "position (a)\nleft: (a - 1) if a > 0\nright: (a - 2) if a > 1; (a) if a > 3\nloopy";
    let mut document = String::from(
        "\\documentclass{article}\n\\usepackage{amsmath,booktabs}\n\\begin{document}\n",
    );
    let tables: [&[&str]; 14] = [
        &["values", "psub:1,2/1,3", "--to", "12"],
        &["values", "psub:1,3/2,3", "--to", "9"],
        &["values", "sub:1,2", "--end", "mod2:LR", "--to", "8", "--style", "latex"],
        &[
            "table",
            "(a, b) -> (a - 1, b) if a > 0; (a, b - 1) if b > 0",
            "--to",
            "3,3",
            "--show",
            "value",
        ],
        &["table", loopy, "--to", "4,4"],
        &["table", loopy, "--to", "4,4", "--show", "outcome"],
        &["table", sided, "--to", "5", "--show", "outcome"],
        &["table", "(n) -> (n - 1) if n > 0; (n) if n > 2; loopy", "--to", "5", "--show", "value"],
        &["table", "wythoff", "--to", "3,3", "--show", "p-positions"],
        &["grundy", "0.77", "--to", "25"],
        &["grundy", "(n) -> (n - 1) if n > 0; (n) if n > 2; loopy", "--to", "5"],
        &["census", "domineering", "2x3"],
        &["position", "domineering", "2xn", "--set", "n=1..5"],
        &["period", "0.77"],
    ];
    for arguments in tables {
        let output = ishitori(&[arguments, &["--format", "latex"]].concat());
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains("\\toprule") && text.contains("\\bottomrule"), "{text}");
        // Whatever is not a letter of ASCII is a command by now, and bare signs would be errors of TeX.
        let body: String = text.lines().filter(|line| !line.starts_with('%')).collect();
        assert!(body.is_ascii(), "{arguments:?}: {text}");
        assert!(!body.contains("$^") && !body.contains("Tiny") && !body.contains("+-"), "{text}");
        document += text;
        document += "\n\n";
    }
    document += "\\end{document}\n";
    if !installed("pdflatex") || !has_booktabs() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("all.tex"), document).unwrap();
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}

fn installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths)
        .any(|path: std::path::PathBuf| Path::new(&path).join(program).is_file())
}

fn has_booktabs() -> bool {
    Command::new("kpsewhich").arg("booktabs.sty").output().is_ok_and(|found| found.status.success())
}

/// A choice of colours that a picture cannot show is refused, and one that it can show is seen.
#[test]
fn palettes_are_not_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let drawn = |arguments: &[&str], palette: &str| {
        let path = file("picture.svg");
        let output =
            ishitori(&[&["draw"], arguments, &["--palette", palette, "-o", &path]].concat());
        (output.status.code(), std::fs::read_to_string(&path).unwrap_or_default())
    };
    for arguments in [
        &["scatter", "0.77", "--to", "20"][..],
        &["table", "0.77", "--to", "20"],
        &["bar", "chocolate:3", "2,7"],
        &["automaton", "lib:nim"],
        &["board", "domineering", "2x2"],
    ] {
        assert_eq!(drawn(arguments, "safe").0, Some(0), "{arguments:?}");
        assert_eq!(drawn(arguments, "slides").0, Some(2), "{arguments:?}");
    }
    for arguments in [
        &["thermograph", "{3|1||-2}"][..],
        &["tree", "{3|1||-2}"],
        &["board", "domineering", "2x2", "--graph"],
        &[
            "grid",
            "position (a, b); left: (a - 1, b) if a > 0; right: (a, b - 2) if b > 1",
            "--to",
            "4,4",
        ],
        &["graph", "position (n); left: (n - 1) if n > 0; right: (n - 2) if n > 1", "--to", "5"],
    ] {
        let [safe, slides] = ["safe", "slides"].map(|palette| drawn(arguments, palette));
        assert_eq!((safe.0, slides.0), (Some(0), Some(0)), "{arguments:?}");
        assert_ne!(safe.1, slides.1, "{arguments:?}");
    }
}

/// What people type first is understood, or answered with what was meant.
#[test]
fn sets_as_they_stand_on_paper() {
    let expected = &json_of(&["grundy", "sub:1,3,4", "--to", "20"])["values"];
    for rule in ["{1,3,4}", "S={1,3,4}", "S = { 1, 3, 4 }", "1,3,4", "｛１，３，４｝", "{4,1,3}"]
    {
        assert_eq!(&json_of(&["grundy", rule, "--to", "20"])["values"], expected, "{rule}");
    }
    assert_eq!(json_of(&["explain", "{1,3,4}", "9"])["outcome"], "P");
    refused(&["play", "nim", "3", "5", "7"], "3+5+7");
    refused(&["--lang", "ja", "explain", "nim", "3", "5", "7"], "3+5+7");
    refused(&["grundy", "(n) -> (n-1), (n-3)", "--to", "5"], "separate moves by `;`");
    refused(&["--lang", "ja", "grundy", "(n) -> (n-1), (n-3)", "--to", "5"], "; で区切る");
    refused(&["period", "wythoff"], "--row a=3");
    refused(&["position", "sudoku", "3x3"], "ishitori games");
    let output = ishitori(&["position", "sudoku", "3x3"]);
    assert!(!stderr(&output).contains('…') && stderr(&output).len() < 300, "{}", stderr(&output));
}

/// A line `loopy` is not overlooked where a question is about games that end.
#[test]
fn questions_that_do_not_take_loops() {
    let game = "(n) -> (n - 1) if n > 0; (n) if n > 2; loopy";
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("p.svg").display().to_string();
    for arguments in [
        &["outcomes", game, "--to", "6"][..],
        &["period", game],
        &["conjecture", game, "n mod 2", "--to", "5"],
        &["draw", "graph", game, "--to", "5", "-o", &picture],
        &["draw", "scatter", game, "--to", "5", "-o", &picture],
    ] {
        refused(arguments, "`loopy`");
        refused(&[&["--lang", "ja"], arguments].concat(), "loopy");
    }
    // Without the line it is a mistake in the game.
    refused(
        &["outcomes", "(n) -> (n - 1) if n > 0; (n) if n > 2", "--to", "6"],
        "reached from itself",
    );
}

/// What the format cannot hold is refused before anything is said to be proved.
#[test]
fn certificates_of_outcomes_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.json").display().to_string();
    for rule in ["0.75", "0.77"] {
        let output =
            ishitori(&["outcomes", rule, "--end", "misere", "--to", "20", "--certificate", &file]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{}", stderr(&output));
        assert!(stderr(&output).contains("quotient"), "{}", stderr(&output));
    }
    let output =
        ishitori(&["outcomes", "sub:1,2", "--end", "misere", "--to", "20", "--certificate", &file]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(ishitori(&["check", &file]).status.success());
}

/// More rows than are held in memory go out all the same.
#[test]
fn many_rows_in_a_format() {
    let family = ["sweep", "--min", "2", "--max", "23", "--min-size", "11"];
    let output = ishitori(&[&family[..], &["--format", "csv"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let rows = stdout(&output).lines().count() - 1;
    assert_eq!(json_of(&family)["sets"], rows);
    assert!(rows > 1 << 20);
    refused(&["sweep", "--min", "2", "--max", "23", "--list"], "--list: at most 1048576");
    // Off a terminal, what takes hours says so before it begins.
    let output = ishitori(&["sweep", "--min", "2", "--max", "40", "--time-limit", "200ms"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("will take about"), "{}", stderr(&output));
}

/// A guess is called one, and a limit is reported as it was given.
#[test]
fn guesses_are_called_guesses() {
    let output = ishitori(&[
        "conjecture",
        "wythoff",
        "--fit",
        "--prove",
        "--learn",
        "outcomes",
        "--time-limit",
        "2s",
    ]);
    let text = stdout(&output);
    assert!(text.contains("NOT DECIDED"), "{text}");
    assert_eq!(
        text.matches("automaton of").count(),
        text.matches("a guess, not proved: automaton of").count(),
        "{text}"
    );
    assert!(!text.contains("1.99") && !stderr(&output).contains("1.99"), "{text}");
}

/// Moves in the base end what stands on it, also where that comes back (Siegel, Combinatorial Game Theory, VI).
#[test]
fn ordinal_sums_of_loopy_games() {
    for (expression, value) in [
        ("1:on == {0,pass|}", "true"),
        ("0:on == on", "true"),
        ("0:off == off", "true"),
        ("on:1 == on", "true"),
        ("1:over > 1", "true"),
        ("1:over == a{0,1|a}", "true"),
        ("*:on == {0,pass|0}", "true"),
        ("*:over == a{0,*|0,a}", "true"),
        ("1:off < 1", "true"),
        ("1:off == a{0|a}", "true"),
    ] {
        let output = ishitori(&["eval", expression]);
        assert_eq!(stdout(&output).trim(), value, "{expression}: {}", stderr(&output));
    }
    refused(&["eval", "1:dud"], "G:H");
}

/// Any number of certificates: a line each, and the exit status of the worst.
#[test]
fn many_certificates_are_checked_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (one, two, bad, none) = (path("1.json"), path("2.json"), path("3.json"), path("4.json"));
    for (rule, file) in [("0.77", &one), ("sub:1,2", &two)] {
        assert!(ishitori(&["period", rule, "--certificate", file]).status.success());
    }
    let forged = std::fs::read_to_string(&one).unwrap().replace("\"period\": 12", "\"period\": 11");
    std::fs::write(&bad, forged.replace("\"period\":12", "\"period\":11")).unwrap();
    let output = ishitori(&["check", &one, &two]);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(0), 2));
    assert!(stdout(&output).lines().all(|line| line.contains(": valid  ")), "{}", stdout(&output));
    let output = ishitori(&["check", &one, &bad, &two]);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(1), 3));
    assert!(stdout(&output).contains("3.json: NOT VALID"), "{}", stdout(&output));
    assert_eq!(ishitori(&["check", &one, &none]).status.code(), Some(2));
    let (found, code) = object(&["check", &one, &bad, "--json"]);
    assert_eq!(
        (code, &found["files"][0]["valid"], &found["files"][1]["valid"]),
        (Some(1), &Value::Bool(true), &Value::Bool(false))
    );
    refused(&["check", &one, &two, "--checkpoint", &none], "--checkpoint");
}

#[test]
fn nothing_asked_is_a_welcome() {
    for arguments in [&[][..], &["--lang", "en"], &["--lang=ja"]] {
        let output = ishitori(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        let said = stdout(&output);
        assert!(said.lines().count() <= 25 && stderr(&output).is_empty(), "{said}");
        let begin: Vec<&str> =
            said.lines().filter_map(|line| line.strip_prefix("  ishitori ")).collect();
        assert_eq!(begin.len(), 6, "{said}");
        assert_eq!(said.contains("グランディ数"), arguments == ["--lang=ja"]);
        // The commands shown to beginners work; play waits for moves.
        for line in begin.iter().filter(|line| !line.starts_with("play")) {
            let command = line.split("  ").next().unwrap_or_default();
            let words = command.split('\'').enumerate().flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            let output = ishitori(&words.collect::<Vec<_>>());
            assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        }
    }
}

#[test]
fn options_have_one_spelling_everywhere() {
    let by_end = json_of(&["position", "cram", "2x3", "--end", "misere"]);
    assert_eq!(by_end, json_of(&["position", "cram", "2x3", "--misere"]));
    refused(&["position", "cram", "2x3", "--misere", "--end", "normal"], "--misere");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (option, name) in [("--out", "a.svg"), ("--output", "b.svg"), ("-o", "c.svg")] {
        let output = ishitori(&["draw", "scatter", "kayles", "--to", "20", option, &file(name)]);
        assert_eq!(output.status.code(), Some(0), "{option}: {}", stderr(&output));
    }
    let rows =
        [("--out", "a.csv"), ("--output", "b.csv"), ("-o", "c.csv")].map(|(option, name)| {
            let output = ishitori(&["sweep", "--min", "1", "--max", "4", option, &file(name)]);
            assert_eq!(output.status.code(), Some(0), "{option}: {}", stderr(&output));
            std::fs::read_to_string(file(name)).expect("rows")
        });
    assert!(rows[0] == rows[1] && rows[0] == rows[2], "{rows:?}");
    let most = |option| json_of(&["identify", "0,1,2,0", option, "2"]);
    assert_eq!(most("--most"), most("--limit"));
}

#[test]
fn graphs_have_the_names_of_textbooks() {
    let petersen = "1-2 2-3 3-4 4-5 5-1 1-6 2-7 3-8 4-9 5-10 6-8 8-10 10-7 7-9 9-6";
    let cube = "1-2 1-3 1-5 2-4 2-6 3-4 3-7 4-8 5-6 5-7 6-8 7-8";
    for (name, edges) in [
        ("petersen", petersen),
        ("wheel:4", "1-2 1-3 1-4 1-5 2-3 3-4 4-5 5-2"),
        ("cube", cube),
        ("cube:3", cube),
        ("cube:1", "1-2"),
        ("bipartite:2,3", "1-3 1-4 1-5 2-3 2-4 2-5"),
        ("bipartite:2x3", "1-3,1-4,1-5,2-3,2-4,2-5"),
    ] {
        for game in ["node-kayles", "arc-kayles"] {
            let of = |board| json_of(&["position", game, board])["grundy"].clone();
            assert_eq!(of(name), of(edges), "{game} {name}");
            assert!(of(name).is_u64(), "{game} {name}");
        }
    }
    refused(&["position", "node-kayles", "wheel:2"], "petersen");
    refused(&["position", "node-kayles", "bipartite:2"], "bipartite:2,3");
}

/// The Mark game of Fraenkel: take one, or halve. Its outcomes have no period.
const MARK: &str = "(n) -> (n - 1) if n > 0; (n div 2) if n > 0";

#[test]
fn tables_lead_to_proofs() {
    for arguments in [
        &["outcomes", MARK, "--to", "40"][..],
        &["grundy", MARK, "--to", "40"],
        &["period", MARK],
        &["table", MARK, "--to", "40"],
        &["table", MARK, "--to", "40", "--show", "p-positions"],
    ] {
        for (lang, said) in [("en", "an automaton may decide"), ("ja", "オートマトン")] {
            let output = ishitori(&[arguments, &["--lang", lang]].concat());
            let complaints = stderr(&output);
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaints}");
            assert!(complaints.contains(said), "{arguments:?}: {complaints}");
            let command =
                complaints.split("ishitori conjecture ").nth(1).expect("a command").trim();
            let options = command.strip_prefix(&format!("'{MARK}' ")).expect("the game");
            assert!(options.starts_with("--fit --prove"), "{options}");
            let words: Vec<&str> = options.split_whitespace().collect();
            let proved = ishitori(&[&["conjecture", MARK], &words[..]].concat());
            assert!(stdout(&proved).starts_with("PROVED"), "{}", stdout(&proved));
        }
    }
    // A sequence that only looks periodic up to 40 is not reported as periodic.
    assert!(json_of(&["outcomes", MARK, "--to", "40"])["observed"].is_null());
    // Squares are beyond automata, and recognised games have theorems.
    for rule in
        ["(n) -> (n - s*s) for s in 1 .. isqrt(n)", "(n) -> (n - 2*s) for s in 1 .. 3 if 2*s <= n"]
    {
        let output = ishitori(&["outcomes", rule, "--to", "30"]);
        assert!(!stderr(&output).contains("conjecture"), "{rule}: {}", stderr(&output));
    }
    let known = json_of(&["period", "(n) -> (n - 2*s) for s in 1 .. 3 if 2*s <= n"]);
    assert_eq!((&known["status"], &known["period"]), (&"proved".into(), &8.into()));
}

#[test]
fn letters_are_looked_for_in_the_atlas() {
    let found = json_of(&["identify", "LRL NN", "--most", "4"]);
    let in_the_atlas = json_of(&["atlas", "search", "--sequence", "LRLNN", "--limit", "4"]);
    assert_eq!((&found["found"], &found["outcomes"]), (&in_the_atlas["found"], &"LRLNN".into()));
    let matches = found["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 4);
    for (game, row) in matches.iter().zip(in_the_atlas["rows"].as_array().unwrap()) {
        assert_eq!((&game["rule"], &game["start"]), (&row["code"], &row["start"]));
        // The outcomes are those that the program computes.
        let (rule, end) = (game["rule"].as_str().unwrap(), game["end"].as_str().unwrap());
        let start = game["start"].as_u64().unwrap() as usize;
        let to = (start + 4).to_string();
        let outcomes = json_of(&["outcomes", rule, "--end", end, "--to", &to]);
        assert_eq!(&outcomes["outcomes"].as_str().unwrap()[start..], "LRLNN", "{game}");
    }
    let misere = json_of(&["identify", "NPNPNPNPNPNP", "--most", "50"]);
    assert!(misere["matches"].as_array().unwrap().iter().any(|game| game["end"] == "misere"));
    let none = ishitori(&["identify", "LLLLLLLLLLLLLLRRRRRRRRRRRRPPPP", "--lang", "ja"]);
    assert_eq!(none.status.code(), Some(1));
    refused(&["identify", "LRX"], "LRLNN");
    refused(&["identify", "LRX", "--lang", "ja"], "LRLNN");
}

#[test]
fn one_automaton_has_one_size_and_one_is_no_plural() {
    let output = ishitori(&["conjecture", MARK, "--fit", "--prove"]);
    let mark = stdout(&output);
    // The row of the proof, and the heading of the table of states.
    let size = |label: &str| {
        let after = mark.split(label).nth(1).unwrap_or_else(|| panic!("{mark}"));
        after.split_whitespace().next().unwrap_or_default().to_string()
    };
    assert_eq!(size("  automata"), size("Grundy numbers: "), "{mark}");
    let nim = stdout(&ishitori(&["conjecture", "lib:nim", "--fit", "--prove"])).to_string();
    for text in [mark, &nim] {
        assert!(!text.contains(" 1 states") && !text.contains(" 1 moves"), "{text}");
    }
    // Half of the time is for Grundy numbers, and all of it was given.
    let open = ishitori(&["conjecture", "lib:wythoff", "--fit", "--prove", "--time-limit", "1s"]);
    assert!(stdout(&open).contains("the time limit of 1s was reached"), "{}", stdout(&open));
}

/// One command sweeps, whatever is asked; the names that the other questions had still work, with a remark.
#[test]
fn one_command_sweeps() {
    for (asked, old, more) in [
        ("values", "values-sweep", &["--min", "2", "--max", "4", "--heaps", "30"][..]),
        ("quotient", "quotient-sweep", &["--octal", "1", "--to", "6", "--each", "30s"]),
    ] {
        let (apart, joined) = (["sweep", "--ask", asked], format!("--ask={asked}"));
        let new = ishitori(&[&apart, more, &["--json"]].concat());
        let before = ishitori(&[&[old], more, &["--json"]].concat());
        assert!(new.status.success(), "{}", stderr(&new));
        let timeless = |text: &str| {
            let mut answer: Value = serde_json::from_str(text).unwrap();
            answer.as_object_mut().unwrap().remove("seconds");
            answer
        };
        assert_eq!(timeless(stdout(&new)), timeless(stdout(&before)));
        assert!(!stderr(&new).contains(old), "{}", stderr(&new));
        assert!(stderr(&before).contains(&format!("sweep --ask {asked}")), "{}", stderr(&before));
        let other = ishitori(&[&["--lang", "ja", "sweep"], more, &[&joined, "--json"]].concat());
        assert_eq!(timeless(stdout(&other)), timeless(stdout(&new)));
        let help = ishitori(&["sweep", "--ask", asked, "--help"]);
        assert!(stdout(&help).contains(&format!("ishitori sweep --ask {asked}")));
    }
    // Games of a rule have ranges: the same question about each of them.
    let games =
        ["sweep", "chocolate", "--set", "k=1..3", "--ask", "values", "--to", "2,3", "--json"];
    assert!(!stderr(&ishitori(&games)).contains("values-sweep"));
}

/// The help lists the commands in groups, those that few people need not at all.
#[test]
fn commands_in_groups() {
    for (lang, group) in [("en", " whole families"), ("ja", " ゲームの族全体")] {
        let help = ishitori(&["--help", "--lang", lang]);
        let text = stdout(&help);
        assert!(text.lines().any(|line| line == group), "{text}");
        assert!(text.lines().any(|line| line.starts_with("  remoteness ")), "{text}");
        for hidden in ["values-sweep", "quotient-sweep", "parity", "completions", "man", "devices"]
        {
            let listed = format!("  {hidden} ");
            assert!(!text.lines().any(|line| line.starts_with(&listed)), "{hidden}: {text}");
        }
    }
}

/// A tidy table has one row for each position, and the cells of the table.
#[test]
fn tidy_tables() {
    let rows = |more: &[&str]| {
        let line = [&["table", "chocolate:3", "--to", "2,7", "--tidy", "--format", "csv"], more];
        stdout(&ishitori(&line.concat())).to_string()
    };
    let table = json_of(&["table", "chocolate:3", "--to", "2,7"]);
    let mut expected = vec!["y,z,grundy".to_string()];
    for (y, row) in table["rows"].as_array().unwrap().iter().enumerate() {
        for (z, cell) in row.as_array().unwrap().iter().enumerate().filter(|(_, c)| !c.is_null()) {
            expected.push(format!("{y},{z},{cell}"));
        }
    }
    assert_eq!(rows(&[]).lines().collect::<Vec<_>>(), expected);
    let mut transposed: Vec<String> = rows(&["--transpose"]).lines().map(str::to_string).collect();
    transposed[1..].sort();
    expected[1..].sort();
    assert_eq!(transposed, expected);
    // Slices have their fixed coordinates, and values are words.
    let nim = ishitori(&[
        "table", "lib:nim", "--to", "1,1,1", "--tidy", "--format", "csv", "--show", "outcome",
    ]);
    let nim: Vec<&str> = stdout(&nim).lines().collect();
    assert_eq!((nim.len(), nim[0]), (9, "a,b,c,outcome"), "{nim:?}");
    assert!(nim.contains(&"0,1,1,P") && nim.contains(&"1,1,1,N"), "{nim:?}");
}
