//! Files are written whole or not at all, at their place, one process at a time, and never an
//! old one where a new one is asked for.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{ishitori, stderr, stdout};

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("ishitori"));
    command.current_dir(folder).args(arguments).env("LANG", "C.UTF-8");
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").stdin(Stdio::null());
    // The key of the user, which seals checkpoints.
    command.env("XDG_STATE_HOME", folder);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().unwrap()
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Starts a command and waits until a file is there.
fn start_until(folder: &Path, arguments: &[&str], file: &str) -> Child {
    let mut command = program(folder, arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while !folder.join(file).exists() {
        assert!(child.try_wait().unwrap().is_none(), "{arguments:?} has ended");
        assert!(begun.elapsed() < Duration::from_secs(120), "{arguments:?}: no {file}");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn paths_are_bytes() {
    let place = tempfile::tempdir().unwrap();
    let name = |bytes: &[u8]| place.path().join(OsStr::from_bytes(bytes));
    let (certificate, rows) = (name(b"\xff\xfe.json"), name(b"\xe6\x97.csv"));
    let mut command = program(place.path(), &["period", "kayles", "--certificate"]);
    assert_eq!(status(&command.arg(&certificate).output().unwrap()), Some(0));
    let mut command = program(place.path(), &["check"]);
    assert_eq!(status(&command.arg(&certificate).output().unwrap()), Some(0));
    let mut command = program(place.path(), &["sweep", "--min", "2", "--max", "8", "--out"]);
    let output = command.arg(&rows).args(["--tiles"]).arg(name(b"\xf0tiles")).output().unwrap();
    assert_eq!(status(&output), Some(0), "{}", stderr(&output));
    assert!(certificate.exists() && rows.exists() && name(b"\xf0tiles").exists());
    // Where a text is wanted, bytes are refused.
    for lang in ["en", "ja"] {
        let mut command = program(place.path(), &["--lang", lang, "period"]);
        let output = command.arg(OsStr::from_bytes(b"\xff")).output().unwrap();
        assert_eq!(status(&output), Some(2), "{}", stderr(&output));
    }
}

#[test]
fn certificates_keep_links_modes_and_devices() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    fs::write(at("real.json"), "old").unwrap();
    fs::set_permissions(at("real.json"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink("real.json", at("link.json")).unwrap();
    let period = |to: &str| run(place.path(), &["period", "kayles", "--certificate", to]);
    assert_eq!(status(&period("link.json")), Some(0));
    assert!(fs::symlink_metadata(at("link.json")).unwrap().is_symlink());
    assert_eq!(fs::metadata(at("real.json")).unwrap().mode() & 0o777, 0o604);
    assert_eq!(status(&run(place.path(), &["check", "real.json"])), Some(0));
    assert_eq!(status(&period("/dev/null")), Some(0));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let printed = period("/dev/stdout");
    assert_eq!(status(&printed), Some(0));
    assert!(stdout(&printed).contains("\"format\"") && stdout(&printed).contains("period"));
    // A file is what standard output is: everything is in it.
    let file = fs::File::create(at("all")).unwrap();
    let mut command = program(place.path(), &["period", "kayles", "--certificate", "/dev/stdout"]);
    assert!(command.stdout(file).status().unwrap().success());
    assert_eq!(fs::read(at("all")).unwrap(), printed.stdout);
    let full = period("/dev/full");
    assert_eq!(status(&full), Some(2), "{}", stderr(&full));
    assert_eq!(names(place.path()), ["all", "link.json", "real.json"]);
}

#[test]
fn no_old_certificate_is_left() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    assert_eq!(
        status(&run(place.path(), &["period", "kayles", "--certificate", "good.json"])),
        Some(0)
    );
    for (wanted, arguments) in [
        // No theorem, not found, a limit, a mistake, the wrong kind of game.
        (1, &["period", "lasker-nim", "--limit", "300"][..]),
        (1, &["period", "0.06", "--limit", "100"]),
        (3, &["period", "0.106", "--time-limit", "100ms"]),
        (2, &["period", "0.9Z"]),
        (2, &["period", "kayles", "--end", "misere"]),
        (2, &["period", "lib:wythoff", "--row", "y=1"]),
        (2, &["outcomes", "kayles", "--end", "mod2:LR", "--to", "20"]),
        (1, &["values", "kayles", "--end", "mod2:LR", "--to", "5"]),
        (2, &["values", "chocolate", "--to", "5"]),
        (2, &["outcomes", "chocolate", "--to", "5"]),
        (2, &["quotient", "wythoff"]),
    ] {
        fs::copy(at("good.json"), at("old.json")).unwrap();
        let output = run(place.path(), &[arguments, &["--certificate", "old.json"]].concat());
        assert_eq!(status(&output), Some(wanted), "{arguments:?}: {}", stderr(&output));
        assert!(!at("old.json").exists(), "{arguments:?}");
    }
}

#[test]
fn an_answer_is_shown_though_it_cannot_be_saved() {
    let place = tempfile::tempdir().unwrap();
    for command in [&["period", "0.16"][..], &["quotient", "0.77", "--end", "misere"]] {
        // A missing folder is reported before anything is computed.
        let missing = [command, &["--checkpoint", "no/such/file"]].concat();
        let output = run(place.path(), &missing);
        assert_eq!(status(&output), Some(2), "{}", stderr(&output));
        assert!(stdout(&output).is_empty() && stderr(&output).contains("no/such"));
        // A failure at the end is reported, with the answer.
        let output = run(place.path(), &[command, &["--checkpoint", "/dev/full"]].concat());
        assert_eq!(status(&output), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("/dev/full"), "{}", stderr(&output));
        assert!(stdout(&output).contains("period"), "{}", stdout(&output));
    }
    assert!(names(place.path()).is_empty());
}

#[test]
fn folders_are_not_made_unasked() {
    let place = tempfile::tempdir().unwrap();
    for arguments in [
        &["man", "--out", "no/such"][..],
        &["reproduce", "--only", "A1", "--out", "no/such"],
        &["sweep", "--min", "2", "--max", "6", "--out", "no/such/x.csv"],
        &["sweep", "--min", "2", "--max", "6", "--tiles", "no/such"],
        &["sweep", "--min", "2", "--max", "6", "--chart", "no/such/x.svg"],
        &["quotient-sweep", "--octal", "1", "--out", "no/such/x.csv"],
        &["draw", "scatter", "0.77", "--to", "20", "-o", "no/such/x.svg"],
        &["period", "kayles", "--certificate", "no/such/x.json"],
        &["quotient", "kayles", "--certificate", "no/such/x.json"],
        &["outcomes", "sub:2,3", "--to", "9", "--certificate", "no/such/x.json"],
        &["values", "sub:2,3", "--to", "9", "--certificate", "no/such/x.json"],
    ] {
        for (lang, words) in [("en", "the folder no"), ("ja", "フォルダ no")] {
            let output = run(place.path(), &[&["--lang", lang], arguments].concat());
            assert_eq!(status(&output), Some(2), "{arguments:?}: {}", stderr(&output));
            assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        }
        assert!(names(place.path()).is_empty(), "{arguments:?}");
    }
}

#[test]
fn folders_of_others_stay() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    for folder in ["z.csv.parts", "tiles.part"] {
        fs::create_dir(at(folder)).unwrap();
        fs::write(at(folder).join("mine"), "precious").unwrap();
    }
    let sweep = ["sweep", "--min", "2", "--max", "6"];
    for resume in [&[][..], &["--resume"]] {
        let output = run(place.path(), &[&sweep[..], &["--out", "z.csv"], resume].concat());
        assert_eq!(status(&output), Some(2), "{}", stderr(&output));
    }
    let output = run(place.path(), &[&sweep[..], &["--tiles", "tiles"]].concat());
    assert_eq!(status(&output), Some(0), "{}", stderr(&output));
    assert_eq!(fs::read(at("z.csv.parts/mine")).unwrap(), b"precious");
    assert_eq!(fs::read(at("tiles.part/mine")).unwrap(), b"precious");
    assert_eq!(names(place.path()), ["tiles", "tiles.part", "z.csv.parts"]);
}

/// Whether this process, and so every one that it starts, ignores SIGHUP.
fn hang_up_is_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 1)
}

