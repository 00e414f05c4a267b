//! Shards of a sweep in processes of their own, and `ishitori merge`.

use crate::common::{ishitori, stderr, stdout};
use std::path::{Path, PathBuf};

/// Runs all shards of a command, each in a process; gives the records.
fn shards(folder: &Path, command: &[&str], parts: u32) -> Vec<PathBuf> {
    let record = |number: u32| {
        let file = folder.join(format!("{number}.json"));
        let shard = format!("{number}/{parts}");
        let name = file.to_str().unwrap();
        let run = ishitori(&[command, &["--shard", &shard, "--record", name]].concat());
        assert!(run.status.code().is_some_and(|code| code < 2), "{}", stderr(&run));
        file
    };
    (1..=parts).map(record).collect()
}

fn merge<'f>(
    records: impl IntoIterator<Item = &'f PathBuf>,
    more: &[&str],
) -> std::process::Output {
    let names = records.into_iter().map(|path| path.to_str().unwrap());
    ishitori(&["merge"].into_iter().chain(names).chain(more.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn merged_output_is_that_of_one_piece() {
    let folder = tempfile::tempdir().unwrap();
    let bars = ["sweep", "chocolate", "--set", "k=1..7", "--row", "y=2", "--limit", "200"];
    let commands: [(&[&str], u32); 6] = [
        (&bars, 3),
        (&["sweep", "--octal", "1", "--limit", "500", "--where", "period < 4", "--rows"], 4),
        (&["sweep", "--min", "2", "--max", "13"], 5),
        (&["sweep", "--min", "2", "--max", "10", "--with", "5", "--max-size", "4", "--list"], 3),
        (&["sweep", "--min", "1", "--max", "5", "--group-by", "period", "--total", "period"], 40),
        (&["sweep", "--min", "2", "--max", "9", "--check", "carret-all", "--where", "has_R"], 2),
    ];
    for (command, parts) in commands {
        let records = shards(folder.path(), command, parts);
        for more in [&[][..], &["--json"], &["--lang", "ja"]] {
            let whole = ishitori(&[command, more].concat());
            let sum = merge(records.iter().rev(), more);
            assert_eq!(stdout(&sum), stdout(&whole), "{command:?} {more:?}");
            assert_eq!(sum.status, whole.status);
            assert_eq!(stderr(&sum), "");
        }
    }
    let command: &[&str] = &["quotient-sweep", "--octal", "1", "--to", "10", "--each", "100s"];
    let records = shards(folder.path(), command, 3);
    let timeless = |output: &std::process::Output| {
        let lines = stdout(output).lines().filter(|line| !line.trim_start().starts_with("seconds"));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(timeless(&merge(&records, &[])), timeless(&ishitori(command)));
}

#[test]
fn rows_of_shards_make_up_the_rows() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let command = ["sweep", "--min", "2", "--max", "10", "--where", "has_R"];
    let whole = ishitori(&[&command[..], &["--out", &at("all.csv")]].concat());
    assert!(whole.status.success(), "{}", stderr(&whole));
    let rows = |name: &str| std::fs::read_to_string(at(name)).unwrap();
    let mut joined = String::new();
    for number in 1..=3 {
        let (shard, file) = (format!("{number}/3"), at(&format!("{number}.csv")));
        let record = at(&format!("{number}.json"));
        let more = ["--shard", &shard, "--record", &record, "--out", &file];
        let run = ishitori(&[&command[..], &more].concat());
        assert!(run.status.success(), "{}", stderr(&run));
        let text = rows(&format!("{number}.csv"));
        joined += if number == 1 { &text } else { text.split_once('\n').unwrap().1 };
    }
    assert_eq!(joined, rows("all.csv"));
    // `merge --out` does that.
    let records = [1, 2, 3].map(|number| folder.path().join(format!("{number}.json")));
    let sum = merge(&records, &["--out", &at("sum.csv")]);
    assert!(sum.status.success(), "{}", stderr(&sum));
    assert_eq!(rows("sum.csv"), rows("all.csv"));
    // And to standard output.
    let sum = merge(&records, &["--out", "-"]);
    assert_eq!(stdout(&sum), rows("all.csv"));
    // Not what is not there, in another format, or another file.
    for (name, wrong) in [("sum.parquet", ".parquet"), ("sum.html", ".html")] {
        let sum = merge(&records, &["--out", &at(name)]);
        assert_eq!(sum.status.code(), Some(2));
        assert!(stderr(&sum).contains(wrong) && !Path::new(&at(name)).exists());
    }
    let sum = merge(&records[1..], &["--out", &at("some.csv")]);
    assert!(stderr(&sum).contains("missing shards: 1") && !Path::new(&at("some.csv")).exists());
    let whole = rows("2.csv");
    std::fs::write(at("2.csv"), whole.replacen('L', "R", 1)).unwrap();
    let sum = merge(&records, &["--out", &at("some.csv")]);
    assert!(stderr(&sum).contains("2.csv") && !Path::new(&at("some.csv")).exists());
    std::fs::write(at("2.csv"), whole).unwrap();
    // What is asked about is the same, whether rows were written or not.
    let sum = merge(&[1, 2, 3].map(|number| folder.path().join(format!("{number}.json"))), &[]);
    assert_eq!(stdout(&sum), stdout(&ishitori(&command)));
}

#[test]
fn bad_records_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let records = shards(folder.path(), &["sweep", "--min", "2", "--max", "9"], 4);
    let good = std::fs::read(&records[2]).unwrap();
    let refused = |records: &[&PathBuf], part: &str| {
        let output = merge(records.iter().copied(), &[]);
        assert_eq!(output.status.code(), Some(2), "{part}: {}", stdout(&output));
        assert!(stderr(&output).contains(part), "{part} in {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    };
    let all: Vec<&PathBuf> = records.iter().collect();
    let name = records[2].to_str().unwrap();
    for length in [0, 1, 40, good.len() / 2, good.len() - 1] {
        std::fs::write(&records[2], &good[..length]).unwrap();
        refused(&all, &format!("{name}: the record is cut off"));
    }
    for at in [80, good.len() / 2, good.len() - 4] {
        for bit in [0, 5, 7] {
            let mut flipped = good.clone();
            flipped[at] ^= 1 << bit;
            std::fs::write(&records[2], &flipped).unwrap();
            refused(&all, &format!("{name}: the record "));
        }
    }
    std::fs::write(&records[2], &good).unwrap();
    refused(&all[..2], "missing shards: 3-4");
    refused(&[all[0], all[1], all[3]], "missing shards: 3");
    refused(
        &[all[0], all[1], all[2], all[3], all[2]],
        &format!("{name}: shard 3/4 is already in {name}"),
    );
    let other = folder.path().join("other.json");
    let other_name = other.to_str().unwrap();
    let run = ishitori(&[
        "sweep", "--min", "2", "--max", "9", "--end", "misere", "--shard", "3/4", "--record",
        other_name,
    ]);
    assert!(run.status.success(), "{}", stderr(&run));
    refused(
        &[all[0], all[1], &other, all[3]],
        &format!("{other_name}: a record of a different question"),
    );
    refused(&[&folder.path().join("none.json")], "none.json");
    let part = merge(all[..2].iter().copied(), &["--partial"]);
    assert_eq!(part.status.code(), Some(3));
    assert!(stdout(&part).contains("missing shards: 3-4"), "{}", stdout(&part));
}

/// The script for GNU parallel in the book, with a stand-in that does one job after the other.
#[cfg(unix)]
#[test]
fn the_script_for_parallel_works() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let stand_in = folder.path().join("parallel");
    let text = "#!/bin/sh\nwhile [ \"$1\" != ishitori ]; do shift; done\n\
                while read -r i; do sh -c \"$(echo \"$*\" | sed \"s/{}/$i/g\")\" > /dev/null; done\n";
    std::fs::write(&stand_in, text).unwrap();
    std::fs::set_permissions(&stand_in, std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_ishitori")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", folder.path().display(), program.display());
    let whole = ishitori(&["sweep", "--min", "2", "--max", "16"]);
    for language in ["en", "ja"] {
        let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book").join(language);
        let script = std::fs::read_to_string(book.join("src/files/parallel.sh")).unwrap();
        let run = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("LANG", "C.UTF-8")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stdout), stdout(&whole), "{run:?}");
    }
}

#[test]
fn a_shard_that_is_stopped_leaves_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1.json");
    let record = file.to_str().unwrap();
    let run = ishitori(&[
        "sweep",
        "--min",
        "2",
        "--max",
        "60",
        "--shard",
        "2/3",
        "--record",
        record,
        "--yes",
        "--time-limit",
        "300ms",
    ]);
    assert_eq!(run.status.code(), Some(3), "{}", stderr(&run));
    assert!(!file.exists());
}

