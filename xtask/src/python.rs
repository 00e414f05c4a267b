//! `cargo xtask python`: the wheel, built and tested in a fresh virtual environment, and the
//! notebooks.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run;

/// The packages that the tests need besides the wheel.
const NEEDED: &[&str] = &[
    "anywidget",
    "dask",
    "dask-jobqueue",
    "distributed",
    "duckdb",
    "hypothesis",
    "ipykernel",
    "matplotlib",
    "mypy",
    "nbclient",
    "nbformat",
    "playwright",
    "polars",
    "pyarrow",
    "pytest",
    "pytest-timeout",
    "tqdm",
];

/// Builds and tests. `--release` builds the wheel as it is published, which takes longer.
pub fn test(release: bool) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let crate_folder = root.join("crates/python");
    let folder = root.join("target/python");
    // Its own: features of shared dependencies differ from those of the repository.
    let target = folder.join("build");
    let python = python()?;

    let cargo = crate::cargo();
    let checks: [&[&str]; 2] =
        [&["fmt", "--check"], &["clippy", "--locked", "--all-features", "--", "-D", "warnings"]];
    for arguments in checks {
        let mut command = Command::new(&cargo);
        command.current_dir(&crate_folder).args(arguments);
        run(as_extension(&mut command, &target))?;
    }

    let environment = folder.join("venv");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    if environment.exists() {
        std::fs::remove_dir_all(&environment).map_err(|error| error.to_string())?;
    }
    run(Command::new(&python).args(["-m", "venv"]).arg(&environment))?;
    let inside = environment.join("bin/python");
    let pip = |arguments: &[&str]| {
        let mut command = Command::new(&inside);
        command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        run(command.args(arguments))
    };
    pip(&["maturin>=1.9,<2"])?;

    let wheels = folder.join("wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).map_err(|error| error.to_string())?;
    }
    let mut build = Command::new(environment.join("bin/maturin"));
    build.current_dir(root.join("python")).args(["build", "--out"]).arg(&wheels);
    build.args(if release { ["--profile", "release"] } else { ["--profile", "dev"] });
    run(as_extension(&mut build, &target).env("CARGO", &cargo))?;
    let wheel = only_wheel(&wheels)?;
    eprintln!("== python: {}", wheel.display());

    pip(NEEDED)?;
    pip(&[&wheel.to_string_lossy()])?;

    // From a folder in which no `ishitori` lies, so that the installed package is tested.
    let tests = root.join("python/tests");
    let mut pytest = Command::new(&inside);
    pytest.current_dir(&folder).args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    pytest
        .arg("--rootdir")
        .arg(root.join("python"))
        .arg("-c")
        .arg(root.join("python/pyproject.toml"));
    run(pytest.arg(tests).env("ISHITORI_ROOT", root))
}

/// The environment in which cargo does the same here as under maturin.
fn as_extension<'c>(command: &'c mut Command, target: &Path) -> &'c mut Command {
    command.env("CARGO_TARGET_DIR", target).env("PYO3_BUILD_EXTENSION_MODULE", "1")
}

/// A Python of at least 3.10.
pub fn python() -> Result<PathBuf, String> {
    let wanted = "import sys; sys.exit(sys.version_info < (3, 10))";
    let names = std::env::var_os("PYTHON").map(PathBuf::from).into_iter().chain(
        ["python3", "python3.13", "python3.12", "python3.11", "python3.10"].map(PathBuf::from),
    );
    for name in names {
        let found = Command::new(&name).args(["-c", wanted]).status();
        if found.is_ok_and(|status| status.success()) {
            return Ok(name);
        }
    }
    Err("no Python of at least 3.10 was found; PYTHON may name one".to_string())
}

/// The wheel in a folder.
pub fn only_wheel(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "whl");
    let found = entries.flatten().map(|entry| entry.path()).find(is_wheel);
    found.ok_or_else(|| format!("no wheel in {}", folder.display()))
}