/// SIGTERM and SIGHUP are heard as Ctrl-C is: what was done is saved and shown. Meanwhile no other
/// process works on the file.
#[test]
fn signals_save_and_locks_hold() {
    let mut heard = vec!["-INT", "-TERM"];
    if !hang_up_is_ignored() {
        heard.push("-HUP");
    }
    for (name, signal_is) in heard.iter().enumerate() {
        let place = tempfile::tempdir().unwrap();
        let search = &["period", "0.106", "--checkpoint", "c", "--limit", "900000000000"][..];
        let child = start_until(place.path(), search, "c.lock");
        let second = run(place.path(), search);
        assert_eq!(status(&second), Some(2), "{}", stderr(&second));
        assert!(stderr(&second).contains(&child.id().to_string()), "{}", stderr(&second));
        signal(&child, signal_is);
        let output = child.wait_with_output().unwrap();
        assert_eq!(status(&output), Some(3), "{signal_is}: {}", stderr(&output));
        assert!(stderr(&output).contains("saved in c"), "{}", stderr(&output));
        assert_eq!(names(place.path()), ["c"]);
        // It can be gone on with.
        let again = run(place.path(), &["period", "0.106", "--checkpoint", "c", "--limit", "10"]);
        assert_eq!(status(&again), Some(0), "{}", stderr(&again));

        let sweep = ["sweep", "--min", "2", "--max", "30", "--count", "first_N > 2", "--threads"];
        let rows = [&sweep[..], &["1", "--out", "x.csv"]].concat();
        let child = start_until(place.path(), &rows, "x.csv.parts/0.record");
        if name == 0 {
            let second = run(place.path(), &[&rows[..], &["--resume"]].concat());
            assert_eq!(status(&second), Some(2), "{}", stderr(&second));
            assert!(stderr(&second).contains(&child.id().to_string()), "{}", stderr(&second));
        }
        signal(&child, signal_is);
        let output = child.wait_with_output().unwrap();
        assert_eq!(status(&output), Some(3), "{signal_is}: {}", stderr(&output));
        assert!(stderr(&output).contains("--resume"), "{}", stderr(&output));
        assert_eq!(names(place.path()), ["c", "x.csv.parts"]);
    }
}

