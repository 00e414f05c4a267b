//! The help: every command has one in both languages, and every example in it works.

use std::path::Path;

use crate::common::{ishitori, stderr, stdout};
use crate::translations::{PSEUDO, english, outside_brackets, run};
use tempfile::TempDir;

/// The commands under the ones given, as the program lists them.
pub fn commands(above: &[String]) -> Vec<Vec<String>> {
    let mut arguments: Vec<&str> = above.iter().map(String::as_str).collect();
    arguments.extend(["--lang", "en", "--help"]);
    let output = ishitori(&arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    let listed = stdout(&output)
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| *line != "Options:")
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help");
    let mut found = Vec::new();
    for name in listed {
        let path = [above, &[name.to_string()]].concat();
        found.push(path.clone());
        found.extend(commands(&path));
    }
    found
}

/// A line as a shell would take it apart; quotes do not stand within quotes of the same kind.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut inside, mut any) = (String::new(), None, false);
    let mut spaces = 0;
    for c in line.chars() {
        spaces = if c == ' ' && inside.is_none() { spaces + 1 } else { 0 };
        match c {
            '\'' | '"' if inside.is_none() => (inside, any) = (Some(c), true),
            c if inside == Some(c) => inside = None,
            ' ' if inside.is_none() => {
                if any {
                    words.push(std::mem::take(&mut word));
                    any = false;
                }
                // What follows three spaces is a remark.
                if spaces == 3 {
                    return words;
                }
            }
            c => {
                word.push(c);
                any = true;
            }
        }
    }
    assert!(inside.is_none(), "a quote is not closed in {line}");
    if any {
        words.push(word);
    }
    words
}

/// A folder of its own for a test, removed at its end.
fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn run_in(folder: &Path, arguments: &[String]) -> std::process::Output {
    assert_cmd::Command::cargo_bin("ishitori")
        .unwrap()
        .current_dir(folder)
        .env("LANG", "C.UTF-8")
        .env("XDG_STATE_HOME", folder)
        .args(arguments)
        .write_stdin("")
        .timeout(std::time::Duration::from_secs(600))
        .output()
        .unwrap()
}

#[test]
fn every_example_works() {
    let mut paths = commands(&[]);
    assert!(paths.len() > 20, "{paths:?}");
    paths.push(Vec::new());
    for path in paths {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = ishitori(&arguments);
        assert_eq!(help.status.code(), Some(0), "{path:?}");
        let examples: Vec<&str> =
            stdout(&help).lines().filter_map(|line| line.strip_prefix("  ishitori ")).collect();
        assert!(!examples.is_empty(), "{path:?} has no examples");
        let folder = folder();
        for example in examples {
            // The whole report takes a while and has a test of its own.
            if example.starts_with("reproduce") && !example.contains("B10") {
                continue;
            }
            // Nor is the whole atlas built here.
            if example.starts_with("atlas build") && !example.contains("--small") {
                continue;
            }
            // A server does not end by itself; it has tests of its own.
            if example.starts_with("serve") {
                continue;
            }
            let output = run_in(folder.path(), &words(example));
            assert_eq!(output.status.code(), Some(0), "{example}: {}", stderr(&output));
        }
    }
}

/// The help of the program names six commands to begin with, which are the same ones in every language.
#[test]
fn six_commands_come_first() {
    let first = |lang: &str| -> Vec<Vec<String>> {
        let help = ishitori(&["--lang", lang, "--help"]);
        let before_the_list = stdout(&help).split("\n\n ").next().unwrap();
        before_the_list
            .lines()
            .filter_map(|line| line.strip_prefix("  ishitori "))
            .map(words)
            .collect()
    };
    let english = first("en");
    assert_eq!(english.len(), 6, "{english:?}");
    assert_eq!(english, first("ja"));
}

#[test]
fn help_speaks_japanese() {
    for path in commands(&[]) {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.extend(["--lang", "ja", "--help"]);
        let help = ishitori(&arguments);
        assert_eq!(help.status.code(), Some(0));
        let text = stdout(&help);
        assert!(!text.lines().next().unwrap().is_ascii(), "{path:?}: {text}");
        assert!(text.contains("使い方: ishitori"), "{path:?}");
        assert!(!text.contains("Usage:") && !text.contains("Options:"), "{path:?}: {text}");
    }
}

