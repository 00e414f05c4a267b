//! Files that earlier versions wrote: this program reads all of them, and computes what stands in them
//! (docs/stability.md).
//!
//! `crates/ishitori/tests/released` has a folder for each minor version. A release adds the one of its version:
//! `ISHITORI_RELEASED=write cargo test -p ishitori --test it released::` writes files that are missing, by the lines of
//! `commands.txt`. A file that is there is never changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ishitori::certify;
use ishitori::heaps::{PeriodSearch, QuotientSearch};
use ishitori::prelude::*;
use ishitori_records::{Cell, ParquetTable};
use serde_json::Value;

/// What a line of `commands.txt` says.
struct Line {
    /// The file, in the folder of the version.
    file: String,
    command: String,
}

impl Line {
    /// The file, as it was written.
    fn text(&self, folder: &Path) -> String {
        let path = folder.join(&self.file);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// Whether the program writes the file itself.
    fn writes(&self) -> bool {
        self.command.contains("{}")
    }

    /// Runs the command in the folder, `{}` standing for a file; what is printed.
    fn run(&self, folder: &Path, file: &str) -> String {
        let words = words(&self.command).into_iter().map(|word| word.replace("{}", file));
        let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(words)
            .current_dir(folder)
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {complaint}", self.command);
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The words of a command; spaces within single quotes do not part them.
fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

/// The folders of all versions with their lines. Writes what is missing in the one of this version, if that is asked for.
fn versions() -> Vec<(PathBuf, Vec<Line>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let this = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    assert!(folders.contains(&root.join(this)), "there is no folder {this} in tests/released");
    let writing = std::env::var("ISHITORI_RELEASED").is_ok_and(|word| word == "write");
    let with_lines = |folder: PathBuf| {
        let lines = lines(&folder);
        for line in lines.iter().filter(|_| writing && folder.ends_with(this)) {
            let path = folder.join(&line.file);
            if !path.exists() {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                let printed = line.run(&folder, &line.file);
                if !line.writes() {
                    fs::write(&path, printed).unwrap();
                }
            }
        }
        (folder, lines)
    };
    folders.into_iter().map(with_lines).collect()
}

fn lines(folder: &Path) -> Vec<Line> {
    let text = fs::read_to_string(folder.join("commands.txt")).unwrap();
    let read = |line: &str| {
        let (file, command) = line.split_once(": ").unwrap_or_else(|| panic!("no command: {line}"));
        Line { file: file.to_string(), command: command.to_string() }
    };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(read).collect()
}

/// Files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Everything that an object says is also said by a newer one; a newer one may say more.
fn is_said(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => old.iter().all(|(name, value)| {
            // How long it took, and by which version, are not statements about games.
            matches!(name.as_str(), "seconds" | "version")
                || new.get(name).is_some_and(|now| is_said(value, now))
        }),
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_said(old, new))
        }
        _ => old == new,
    }
}

