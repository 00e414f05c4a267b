//! Running the program.

use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;

/// Runs the program in English, without input.
#[allow(dead_code)]
pub fn ishitori(arguments: &[&str]) -> Output {
    with_input(arguments, b"")
}

/// Runs the program in English on some input.
#[allow(dead_code)]
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
#[allow(dead_code)]
pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}
