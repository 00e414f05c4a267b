//! The wheel for Python: made for a machine, looked at, and, where it runs, installed in a fresh environment and asked.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::{self, Runnable};
use super::project::{Project, cargo, output, read_bytes, write};
use super::{licenses, packages, program, smoke};
use crate::python::{only_wheel, python};

/// No wheel is larger.
const LARGEST: u64 = 12_000_000;

/// The licences of what is compiled into the wheel, in the package.
pub const LICENSES: &str = "python/ishitori/THIRD-PARTY-LICENSES.txt";

/// Files that every wheel has, whatever else.
const EVERYWHERE: &[&str] = &[
    "ishitori/__init__.py",
    "ishitori/__main__.py",
    "ishitori/_ishitori.pyi",
    "ishitori/py.typed",
    "ishitori/THIRD-PARTY-LICENSES.txt",
    "licenses/LICENSE-APACHE",
    "licenses/LICENSE-MIT",
    "entry_points.txt",
];

/// Makes the wheel for a target, in `target/dist`.
pub fn make(project: &Project, target: Option<&str>) -> Result<(), String> {
    let host = build::host()?;
    let target = target.unwrap_or(&host);
    write(&project.root.join(LICENSES), licenses::text(project, &program::all(project)?)?)?;

    let folder = packages::target(project).join("wheel");
    let tools = environment(&folder.join("tools"), false)?;
    pip(&tools, &["maturin>=1.9,<2", "ziglang"])?;
    let made = folder.join("made");
    if made.exists() {
        std::fs::remove_dir_all(&made).map_err(|e| format!("{}: {e}", made.display()))?;
    }
    let mut maturin = Command::new(&tools);
    maturin.current_dir(project.root.join("python"));
    maturin.args(["-m", "maturin", "build", "--release", "--target", target, "--out"]).arg(&made);
    maturin.args(arguments(&host, target));
    maturin.env("CARGO", crate::cargo()).env("CARGO_TARGET_DIR", folder.join("build"));
    crate::run(maturin.env("CARGO_ENCODED_RUSTFLAGS", build::flags(project)?))?;

    let wheel = only_wheel(&made)?;
    look_at(&tools, &wheel)?;
    let name = wheel.file_name().ok_or("a wheel without a name")?;
    let dist = packages::target(project).join("dist");
    std::fs::create_dir_all(&dist).map_err(|e| format!("{}: {e}", dist.display()))?;
    write(&dist.join(name), read_bytes(&wheel)?)?;
    if target == host { ask(project, &wheel, &folder.join("fresh")) } else { Ok(()) }
}

/// Makes the archives of sources, in `target/dist`: that of the Python package, which holds the crates that it needs, and that of
/// the whole repository with `CITATION.cff`, as Zenodo reads it.
pub fn sources(project: &Project) -> Result<(), String> {
    let target = packages::target(project);
    let tools = environment(&target.join("wheel/tools"), false)?;
    pip(&tools, &["maturin>=1.9,<2"])?;
    let (dist, unpacked) = (target.join("dist"), target.join("wheel/sources"));
    if unpacked.exists() {
        std::fs::remove_dir_all(&unpacked).map_err(|e| format!("{}: {e}", unpacked.display()))?;
    }
    for folder in [&dist, &unpacked] {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let name = format!("ishitori-{}", project.version);
    let mut maturin = Command::new(&tools);
    maturin.current_dir(project.root.join("python")).args(["-m", "maturin", "sdist", "--out"]);
    output(maturin.arg(&dist))?;
    // What lies in it is all that cargo asks for.
    let archive = dist.join(format!("{name}.tar.gz"));
    output(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unpacked))?;
    let crate_folder = unpacked.join(&name).join("crates/python");
    let asked = ["metadata", "--locked", "--offline", "--format-version", "1"];
    output(cargo(&crate_folder).args(asked))?;

    let whole = dist.join(format!("{name}-source.tar.gz"));
    let mut git = Command::new("git");
    git.current_dir(&project.root).args(["archive", "--format=tar.gz"]);
    git.arg(format!("--prefix={name}/")).arg("--output").arg(&whole).arg("HEAD");
    output(&mut git)?;
    for file in [&archive, &whole] {
        let size = std::fs::metadata(file).map_err(|e| format!("{}: {e}", file.display()))?.len();
        eprintln!("== {}: {:.1} MB", file.display(), size as f64 / 1e6);
    }
    Ok(())
}