#[test]
fn newer_objects_may_say_more_but_nothing_else() {
    let old: Value = serde_json::from_str(r#"{"a":[{"b":1}],"seconds":2}"#).unwrap();
    let with = |text: &str| is_said(&old, &serde_json::from_str(text).unwrap());
    assert!(with(r#"{"a":[{"b":1,"c":2}],"d":3}"#));
    for other in [r#"{"a":[{"b":2}]}"#, r#"{"a":[]}"#, r#"{"b":1}"#, r#"{"a":[{"b":1},{}]}"#, "3"] {
        assert!(!with(other), "{other}");
    }
    assert_eq!(words("eval '{2|1} + *' --json"), ["eval", "{2|1} + *", "--json"]);
}

/// Certificates of every claim, kind of rule and theorem are valid, as they were.
#[test]
fn certificates_are_valid() {
    for (folder, lines) in versions() {
        let documents: Vec<String> = files(&folder.join("certificates"))
            .iter()
            .map(|file| {
                let text = fs::read_to_string(file).unwrap();
                let verdict = certify::check(&text);
                assert!(verdict.valid, "{}: {}", file.display(), verdict.why);
                text
            })
            .collect();
        let listed = lines.iter().filter(|line| line.file.starts_with("certificates/"));
        // And the one of milestones.
        assert_eq!(documents.len(), listed.count() + 1, "{}", folder.display());
        let kinds = |part: &str| {
            let kind = |text: &String| {
                let document: Value = serde_json::from_str(text).unwrap();
                document[part].as_object().unwrap().keys().next().unwrap().clone()
            };
            let kinds: BTreeSet<String> = documents.iter().map(kind).collect();
            kinds.into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(kinds("rule"), "all-but code partizan subtraction take-and-break tuples");
        assert_eq!(
            kinds("claim"),
            "formula grundy-period outcome-period quotient value-growth value-period"
        );
        assert_eq!(
            kinds("data"),
            "all-but arithmetic formula formula-wins guy-smith heap-order milestones outcomes quotient subtraction values window"
        );
    }
}

/// Answers, which are recomputed: from rules, texts of games, records and certificates of that version.
#[test]
fn answers_say_what_they_said() {
    for (folder, lines) in versions() {
        let answers: Vec<&Line> =
            lines.iter().filter(|line| line.file.starts_with("answers/")).collect();
        assert!(answers.len() > 30, "{}", folder.display());
        for line in answers {
            let old: Value = serde_json::from_str(&line.text(&folder)).unwrap();
            let new: Value = serde_json::from_str(&line.run(&folder, "")).unwrap();
            assert!(is_said(&old, &new), "{}\n{old}\n{new}", line.command);
            // What was printed as a value is read, and is the same value.
            if let Some(canonical) = old["canonical"].as_str() {
                let again =
                    Line { file: String::new(), command: format!("eval '{canonical}' --json") };
                let again: Value = serde_json::from_str(&again.run(&folder, "")).unwrap();
                assert_eq!(again["canonical"], canonical);
            }
        }
    }
}

/// Rows have the columns that they had, in the same places, with the same cells; new columns come at the end.
#[test]
fn rows_are_what_they_were() {
    for (folder, lines) in versions() {
        let rows: Vec<&Line> = lines.iter().filter(|line| line.file.starts_with("rows/")).collect();
        assert!(rows.len() > 10, "{}", folder.display());
        for line in rows {
            if line.file.ends_with(".parquet") {
                continue;
            }
            let (old, new) = (line.text(&folder), line.run(&folder, ""));
            assert_eq!(old.lines().count(), new.lines().count(), "{}", line.command);
            for (old, new) in old.lines().zip(new.lines()) {
                let same = match serde_json::from_str::<Value>(old) {
                    Ok(old) => is_said(&old, &serde_json::from_str(new).unwrap()),
                    Err(_) => new.starts_with(old),
                };
                assert!(same, "{}\n{old}\n{new}", line.command);
            }
        }
    }
}

/// A table of Parquet has the rows that are there as JSON lines.
#[test]
fn parquet_is_read() {
    for (folder, lines) in versions() {
        let tables: Vec<&Line> =
            lines.iter().filter(|line| line.file.ends_with(".parquet")).collect();
        assert!(!tables.is_empty());
        for line in tables {
            let path = folder.join(&line.file);
            let table = ParquetTable::read(&fs::read(&path).unwrap()).unwrap();
            let written = fs::read_to_string(path.with_extension("jsonl")).unwrap();
            assert_eq!(table.len(), written.lines().count());
            for (at, row) in written.lines().enumerate() {
                let row: Value = serde_json::from_str(row).unwrap();
                assert!(!table.columns().is_empty());
                for (column, about) in table.columns().iter().enumerate() {
                    let cell = match table.cell(at, column) {
                        Cell::Empty => Value::Null,
                        Cell::Integer(n) => n.into(),
                        Cell::Bool(holds) => holds.into(),
                        Cell::Integers(list) => list.to_vec().into(),
                        Cell::Text(text) => text.into_owned().into(),
                    };
                    assert_eq!(cell, row[about.name.as_ref()], "{} of row {at}", about.name);
                }
            }
        }
    }
}

/// Interrupted searches go on, and end as a search in one piece.
#[test]
fn checkpoints_are_gone_on_with() {
    let budget = Budget::unlimited();
    for (folder, _) in versions() {
        let code: HeapRule = "0.106".parse().unwrap();
        let code = code.code().unwrap();
        let path = folder.join("checkpoints/heaps");
        let mut search = PeriodSearch::resume(code, 8000, &path, &budget).unwrap();
        let before = search.progress().computed;
        assert!((4000..8000).contains(&before), "{before}");
        while search.step(&budget).unwrap().is_none() {}
        // In one piece.
        let mut whole = PeriodSearch::new(code, 8000);
        while whole.step(&budget).unwrap().is_none() {}
        assert_eq!(format!("{:?}", search.progress()), format!("{:?}", whole.progress()));

        let kayles: HeapRule = "0.77".parse().unwrap();
        let path = folder.join("checkpoints/quotient");
        let mut search =
            QuotientSearch::resume(&kayles, &EndRule::misere(), &path, &budget).unwrap();
        let mut anew = QuotientSearch::new(&kayles, &EndRule::misere()).unwrap();
        assert!(search.quotient().order() > 1);
        for each in [&mut search, &mut anew] {
            each.run(Some(10), &budget).unwrap();
        }
        assert_eq!(search.quotient().order(), anew.quotient().order());
    }
}

/// Every line has its file and every file its line, and all of them together are small.
#[test]
fn every_file_is_listed() {
    for (folder, lines) in versions() {
        let listed: BTreeSet<&str> = lines.iter().map(|line| line.file.as_str()).collect();
        assert_eq!(listed.len(), lines.len());
        let (mut found, mut size) = (BTreeSet::new(), 0);
        for part in files(&folder).iter().filter(|path| path.is_dir() && !path.ends_with("games")) {
            for file in files(part) {
                size += fs::metadata(&file).unwrap().len();
                let name = file.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name);
            }
        }
        found.remove("certificates/milestones.json");
        assert_eq!(found, listed.into_iter().map(str::to_string).collect());
        assert!(size < 300_000, "{}: {size} bytes", folder.display());
    }
}

/// What `cite` says and what `CITATION.cff` says are the same.
#[test]
fn citations_agree() {
    use ishitori::engines::answers::cite::{AUTHOR, Request, TITLE, URL, YEAR, answer};

    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../CITATION.cff");
    let file = fs::read_to_string(file).unwrap();
    let field = |name: &str| {
        let begin = format!("{name}: ");
        let line =
            file.lines().find_map(|line| line.trim_start_matches([' ', '-']).strip_prefix(&begin));
        line.unwrap_or_else(|| panic!("{name} is missing")).trim_matches('"').to_string()
    };
    assert_eq!((field("title"), field("name")), (TITLE.to_string(), AUTHOR.to_string()));
    assert_eq!(field("repository-code"), URL);
    assert_eq!(&field("date-released")[..4], YEAR);
    let cited = answer(&Request::default()).unwrap();
    assert_eq!(field("version"), cited.version);
    assert!(cited.bibtex.contains(&format!("Version {}", field("version"))), "{}", cited.bibtex);
}
