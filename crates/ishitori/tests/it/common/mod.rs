//! Running the program.

pub mod server;

use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;

/// Runs the program in English, without input.
pub fn ishitori(arguments: &[&str]) -> Output {
    with_input(arguments, b"")
}

/// Runs the program in English on some input.
pub fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    Command::cargo_bin("ishitori")
        .expect("the program is built")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .args(arguments)
        .write_stdin(input)
        .timeout(Duration::from_secs(600))
        .output()
        .expect("the program runs")
}

/// What it printed.
pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

/// What it complained about.
pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// The answer as JSON; the program must succeed.
pub fn json_of(arguments: &[&str]) -> serde_json::Value {
    let output = ishitori(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    serde_json::from_str(stdout(&output)).expect("an object")
}

/// Bad input, of which something is said.
pub fn refused(arguments: &[&str], words: &str) {
    let output = ishitori(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stdout(&output));
    assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
}
