//! The program for browsers: which compiler can make it, and how it is called.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, run};

/// What browsers run.
const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's packages of a compiler with the source of its library, all of one version.
const PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "libstd-rust-web-dev"];

/// How it is packed: instructions have no alignment, and what follows a byte depends on its first four bits.
const PACKED: &str = "--lzma1=preset=9e,lc=4,lp=0,pb=0,nice=273";

/// A compiler that can make it.
enum Compiler {
    /// The one that is here has the library for browsers.
    Ready,
    /// Debian's, unpacked into this folder with this version of LLVM; it makes the library itself.
    Debian(PathBuf, String),
}

/// Builds the program and says where it is.
pub fn build(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new(cargo());
    command.args([
        "build",
        "-p",
        "ishitori-wasm",
        "--profile",
        "web",
        "--locked",
        "--target",
        TARGET,
    ]);
    command.current_dir(root);
    // Where in the source a panic was is of no use in a page, and takes 28 kB; nor are the fields of what only a
    // programmer prints (3 kB). The compiler calls both unstable.
    command.env("RUSTC_BOOTSTRAP", "1");
    command.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        "-Zlocation-detail=none -Zfmt-debug=shallow",
    );
    let built = match find(target)? {
        Compiler::Ready => target.join(TARGET),
        Compiler::Debian(folder, llvm) => {
            // A compiler of its own has a cache of its own.
            let own = target.join("web-compiler-cache");
            let tools = folder.join("usr/lib").join(format!("llvm-{llvm}"));
            let libraries = [folder.join("usr/lib/x86_64-linux-gnu"), tools.join("lib")];
            let libraries = std::env::join_paths(libraries).map_err(|e| e.to_string())?;
            command.env("RUSTC", folder.join("usr/bin/rustc"));
            command.env("LD_LIBRARY_PATH", libraries).env("CARGO_TARGET_DIR", &own);
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", tools.join("bin/wasm-ld"));
            command.arg("-Zbuild-std=std,panic_abort");
            own.join(TARGET)
        }
    };
    run(&mut command)?;
    Ok(built.join("web/ishitori_wasm.wasm"))
}

/// The target of rustup, which is added if that is possible; else Debian's packages.
fn find(target: &Path) -> Result<Compiler, String> {
    if has_library() {
        return Ok(Compiler::Ready);
    }
    eprintln!("== the library for {TARGET} is missing: rustup target add {TARGET}");
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    if added.is_ok_and(|status| status.success()) && has_library() {
        return Ok(Compiler::Ready);
    }
    eprintln!("== rustup cannot reach it; trying the packages of Debian");
    debian(target).map_err(|error| {
        format!(
            "no compiler for {TARGET}: {error}\n   either `rustup target add {TARGET}`, or a Debian that \
             has {} (all of one version)",
            PACKAGES.join(" and ")
        )
    })
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

/// Downloads and unpacks Debian's compiler of one version, with what it needs to run and to link.
fn debian(target: &Path) -> Result<Compiler, String> {
    let folder = target.join("web-compiler");
    let version = candidate(PACKAGES[0])?;
    let numbers: Vec<&str> = version.split('.').take(2).collect();
    let library = format!("libstd-rust-web-{}", numbers.join("."));
    let llvm = llvm_of(&library)?;
    let compiler = folder.join("usr/bin/rustc");
    if compiler.is_file() {
        return Ok(Compiler::Debian(folder, llvm));
    }
    let mut wanted: Vec<String> = PACKAGES.map(|name| format!("{name}={version}")).to_vec();
    wanted.push(format!("{library}={version}"));
    wanted.extend(["libllvm", "liblld-", "lld-"].map(|name| format!("{name}{llvm}")));
    let packages = target.join("web-compiler-packages");
    fs::create_dir_all(&packages).map_err(|e| format!("{}: {e}", packages.display()))?;
    run(Command::new("apt-get").arg("download").args(&wanted).current_dir(&packages))?;
    for entry in fs::read_dir(&packages).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.extension().is_some_and(|ending| ending == "deb") {
            run(Command::new("dpkg").arg("-x").arg(&path).arg(&folder))?;
        }
    }
    match compiler.is_file() {
        true => Ok(Compiler::Debian(folder, llvm)),
        false => Err(format!("{} is not there", compiler.display())),
    }
}

/// The version of LLVM that a library of Debian's compiler needs.
fn llvm_of(library: &str) -> Result<String, String> {
    let found = Command::new("apt-cache").args(["depends", library]).output();
    let found = found.map_err(|error| format!("apt-cache: {error}"))?;
    let text = String::from_utf8_lossy(&found.stdout).into_owned();
    let version = text.lines().find_map(|line| line.trim().strip_prefix("Depends: libllvm"));
    version.map(str::to_string).ok_or_else(|| format!("{library} names no version of LLVM"))
}

/// The version of a package that would be installed.
fn candidate(package: &str) -> Result<String, String> {
    let found = Command::new("apt-cache").args(["policy", package]).output();
    let found = found.map_err(|error| format!("apt-cache: {error}"))?;
    let text = String::from_utf8_lossy(&found.stdout).into_owned();
    let line = text.lines().find_map(|line| line.trim().strip_prefix("Candidate: "));
    match line {
        Some(version) if version != "(none)" => Ok(version.to_string()),
        _ => Err(format!("there is no package {package}")),
    }
}

/// The program as LZMA with its size in the head, which `js/transport-unpack.js` unpacks: a third smaller than gzip.
pub fn pack(program: &Path) -> Result<Vec<u8>, String> {
    let shown = program.display();
    let size = fs::metadata(program).map_err(|e| format!("{shown}: {e}"))?.len();
    let xz = Command::new("xz").args(["--format=lzma", PACKED, "--stdout"]).arg(program).output();
    let packed =
        xz.map_err(|e| format!("xz does not start: {e}; it is in the package xz-utils"))?;
    if !packed.status.success() || packed.stdout.len() < 14 {
        return Err(format!("xz {shown}: {}", packed.status));
    }
    let mut packed = packed.stdout;
    packed[5..13].copy_from_slice(&size.to_le_bytes());
    Ok(packed)
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
