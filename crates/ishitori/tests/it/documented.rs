//! The commands of `docs/ending-partizan.md` and their answers; those that take more than a few
//! seconds here are in the tests of `ishitori-sweep`, or only in the document.

use crate::common::{ishitori, stderr, stdout};

const DOCUMENT: &str = include_str!("../../../../docs/ending-partizan.md");
const JAPANESE: &str = include_str!("../../../../docs/ending-partizan.ja.md");

/// The words of a command line, in which double quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('"').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_string)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

/// Runs a command that stands in both documents.
fn run(line: &str) -> String {
    for document in [DOCUMENT, JAPANESE] {
        assert!(document.contains(line), "not documented: {line}");
    }
    let words = words(line.strip_prefix("ishitori ").unwrap());
    let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = ishitori(&arguments);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    stdout(&output).to_string()
}

fn answers(line: &str, expected: &[&str]) {
    let text = run(line);
    for part in expected {
        assert!(text.contains(part), "{line}: {part} is missing in\n{text}");
    }
}

#[test]
fn one_heap() {
    let proved = "period 5 from heap 2, proved";
    answers("ishitori outcomes sub:2,3 --end mod2:LR --to 12", &["  LRLNNLPLNNLPL\n", proved]);
    answers("ishitori explain sub:2,3 6 --end mod2:LR", &["P  the previous", "no winning move"]);
    let line = "ishitori outcomes sub:2,3,6 --end mod2:LR --to 12";
    answers(line, &["  LRLNNLLNLLLLL\n", "period 1 from heap 8"]);
    let word = "LRLRLRLNNNNNNLPLNLPLNNLLNNLPLNLPLNNLLNNLPLNLPLNNLLN";
    answers("ishitori outcomes sub:2,6,7 --end mod2:LR --to 50", &[word]);
    answers("ishitori outcomes sub:2,3 --end misere/mod2:NP --to 12", &["proved"]);
}

#[test]
fn families() {
    for (line, expected) in [
        ("ishitori sweep --min 2 --max 20", "200992 of 262144 sets"),
        ("ishitori sweep --min 3 --max 21", "243951 of 262144 sets (93.06 %)"),
        (
            "ishitori sweep --min 3 --max 21 --check neighbours --check runs",
            "holds for all 262144 sets concerned",
        ),
        ("ishitori sweep --min 2 --max 21 --check carret", "holds for all 179147 sets concerned"),
        (
            "ishitori sweep --min 2 --max 21 --check carret-all",
            "holds for all 171769 sets concerned",
        ),
    ] {
        answers(line, &[expected]);
    }
    answers(
        "ishitori sweep --min 2 --max 21 --min-size 2 --total cycle_P --total cycle_strange_P",
        &["26352 in all, over 524287 sets", "1142 in all, over 524287 sets"],
    );
}

#[test]
fn the_open_figure_within_the_28051() {
    answers(
        "ishitori sweep --min 2 --max 21 --min-size 2 --where \"period >= 2 and divides\" --total count_P --total strange_P",
        &["28051 of 524287 sets", "24606 in all, over 28051 sets", "818 in all, over 28051 sets"],
    );
}

#[test]
fn values() {
    let line = "ishitori values sub:2,3 --end mod2:LR --to 12";
    answers(line, &["{1*|-1}", "period 5 from heap 5, proved"]);
    let line = "ishitori values sub:2,3 --end mod2:LR --terminal L=1,R=0 --to 12";
    answers(line, &["period 5 from heap 0, proved"]);
    let line = "ishitori values sub:4,5 --end mod2:LR --terminal L=1,R=0 --to 12";
    answers(line, &["period 9 from heap 8, proved"]);
    answers(
        "ishitori values sub:2,3,6 --end mod2:LR --to 20",
        &[
            "T(0) = +-1, T(k+1) = {1|1,T(k)}",
            "proved for n ≥ 13",
            "v(3+9i) = T(2i)",
            "v(6+9i) = T(1+2i)",
        ],
    );
}

#[test]
fn several_heaps_and_parity() {
    answers("ishitori explain sub:2,3 1+1 --end mod2:LR", &["L  Left wins"]);
    answers("ishitori explain sub:2,3 1+1 --end mod2:LR --sum score", &["R  Right wins"]);
    answers(
        "ishitori parity kayles --to 8 --heaps 3",
        &["165 positions", "the theorem holds", "≤ 1) holds"],
    );
    answers("ishitori outcomes kayles --end moves --to 20", &["kayles"]);
}
