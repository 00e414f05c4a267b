//! The folder of records of a community: two clones and a bare repository, a program that is killed, and a forger.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use ishitori::engines::answers::sha256;
use ishitori::engines::certify::{Certificate, Claim, Proof, Rule};
use serde_json::Value;

use crate::common::{ishitori, json_of, refused, stderr, stdout};

const WHO: [&str; 4] = ["--who", "A. N. Other", "--date", "2026-11-17"];

/// Runs git in a folder, with no settings of this machine.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .expect("git runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{arguments:?}: {said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    said
}

fn has_git() -> bool {
    let found = Command::new("git").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("skipped: there is no git on this machine");
    }
    found
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A certificate of a rule, in a folder of its own.
fn certificate(folder: &Path, rule: &str) -> PathBuf {
    let path = folder.join(format!("{}.json", rule.replace([':', ',', '.'], "-")));
    json_of(&["period", rule, "--certificate", text(&path)]);
    path
}

/// A certificate of something false whose own sum is right.
fn forged() -> String {
    Certificate::new(Rule::take_and_break([0, 7, 7]), Claim::period(71, 6), Proof::guy_smith())
        .to_json()
}

fn add(records: &Path, files: &[&Path], more: &[&str]) -> (Option<i32>, Value) {
    let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
    let output = ishitori(
        &[&["atlas", "add"], &files[..], &["--records", text(records), "--json"], more].concat(),
    );
    let answer =
        serde_json::from_str(stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    (output.status.code(), answer)
}

fn became(answer: &Value) -> Vec<&str> {
    answer["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["became"].as_str().unwrap())
        .collect()
}

fn check(records: &Path) -> (Option<i32>, Value) {
    let output = ishitori(&["atlas", "check", "--records", text(records), "--json"]);
    (output.status.code(), serde_json::from_str(stdout(&output)).unwrap())
}

/// All files of a folder with what is in them, without those of git.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with(".git") => {}
            true => found.extend(files(&path)),
            false => found.push((path.clone(), fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

#[test]
fn two_clones_merge_and_a_forgery_is_found() {
    if !has_git() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    git(place, &["init", "--bare", "--initial-branch=main", "origin.git"]);
    for clone in ["a", "b"] {
        git(place, &["clone", "-q", "origin.git", clone]);
        git(&place.join(clone), &["checkout", "-q", "-B", "main"]);
    }
    let (a, b) = (place.join("a"), place.join("b"));
    let (kayles, dawson) = (certificate(place, "0.77"), certificate(place, "0.07"));
    let commit = |clone: &Path| {
        git(clone, &["add", "-A"]);
        git(clone, &["commit", "-qm", "Add records"]);
    };
    let (pull, push) = (
        ["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"],
        ["push", "-q", "origin", "main"],
    );

    // Two people add to their clones without knowing of each other, one certificate twice.
    let (code, answer) = add(&a, &[&kayles], &WHO);
    assert_eq!((code, became(&answer)), (Some(0), vec!["added"]), "{answer}");
    commit(&a);
    git(&a, &push);
    let claimed = json_of(&[
        "atlas",
        "claim",
        "period .007",
        "--records",
        text(&b),
        "--who",
        "B",
        "--date",
        "2026-11-16",
        "--until",
        "2026-12-01",
    ]);
    assert_eq!(claimed["command"], "ishitori period 0.007 --certificate FILE");
    let other = [
        "--who",
        "B",
        "--date",
        "2026-11-18",
        "--machine",
        "a laptop",
        "--made-with",
        "ishitori 0.1.0",
    ];
    let (code, answer) = add(&b, &[&kayles, &dawson], &other);
    assert_eq!((code, became(&answer)), (Some(0), vec!["added", "added"]), "{answer}");
    commit(&b);
    git(&b, &[&pull[..], &["--allow-unrelated-histories"]].concat());
    git(&b, &push);
    git(&a, &pull);
    let relative = |root: &Path| -> Vec<(PathBuf, Vec<u8>)> {
        let strip = |(path, bytes): (PathBuf, Vec<u8>)| {
            (path.strip_prefix(root).unwrap().to_path_buf(), bytes)
        };
        files(root).into_iter().map(strip).collect()
    };
    assert_eq!(relative(&a), relative(&b));
    for clone in [&a, &b] {
        let (code, answer) = check(clone);
        assert_eq!(code, Some(0), "{answer}");
        assert_eq!((&answer["valid"], &answer["claims"]), (&3.into(), &1.into()), "{answer}");
        assert_eq!(git(clone, &["status", "--porcelain"]), "");
    }
    // What is there is not added again, not even from the folder of another user.
    let record = answer["files"][1]["record"].as_str().unwrap().to_string();
    let anonymous: &[&str] = &[];
    for (file, more) in [(dawson, &WHO[..]), (PathBuf::from(record), anonymous)] {
        let (code, answer) = add(&a, &[&file], more);
        assert_eq!((code, became(&answer)), (Some(1), vec!["not-stronger"]), "{answer}");
    }

    // A claim keeps others out until it expires; what is done cannot be claimed.
    let claim = |work: &str, who: &str, date: &str| {
        ishitori(&[
            "atlas",
            "claim",
            work,
            "--records",
            text(&a),
            "--who",
            who,
            "--date",
            date,
            "--until",
            "2026-12-31",
        ])
    };
    let taken = claim("period 0.007", "A", "2026-12-01");
    assert_eq!(taken.status.code(), Some(1));
    assert_eq!(stdout(&taken).trim(), "period 0.007: B has it until 2026-12-01");
    assert_eq!(claim("period 0.007", "B", "2026-11-30").status.code(), Some(0));
    assert_eq!(claim("period 0.007", "A", "2026-12-02").status.code(), Some(1));
    assert_eq!(claim("period 0.007", "A", "2027-01-01").status.code(), Some(2), "until is before");
    let done = claim("period kayles", "A", "2026-12-02");
    assert_eq!(done.status.code(), Some(1));
    assert!(stdout(&done).starts_with("period 0.77: done, see "), "{}", stdout(&done));
    let todo =
        json_of(&["atlas", "todo", "--records", text(&a), "--date", "2026-12-20", "--limit", "2"]);
    assert_eq!((&todo["taken"], todo["work"].as_array().unwrap().len()), (&1.into(), 3), "{todo}");
    assert_eq!(todo["work"][2]["holder"]["who"], "B");
    let later = json_of(&["atlas", "todo", "--records", text(&a), "--date", "2027-01-01"]);
    assert_eq!(later["taken"], 0, "{later}");

    // A forged file: as a certificate it is refused, and as a file of the folder it is found.
    let false_claim = place.join("false.json");
    fs::write(&false_claim, forged()).unwrap();
    let before = files(&b);
    let (code, answer) = add(&b, &[&false_claim], &WHO);
    assert_eq!((code, became(&answer)), (Some(1), vec!["not-valid"]), "{answer}");
    assert_eq!(files(&b), before);
    let (path, bytes) =
        before.iter().find(|(path, _)| path.to_string_lossy().contains("0.77-")).unwrap();
    let honest = String::from_utf8(bytes.clone()).unwrap();
    let at = honest.find("\"certificate\": ").unwrap() + "\"certificate\": ".len();
    let record = format!("{}{}\n}}\n", &honest[..at], forged().trim());
    let name = format!("{}.json", &sha256(record.as_bytes())[..32]);
    fs::write(path.with_file_name(&name), record).unwrap();
    fs::write(path, honest.replace("2026-11-17", "2020-11-17").replace("2026-11-18", "2020-11-17"))
        .unwrap();
    fs::write(b.join("records/notes.txt"), "hello").unwrap();
    commit(&b);
    git(&b, &push);
    git(&a, &[&pull[..], &["--allow-unrelated-histories"]].concat());
    let (code, answer) = check(&a);
    assert_eq!(code, Some(1));
    let wrong = |problem: &Value| {
        let file = problem["file"].as_str().unwrap().rsplit('/').next().unwrap().to_string();
        (file, problem["wrong"].as_str().unwrap().to_string())
    };
    let mut found: Vec<(String, String)> =
        answer["problems"].as_array().unwrap().iter().map(wrong).collect();
    found.sort();
    let changed = path.file_name().unwrap().to_str().unwrap().to_string();
    let mut expected = vec![
        (name, "not-valid".to_string()),
        (changed, "name".to_string()),
        ("notes.txt".to_string(), "not-a-record".to_string()),
    ];
    expected.sort();
    assert_eq!(found, expected, "{answer}");
    assert_eq!(answer["valid"], 2, "{answer}");
}

/// A forged record keeps no honest one out, though it claims more.
#[test]
fn a_forgery_keeps_nothing_out() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let (honest, records) = (certificate(place, "0.77"), place.join("r"));
    let (_, answer) = add(&records, &[&honest], &WHO);
    let path = PathBuf::from(answer["files"][0]["record"].as_str().unwrap());
    let text = fs::read_to_string(&path).unwrap();
    // A shorter period would be stronger.
    fs::write(&path, text.replace("\"period\": 12", "\"period\": 6")).unwrap();
    let (code, answer) = add(&records, &[&honest], &WHO);
    assert_eq!((code, became(&answer)), (Some(0), vec!["added"]), "{answer}");
}

/// A quotient of more heaps is stronger, one of fewer is not.
#[test]
fn a_shorter_range_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let partial = |to: &str| {
        let path = place.join(format!("q{to}.json"));
        let asked =
            ["quotient", "0.77", "--end", "misere", "--to", to, "--certificate", text(&path)];
        json_of(&asked);
        path
    };
    let (five, nine) = (partial("5"), partial("9"));
    let records = place.join("r");
    let (code, answer) = add(&records, &[&five, &nine, &five], &WHO);
    assert_eq!(code, Some(1));
    assert_eq!(became(&answer), ["added", "added", "not-stronger"], "{answer}");
    assert_eq!(check(&records).1["valid"], 2);
}

/// The program is killed while it adds, at any time: what is there is whole, and the same command goes on.
#[cfg(unix)]
#[test]
fn killed_in_the_middle() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let all: Vec<PathBuf> =
        (2..10).map(|n| certificate(place, &format!("sub:1,{}", 2 * n))).collect();
    let records = place.join("r");
    for pause in [0, 5, 15, 40, 90] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(["atlas", "add", "--records", text(&records)])
            .args(WHO)
            .args(&all)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        let _ = process.kill();
        process.wait().unwrap();
        if records.exists() {
            let (code, answer) = check(&records);
            assert_eq!(code, Some(0), "{answer}");
        }
    }
    let files: Vec<&Path> = all.iter().map(PathBuf::as_path).collect();
    let (_, answer) = add(&records, &files, &WHO);
    assert!(became(&answer).iter().all(|one| matches!(*one, "added" | "not-stronger")), "{answer}");
    let (code, answer) = check(&records);
    assert_eq!((code, &answer["valid"]), (Some(0), &all.len().into()), "{answer}");
}