/// Options of maturin apart from the target: on Linux Zig links, for the C library that the tag of the wheel names.
fn arguments(host: &str, target: &str) -> Vec<String> {
    let words: &[&str] = match host.contains("-linux-") && target != "x86_64-pc-windows-msvc" {
        false => &[],
        true if target.ends_with("-linux-gnu") => &["--zig", "--compatibility", "manylinux2014"],
        true if target.ends_with("-linux-musl") => &["--zig", "--compatibility", "musllinux_1_2"],
        true => &["--zig"],
    };
    words.iter().map(|word| word.to_string()).collect()
}

/// An environment of Python and its interpreter.
fn environment(folder: &Path, fresh: bool) -> Result<PathBuf, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    if fresh && folder.exists() {
        std::fs::remove_dir_all(folder).map_err(failed)?;
    }
    if !folder.exists() {
        std::fs::create_dir_all(folder).map_err(failed)?;
        crate::run(Command::new(python()?).args(["-m", "venv"]).arg(folder))?;
    }
    Ok(programs(folder).join(format!("python{}", std::env::consts::EXE_SUFFIX)))
}

/// Where an environment has its programs.
fn programs(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
}

fn pip(python: &Path, what: &[&str]) -> Result<(), String> {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    crate::run(command.args(what))
}

/// Fails if the wheel is too large, lacks a file, or needs a newer C library than its name says.
fn look_at(python: &Path, wheel: &Path) -> Result<(), String> {
    let size = std::fs::metadata(wheel).map_err(|e| format!("{}: {e}", wheel.display()))?.len();
    if size > LARGEST {
        return Err(format!("{} has {size} bytes; at most {LARGEST} are wanted", wheel.display()));
    }
    let listed = output(Command::new(python).args(["-m", "zipfile", "--list"]).arg(wheel))?;
    if let Some(missing) = EVERYWHERE.iter().find(|name| !listed.contains(*name)) {
        return Err(format!("{} has no {missing}", wheel.display()));
    }
    eprintln!("== {}: {:.1} MB", wheel.display(), size as f64 / 1e6);
    Ok(())
}

/// Installs the wheel where nothing else is, and asks the package and the program in it.
fn ask(project: &Project, wheel: &Path, folder: &Path) -> Result<(), String> {
    let python = environment(folder, true)?;
    pip(&python, &[&wheel.to_string_lossy()])?;
    let script = "from ishitori import Game, Rule; assert Rule('0.77').period().period == 12; \
                  assert str(Game('{2|1}') + Game('*')) == '{2*|1*}'";
    // From a folder without sources of the package.
    output(Command::new(&python).args(["-c", script]).current_dir(folder))?;
    let module = ["-m", "ishitori", "eval", "{2|1} + *"];
    let said = output(Command::new(&python).args(module).current_dir(folder))?;
    if !said.starts_with("{2*|1*}") {
        return Err(format!("python {module:?} prints\n{said}"));
    }
    let program = programs(folder).join(format!("ishitori{}", std::env::consts::EXE_SUFFIX));
    smoke::test(&Runnable { program: &program, runner: &[] }, &project.version)
}

#[cfg(test)]
mod tests {
    use super::super::build::OLDEST_GLIBC;
    use super::*;

    #[test]
    fn wheels_for_linux_are_for_old_c_libraries() {
        let linux = "x86_64-unknown-linux-gnu";
        assert_eq!(arguments(linux, "aarch64-unknown-linux-gnu").last().unwrap(), "manylinux2014");
        assert_eq!(arguments(linux, "aarch64-unknown-linux-musl").last().unwrap(), "musllinux_1_2");
        assert_eq!(arguments(linux, "x86_64-pc-windows-gnu"), ["--zig"]);
        assert!(arguments("aarch64-apple-darwin", "aarch64-apple-darwin").is_empty());
        // PEP 599.
        assert_eq!(OLDEST_GLIBC, "2.17");
    }
}
