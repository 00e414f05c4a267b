//! The program for a machine, built where it can be, and run where that can be done: by itself, or by an emulator.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::packages;
use super::project::{Project, cargo, output};

/// The oldest C library that programs and wheels for Linux run with: that of CentOS 7 and of the tag `manylinux2014`.
pub const OLDEST_GLIBC: &str = "2.17";

/// The target that rustc compiles for by itself.
pub fn host() -> Result<String, String> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc does not say its host".to_string())
}

/// The flags after which nothing in a program depends on where it was built, as `CARGO_ENCODED_RUSTFLAGS` has them.
pub fn flags(project: &Project) -> Result<String, String> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let home = home.ok_or("there is no home folder, and CARGO_HOME is not set")?;
    let flags = [
        format!("--remap-path-prefix={}=/ishitori", project.root.display()),
        format!("--remap-path-prefix={}=/cargo", home.display()),
    ];
    Ok(flags.join("\u{1f}"))
}

/// Whether Zig links: for another machine or C library than that of the host, and for an old glibc where it is installed.
/// Linux links for no other system by itself; macOS and Windows link for theirs.
fn by_zig(host: &str, target: &str, installed: bool) -> bool {
    host.contains("-linux-") && (target != host || installed) && !target.ends_with("-msvc")
}

fn has_zigbuild() -> bool {
    let asked = Command::new("cargo-zigbuild").arg("--version").output();
    asked.is_ok_and(|output| output.status.success())
}

/// Builds the program for a target, and gives its file. Folders of several targets lie side by side in
/// `target/release-build`.
pub fn program(project: &Project, target: &str) -> Result<PathBuf, String> {
    let host = host()?;
    let installed = has_zigbuild();
    let zig = by_zig(&host, target, installed);
    if zig && !installed {
        return Err(format!(
            "{target} is linked by Zig: `pip install ziglang cargo-zigbuild` and `rustup target add {target}`"
        ));
    }
    let folder = packages::target(project).join("release-build");
    // A driver of a GPU is loaded when it is asked for, which a static program cannot do.
    let features: &[&str] = if target.ends_with("musl") { &[] } else { &["--features", "gpu"] };
    let mut command = cargo(&project.root);
    command.arg(if zig { "zigbuild" } else { "build" });
    command.args(["--release", "--locked", "--package", "ishitori", "--bin", "ishitori"]);
    let wanted = match zig && target.ends_with("-linux-gnu") {
        true => format!("{target}.{OLDEST_GLIBC}"),
        false => target.to_string(),
    };
    command.args(["--target", &wanted]).args(features).env("CARGO_TARGET_DIR", &folder);
    crate::run(command.env("CARGO_ENCODED_RUSTFLAGS", flags(project)?))?;
    let suffix = if target.contains("windows") { ".exe" } else { "" };
    Ok(folder.join(target).join("release").join(format!("ishitori{suffix}")))
}

/// A program with what runs it: nothing, or an emulator with its arguments, such as `qemu-aarch64-static -cpu max` or `wine64`.
pub struct Runnable<'p> {
    pub program: &'p Path,
    pub runner: &'p [String],
}

impl Runnable<'_> {
    /// A command that runs it.
    pub fn command(&self) -> Command {
        match self.runner.split_first() {
            None => Command::new(self.program),
            Some((first, more)) => {
                let mut command = Command::new(first);
                command.args(more).arg(self.program);
                command
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zig_links_what_the_host_does_not() {
        let linux = "x86_64-unknown-linux-gnu";
        assert!(by_zig(linux, linux, true) && !by_zig(linux, linux, false));
        assert!(by_zig(linux, "aarch64-unknown-linux-musl", false));
        assert!(by_zig(linux, "x86_64-pc-windows-gnu", true));
        assert!(!by_zig("aarch64-apple-darwin", "x86_64-apple-darwin", true));
        assert!(!by_zig("x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc", true));
    }

    #[test]
    fn an_emulator_comes_before_the_program() {
        let runner = ["qemu".to_string(), "-cpu".to_string(), "max".to_string()];
        let runnable = Runnable { program: Path::new("/p"), runner: &runner };
        let command = runnable.command();
        assert_eq!(command.get_program(), "qemu");
        assert_eq!(command.get_args().collect::<Vec<_>>(), ["-cpu", "max", "/p"]);
        assert_eq!(
            Runnable { program: Path::new("/p"), runner: &[] }.command().get_program(),
            "/p"
        );
    }
}
