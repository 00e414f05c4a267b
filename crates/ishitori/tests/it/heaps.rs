//! The commands for heap games, from outside.

use crate::common::{ishitori, stderr, stdout};
use serde_json::{Value, json};

fn json(args: &[&str]) -> Value {
    let output = ishitori(&[args, &["--json"]].concat());
    serde_json::from_str(stdout(&output)).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

#[test]
fn grundy_numbers() {
    let found = json(&["grundy", "0.77", "--to", "10"]);
    assert_eq!(found["rule"], "0.77");
    assert_eq!(found["values"], json!([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]));
    for engine in ["naive", "rare-common"] {
        let forced = json(&["grundy", "0.77", "--to", "10", "--engine", engine]);
        assert_eq!(forced["values"], found["values"]);
        assert_eq!(forced["engine"], engine);
    }
    let wide = json(&["grundy", "ｓｕｂ：３，１，２", "--to", "5"]);
    assert_eq!(wide["rule"], "sub:1,2,3");
    assert_eq!(wide["values"], json!([0, 1, 2, 3, 0, 1]));
    let misere = json(&["grundy", "0.07", "--to", "10", "--end", "misere"]);
    assert_eq!(misere["genus"][10], "3^1431");
    assert_eq!(json(&["grundy", "0.2", "--to", "1"])["same_game_as"]["rule"], "0.3");
}

#[test]
fn formats() {
    let bfile =
        stdout(&ishitori(&["grundy", "31game", "--to", "5", "--format", "bfile"])).to_string();
    assert!(bfile.starts_with("# ishitori ") && bfile.ends_with("\n3 3\n4 0\n5 1\n"), "{bfile}");
    let csv = stdout(&ishitori(&["grundy", "31game", "--to", "2", "--format", "csv"])).to_string();
    assert!(csv.ends_with("n,grundy\n0,0\n1,1\n2,2\n"), "{csv}");
    let latex =
        stdout(&ishitori(&["grundy", "0.77", "--to", "12", "--format", "latex"])).to_string();
    assert!(latex.contains("$10$ & $2$ & $6$ & $4$ &"), "{latex}");
    let text = stdout(&ishitori(&["grundy", "0.77", "--to", "24"])).to_string();
    assert!(text.contains("12 |  4   1   2   7'"), "aligned by 12, exceptions marked: {text}");
}

#[test]
fn misere_periods() {
    // G⁻ of sub:1,2 is 1, 0, 2 forever.
    let found = json(&["period", "sub:1,2", "--end", "misere"]);
    assert_eq!((&found["status"], &found["end"]), (&json!("proved"), &json!("misere")));
    assert_eq!((&found["period"], &found["preperiod"]), (&json!(3), &json!(0)));
    assert_eq!(found["win_lose"], json!({"period": 3, "preperiod": 0}));
    let text = stdout(&ishitori(&["period", "sub:1,2", "--end", "misere"])).to_string();
    assert!(text.contains("P-positions") && text.contains("n ≡ 1 (mod 3)"), "{text}");
    let open = json(&["period", "0.77", "--end", "misere", "--limit", "20"]);
    // The P-positions of Kayles in misère play, by its quotient.
    let lost = &open["p_positions"];
    assert_eq!((&lost["also"], &lost["residues"]), (&json!([1, 4, 9, 12, 20]), &json!([])));
    let text =
        stdout(&ishitori(&["period", "0.77", "--end", "misere", "--limit", "20"])).to_string();
    assert!(text.contains("\n  P-positions: n "), "{text}");
    assert_eq!((&open["status"], &open["period"]), (&json!("no-theorem"), &Value::Null));
    assert_eq!(open["computed_to"], 20);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("misere-certificate.json");
    let name = path.to_str().unwrap();
    let output = ishitori(&["period", "sub:1,2", "--end", "misere", "--certificate", name]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!path.exists());
}

#[test]
fn threads_do_not_change_a_period() {
    let of = |threads: &str| json(&["period", "0.356", "--threads", threads]);
    assert_eq!(of("1"), of("3"));
}

#[test]
fn periods_and_certificates() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("certificate.json");
    let name = path.to_str().unwrap();
    let found = json(&["period", "0.07", "--certificate", name]);
    assert_eq!((&found["status"], &found["period"]), (&json!("proved"), &json!(34)));
    assert_eq!((&found["preperiod"], &found["saltus"]), (&json!(53), &json!(0)));
    assert_eq!(found["exceptions"], json!([0, 1, 15, 17, 18, 32, 35, 52]));
    assert_eq!(found["win_lose"], json!({"period": 34, "preperiod": 36}));
    assert_eq!(json(&["check", name])["valid"], true);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("34", "17")).unwrap();
    let output = ishitori(&["check", name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("NOT VALID"));

    let nothing = json(&["period", "0.6", "--limit", "1000", "--certificate", name]);
    assert_eq!((&nothing["status"], &nothing["period"]), (&json!("not-found"), &Value::Null));
    assert!(!path.exists());
    assert_eq!(json(&["period", "0.[37]", "--limit", "100"])["status"], "no-theorem");
    let nim = json(&["period", "nim"]);
    assert_eq!((&nim["period"], &nim["saltus"]), (&json!(1), &json!(1)));
    assert!(stdout(&ishitori(&["period", "0.77", "--lang", "ja"])).contains("周期"));
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("checkpoint");
    let name = path.to_str().unwrap();
    let straight = json(&["period", "0.16"]);
    let first = json(&["period", "0.16", "--limit", "100000", "--checkpoint", name]);
    assert_eq!(first["status"], "not-found");
    let second = json(&["period", "0.16", "--checkpoint", name]);
    for field in ["status", "period", "preperiod", "max_value", "win_lose"] {
        assert_eq!(second[field], straight[field], "{field}");
    }
    let other = ishitori(&["period", "0.17", "--checkpoint", name]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("0.16"));
}

