//! The pages of `ishitori serve` in a real browser.

use std::path::Path;
use std::process::Command;

use crate::run;

/// Builds the program and uses its pages; needs Node.js with npm, and Chromium.
pub fn test() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let tests = root.join("e2e");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // As `cargo xtask test` builds it, so that nothing is built twice.
    let build = ["test", "--no-run", "--workspace", "--locked"];
    run(Command::new(cargo).args(build).current_dir(root))?;
    for arguments in [&["ci", "--no-audit", "--no-fund"][..], &["run", "types"], &["test"]] {
        run(Command::new("npm").args(arguments).current_dir(&tests))?;
    }
    Ok(())
}