/// Commands that fail in every way that a user meets, with their exit status.
const FAILURES: &[(u8, &[&str])] = &[
    (2, &["draw"]),
    (2, &["nonsense"]),
    (2, &["eval"]),
    (2, &["eval", "{1|"]),
    (2, &["eval", "Foo(1)"]),
    (2, &["eval", "x"]),
    (2, &["eval", "1/3"]),
    (2, &["eval", "1", "--style", "roman"]),
    (2, &["eval", "1", "--json", "--jsonl"]),
    (2, &["eval", "1", "--memory-limit", "lots"]),
    (2, &["eval", "1", "--time-limit", "soon"]),
    (2, &["position", "domineering", "..x"]),
    (2, &["position", "chess", "."]),
    (2, &["grundy", "0.9Z", "--to", "5"]),
    (2, &["grundy", "kayle", "--to", "5"]),
    (2, &["grundy", "sub:0", "--to", "5"]),
    (2, &["grundy", "sub:3-1", "--to", "5"]),
    (2, &["grundy", "", "--to", "5"]),
    (2, &["grundy", "psub:1/2", "--to", "5"]),
    (2, &["grundy", "wythoff", "--to", "5"]),
    (2, &["grundy", "kayles", "--to", "5", "--engine", "window"]),
    (2, &["grundy", "kayles", "--to", "5", "--engine", "steam"]),
    (2, &["grundy", "kayles", "--to", "x"]),
    (3, &["grundy", "0.F", "--to", "100000", "--time-limit", "100ms"]),
    (2, &["check", "no-such-file.json"]),
    (2, &["identify", "x"]),
    (2, &["atlas", "search", "colour = 3"]),
    (2, &["atlas", "search", "--sequence", "x"]),
    (2, &["atlas", "search", "--table", "x"]),
    (2, &["atlas", "search", "--limit", "0"]),
    (2, &["atlas", "search", "--at", "3"]),
    (2, &["atlas", "search", "--atlas", "nowhere"]),
    (2, &["atlas", "build", "--out", "x", "--date", "yesterday"]),
    (2, &["atlas", "add", "no.json", "--records", "r", "--who", "A", "--date", "2026-11-17"]),
    (2, &["atlas", "check", "--records", "nowhere"]),
    (
        2,
        &[
            "atlas",
            "claim",
            "x",
            "--records",
            "r",
            "--who",
            "A",
            "--date",
            "2026-11-17",
            "--until",
            "2026-11-18",
        ],
    ),
    (2, &["atlas", "todo", "--records", "r", "--date", "soon"]),
    (2, &["cite", "--certificate", "no.json"]),
    (2, &["games", "--format", "oeis"]),
    (2, &["outcomes", "sub:2,3", "--end", "mod2:LRR", "--to", "5"]),
    (2, &["outcomes", "sub:2,3", "--end", "mod2:XY", "--to", "5"]),
    (2, &["outcomes", "sub:2,3", "--end", "sometimes", "--to", "5"]),
    (2, &["outcomes", "psub:1/2", "--end", "moves", "--to", "5"]),
    (2, &["explain", "nim", "x"]),
    (2, &["explain", "wythoff", "1+2+3"]),
    (2, &["explain", "nim", "3", "--sum", "score"]),
    (2, &["explain", "mem", "1000000000"]),
    (3, &["explain", "0.07", "60+50+40", "--end", "misere", "--memory-limit", "1MiB"]),
    (2, &["play", "nim", "3", "--first", "nobody"]),
    (2, &["values", "sub:2,3", "--to", "5", "--terminal", "X=1"]),
    (2, &["values", "sub:2,3", "--to", "5", "--end", "moves"]),
    (2, &["sweep", "--min", "5", "--max", "2"]),
    (2, &["sweep", "--min", "2", "--max", "5", "--where", "period >"]),
    (2, &["sweep", "--min", "2", "--max", "5", "--check", "nothing"]),
    (2, &["sweep", "--min", "2", "--max", "5", "--chart", "x.gif"]),
    (2, &["misere", "*["]),
    (2, &["draw", "scatter", "0.77", "--to", "20", "-o", "x.gif"]),
    (2, &["draw", "graph", "kayles", "--to", "99", "-o", "x.svg"]),
    (2, &["draw", "graph", "sub:1", "--to", "500", "-o", "x.svg"]),
    (2, &["draw", "graph", "sub:1-3", "--to", "5", "-o", "no/such/folder/x.svg"]),
    (2, &["draw", "thermograph", "1 < 2", "-o", "x.svg"]),
    (2, &["completions", "cmd"]),
    (2, &["play", "chocolate:3", "(9,9)"]),
    (2, &["play", "(n) -> (n-1", "3"]),
    (2, &["explain", "chocolate:3", "(9,9)"]),
    (2, &["grundy", "(n) where n mod 2 = 0 -> (n - 2) if n > 1", "--to", "9"]),
    (2, &["table", "(n) -> (n - 1) if n > 0; show: picture", "--to", "9"]),
    (2, &["table", "(n) -> (n - 1) if n > 0; show: grid", "--to", "9"]),
    (2, &["conjecture", "chocolate:2", "y xor", "--to", "5,5"]),
];

