//! Licences, sources and versions of all dependencies, by `cargo deny` and `deny.toml`.

use std::process::Command;

/// The checks that need no network. Advisories need a database: `cargo deny check advisories`.
const CHECKS: [&str; 3] = ["licenses", "bans", "sources"];

/// Whether `cargo deny` is there.
pub fn is_installed() -> bool {
    let found = Command::new(super::cargo()).args(["deny", "--version"]).output();
    found.is_ok_and(|output| output.status.success())
}

/// Checks the dependencies.
pub fn check() -> Result<(), String> {
    if !is_installed() {
        return Err("cargo deny is missing: cargo install cargo-deny --locked".to_string());
    }
    let mut command = Command::new(super::cargo());
    command.args(["deny", "--offline", "--locked", "check", "--hide-inclusion-graph"]).args(CHECKS);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("a dependency is not accepted ({status})")),
        Err(error) => Err(format!("cargo does not start: {error}")),
    }
}
