//! Unexpected texts, in every argument of every command: the result is an answer or an
//! error message, never a panic.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Characters of several bytes where letters, digits, signs and separators are searched for.
const HOSTILE: &[&str] = &[
    "é:LR",
    "",
    "：",
    "ミゼール",
    "𝕏é𝕏",
    "１２３",
    "e\u{301}:1,2",
    "sub:é",
    "(é) -> (é",
    "mod2:é",
    "é=é",
    "1é",
    "左:(n-1)",
    "{é|*é}",
    "\u{200d}+🂡",
    FORGING,
];

/// Text that would write a line of its own, and that a terminal would obey.
const FORGING: &str = "x\nFORGED \u{1b}[31mv\u{202e}\u{2028}\u{9b}2J\u{7f}\rFORGED\u{2066}\u{61c}";

/// Whether an output has a line that a text of ours has not written, or what a terminal obeys.
fn is_forged(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output);
    let obeyed = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().any(obeyed) || text.lines().any(|line| line.starts_with("FORGED"))
}

/// Commands with all their arguments; what does not begin with a hyphen is replaced in turn.
const COMMANDS: &[&str] = &[
    "eval {2|1} --style ascii",
    "position domineering ..|..",
    "grundy kayles --to 9 --format text --end normal --engine naive",
    "grundy my.game --to 9 --set k=3",
    "period sub:2,3 --limit 99 --end normal",
    "period lib:chocolate --row y=1 --set k=3 --limit 50",
    "misere 0.07 3+4",
    "identify 0,1,1,2,0 --starts 5 --most 3",
    "atlas search period=12 --sequence 0,1 --at 0 --code kayles --table octal --limit 3",
    "outcomes sub:2,3 --end mod2:LR --to 9",
    "explain sub:2,3 3+4 --end mod2:LR --sum total",
    "explain chocolate:3 (2,7)+(1,4) --end normal",
    "explain wythoff 3,5 --end normal",
    "values sub:2,3 --end mod2:LR --terminal L=1,R=-1 --to 5 --limit 40 --style ascii",
    "parity kayles --to 3 --heaps 2",
    "quotient sub:2,3 --end mod2:LR --to 9",
    "quotient-sweep --sub-size 1 --max 3 --end mod2:LR --to 9",
    "sweep --min 2 --max 4 --end mod2:LR --where period>1 --total count_P --check runs --with 3 --without 2",
    "sweep --min 2 --max 4 --shard 1/2 --record record.json",
    "sweep --octal 1 --limit 99 --format csv",
    "merge nothing.json --format csv",
    "table chocolate:3 --to 3,9 --end normal --fix y=1 --set k=3 --show grundy --format csv",
    "conjecture chocolate:4 yxorz --to 3,9 --end normal --set k=4",
    "games chocolate",
    "fmt my.game",
    "check nothing.json",
    "draw scatter kayles --to 9 -o picture.svg",
    "draw grid chocolate:3 --to 3,9 --fix y=1 --end normal --show outcome -o picture.svg",
    "draw graph sub:2,3 --to 9 --end mod2:LR --set k=3 -o picture.svg",
    "draw thermograph {2|1} -o picture.svg",
    "draw tree {2|1} --depth 3 -o picture.svg",
    "draw monoid sub:2,3 --end mod2:LR -o picture.svg",
    "play sub:2,3 5 --end mod2:LR --first you --side left --level 3 --seed 4",
    "completions bash",
    "kayles --lang ja",
    "grundy kayles --to 5 --threads 1 --memory-limit 64MiB",
];