#[test]
fn complaints_have_a_status_and_both_languages() {
    let japanese = |text: &str| {
        text.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'))
    };
    for (status, arguments) in FAILURES {
        let english = ishitori(arguments);
        assert_eq!(english.status.code(), Some((*status).into()), "{arguments:?}");
        assert!(!japanese(stderr(&english)), "{arguments:?}: {}", stderr(&english));
        assert!(!stderr(&english).is_empty(), "{arguments:?}");
        assert!(!stderr(&english).contains("panicked"), "{arguments:?}");
        let output = ishitori(&[&["--lang", "ja"], *arguments].concat());
        assert_eq!(output.status.code(), Some((*status).into()), "{arguments:?}");
        assert!(japanese(stderr(&output)), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn scripts_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = ishitori(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        for word in ["explain", "--memory-limit", "thermograph"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(stdout(&output).contains(word), "{shell}: {word}");
        }
    }
    let folder = folder();
    let output = run_in(folder.path(), &["man", "--out", "pages"].map(String::from));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let names: Vec<String> = std::fs::read_dir(folder.path().join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    // Commands that the help does not list have a page, too.
    assert!(names.len() > commands(&[]).len() + 1, "{names:?}");
    for name in ["ishitori.1", "ishitori-play.1", "ishitori-draw-graph.1"] {
        let page = std::fs::read_to_string(folder.path().join("pages").join(name)).unwrap();
        assert!(page.contains(".TH ishitori") && page.contains("ishitori "), "{name}: {page}");
        assert!(page.contains(".SH NOTES\n.nf\n") && page.contains("\n.fi\n"), "{name}: {page}");
    }
}

#[test]
fn graphs_step_by_step() {
    let folder = folder();
    let arguments = ["draw", "graph", "sub:1-3", "--to", "8", "--steps", "-o", "g.svg", "--json"];
    let output = run_in(folder.path(), &arguments.map(String::from));
    let found: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(found["values"], serde_json::json!([0, 1, 2, 3, 0, 1, 2, 3, 0]));
    assert_eq!(found["files"].as_array().unwrap().len(), 11);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let (strip, animated, last) = (read("g.svg"), read("g-animated.svg"), read("g-08.svg"));
    assert_eq!(strip.matches("★ the position to fill in").count(), 9);
    assert_eq!(animated.matches("<animate ").count(), 9);
    assert!(last.contains("G(8) = 0: the least number not among {1, 2, 3}"), "{last}");
}

/// The help has every sentence from the folder of its language: in the pseudo-language all stand in brackets.
#[test]
fn help_is_in_the_folders_of_the_languages() {
    let mut wrong = Vec::new();
    let every = [vec![vec![]], commands(&[])].concat();
    assert!(every.len() > 30, "{}", every.len());
    for path in every {
        let (status, said) = run(Path::new("."), &format!("{} --help", path.join(" ")), PSEUDO);
        assert_eq!(status, 0, "{path:?}: {said}");
        let said = outside_brackets(&said);
        let lines = said.lines().filter(|line| !line.trim_start().starts_with("ishitori"));
        for words in lines.flat_map(english) {
            wrong.push(format!("{}: {words}", path.join(" ")));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
