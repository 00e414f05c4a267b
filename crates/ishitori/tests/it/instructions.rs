//! The same answers with any vector instructions: those that this processor has, and older ones.

use crate::common::{ishitori, stdout};

/// Commands that run the kernels which are compiled for several instruction sets: heap sequences, entailing moves, sweeps of
/// subtraction sets, and the check of a certificate with milestones.
const COMMANDS: [&[&str]; 5] = [
    &["grundy", "0.106", "--to", "30000", "--json"],
    &["grundy", "top-entails", "--to", "3000", "--json"],
    &["period", "sub:50,101,151", "--json"],
    &["period", "0.104", "--limit", "200000", "--json"],
    &["sweep", "--min", "2", "--max", "13", "--end", "mod2:LR", "--json"],
];

/// Without what differs from run to run: times and rates.
fn answer(arguments: &[&str]) -> String {
    let output = ishitori(arguments);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{arguments:?}: {output:?}");
    let mut found: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    let object = found.as_object_mut().unwrap();
    object.retain(|name, _| !name.contains("seconds") && !name.contains("time"));
    found.to_string()
}

#[test]
fn answers_do_not_depend_on_the_instructions() {
    for command in COMMANDS {
        let newest = answer(command);
        for isa in ["portable", "avx2", "avx512", "avx512vbmi"] {
            assert_eq!(answer(&[command, &["--isa", isa]].concat()), newest, "{command:?} {isa}");
        }
    }
}

#[test]
fn unknown_instructions_are_refused() {
    let output = ishitori(&["eval", "1", "--isa", "neon"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