/// What killed processes leave is gone on with, and gives the rows that an undisturbed one gives.
#[test]
fn killed_sweeps_lose_and_mix_nothing() {
    let place = tempfile::tempdir().unwrap();
    let sweep = |end: &'static str, out: &'static str| {
        ["sweep", "--min", "2", "--max", "20", "--threads", "2", "--end", end, "--out", out]
    };
    assert_eq!(status(&run(place.path(), &sweep("mod2:LR", "whole.csv"))), Some(0));
    let whole = fs::read(place.path().join("whole.csv")).unwrap();
    for round in 0..12 {
        let arguments = sweep("mod2:LR", "killed.csv");
        let mut command = program(place.path(), &[&arguments[..], &["--resume"]].concat());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(13 * round * round));
        // It may have ended by itself.
        child.kill().unwrap();
        child.wait().unwrap();
        // Another question never takes what is left.
        let other =
            run(place.path(), &[&sweep("misere", "killed.csv")[..], &["--resume"]].concat());
        match status(&other) {
            Some(0) => {
                let rows = fs::read(place.path().join("killed.csv")).unwrap();
                assert!(rows != whole, "rows of another question");
                fs::remove_file(place.path().join("killed.csv")).unwrap();
            }
            code => assert_eq!(code, Some(2), "{}", stderr(&other)),
        }
    }
    let last = run(place.path(), &[&sweep("mod2:LR", "killed.csv")[..], &["--resume"]].concat());
    assert_eq!(status(&last), Some(0), "{}", stderr(&last));
    let body = |bytes: &[u8]| bytes.splitn(2, |&b| b == b'\n').nth(1).map(<[u8]>::to_vec);
    let killed = fs::read(place.path().join("killed.csv")).unwrap();
    assert!(body(&killed) == body(&whole));
    assert_eq!(names(place.path()), ["killed.csv", "whole.csv"]);
}

