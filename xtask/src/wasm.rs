//! The WebAssembly build: how it is built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, run};

/// The target that browsers run.
const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the program and says where it is. The library of the target is added by rustup if it is missing.
pub fn build(root: &Path, target: &Path) -> Result<PathBuf, String> {
    if !has_library() {
        eprintln!("== the library for {TARGET} is missing: rustup target add {TARGET}");
        let added = Command::new("rustup").args(["target", "add", TARGET]).status();
        if !added.is_ok_and(|status| status.success()) || !has_library() {
            return Err(format!("no compiler for {TARGET}: rustup target add {TARGET} failed"));
        }
    }
    let mut command = Command::new(cargo());
    command.args(["build", "-p", "ishitori-wasm", "--profile", "web", "--locked"]);
    run(command.args(["--target", TARGET]).current_dir(root))?;
    Ok(target.join(TARGET).join("web/ishitori_wasm.wasm"))
}

/// Whether the compiler that is here has the library for browsers.
fn has_library() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let found = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let Ok(found) = found else { return false };
    let folder = PathBuf::from(String::from_utf8_lossy(&found.stdout).trim());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.any(|name| name.starts_with("libstd-"))
}

#[cfg(test)]
mod tests {
    /// The packages for which a profile has a level of their own.
    fn levels(profile: &str) -> Vec<(&'static str, &'static str)> {
        let head = format!("[profile.{profile}.package.");
        let mut found = Vec::new();
        let mut lines = include_str!("../../Cargo.toml").lines();
        while let Some(line) = lines.next() {
            let name = line.strip_prefix(&head).and_then(|rest| rest.strip_suffix(']'));
            let level = name.and_then(|_| lines.next()?.strip_prefix("opt-level = "));
            found.extend(name.zip(level));
        }
        found
    }

    #[test]
    fn what_release_compiles_quickly_is_small_for_browsers() {
        let (quick, small) = (levels("release"), levels("web"));
        assert!(quick.len() > 5, "{quick:?}");
        for (name, _) in quick {
            assert!(small.contains(&(name, "\"z\"")), "Cargo.toml: [profile.web.package.{name}]");
        }
    }
}