#[test]
fn sequences_are_identified() {
    let found = json(&["identify", "0,1,1,2,0,3,1,1,0"]);
    assert_eq!(found["matches"][0], json!({"rule": "0.137", "start": 0, "name": "dawsons-chess"}));
    assert_eq!(ishitori(&["identify", "9,9,9,1,9"]).status.code(), Some(1));
    assert_eq!(ishitori(&["identify", "a,b"]).status.code(), Some(2));
}

#[test]
fn games_are_listed() {
    assert!(stdout(&ishitori(&["games"])).contains("dawsons-kayles"));
    let games = json(&["games"]);
    assert!(games["games"].as_array().unwrap().iter().any(|g| g["name"] == "grundys-game"));
}

#[test]
fn bad_input_is_named() {
    for (args, words) in [
        (&["grundy", "0.8Z", "--to", "9"][..], "'Z' at place 4"),
        (&["grundy", "sub:", "--to", "9"], "a number from 1 on"),
        (&["grundy", "sub:0", "--to", "9"], "at least one stone"),
        (&["grundy", "sub:-3", "--to", "9"], "'-' at place 5"),
        (&["grundy", "0..7", "--to", "9"], "'.' at place 3"),
        (&["grundy", "psub:1/2", "--to", "9"], "partizan"),
        (&["period", "wythoff"], "--row"),
        (&["grundy", "0.77", "--to", "1000000000000000000000000000000"], "too large"),
        (&["grundy", "0.77", "--to", "-1"], "--to"),
        (&["grundy", "0.77", "--to", "9", "--engine", "window"], "finite subtraction sets"),
        (&["check", "/nonexistent/file"], "/nonexistent/file"),
    ] {
        let output = ishitori(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn limits_end_with_what_there_is() {
    let args = ["grundy", "0.6", "--to", "100000000", "--time-limit", "2s", "--json"];
    let output = ishitori(&args);
    assert_eq!(output.status.code(), Some(3));
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(found["stopped"], "time");
    assert!(found["values"].as_array().unwrap().len() > 100);
    let output = ishitori(&["period", "0.6", "--time-limit", "300ms"]);
    assert_eq!(output.status.code(), Some(3));
}

/// Where no theorem helps, observations are reported as observations.
#[test]
fn periods_that_are_only_seen() {
    for (rule, period, saltus) in [("lasker-nim", 4, 4), ("0.3F", 6, 3)] {
        let output = ishitori(&["period", rule, "--limit", "300", "--json"]);
        let found: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_ne!(found["status"], "proved");
        assert_eq!(found["observed"]["period"], period, "{rule}");
        assert_eq!(found["observed"]["saltus"], saltus, "{rule}");
        let text = ishitori(&["period", rule, "--limit", "300"]);
        assert!(stdout(&text).contains("evidence only"), "{}", stdout(&text));
        let text = ishitori(&["period", rule, "--limit", "300", "--lang", "ja"]);
        assert!(stdout(&text).contains("証明ではありません"), "{}", stdout(&text));
    }
    // The misère numbers of Kayles are not known to repeat, but who wins is.
    let output = ishitori(&["period", "kayles", "--end", "misere", "--limit", "20", "--json"]);
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(found["status"], "no-theorem");
    assert_eq!(found["win_lose"], json!({ "period": 1, "preperiod": 21 }));
    // Outcomes without a theorem as well.
    let output = ishitori(&["outcomes", "lasker-nim", "--to", "60", "--json"]);
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!((&found["status"], &found["observed"]["period"]), (&"no-theorem".into(), &1.into()));
}
