//! `cargo xtask gpu`: what is compiled with support for graphics processors only.

use std::path::Path;
use std::process::Command;

use crate::run;

/// The compiler of the program of the device.
const COMPILER: &str = "nvidia-cuda-nvrtc-cu11==11.8.89";

/// Lints, the comparison with the processor (where there is a device), and whether the translated
/// program is that of its source.
pub fn test() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let cargo = crate::cargo();
    let all = ["--workspace", "--locked", "--features", "ishitori-cli/gpu"];
    let with = |first: &[&str], last: &[&str]| {
        let mut command = Command::new(&cargo);
        run(command.args(first).args(all).args(last).current_dir(root))
    };
    with(&["clippy"], &["--all-targets", "--", "-D", "warnings"])?;
    with(&["test"], &["--test", "gpu", "--", "--nocapture"])?;

    let environment = root.join("target/gpu/venv");
    if !environment.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    let python = environment.join("bin/python");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", COMPILER];
    run(Command::new(&python).args(pip))?;
    run(Command::new(&python).arg(root.join("crates/gpu/compile.py")).arg("--check"))
}