/// The rows of all front ends: a file, standard output, and the file that records make up.
#[test]
fn rows_of_lists() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let rows = |name: &str| std::fs::read(at(name)).unwrap();
    let bars = ["sweep", "chocolate", "--set", "k=1..5", "--row", "y=2", "--limit", "200"];
    let codes = ["sweep", "--octal", "1", "--limit", "500", "--where", "period < 4"];
    let quotients = ["quotient-sweep", "--octal", "1", "--to", "10", "--each", "100s"];
    let sets = ["sweep", "--min", "2", "--max", "7", "--words", "--grundy"];
    for command in [&bars[..], &codes, &quotients, &sets] {
        for ending in ["csv", "tsv", "jsonl"] {
            let file = at(&format!("all.{ending}"));
            let run = ishitori(&[command, &["--out", &file]].concat());
            assert!(run.status.success(), "{}", stderr(&run));
            let piped = ishitori(&[command, &["--out", "-", "--format", ending]].concat());
            assert_eq!(piped.stdout, rows(&format!("all.{ending}")), "{command:?} {ending}");
            let listed = ishitori(&[command, &["--format", ending]].concat());
            assert_eq!(listed.stdout, piped.stdout, "{command:?} {ending}");
        }
        if command != sets {
            let records = shards(folder.path(), command, 3);
            let sum = merge(&records, &["--out", &at("sum.csv")]);
            assert!(sum.status.success(), "{}", stderr(&sum));
            assert_eq!(rows("sum.csv"), rows("all.csv"), "{command:?}");
        }
    }
    // Rows of shards as Parquet are one file with as many rows.
    for number in 1..=3 {
        let (shard, file) = (format!("{number}/3"), at(&format!("{number}.parquet")));
        let record = at(&format!("{number}.json"));
        let more = ["--shard", &shard, "--record", &record, "--out", &file];
        assert!(ishitori(&[&sets[..], &more].concat()).status.success());
    }
    let records = [1, 2, 3].map(|number| folder.path().join(format!("{number}.json")));
    let sum = merge(&records, &["--out", &at("all.parquet")]);
    assert!(sum.status.success(), "{}", stderr(&sum));
    assert!(rows("all.parquet").starts_with(b"PAR1"));
}
