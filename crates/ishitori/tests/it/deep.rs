//! Deep nesting and long chains: every parser answers or refuses, on any stack.
//!
//! Whatever is nested is bounded where it is read (`values::notation::MAX_NESTING`,
//! `language::MAX_DEPTH`, the nodes of `sweep::Expression`, the depth of JSON); what is not bounded there
//! keeps its stack on the heap or grows it. So a hundred thousand signs, and ten megabytes, are a refusal
//! or an answer, also on the stack of a worker of the server, which is smaller than that of a process.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::server::{Server, encoded};
use ishitori::engines::language::{ParameterValue, TextGame, format, parse, parse_formula};
use ishitori::engines::rules::end::EndRule;
use ishitori::engines::rules::heap::HeapRule;
use ishitori::engines::solve::board::BoardGame;
use ishitori::engines::solve::ending::heaps_in_order;
use ishitori::engines::solve::tuple::{SumPosition, grundy_table};
use ishitori::engines::sweep::Expression;
use ishitori::games::{Budget, Calculator, GameStore};

/// A worker of the server has as much.
const SMALL_STACK: usize = 2 << 20;

/// Texts that nest or go on, of about this many characters.
fn shapes(length: usize) -> Vec<(&'static str, String)> {
    let times = |piece: &str| piece.repeat(length / piece.len());
    let around = |open: &str, inside: &str, close: &str| {
        let count = length / (open.len() + close.len());
        format!("{}{inside}{}", open.repeat(count), close.repeat(count))
    };
    vec![
        ("parentheses", around("(", "1", ")")),
        ("parentheses around a name", around("(", "n", ")")),
        ("open parentheses", times("(")),
        ("open braces", times("{")),
        ("minus", format!("{}1", times("-"))),
        ("plus or minus", format!("{}1", times("+-"))),
        ("braces", around("{", "|", "}")),
        ("options", around("{0|", "1", "}")),
        ("lists", around("*[", "0", "]")),
        ("brackets", around("[", "0", "]")),
        ("bars", format!("{{0{}0}}", times("|"))),
        ("differences", format!("1{}", times("-1"))),
        ("sums", format!("n{}", times("+n"))),
        ("products", format!("2{}", times("*1"))),
        ("conjunctions", format!("n>0{}", times(" and n>0"))),
        ("conditions", format!("max>0{}", times(" and max>0"))),
        ("negations", format!("{}n>0", times("not "))),
        ("negated conditions", format!("{}max>0", times("not "))),
        ("choices", format!("{}1", times("if n>0 then 1 else "))),
        (
            "inner choices",
            format!("{}1{}", "if ".repeat(length / 16), " then 1 else 1".repeat(length / 16)),
        ),
        ("names", format!("{}n", times("let a = 1 in "))),
        ("calls", around("min(1,", "n", ")")),
        ("functions", around("Negative(", "1", ")")),
        ("comparisons", format!("1{}", times("<1"))),
        ("ordinal sums", format!("1{}", times(":1"))),
        ("numbers", format!("1{}", times(",1"))),
        ("powers", format!("2{}", times("**2"))),
        ("rows", times("..|")),
    ]
}

/// A few of them, for texts so long that writing them takes a while.
fn few_shapes(length: usize) -> Vec<(&'static str, String)> {
    let few =
        ["parentheses", "minus", "options", "brackets", "differences", "negations", "choices"];
    shapes(length).into_iter().filter(|(name, _)| few.contains(name)).collect()
}

/// Commands with a place for a text.
const COMMANDS: &[&[&str]] = &[
    &["eval", "@"],
    &["draw", "thermograph", "@", "-o", "picture.svg"],
    &["misere", "@"],
    &["misere", "kayles", "@"],
    &["grundy", "@", "--to", "5"],
    &["period", "@"],
    &["table", "(n) -> (@) if n > 0", "--to", "5"],
    &["table", "(n) -> (n-1) if @", "--to", "5"],
    &["table", "lib:chocolate", "--to", "3,3", "--set", "k=@"],
    &["sweep", "--min", "2", "--max", "6", "--where", "@"],
    &["outcomes", "sub:2,3", "--end", "@", "--to", "5"],
    &["values", "sub:1", "--to", "5", "--terminal", "L=@"],
    &["position", "domineering", "@"],
    &["position", "hackenbush", "@"],
    &["explain", "nim", "@"],
    &["explain", "lib:nim", "@"],
    &["conjecture", "lib:kayles", "@", "--to", "3"],
    &["conjecture", "lib:kayles", "@", "--to", "3", "--prove"],
    &["identify", "@"],
    &["atlas", "search", "@"],
    &["atlas", "search", "--sequence", "@"],
    &["atlas", "search", "--code", "@"],
];

