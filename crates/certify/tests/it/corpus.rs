//! The documents that the fuzzer of certificates began with, and those with which it found something.

use std::path::PathBuf;

use ishitori_certify::*;
use ishitori_testing::fuzz::mutate::run_mutated;
use ishitori_testing::fuzz::{certificate, inputs};
use serde_json::{Value, json};

fn documents(kind: &str) -> Vec<(PathBuf, String)> {
    let folder = inputs(kind, "certificate");
    let mut files: Vec<PathBuf> = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
        Err(error) => panic!("{}: {error}", folder.display()),
    };
    files.sort();
    let text = |file: PathBuf| {
        let bytes = std::fs::read(&file).unwrap();
        (file, String::from_utf8_lossy(&bytes).into_owned())
    };
    files.into_iter().map(text).collect()
}

/// Certificates of every kind of rule, claim and proof are accepted; the kinds are all there.
#[test]
fn seeds_are_valid() {
    let seeds = documents("seeds");
    let kinds = |part: &str| {
        let kind = |(_, text): &(PathBuf, String)| {
            let value: Value = serde_json::from_str(text).unwrap();
            value[part].as_object().unwrap().keys().next().unwrap().clone()
        };
        let mut kinds: Vec<String> = seeds.iter().map(kind).collect();
        kinds.sort();
        kinds.dedup();
        kinds.join(" ")
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
    for (file, text) in &seeds {
        let verdict = check(text);
        assert!(verdict.valid, "{}: {}", file.display(), verdict.why);
    }
}

/// Certificates of every kind with numbers at the edges of words, and with bytes and pieces in other places. What is
/// changed is changed with the hash that fits, too.
#[test]
fn changed_certificates() {
    let run = |data: &[u8]| certificate::run_with(data, certificate::checked);
    run_mutated(&inputs("seeds", "certificate"), run);
}

/// With the hash that they have and the one that fits, they are decided within the limits.
#[test]
fn regressions_are_decided() {
    let limits = Limits { memory: 8 << 20, steps: 1 << 21, ..Limits::default() };
    for (file, text) in documents("regressions") {
        let verdict = check_within(&text, &limits);
        if let Why::Rejected(Rejection::Hash { expected }) = &verdict.why {
            let mut value: Value = serde_json::from_str(&text).unwrap();
            value["hash"] = json!(expected);
            let verdict = check_within(&value.to_string(), &limits);
            let hash = matches!(verdict.why, Why::Rejected(Rejection::Hash { .. }));
            assert!(!hash, "{}", file.display());
        }
        let _ = verdict.why.to_string();
    }
}
