//! The checker in Python of `docs/certificates.md`, compared with ours.
#![cfg(unix)] // it is stopped by a signal where it takes too long

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common;
use crate::common::forging::{changes, pointers};
use ishitori_certify::*;
use serde_json::{Value, json};

/// The program that the document prints.
fn program() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificates.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut blocks =
        page.split("```python\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.find(|block| block.contains("def check(")).unwrap().to_owned()
}

/// Judges a line of JSON at a time, so that Python starts once.
const JUDGE: &str = r#"
import signal
def out_of_time(*_): raise TimeoutError
signal.signal(signal.SIGALRM, out_of_time)
for line in sys.stdin:
    signal.alarm(20)
    try:
        check(read(json.loads(line)))
        print("valid")
    except TimeoutError:
        print("late")
    except Exception:
        print("no")
    signal.alarm(0)
"#;

/// The verdicts of the program, or nothing where there is no Python.
fn judged(documents: &[String]) -> Option<Vec<String>> {
    let source = program().replace("if __name__ == \"__main__\":", "if False:") + JUDGE;
    let child = Command::new("python3")
        .args(["-c", &source])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        println!("python3 is not here, so the program of the document was not run");
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    let lines: String = documents.iter().map(|text| json!(text).to_string() + "\n").collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "the program failed");
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// Certificates that are small enough for both, valid and with every leaf changed, with the hash that
/// fits and with the old one.
fn corpus() -> Vec<String> {
    let mut all = Vec::new();
    for digits in [&[0_u32, 7, 7][..], &[0, 0, 7], &[0, 3, 3], &[4, 7], &[0, 1, 3, 7]] {
        let g = common::octal(digits, 600);
        let mut claim = common::claim(&g, common::find_period(&g).unwrap());
        for least in [true, false] {
            claim.least = least;
            let rule = Rule::take_and_break(digits);
            let claim = Claim::GrundyPeriod(claim.clone());
            let certificate = Certificate::new(rule, claim, Proof::guy_smith());
            let document = serde_json::to_value(&certificate).unwrap();
            all.push(document.to_string());
            let mut places = Vec::new();
            pointers(&document, String::new(), &mut places);
            for place in places {
                for new in changes(document.pointer(&place).unwrap()) {
                    let mut changed = document.clone();
                    *changed.pointer_mut(&place).unwrap() = new;
                    all.push(changed.to_string());
                    if let Some(hash) = fitting(&changed) {
                        changed["hash"] = json!(hash);
                        all.push(changed.to_string());
                    }
                }
            }
        }
        // Longer and later patterns of zeros.
        for (preperiod, period) in [(1, 24), (90, 12), (0, 34), (3, 7), (70, 11)] {
            claim.win_lose = Some(WinLosePeriod { preperiod, period });
            let claim = Claim::GrundyPeriod(claim.clone());
            let rule = Rule::take_and_break(digits);
            all.push(Certificate::new(rule, claim, Proof::guy_smith()).to_json());
        }
    }
    let text = all[0].clone();
    all.extend([
        text.replacen("\"version\":1", "\"version\":1,\"version\":1", 1),
        text.replacen("\"version\":1", "\"version\":true", 1),
        text.replacen("\"saltus\":0", "\"saltus\":false", 1),
        text.replacen("\"saltus\":0", "\"saltus\":0.0", 1),
        text.replacen("\"period\":12", "\"period\":12,\"period\":12", 1),
        text.replacen(':', ": ", 3),
        text[1..].to_owned(),
        String::new(),
    ]);
    all
}

/// The hash of a document that otherwise follows the format.
fn fitting(document: &Value) -> Option<String> {
    match check(&document.to_string()).why {
        Why::Rejected(Rejection::Hash { expected }) => Some(expected),
        _ => None,
    }
}

#[test]
fn the_program_of_the_document_agrees() {
    let limits = Limits { steps: 1 << 22, ..Limits::default() };
    // What is too much for us in a moment is too much for the other.
    let documents: Vec<(String, Verdict)> = corpus()
        .into_iter()
        .map(|text| (text.clone(), check_within(&text, &limits)))
        .filter(|(_, verdict)| !matches!(verdict.why, Why::Rejected(Rejection::Limit { .. })))
        .collect();
    let texts: Vec<String> = documents.iter().map(|(text, _)| text.clone()).collect();
    let Some(judged) = judged(&texts) else { return };
    assert_eq!(judged.len(), texts.len());
    let mut valid = 0;
    for ((text, verdict), judged) in documents.iter().zip(judged) {
        let two_parts = !matches!(&verdict.claim, Some(Statement { rule: Rule::TakeAndBreak(rule), .. })
            if rule.digits.iter().any(|&digit| digit > 7));
        if !two_parts || judged == "late" {
            continue;
        }
        assert_eq!(verdict.valid, judged == "valid", "{}: {text}", verdict.why);
        valid += usize::from(verdict.valid);
    }
    assert!(texts.len() > 1000 && valid > 15, "{} documents, {valid} valid", texts.len());
}
