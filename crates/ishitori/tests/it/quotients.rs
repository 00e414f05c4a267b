//! The commands for quotients, from outside.

use crate::common::{ishitori, stderr, stdout};
use serde_json::Value as Json;

fn json(arguments: &[&str]) -> Json {
    let output = ishitori(arguments);
    serde_json::from_str(stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)))
}

#[test]
fn fields_of_the_contract() {
    let q = json(&["quotient", "sub:2,3", "--end", "mod2:LR", "--json"]);
    assert_eq!((q["status"].as_str(), q["order"].as_u64()), (Some("certified"), Some(40)));
    assert_eq!(q["outcomes"], serde_json::json!({ "P": 4, "N": 24, "L": 6, "R": 6 }));
    assert_eq!((q["p_size"].as_u64(), q["phi"][1].as_str()), (Some(4), Some("a")));
    assert_eq!((q["preperiod"].as_u64(), q["period"].as_u64()), (Some(5), Some(5)));
    assert_eq!(q["growth"][1], serde_json::json!([1, 2]));
    let kayles = json(&["quotient", "0.33", "--end", "misere", "--json"]);
    assert_eq!(kayles["presentation"].as_str(), Some("⟨a,b | a²=1, b³=b⟩"));
    assert_eq!(kayles["tame"].as_bool(), Some(true));
}

#[test]
fn certificates_and_limits() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let certificate = path("kayles.json");
    let whole = ishitori(&["quotient", "0.77", "--end", "misere", "--certificate", &certificate]);
    assert_eq!(whole.status.code(), Some(0), "{}", stderr(&whole));
    assert!(ishitori(&["check", &certificate]).status.success());
    let text = std::fs::read_to_string(&certificate).unwrap();
    std::fs::write(&certificate, text.replacen("\"order\": 40", "\"order\": 41", 1)).unwrap();
    assert_eq!(ishitori(&["check", &certificate]).status.code(), Some(1));
    // A run that ends early leaves a checkpoint and says so.
    let checkpoint = path("checkpoint");
    let early = ["quotient", "nim", "--end", "misere", "--checkpoint", &checkpoint, "--json"];
    let output = ishitori(&[&early[..], &["--memory-limit", "64KiB"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let partial: Json = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(
        (partial["status"].as_str(), partial["stopped"].as_str()),
        (Some("partial"), Some("memory"))
    );
    let reached = partial["computed_to"].as_u64().unwrap();
    let further = (reached + 3).to_string();
    let more = json(&[&early[..], &["--to", &further]].concat());
    assert_eq!(more["computed_to"].as_u64(), Some(reached + 3));
    let wrong = ishitori(&["quotient", "0.07", "--end", "misere", "--checkpoint", &checkpoint]);
    assert_eq!(wrong.status.code(), Some(2));
    // Rows, the same with one thread and with two.
    let rows = [path("one.csv"), path("two.csv")];
    for (threads, rows) in ["1", "2"].into_iter().zip(&rows) {
        let sweep = ["quotient-sweep", "--sub-size", "2", "--max", "9", "--end", "mod2:LR"];
        let output = ishitori(&[&sweep[..], &["--threads", threads, "--out", rows]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let read = |path: &String| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&rows[0]), read(&rows[1]));
    assert!(read(&rows[0]).contains("\"sub:2,3\",certified,40,4,24,6,6,5,5,6,,14"));
    let parquet = path("rows.parquet");
    let output = ishitori(&["quotient-sweep", "--octal", "1", "--to", "8", "--out", &parquet]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read(&parquet).unwrap().starts_with(b"PAR1"));
}

#[test]
fn certificates_of_all_kinds_of_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json").display().to_string();
    for (question, all) in [
        (&["sub:1,2,4", "--end", "moves"][..], true),
        (&["psub:1/2", "--end", "mod2:LR"], true),
        (&["4=.3", "--end", "misere"], true),
        (&["nim", "--end", "mod2:LR"], true),
        (&["psplit:1/2", "--end", "mod2:LR", "--to", "4"], false),
        (&["allbut:2", "--end", "misere", "--to", "6"], false),
        (&["grundys-game", "--end", "table:LR[NP]", "--to", "8"], false),
        (&["0.{2+}", "--end", "misere", "--to", "6"], false),
    ] {
        let write = [&["quotient"], question, &["--certificate", &file, "--json"]].concat();
        assert_eq!(json(&write)["status"] == "certified", all, "{question:?}");
        let verdict = json(&["check", &file, "--json"]);
        assert_eq!(verdict["valid"].as_bool(), Some(true), "{question:?} {verdict}");
        // Without time there is no answer, neither yes nor no.
        let hurried = ishitori(&["check", &file, "--time-limit", "0s"]);
        assert_eq!(hurried.status.code(), Some(3), "{question:?}");
        // Cut short.
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, &text[..text.len() / 2]).unwrap();
        let cut = ishitori(&["check", &file]);
        assert_eq!(cut.status.code(), Some(1));
        assert!(stdout(&cut).contains("JSON"), "{}", stdout(&cut));
    }
    // That nothing will be known about all heaps is said at once.
    let limits = ["--certificate", &file, "--time-limit", "500ms"];
    let endless = ishitori(&[&["quotient", "0.{2+}", "--end", "misere"], &limits[..]].concat());
    assert_eq!(endless.status.code(), Some(3));
    assert!(stderr(&endless).contains("any number of heaps"), "{}", stderr(&endless));
    assert!(ishitori(&["check", &file]).status.success());
    // So is a certificate that cannot be written: this one would take a minute.
    let nowhere = folder.path().join("missing").join("certificate.json").display().to_string();
    let started = std::time::Instant::now();
    let lost = ishitori(&["quotient", "0.07", "--end", "misere", "--certificate", &nowhere]);
    assert_eq!(lost.status.code(), Some(2));
    assert!(started.elapsed().as_secs() < 50);
}

#[test]
fn explanations_of_large_positions() {
    let e = json(&["explain", "sub:2,3", "100+200+300", "--end", "mod2:LR", "--json"]);
    assert_eq!((e["outcome"].as_str(), e["method"].as_str()), (Some("L"), Some("quotient")));
    assert_eq!(e["winning_moves"].as_array().map(Vec::len), Some(3));
    // There is no finite quotient, and the limit is for the position.
    let few = json(&[
        "explain",
        "psub:1/2",
        "7+1+8+5",
        "--end",
        "misere",
        "--json",
        "--time-limit",
        "60s",
    ]);
    assert_eq!(few["outcome"].as_str(), Some("N"));
}

#[test]
fn bad_input() {
    for arguments in [
        &["quotient", "wythoff", "--end", "misere"][..],
        &["quotient", "psub:1/2", "--end", "moves"],
        &["quotient", "0.77", "--end", "mod2:LX"],
        &["quotient-sweep"],
        &["quotient-sweep", "--octal", "2", "--out", "rows.txt"],
        &["quotient-sweep", "--sub-size", "2"],
    ] {
        let output = ishitori(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stdout(&output).is_empty() && !stderr(&output).is_empty());
    }
}
