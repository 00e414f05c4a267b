//! The pages of `ishitori serve` in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run;

/// Builds the program and uses its pages; needs Node.js with npm, and Chromium.
pub fn test() -> Result<(), String> {
    let tests = prepare()?;
    run(Command::new("npm").arg("test").current_dir(tests))
}

/// Builds the program, installs what the tests need and looks at the types of the pages; says where
/// the tests are.
pub fn prepare() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let tests = root.join("e2e");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // As `cargo xtask test` builds it, so that nothing is built twice.
    let build = ["test", "--no-run", "--workspace", "--locked"];
    run(Command::new(cargo).args(build).current_dir(root))?;
    for arguments in [&["ci", "--no-audit", "--no-fund"][..], &["run", "types"]] {
        run(Command::new("npm").args(arguments).current_dir(&tests))?;
    }
    Ok(tests)
}