fn is_an_end(code: Option<i32>) -> bool {
    matches!(code, Some(0..=3))
}

#[test]
fn long_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = Vec::new();
    for command in COMMANDS {
        for (name, text) in shapes(100_000) {
            let words: Vec<String> = command.iter().map(|w| w.replace('@', &text)).collect();
            lines.push((format!("{command:?} {name}"), words));
        }
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some((name, words)) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
                .current_dir(folder.path())
                .args(words)
                .args(["--time-limit", "1s", "--memory-limit", "256MiB"])
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            // A complaint is there to be read.
            if !is_an_end(output.status.code()) || said.len() > 6000 || said.contains("panicked") {
                let said: String = said.chars().take(300).collect();
                wrong.push(format!("{name}: {:?} {said}", output.status));
            }
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn long_files_and_lines() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in few_shapes(10_000_000) {
        fs::write(folder.path().join("long.game"), &text).unwrap();
        let game = format!("position (n)\nboth: ({text}) if n > 0\n");
        fs::write(folder.path().join("move.game"), game).unwrap();
        fs::write(folder.path().join("long.json"), &text).unwrap();
        let inside = format!("{{\"format\":\"ishitori-certificate\",\"data\":{text}}}");
        fs::write(folder.path().join("inside.json"), inside).unwrap();
        for (command, typed) in [
            (&["table", "./long.game", "--to", "5"][..], ""),
            (&["table", "./move.game", "--to", "5"], ""),
            (&["fmt", "move.game"], ""),
            (&["check", "long.json"], ""),
            (&["check", "inside.json"], ""),
            (&["quotient-sweep", "--rules", "long.game"], ""),
            (&["eval", "-"], text.as_str()),
        ] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_ishitori"))
                .current_dir(folder.path())
                .args(command)
                .args(["--time-limit", "2s"])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // A program that has ended does not read.
            let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                is_an_end(output.status.code()) && said.len() < 6000 && !said.contains("panicked"),
                "{command:?} {name}: {:?} {}",
                output.status,
                said.chars().take(300).collect::<String>()
            );
        }
    }
}

/// Reads a text in every way that there is.
fn read_everywhere(text: &str) {
    let budget = || {
        Budget::unlimited().with_time(std::time::Duration::from_millis(300)).with_memory(1 << 27)
    };
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, budget());
    if let Ok(value) = calculator.eval(text) {
        let _ = calculator.show(&value);
    }
    for source in [
        text.to_string(),
        format!("(n) -> ({text}) if n > 0"),
        format!("(n) -> (n - 1) if {text}"),
        format!("position (n)\nboth: (n - 1) if n > 0\nend: if {text} then L else R"),
        format!("position (n)\nboth: (n - 1) if n > 0\nterminal: {text}"),
    ] {
        let (tree, laid_out) = (parse(&source), format(&source));
        if let (Ok(tree), Ok(laid_out)) = (&tree, &laid_out) {
            assert!(parse(laid_out).as_ref() == Ok(tree));
        }
        if let Ok(game) = TextGame::new(&source, &[]) {
            let _ = game.recognise();
            if game.width() == 1 {
                let _ = grundy_table(&game, &[9], &budget());
            }
        }
    }
    let _ = parse_formula(text);
    let kayles = TextGame::new("(n) -> (n-1) if n>0", &[]).unwrap();
    if let Ok(formula) = kayles.formula(text) {
        let _ = formula.machine().value(&[3]);
    }
    let _ = text.parse::<ParameterValue>();
    let _ = text.parse::<HeapRule>();
    let _ = text.parse::<EndRule>();
    let _ = text.parse::<SumPosition>();
    let _ = text.parse::<Expression>();
    let _ = heaps_in_order(text);
    for game in BoardGame::ALL {
        let _ = game.value(&store, text, 1, &budget());
    }
    assert!(!ishitori::certify::check(text).valid);
}

