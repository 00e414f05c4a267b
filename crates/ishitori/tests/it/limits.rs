//! Every command keeps its limits: of time, of memory, and Ctrl-C.
//!
//! The inputs would run for many minutes, or fill any machine. Bounds are generous, so that a
//! loaded machine keeps them; without the limits they would be missed by far.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use ishitori::engines::certify::{
    Certificate, Claim, Outcomes, Proof, Quotient, QuotientData, QuotientEnd, Rule,
};

/// The exit status of a command that reached a limit.
const LIMIT: i32 = 3;
/// A command that should stop now has so long, on a machine that does other things too.
const SOON: Duration = Duration::from_secs(40);
/// The time limit of all commands.
const TIME: &str = "600ms";

/// What a command came to.
struct Run {
    status: ExitStatus,
    took: Duration,
    /// The most memory that it had, where the system reports it.
    peak: Option<u64>,
    complaints: String,
}

fn start(arguments: &[&str], input: &str, folder: &Path) -> Child {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ishitori"))
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    if let Some(mut stdin) = child.stdin.take() {
        // A program that has ended does not read.
        let _ = stdin.write_all(input.as_bytes());
    }
    child
}

/// The most memory that a process has had so far, in bytes.
fn peak_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// Waits for the end of a command, which is ended by force after `longest`.
fn finish(mut child: Child, longest: Duration) -> Run {
    let started = Instant::now();
    let mut errors = child.stderr.take().expect("standard error is piped");
    let listener = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = std::io::Read::read_to_string(&mut errors, &mut text);
        text
    });
    let mut peak = None;
    let status = loop {
        peak = peak.max(peak_of(child.id()));
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        if started.elapsed() > longest {
            child.kill().expect("the program can be killed");
            break child.wait().expect("the program can be waited for");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let took = started.elapsed();
    let complaints = listener.join().expect("the listener did not panic");
    Run { status, took, peak, complaints }
}

/// Fifty switches, all different: their sum has more positions than any machine holds.
fn switches() -> String {
    let switch = |n: u32| format!("{{{}|{}}}", 1 + n * n, -i64::from(3 * n * n * n + 1));
    (1..50).map(switch).collect::<Vec<_>>().join("+")
}

/// Five thousand heaps.
fn heaps() -> String {
    (0..5000).map(|n| (3 + n % 5).to_string()).collect::<Vec<_>>().join("+")
}

/// A command and its input.
struct Hard {
    arguments: Vec<String>,
    input: String,
}

fn hard(arguments: &[&str]) -> Hard {
    let arguments = arguments.iter().map(|word| (*word).to_string()).collect();
    Hard { arguments, input: String::new() }
}

/// Certificates that demand much: of a long period, and one that is long itself.
fn certificates() -> Vec<String> {
    let period = Certificate::new(
        Rule::subtraction([5000, 10_001, 15_001]),
        Claim::period(0, 100_015_000),
        Proof::subtraction(),
    );
    // A cyclic group of which every product has to be examined.
    let (order, up_to) = (3000, 1500);
    let claim = Quotient {
        end: QuotientEnd::stones("P", 1),
        up_to: Some(up_to),
        preperiod: None,
        period: None,
        order,
        outcomes: Outcomes { p: 1, n: order - 1, ..Outcomes::default() },
    };
    let data = QuotientData {
        generators: vec![1],
        action: vec![(0..order).map(|x| (x + 1) % order).collect()],
        outcomes: (0..order).map(|x| if x == 0 { 'P' } else { 'N' }).collect(),
        phi: (0..=up_to).map(|n| n % order).collect(),
    };
    let rule = Rule::take_and_break([0, 7, 7]);
    let group = Certificate::new(rule, Claim::Quotient(claim), Proof::Quotient(data));
    vec![period.to_json(), group.to_json()]
}

/// Hard questions to every command that computes.
fn questions() -> Vec<Hard> {
    let (switches, heaps) = (switches(), heaps());
    let board = ["........"; 8].join("|");
    let loops = "(n) -> (n-s) for s in 1..4000000000000000000 if s <= n and s mod 3 = 7";
    let mut all = vec![
        hard(&["eval", &switches]),
        hard(&["eval", &format!("Thermograph({switches})"), "--json"]),
        hard(&["eval", "ConwayProduct(3000.^[5]*2, 2000.{3|-2})"]),
        hard(&["eval", "1000000.^ + 999999.{2|-3}"]),
        hard(&["eval", "{1/2**60000|3/2**60001}"]),
        hard(&["eval", "Thermograph(1/2**65000)", "--json"]),
        hard(&["position", "domineering", &board]),
        hard(&["position", "clobber", &["xoxoxoxo", "oxoxoxox"].repeat(4).join("|")]),
        hard(&["grundy", "0.F", "--to", "30000000"]),
        hard(&["grundy", "0.F", "--to", "3000000000"]),
        hard(&["grundy", "0.52D", "--to", "4294967295"]),
        hard(&["grundy", "lasker-nim", "--to", "1000000000000"]),
        hard(&["grundy", "allbut:999999", "--to", "1000000000", "--format", "csv"]),
        hard(&["grundy", "grundys-game", "--to", "1000000000000", "--json"]),
        hard(&["grundy", "kayles", "--to", "1000000", "--end", "misere"]),
        hard(&["grundy", "(n) -> (n-s) for s in 1..n", "--to", "200000000"]),
        hard(&["period", "grundys-game", "--limit", "4000000000000000000"]),
        hard(&["period", "0.52D", "--limit", "100000000"]),
        hard(&["period", "kayles", "--end", "misere", "--limit", "100000"]),
        hard(&["period", "lib:chomp3", "--row", "y=300", "--row", "z=300", "--limit", "2000"]),
        hard(&["identify", "0,1,2,3,1,4,3,99", "--starts", "100000"]),
        hard(&["misere", "*7+*7+*7+*7"]),
        hard(&["misere", "*250+*249+*248+*247"]),
        hard(&["misere", "1000.*[7,[5,3],[6,[4]]]"]),
        hard(&["misere", "grundys-game", "60"]),
        hard(&["misere", "kayles", "31"]),
        hard(&["misere", "kayles", "300"]),
        hard(&["misere", "nim", "100000"]),
        hard(&["misere", "sub:1,2,5", "1073741824"]),
        hard(&["outcomes", "kayles", "--end", "mod3:LRN", "--to", "100000"]),
        hard(&["outcomes", "nim", "--end", "mod3:LRN", "--to", "1000000000"]),
        hard(&["outcomes", "kayles", "--end", "moves", "--to", "1000000"]),
        hard(&["outcomes", loops, "--to", "100000"]),
        hard(&["explain", "kayles", "40+41+42+43", "--end", "mod3:LRN"]),
        hard(&["explain", "nim", "1000000000", "--end", "mod3:LRN"]),
        hard(&["explain", "nim", &heaps]),
        hard(&["explain", loops, "(1000000)"]),
        hard(&["values", "nim", "--to", "200", "--end", "mod3:LRN"]),
        hard(&["values", "kayles", "--to", "1000000", "--end", "mod2:LR"]),
        hard(&["values", "sub:1", "--to", "5", "--terminal", &format!("L={switches}")]),
        hard(&["values", loops, "--to", "100000"]),
        hard(&["sweep", "--min", "2", "--max", "60", "--yes"]),
        hard(&["quotient", "grundys-game", "--end", "misere", "--to", "1000"]),
        hard(&["quotient-sweep", "--octal", "4", "--each", "1h"]),
        hard(&["parity", "grundys-game", "--to", "200", "--heaps", "9"]),
        hard(&["table", "lib:chomp3", "--to", "400,400,400"]),
        hard(&["table", "wythoff:100000", "--to", "16000,16000"]),
        hard(&["table", loops, "--to", "100000000"]),
        hard(&[
            "table",
            "left: (n) -> (n-1) if n>0; right: (n) -> (n-2) if n>1",
            "--to",
            "99999999",
        ]),
        hard(&["conjecture", "lib:chomp3", "0", "--to", "400,400,400"]),
        hard(&["draw", "scatter", "0.F", "--to", "1999999", "-o", "scatter.svg"]),
        hard(&["draw", "grid", "lib:chomp3", "--to", "400,400,400", "-o", "grid.svg"]),
        hard(&["draw", "thermograph", &switches, "-o", "thermograph.svg"]),
        hard(&["draw", "tree", &switches, "-o", "tree.svg"]),
        hard(&["draw", "monoid", "grundys-game", "--end", "misere", "-o", "monoid.svg"]),
        hard(&["draw", "table", "0.F", "--to", "1999999", "-o", "table.svg"]),
        hard(&["draw", "automaton", "exact-nim:7,2", "-o", "automaton.svg"]),
        hard(&[
            "draw",
            "board",
            "clobber",
            "xoxoxo|oxoxox|xoxoxo|oxoxox",
            "--values",
            "-o",
            "board.svg",
        ]),
        hard(&["draw", "cayley", "grundys-game", "--end", "misere", "-o", "cayley.svg"]),
        hard(&["position", "cram", "7x7", "--nimber"]),
        hard(&["position", "domineering", "9x9", "--outcome", "--certificate", "9x9.json"]),
        hard(&["census", "clobber", "4x5", "--find", "one-winning-move"]),
        hard(&["census", "cram", "5x5", "--reachable"]),
        hard(&["census", "node-kayles", "graphs:8"]),
        hard(&["remoteness", "nim", "30+31+32+33+34"]),
        hard(&["compound", "continued", "0.137", "--to", "100000"]),
        hard(&["compound", "conjunctive", "lib:chomp3", "(40,40,40)+(41,41,41)"]),
        hard(&["blocking", "nim", "60+61+62+63", "--most", "2"]),
        hard(&["dots-and-boxes", "4x6"]),
        hard(&["puzzle", "domineering", "8x8", "--level", "5"]),
        hard(&["conjecture", "exact-nim:8,2", "--fit", "--prove", "--learn", "outcomes"]),
        hard(&["sweep", "--octal", "4"]),
        hard(&["sweep", "--ask", "values", "--min", "2", "--max", "17"]),
        hard(&[
            "sweep",
            "lib:chocolate",
            "--set",
            "k=1..1000",
            "--ask",
            "period",
            "--row",
            "y=300",
        ]),
        hard(&["atlas", "build", "--out", "atlas"]),
        hard(&["reproduce", "--only", "C"]),
    ];
    all.push(Hard { input: format!("{switches}\n"), ..hard(&["repl"]) });
    all.push(Hard { input: format!("{switches}\n"), ..hard(&["eval", "-"]) });
    for certificate in certificates() {
        all.push(Hard { input: certificate, ..hard(&["check", "/dev/stdin"]) });
    }
    let play = ["play", loops, "(1000000)"];
    all.push(Hard { input: "hint\nwhy\n1\n".to_string(), ..hard(&play) });
    all
}

fn shown(arguments: &[String]) -> String {
    let cut = |word: &String| word.chars().take(60).collect::<String>();
    arguments.iter().map(cut).collect::<Vec<_>>().join(" ")
}

/// Runs all questions with more arguments, four at a time, and gathers what is wrong.
fn all(more: &[&str], longest: Duration, judge: impl Fn(&Run) -> Option<String> + Sync) {
    let questions = questions();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(Hard { arguments, input }) = questions.get(at) else { return };
                    let folder = tempfile::tempdir().expect("a folder");
                    let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
                    words.extend(more);
                    let run = finish(start(&words, input, folder.path()), longest);
                    if let Some(why) = judge(&run) {
                        let complaints = run.complaints.chars().take(300).collect::<String>();
                        wrong.lock().expect("no thread panicked").push(format!(
                            "{}: {why}, {:?}, {:?}: {complaints}",
                            shown(arguments),
                            run.took,
                            run.status,
                        ));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The reason why a run is neither an answer nor a clean stop: a crash or a timeout.
fn ended(run: &Run) -> Option<String> {
    match run.status.code() {
        Some(0..=3) => None,
        _ => Some("did not end by itself".to_string()),
    }
}

/// Every command that the help lists is asked something hard here, but for those that never take long.
#[test]
fn every_command_is_asked_something_hard() {
    // They look things up, or work on what is given to them; a server has limits of its own, see `serve_limits`.
    const QUICK: [&str; 13] = [
        "atlas add",
        "atlas check",
        "atlas claim",
        "atlas search",
        "atlas todo",
        "cite",
        "draw bar",
        "draw graph",
        "fmt",
        "games",
        "merge",
        "serve",
        "tour",
    ];
    let asked: Vec<String> =
        questions().iter().map(|question| format!("{} ", question.arguments.join(" "))).collect();
    let commands: Vec<String> =
        crate::help::commands(&[]).iter().map(|command| command.join(" ")).collect();
    let above = |command: &str| commands.iter().any(|c| c.starts_with(&format!("{command} ")));
    let mut missing = Vec::new();
    for command in commands.iter().filter(|command| !above(command)) {
        let hard = asked.iter().any(|words| words.starts_with(&format!("{command} ")));
        if hard == QUICK.contains(&command.as_str()) {
            missing.push(command);
        }
    }
    assert!(missing.is_empty(), "asked nothing hard, or called quick though they are: {missing:?}");
}

#[test]
fn time_limits_are_kept() {
    all(&["--time-limit", TIME], SOON, ended);
}

#[test]
fn memory_limits_are_kept() {
    memory_limits_are_kept_for("3s");
}

/// `cargo test -p ishitori --test it memory_limits -- --ignored`.
#[test]
#[ignore = "a quarter of an hour"]
fn memory_limits_are_kept_for_long() {
    memory_limits_are_kept_for("60s");
}

/// All questions with as much time as this, in which the memory should not grow beyond its limit.
fn memory_limits_are_kept_for(time: &str) {
    // The program itself, its threads and the allocator take their part.
    const SLACK: u64 = 160 << 20;
    const MEMORY: u64 = 96 << 20;
    let more = ["--memory-limit", "96MiB", "--time-limit", time, "--threads", "2"];
    all(&more, 2 * SOON, |run| {
        let most = run.peak.unwrap_or(0);
        let much = (most > MEMORY + SLACK).then(|| format!("took {} MiB", most >> 20));
        ended(run).or(much)
    });
}

/// Nim with eight heaps in which every move names what is left.
fn nim_with_eight_heaps() -> String {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let moves = names.map(|name| {
        let left = names.map(|other| if other == name { "x" } else { other }).join(",");
        format!("({left}) for x in 0..<{name}")
    });
    format!("({}) -> {}", names.join(","), moves.join("; "))
}

/// Work that once began before any limit was checked: quoted forms, long input, long lists, files in memory, what is
/// collected along lines. Each took from twice to twenty times what it was given.
#[test]
fn no_stage_is_before_the_first_look() {
    const MIB: u64 = 1 << 20;
    // The program itself (with all that is for debugging), its threads and the allocator take their part.
    const SLACK: u64 = 112 * MIB;
    let eight = nim_with_eight_heaps();
    let sum = "a xor b xor c xor d xor e xor f xor g xor h";
    let corner = "8,8,8,8,8,8,8,8";
    let lines = "{1|0}\n".repeat(600_000);
    let text = |input: &str, words: &[&str]| Hard { input: input.to_string(), ..hard(words) };
    let all = [
        (256, hard(&["eval", "IsImpartial(2**128)"])),
        (256, hard(&["eval", "'2**128'"])),
        (256, hard(&["eval", "^ === 2**24"])),
        (256, hard(&["eval", "FormalBirthday(*16000)"])),
        (256, hard(&["eval", "['*100+*100' for x in LeftOptions(*16000)]"])),
        (256, hard(&["eval", "[1/2**60000 for x in LeftOptions(*16000)]", "--json"])),
        (256, text("[1/2**60000 for x in LeftOptions(*16000)]\n", &["eval", "-"])),
        (256, hard(&["play", "2**100"])),
        (256, hard(&["draw", "tree", "'2**100'", "-o", "tree.svg"])),
        (256, text(&lines, &["eval", "-", "--json"])),
        (256, text(&lines, &["eval", "-", "--jsonl"])),
        (256, text(&"\n".repeat(30_000_000), &["eval", "-"])),
        (256, hard(&["sweep", "--min", "2", "--max", "26", "--list", "--json", "--yes"])),
        (64, hard(&["sweep", "--min", "2", "--max", "26", "--list", "--words", "--json", "--yes"])),
        (64, hard(&["grundy", "0.7777", "--to", "50000000", "--format", "parquet"])),
        (64, hard(&["outcomes", "sub:2,3", "--to", "50000000", "--format", "parquet"])),
        (64, hard(&["draw", "scatter", "0.7777", "--to", "1900000", "-o", "scatter.pdf"])),
        (256, hard(&["quotient", "0.064", "--end", "misere"])),
        (256, hard(&["quotient-sweep", "--max", "8", "--to", "10", "--end", "mod2:LR"])),
        (256, hard(&["conjecture", &eight, sum, "--to", corner])),
        (256, hard(&["table", &eight, "--to", corner, "--json"])),
    ];
    let judge = |limit: u64, Hard { arguments, input }: &Hard| {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = format!("{limit}MiB");
        let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        words.extend(["--time-limit", "2s", "--memory-limit", &memory, "--threads", "2"]);
        let begun = Instant::now();
        let run = finish(start(&words, input, folder.path()), SOON);
        let most = run.peak.unwrap_or(0);
        let much = most > limit * MIB + SLACK;
        let wrong = ended(&run).is_some() || much || begun.elapsed() > SOON;
        wrong.then(|| {
            let complaints = run.complaints.chars().take(300).collect::<String>();
            let (took, most) = (begun.elapsed(), most / MIB);
            format!("{}: {most} MiB, {took:?}, {complaints}", shown(arguments))
        })
    };
    // Two at a time: most of them wait for the limit on one thread.
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some((limit, question)) =
            all.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
        {
            wrong.extend(judge(*limit, question));
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mine = work();
        other.join().expect("no thread panicked").into_iter().chain(mine).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Long input goes in and out line by line; what was known by the limit is whole JSON that says so.
#[test]
fn long_input_is_cut_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lines");
    std::fs::write(&file, "{1|0}\n".repeat(2_000_000)).expect("a file");
    let run = |more: &[&str]| {
        Command::new(assert_cmd::cargo::cargo_bin!("ishitori"))
            .args(["eval", "-", "--time-limit", "1s", "--lang", "en"])
            .args(more)
            .stdin(std::fs::File::open(&file).expect("a file"))
            .output()
            .expect("the program runs")
    };
    let output = run(&["--json"]);
    assert_eq!(output.status.code(), Some(LIMIT));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["stopped"], "time");
    let results = answer["results"].as_array().expect("results");
    assert!(!results.is_empty() && results[0]["mean"] == "1/2", "{}", results.len());
    let output = run(&["--jsonl"]);
    assert_eq!(output.status.code(), Some(LIMIT));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.ends_with("}\n") && text.lines().all(|line| line.ends_with('}')));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("time limit") || text.contains("\"limit\""), "{complaint}");
}

/// Input that never comes, or a line that never ends.
#[test]
fn silent_input_keeps_to_the_time() {
    for command in ["eval", "fmt"] {
        let begun = Instant::now();
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ishitori"))
            .args([command, "-", "--time-limit", "300ms"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let silent = child.stdin.take();
        let status = loop {
            if let Some(status) = child.try_wait().expect("the program can be waited for") {
                break status.code();
            }
            if begun.elapsed() > SOON {
                child.kill().expect("the program can be killed");
                break child.wait().expect("the program can be waited for").code();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        drop(silent);
        assert_eq!(status, Some(LIMIT), "{command}");
    }
    #[cfg(unix)]
    {
        let run = Command::new(assert_cmd::cargo::cargo_bin!("ishitori"))
            .args(["eval", "-", "--time-limit", "300ms"])
            .stdin(std::fs::File::open("/dev/zero").expect("zeros"))
            .output()
            .expect("the program runs");
        assert_eq!(run.status.code(), Some(LIMIT));
    }
}

/// A file of rows that is cut has an end, so that what was written can be read.
#[test]
fn rows_in_parquet_are_cut_whole() {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("ishitori"))
        .args(["grundy", "0.7777", "--to", "50000000", "--format", "parquet"])
        .args(["--time-limit", "5s", "--memory-limit", "64MiB"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(LIMIT));
    let table = ishitori_records::ParquetTable::read(&output.stdout).expect("a table");
    let cells: Vec<_> = (0..4).map(|row| table.cell(row, 1).to_string()).collect();
    assert_eq!(cells, ["0", "1", "2", "3"], "{} rows", table.len());
}

/// The same commands without limits, stopped by Ctrl-C.
#[test]
#[cfg(unix)]
fn interrupts_are_heard() {
    let questions = questions();
    let mut wrong = Vec::new();
    for some in questions.chunks(4) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut children = Vec::new();
        for Hard { arguments, input } in some {
            let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
            words.extend(["--memory-limit", "1GiB", "--threads", "2"]);
            children.push((start(&words, input, folder.path()), arguments));
        }
        children.iter_mut().for_each(|(child, _)| until_it_listens(child));
        // The work has begun; if not, the test is only easier.
        std::thread::sleep(Duration::from_millis(300));
        for (child, arguments) in children {
            interrupt(&child);
            let run = finish(child, SOON);
            if let Some(why) = ended(&run) {
                wrong.push(format!("{}: {why} {:?}", shown(arguments), run.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Waits until a process handles Ctrl-C, or has ended. Where the system does not report it, a while.
#[cfg(unix)]
fn until_it_listens(child: &mut Child) {
    const INTERRUPT: u64 = 1 << 1;
    let caught = |process: u32| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    };
    if !Path::new("/proc/self/status").exists() {
        return std::thread::sleep(Duration::from_secs(3));
    }
    let started = Instant::now();
    while child.try_wait().expect("the program can be waited for").is_none()
        && caught(child.id()).is_none_or(|mask| mask & INTERRUPT == 0)
    {
        assert!(started.elapsed() < 6 * SOON, "the program does not listen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("signals can be sent").success() || peak_of(child.id()).is_none());
}

/// A chain of numbers is combined within the limit, not only taken apart.
#[test]
fn numbers_of_many_digits_keep_to_the_time() {
    let run = |limit: &str| {
        let words = ["eval", "{1/2**60000|3/2**60001}", "--time-limit", limit];
        Command::new(assert_cmd::cargo::cargo_bin!("ishitori")).args(words).output().unwrap()
    };
    let cut = run("1ms");
    assert_eq!(cut.status.code(), Some(LIMIT));
    assert!(String::from_utf8_lossy(&cut.stdout).contains("birthday"));
    assert_eq!(run("600s").status.code(), Some(0));
}

/// What a long answer looks like that is cut: whole JSON that says so.
#[test]
fn long_answers_are_cut_whole() {
    let run = |more: &[&str]| {
        let words = [&["grundy", "sub:1,2", "--to", "300000000"], more].concat();
        Command::new(assert_cmd::cargo::cargo_bin!("ishitori"))
            .args(&words)
            .output()
            .expect("the program runs")
    };
    let output = run(&["--json", "--time-limit", "1s"]);
    assert_eq!(output.status.code(), Some(LIMIT));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.starts_with("{\"rule\":") && text.ends_with("}\n"), "{}", &text[..100]);
    let tail = &text[text.len() - 200..];
    assert!(tail.contains("\"stopped\":\"time\""), "{tail}");
    let values = text.split_once("\"values\":[").expect("values").1;
    assert!(values.starts_with("0,1,2,0,1,2,0,1,2,"));
    let output = run(&["--format", "csv", "--time-limit", "300ms"]);
    assert_eq!(output.status.code(), Some(LIMIT));
    assert!(output.stdout.starts_with(b"n,grundy\n"));
}

/// A period is searched for without a limit on heaps.
#[test]
fn searches_beyond_what_lists_hold() {
    let run = |arguments: &[&str]| {
        Command::new(assert_cmd::cargo::cargo_bin!("ishitori"))
            .args(arguments)
            .output()
            .expect("the program runs")
    };
    let found = run(&["period", "kayles", "--limit", "4000000000000000000", "--lang", "en"]);
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let refused = run(&["grundy", "kayles", "--to", "4000000000000000000", "--lang", "en"]);
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(why.contains("since all values are kept"), "{why}");
}

/// Heap codes of few letters that mean much work: what only accompanies the answer is left out, and
/// nothing is done before the first look at the limits.
#[test]
fn codes_of_few_letters_keep_their_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("far"), "sub:5,6,10,1000000\n0.77\n").expect("a file");
    // A million digits each.
    std::fs::write(folder.path().join("many"), "sub:1000000\n".repeat(20_000)).expect("a file");
    let zeros = format!("0.{}7", "0".repeat(60_000));
    let ranges = format!("sub:{}", vec!["1-1000000"; 6000].join(","));
    let tables = format!("mod30000:L{}/mod29999:R{}", "R".repeat(29_999), "L".repeat(29_998));
    let commands: &[(&[&str], i32)] = &[
        (&["grundy", "0.BDECD", "--to", "5", "--time-limit", "1s"], 0),
        (&["outcomes", "0.BDECD", "--to", "5", "--time-limit", "1s"], 0),
        (&["period", "0.BDECD", "--time-limit", "1s"], LIMIT),
        (&["period", &zeros, "--limit", "7"], 0),
        (&["period", "sub:400000-1000000", "--limit", "7"], 0),
        (&["period", &ranges, "--limit", "7"], 0),
        (&["sweep", "--codes", "far", "--limit", "7"], 0),
        (&["sweep", "--codes", "many", "--limit", "7", "--memory-limit", "64MiB"], LIMIT),
        (&["outcomes", "sub:2,3", "--end", &tables, "--to", "5"], 2),
        (&["quotient", "0.4", "--end", "mod4:RPRP", "--time-limit", "1s"], 0),
        (&["reproduce", "--only", "C17", "--memory-limit", "1KiB"], LIMIT),
        (&["draw", "graph", NOWHERE, "--to", "5", "-o", "x.txt"], 2),
        (&["draw", "graph", NOWHERE, "--to", "5", "-o", "x.dot"], 2),
        (&["draw", "graph", NOWHERE, "--to", "5", "-o", "x.svg"], 2),
    ];
    for (command, status) in commands {
        let short: Vec<&str> = command.iter().map(|word| &word[..word.len().min(60)]).collect();
        let run = finish(start(command, "", folder.path()), SOON);
        assert_eq!(run.status.code(), Some(*status), "{short:?}: {}", run.complaints);
        let most = 600 << 20;
        assert!(run.peak.is_none_or(|peak| peak < most), "{short:?}: {:?} bytes", run.peak);
    }
}

/// A game without any position.
const NOWHERE: &str = "position (n) where n < 0; both: (m) for m in 0 ..< n";