/// A repository may hold a symbolic link that leads anywhere: nothing is written through it.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let (kayles, records, elsewhere) =
        (certificate(place, "0.77"), place.join("r"), place.join("e"));
    fs::create_dir_all(&elsewhere).unwrap();
    fs::create_dir_all(&records).unwrap();
    std::os::unix::fs::symlink(&elsewhere, records.join("records")).unwrap();
    let refused = ["atlas", "add", text(&kayles), "--records", text(&records)];
    let output = ishitori(&[&refused[..], &WHO].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(files(&elsewhere).is_empty());
}

#[test]
fn mistakes_are_named() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let (kayles, records) = (certificate(place, "0.77"), place.join("r"));
    let (kayles, records) = (text(&kayles), text(&records));
    refused(&["atlas", "add", kayles, "--records", records], "--who");
    refused(
        &["atlas", "add", kayles, "--records", records, "--who", "A", "--date", "2026-02-30"],
        "--date",
    );
    refused(
        &["atlas", "add", kayles, "--records", records, "--who", " ", "--date", "2026-02-03"],
        "--who",
    );
    refused(&["atlas", "check", "--records", records], "No such file");
    refused(
        &[
            "atlas",
            "claim",
            "grundy 0.77",
            "--records",
            records,
            "--who",
            "A",
            "--date",
            "2026-02-03",
            "--until",
            "2026-02-04",
        ],
        "period RULE",
    );
    assert!(!Path::new(records).exists(), "nothing is written");
    let other = place.join("other.json");
    fs::write(&other, "{\"a\": 1}").unwrap();
    let (code, answer) = add(Path::new(records), &[&other], &WHO);
    assert_eq!((code, became(&answer)), (Some(1), vec!["no-certificate"]));
}