#[test]
fn small_stacks() {
    for length in [120, 239, 242, 480, 1000, 2000, 4000, 100_000, 10_000_000] {
        let worker = std::thread::Builder::new().stack_size(SMALL_STACK);
        let all = if length > 1_000_000 { few_shapes(length) } else { shapes(length) };
        let work = move || {
            for (name, text) in all {
                // What a stack overflow leaves: the last text that was read.
                println!("{name} of length {}", text.len());
                read_everywhere(&text);
            }
        };
        worker.spawn(work).unwrap().join().unwrap();
    }
}

/// Functions that are put in place nest deeper than any text: sixty calls of a function sixty deep.
#[test]
fn functions_in_functions() {
    let around = |open: &str, inside: &str| open.repeat(60) + inside + &")".repeat(60);
    let (body, call) = (around("1-(", "x"), around("f(", "n"));
    let text =
        format!("position (n)\ndef f(x) = {body}\nboth: (n-1) if n > 0 and {call} > -9999\n");
    let work = move || {
        let game = TextGame::new(&text, &[]).unwrap();
        assert!(game.recognise().is_none());
        let table = grundy_table(&game, &[9], &Budget::unlimited()).unwrap();
        assert_eq!(table.get(&[9]), Some(1));
    };
    std::thread::Builder::new().stack_size(SMALL_STACK).spawn(work).unwrap().join().unwrap();
}

/// The same where a game and a formula become automata, for functions of every shape.
#[test]
fn functions_in_functions_are_proved_or_refused() {
    let around =
        |open: &str, inside: &str, close: &str| open.repeat(60) + inside + &close.repeat(60);
    for (open, close) in [
        ("1-(", ")"),
        ("max(1,", ")"),
        ("(if x > 0 then ", " else 1)"),
        ("(let y = ", " in y + 1)"),
        ("(", ") xor 1"),
    ] {
        let (body, call) = (around(open, "x", close), around("f(", "n", ")"));
        let text =
            format!("position (n)\ndef f(x) = {body}\nboth: (n-1) if n > 0 and {call} > -9999\n");
        let work = move || {
            let Ok(game) = TextGame::new(&text, &[]) else { return };
            // In the class or outside of it, but not beyond the stack.
            let _ = ishitori::engines::automata::GameFormulas::new(game.checked());
        };
        std::thread::Builder::new().stack_size(SMALL_STACK).spawn(work).unwrap().join().unwrap();
    }
}

/// The same on the threads of a server: as deep as is accepted, and deeper.
#[test]
fn workers_of_the_server() {
    let server = Server::start();
    for length in [119, 240, 480, 960, 3000] {
        for (name, text) in shapes(length) {
            for (command, parameters) in [
                ("eval", vec![("expression", "@")]),
                ("misere", vec![("game", "@")]),
                ("table", vec![("rule", "(n) -> (@) if n > 0"), ("to", "5")]),
                ("table", vec![("rule", "(n) -> (n-1) if n > 0 and @"), ("to", "5")]),
                (
                    "conjecture",
                    vec![
                        ("rule", "(n) -> (n-1) if n > 0"),
                        ("formula", "@"),
                        ("to", "3"),
                        ("prove", "true"),
                    ],
                ),
                ("sweep", vec![("min", "2"), ("max", "6"), ("where", "@")]),
            ] {
                let query: Vec<String> = parameters
                    .iter()
                    .map(|(key, value)| format!("{key}={}", encoded(&value.replace('@', &text))))
                    .collect();
                let reply = server.get(&format!("/api/v1/{command}?{}", query.join("&")));
                assert_ne!(reply.status, 500, "{command} {name} of length {length}");
            }
        }
    }
    let deep = format!("{}{}", "[".repeat(3_000_000), "]".repeat(3_000_000));
    let headers = [("Content-Type", "application/json")];
    for path in ["/api/v1/check", "/api/v1/jobs"] {
        let reply = server.send("POST", path, &headers, deep.as_bytes());
        assert!(reply.status < 500, "{path}: {}", reply.status);
    }
    assert_eq!(server.whole("/api/v1/eval?expression=1").status, 200);
}

/// The first thread of a process has 1 MB on Windows, and what `ulimit -s` says elsewhere.
#[test]
#[cfg(unix)]
fn the_program_does_not_need_the_stack_of_the_first_thread() {
    for arguments in [&["--help"][..], &["period", "0.77"], &["eval", "{2|1} + *"]] {
        let output = Command::new("sh")
            .args(["-c", "ulimit -s 256 && exec \"$@\"", "sh"])
            .arg(assert_cmd::cargo::cargo_bin!("ishitori"))
            .args(arguments)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {} {said}", output.status);
    }
}
