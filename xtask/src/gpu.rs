//! `cargo xtask gpu`: what is compiled with support for GPUs only.

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
    // What looks different with the feature; everything above is compiled with it for Python.
    let clippy = ["clippy", "--locked", "-p", "ishitori-gpu", "-p", "ishitori-sweep"];
    let more = ["-p", "ishitori-answers", "--features", "ishitori-sweep/gpu,ishitori-answers/gpu"];
    let strict = ["--all-targets", "--", "-D", "warnings"];
    run(Command::new(&cargo).args(clippy).args(more).args(strict).current_dir(root))?;
    // Clippy has compiled the tests; without a device they would compare nothing.
    if Path::new("/dev/nvidiactl").exists() {
        let test =
            ["test", "--locked", "-p", "ishitori-sweep", "--features", "gpu", "--test", "it"];
        run(Command::new(&cargo)
            .args(test)
            .args(["gpu::", "--", "--nocapture"])
            .current_dir(root))?;
    } else {
        eprintln!("== gpu: no NVIDIA GPU here, so that nothing is compared with the processor");
    }

    let environment = root.join("target/gpu/venv");
    if !environment.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    let python = environment.join("bin/python");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", COMPILER];
    run(Command::new(&python).args(pip))?;
    run(Command::new(&python).arg(root.join("crates/gpu/compile.py")).arg("--check"))
}
