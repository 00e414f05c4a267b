//! Misère canonical forms, from outside.

use crate::common::{ishitori, stderr, stdout};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let output = ishitori(&[&["misere"], args, &["--json"]].concat());
    serde_json::from_str(stdout(&output)).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

#[test]
fn games_and_positions() {
    let sum = json(&["*2 + *2"]);
    assert_eq!(
        (&sum["canonical"], &sum["outcome"], &sum["genus"]),
        (&"*[3,2]".into(), &"P".into(), &"0^02".into())
    );
    let heaps = json(&["0.07", "10"]);
    assert_eq!((&heaps["genus"], &heaps["tame_genus"]), (&"3^1431".into(), &false.into()));
    assert_eq!(json(&["0.07", "10+1"])["canonical"], heaps["canonical"]);
    let text = ishitori(&["misere", "*[2]"]);
    assert!(stdout(&text).starts_with("*[2] = *[2]\n"));
}

#[test]
fn bad_input() {
    for (args, complaint) in [
        (&["*[3;2]"][..], "character 4"),
        (&["*[3"], "not closed"),
        (&["*1000"], "the limit is 255"),
        (&["0.77", "x"], "POSITION"),
        (&["0.8Z", "3"], "'Z'"),
    ] {
        let output = ishitori(&[&["misere"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(complaint), "{}", stderr(&output));
    }
}

/// A rule without heaps is not a game: `0.77` is not no copies of *77, nor `4.7` four copies of *7.
#[test]
fn a_rule_needs_a_position() {
    for rule in ["0.77", "4.7", ".77", "kayles", "sub:1,2", "０．７７"] {
        let output = ishitori(&["misere", rule]);
        assert_eq!(output.status.code(), Some(2), "{rule}: {}", stdout(&output));
        assert!(stderr(&output).contains("POSITION") && stderr(&output).contains("10+4"));
    }
    assert!(stderr(&ishitori(&["misere", "kayls"])).contains("kayles"));
    assert_eq!(json(&["4.*1"])["outcome"], json(&["0"])["outcome"]);
}