/// A long check goes on where it was stopped, whether it was asked to or killed, and with any number of threads.
#[test]
fn checks_that_were_stopped_go_on() {
    let place = tempfile::tempdir().unwrap();
    let search = ["period", "0.104", "--limit", "300000000", "--certificate", "104.json"];
    let found = run(place.path(), &search);
    assert_eq!(status(&found), Some(0), "{}", stderr(&found));
    let check = ["check", "104.json", "--checkpoint", "104.check", "--json"];
    let (mut verified, mut stopped) = (0, 0);
    let last = (0..60).find_map(|round| {
        // What was saved before is still there when a process is killed.
        let mut command = program(place.path(), &check);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(10 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let seconds = format!("{:.1}", 0.3 * 1.2_f64.powi(round as i32));
        let threads = (1 + round % 2).to_string();
        let more = ["--time-limit", &seconds, "--threads", &threads];
        let output = run(place.path(), &[&check[..], &more].concat());
        if status(&output) == Some(0) {
            return Some(output);
        }
        assert_eq!(status(&output), Some(3), "{}", stderr(&output));
        if output.stdout.is_empty() {
            // On a busy machine the time can be over before the certificate is read.
            return None;
        }
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        // No heap of a stretch that was verified is verified again.
        if let Some(heaps) = answer["verified"]["heaps"].as_u64() {
            assert!(heaps >= verified, "{heaps} of {verified}");
            verified = heaps;
            stopped += 1;
        }
        None
    });
    let last = last.expect("a check that ends");
    assert!(stopped > 0);
    let whole = run(place.path(), &["check", "104.json", "--threads", "2", "--json"]);
    let [mut last, whole] = [&last, &whole]
        .map(|output| serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap());
    // The verdict says what earlier runs have verified.
    let resumed = last.as_object_mut().unwrap().remove("resumed");
    assert!(resumed.and_then(|heaps| heaps.as_u64()).is_some_and(|heaps| heaps >= verified / 2));
    assert_eq!(last, whole);
    assert_eq!(whole["valid"], serde_json::Value::Bool(true));
    // A file that this user's program has not sealed is not believed: another key, or another content.
    let elsewhere = tempfile::tempdir().unwrap();
    let refused = program(place.path(), &check).env("XDG_STATE_HOME", elsewhere.path()).output();
    let refused = refused.unwrap();
    assert_eq!(status(&refused), Some(2), "{}", stdout(&refused));
    assert!(
        stderr(&refused).contains("was not sealed by this user's program"),
        "{}",
        stderr(&refused)
    );
    let saved = fs::read_to_string(place.path().join("104.check")).unwrap();
    let forged = saved.replacen("\"greatest\":", "\"greatest\":1", 1);
    fs::write(place.path().join("forged.check"), forged).unwrap();
    let refused = run(place.path(), &["check", "104.json", "--checkpoint", "forged.check"]);
    assert_eq!(status(&refused), Some(2), "{}", stdout(&refused));
    // What was verified of one certificate is nothing for another.
    let document = fs::read_to_string(place.path().join("104.json")).unwrap();
    let other = document.replacen("\"max_value\": 29", "\"max_value\": 28", 1);
    fs::write(place.path().join("other.json"), &other).unwrap();
    let hashed = run(place.path(), &["check", "other.json"]);
    let hash = stdout(&hashed).split("it should be ").nth(1).expect("another hash").trim();
    let old = &document[document.find("\"hash\": \"").unwrap() + 9..][..64];
    fs::write(place.path().join("other.json"), other.replace(old, hash)).unwrap();
    let refused = run(place.path(), &["check", "other.json", "--checkpoint", "104.check"]);
    assert_eq!(status(&refused), Some(2), "{}{}", stdout(&refused), stderr(&refused));
}

/// A pipe that says nothing, a device that never ends, a file that is too long.
#[test]
fn reading_keeps_to_limits() {
    let place = tempfile::tempdir().unwrap();
    for name in ["pipe", "pipe.game"] {
        let made = Command::new("mkfifo").arg(place.path().join(name)).status().unwrap();
        assert!(made.success());
    }
    fs::write(place.path().join("long.game"), " ".repeat(2 << 20)).unwrap();
    symlink("/dev/zero", place.path().join("zero.game")).unwrap();
    for (wanted, arguments) in [
        (3, &["check", "pipe"][..]),
        (3, &["table", "./pipe.game", "--to", "3"]),
        (3, &["fmt", "pipe.game"]),
        (3, &["quotient-sweep", "--rules", "pipe"]),
        (2, &["table", "./zero.game", "--to", "3"]),
        (2, &["table", "./long.game", "--to", "3"]),
        (2, &["fmt", "long.game"]),
        (2, &["quotient-sweep", "--rules", "/dev/zero"]),
        (3, &["check", "/dev/zero"]),
    ] {
        // Only where nothing comes is the limit waited for.
        let time = if wanted == 3 { "2s" } else { "100s" };
        let limits = &["--time-limit", time, "--memory-limit", "16MiB"];
        let output = run(place.path(), &[arguments, limits].concat());
        assert_eq!(status(&output), Some(wanted), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn checkpoints_of_another_kind_are_named() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("c");
    for (command, kind) in
        [(&["period", "0.16"][..], "heap"), (&["quotient", "0.77", "--end", "misere"], "quotient")]
    {
        let command = [command, &["--checkpoint", "c"]].concat();
        assert_eq!(status(&run(place.path(), &command)), Some(0));
        let bytes = fs::read(&path).unwrap();
        let other = [format!("ishitori {kind} search 7\n").as_bytes(), &bytes[30..]].concat();
        fs::write(&path, other).unwrap();
        for (lang, words) in [("en", "version 7"), ("ja", "版 7")] {
            let output = run(place.path(), &[&command[..], &["--lang", lang]].concat());
            assert_eq!(status(&output), Some(2), "{}", stderr(&output));
            assert!(stderr(&output).contains(words), "{}", stderr(&output));
        }
        fs::write(&path, b"ishitori notes\n").unwrap();
        assert_eq!(status(&run(place.path(), &command)), Some(2));
        assert_eq!(fs::read(&path).unwrap(), b"ishitori notes\n");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn expressions_of_every_size() {
    let sweep = |arguments: &[&str]| {
        ishitori(&[&["sweep", "--min", "2", "--max", "8", "--lang", "en"], arguments].concat())
    };
    for operator in ["-", " and ", "*", "=="] {
        let long = sweep(&["--where", &vec!["1"; 20_000].join(operator)]);
        assert_eq!(status(&long), Some(2));
        let said = stderr(&long);
        assert!(said.contains("longer than 10000") && said.len() < 1000, "{said}");
        assert_eq!(status(&sweep(&["--where", &vec!["1"; 5000].join(operator)])), Some(0));
    }
    let large = sweep(&["--where", "max < 5 or 9223372036854775807 * 2 > 0"]);
    assert_eq!(status(&large), Some(2));
    assert!(stderr(&large).contains("beyond 64 bits for the set {2,5}"), "{}", stderr(&large));
    let sums = sweep(&["--total", "9223372036854775807"]);
    assert!(stdout(&sums).contains("590295810358705651648"), "{}", stdout(&sums));

    // What is not there is different from everything, and counted.
    let found = sweep(&["--count", "eventually != L", "--count", "eventually == L", "--json"]);
    let found: serde_json::Value = serde_json::from_str(stdout(&found)).unwrap();
    let counts = found["counts"].as_array().unwrap();
    assert_eq!((&counts[0]["count"], &counts[0]["without_value"]), (&41.into(), &41.into()));
    assert_eq!((&counts[1]["count"], &counts[1]["without_value"]), (&23.into(), &41.into()));
    let text = sweep(&["--where", "first_R != 3"]);
    assert!(stdout(&text).contains("sets without a value"), "{}", stdout(&text));
    let groups = sweep(&["--group-by", "first_P", "--json"]);
    let groups: serde_json::Value = serde_json::from_str(stdout(&groups)).unwrap();
    assert_eq!(groups["group_by"]["groups"][0][0], "none");
}

#[test]
fn identify_keeps_to_its_starts() {
    // In Kayles 4, 3, 2 come first at heap 28.
    let at = |starts: &str| ishitori(&["identify", "4,3,2,1,4,6", "--starts", starts, "--json"]);
    let matches = |output: &Output| {
        let object: serde_json::Value = serde_json::from_str(stdout(output)).unwrap();
        let matches = object["matches"].as_array().unwrap().clone();
        matches.iter().map(|m| m["start"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let first = *matches(&at("200")).first().unwrap();
    assert!(first > 0);
    let exact = matches(&at(&(first + 1).to_string()));
    assert!(exact.iter().all(|&start| start <= first) && exact.contains(&first));
    assert_eq!(matches(&at(&first.to_string())), Vec::<u64>::new());
}
