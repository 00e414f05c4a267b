//! The pages of `ishitori serve` in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run;

/// The files and programs that the tests in a browser start from.
pub struct Ready {
    /// Where they are.
    pub tests: PathBuf,
    /// The program whose pages they use.
    pub program: PathBuf,
}

impl Ready {
    /// A command that runs tests.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.current_dir(&self.tests).env("ISHITORI", &self.program);
        command
    }
}

/// Builds the program and uses its pages; needs Node.js with npm, and Chromium.
pub fn test() -> Result<(), String> {
    run(prepare()?.command("npm").arg("test"))
}

/// Builds the program, installs what the tests need and looks at the types of the pages.
pub fn prepare() -> Result<Ready, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |t| root.join(t));
    let tests = root.join("e2e");
    // As `cargo xtask test` builds it, so that nothing is built twice.
    let build = ["test", "--no-run", "--workspace", "--lib", "--bins", "--tests", "--locked"];
    run(Command::new(crate::cargo()).args(build).current_dir(root))?;
    for arguments in [&["ci", "--no-audit", "--no-fund"][..], &["run", "types"]] {
        run(Command::new("npm").args(arguments).current_dir(&tests))?;
    }
    let program = target.join("debug").join(format!("ishitori{}", std::env::consts::EXE_SUFFIX));
    Ok(Ready { tests, program })
}