#[test]
fn no_text_ends_the_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut lines: Vec<Vec<String>> = Vec::new();
    for command in COMMANDS {
        let words: Vec<&str> = command.split(' ').collect();
        for place in 0..words.len() {
            if words[place].starts_with('-') {
                continue;
            }
            for hostile in HOSTILE {
                let mut line: Vec<String> = words.iter().map(|w| (*w).to_string()).collect();
                line[place] = (*hostile).to_string();
                lines.push(line);
            }
        }
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut problems = Vec::new();
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
                .args(line)
                .args(["--time-limit", "2s"])
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .expect("the program runs");
            let errors = String::from_utf8_lossy(&output.stderr);
            if !matches!(output.status.code(), Some(0..=3)) || errors.contains("panicked") {
                problems.push(format!("{line:?}: {:?}\n{errors}", output.status));
            }
            if is_forged(&output.stdout) || is_forged(&output.stderr) {
                problems.push(format!("{line:?} forges:\n{output:?}"));
            }
        }
        problems
    };
    let problems: Vec<String> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        hands.into_iter().flat_map(|hand| hand.join().expect("no panic")).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn nothing_in_a_file_forges_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let quoted = serde_json::to_string(FORGING).expect("JSON");
    let head = r#""format":"ishitori-certificate","version":1"#;
    let name = format!("{FORGING}.game");
    let files = [
        ("rule.json", format!(r#"{{{head},"rule":{{{quoted}:1}}}}"#)),
        ("text.json", format!(r#"{{{head},"rule":"{FORGING}"}}"#)),
        ("format.json", format!(r#"{{"format":{quoted},"version":{quoted},{quoted}:2}}"#)),
        (
            "claim.json",
            format!(
                r#"{{{head},"rule":{{"subtraction":{{"set":[1,2]}}}},"claim":{{{quoted}:3}},"proof":{quoted}}}"#
            ),
        ),
        ("wrong.game", format!("# {FORGING}\n(n) -> (n-1) if n > 0 and {FORGING}\n")),
        ("right.game", "# \u{1b}[31m\u{202e}石取り\n(n) -> (n-1) if n > 0\n".to_string()),
        ("wrong.board", format!("game g\nboard grid\npieces x\nleft: . -> {FORGING}x\n")),
        ("codes", format!("0.77\n0.7{FORGING}\n")),
        (name.as_str(), "(n) -> (n-1) if n > ".to_string()),
    ];
    for (file, text) in &files {
        std::fs::write(folder.path().join(file), text).expect("a file");
    }
    let commands: &[&[&str]] = &[
        &["check", "rule.json"],
        &["check", "text.json"],
        &["check", "format.json"],
        &["check", "claim.json"],
        &["check", &name],
        &["merge", "rule.json", "format.json"],
        &["grundy", "wrong.game", "--to", "3"],
        &["grundy", "right.game", "--to", "3"],
        &["grundy", &name, "--to", "3"],
        &["fmt", "right.game"],
        &["fmt", "wrong.game"],
        &["position", "wrong.board", "1x3"],
        &["sweep", "--codes", "codes"],
        &["period", "0.77", "--checkpoint", "rule.json"],
        &["grundy", "0.77", "--to", FORGING],
        &["eval", "1", "--", FORGING],
        &["draw", "table", "(a,b) -> (a-1,b) if a>0", "--title", FORGING, "-o", FORGING],
        &["table", "(a,b) -> (a-1,b) if a>0", "--to", "2,2", "--format", "latex", "--set", FORGING],
    ];
    for command in commands {
        for (language, json) in [("C.UTF-8", false), ("ja_JP.UTF-8", false), ("C.UTF-8", true)] {
            let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
                .args(*command)
                .args(json.then_some("--json"))
                .env_remove("LC_ALL")
                .env_remove("LC_MESSAGES")
                .env("LANG", language)
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .expect("the program runs");
            assert!(matches!(output.status.code(), Some(0..=2)), "{command:?}: {output:?}");
            let forged = is_forged(&output.stdout) || is_forged(&output.stderr);
            assert!(!forged, "{command:?} in {language}: {output:?}");
        }
    }
}

#[test]
fn conditions_beyond_64_bits_are_refused() {
    let large = "period + 9223372036854775807 > 0";
    let contrary = format!("not ({large}) and period > 0");
    for condition in [large, &contrary] {
        for command in [
            vec!["atlas", "search", condition, "--table", "octal"],
            vec!["sweep", "--octal", "1", "--limit", "1000", "--where", condition],
            vec!["quotient-sweep", "--max", "3", "--end", "misere", "--where", condition],
            vec!["sweep", "--min", "2", "--max", "4", "--where", condition],
        ] {
            let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
                .args(&command)
                .env("LANG", "C.UTF-8")
                .env_remove("LC_ALL")
                .env_remove("LC_MESSAGES")
                .output()
                .expect("the program runs");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {errors}");
            assert!(errors.contains("is beyond 64 bits for "), "{command:?}: {errors}");
        }
    }
}

#[test]
fn unwritable_help_is_a_failure() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let help = Command::new(env!("CARGO_BIN_EXE_ishitori")).arg("help").stdout(full).status();
    assert_eq!(help.expect("the program runs").code(), Some(2));
}
