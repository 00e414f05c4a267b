//! The packages for the registry: made, looked at, and built from nothing but themselves.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::Runnable;
use super::project::{Crate, Project, cargo, output, read_text, write};

/// The registry takes no larger packages.
const LARGEST: u64 = 10 << 20;

/// Files that every package has.
const EVERYWHERE: &[&str] =
    &["Cargo.toml", "Cargo.lock", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "src/lib.rs"];

/// Folder below `target` where the packages lie unpacked, as a workspace of their own.
const UNPACKED: &str = "release/packages";

/// Makes the packages; `target/package` has them.
pub fn make(project: &Project, dirty: bool) -> Result<Vec<PathBuf>, String> {
    let mut command = cargo(&project.root);
    command.args(["package", "--locked", "--no-verify", "--quiet"]);
    if dirty {
        command.arg("--allow-dirty");
    }
    for each in &project.published {
        command.args(["--package", &each.name]);
    }
    output(&mut command)?;
    let folder = target(project).join("package");
    let file = |each: &Crate| folder.join(format!("{}-{}.crate", each.name, project.version));
    let files: Vec<PathBuf> = project.published.iter().map(file).collect();
    let mut total = 0;
    for file in &files {
        let size = std::fs::metadata(file).map_err(|e| format!("{}: {e}", file.display()))?.len();
        if size > LARGEST {
            return Err(format!(
                "{} has {size} bytes; at most {LARGEST} are allowed",
                file.display()
            ));
        }
        total += size;
    }
    eprintln!("== packages: {} with {} kB", files.len(), total / 1000);
    Ok(files)
}

/// Unpacks the packages into a workspace in which each stands for the crate of the registry, and looks at what is in them.
pub fn unpack(project: &Project, files: &[PathBuf]) -> Result<PathBuf, String> {
    let folder = project.fresh(UNPACKED)?;
    for (each, file) in project.published.iter().zip(files) {
        // All files of a package have one time, long ago: with that cargo would take what it built from another package.
        output(Command::new("tar").arg("-xzmf").arg(file).arg("-C").arg(&folder))?;
        let unpacked = folder.join(format!("{}-{}", each.name, project.version));
        if let Some(missing) = EVERYWHERE.iter().find(|name| !unpacked.join(name).is_file()) {
            return Err(format!("the package {} has no {missing}", each.name));
        }
        let manifest = read_text(&unpacked.join("Cargo.toml"))?;
        if let Some(name) = by_path(&manifest) {
            return Err(format!("the package {} takes {name} from a folder", each.name));
        }
    }
    write(&folder.join("Cargo.toml"), manifest(project)?)?;
    // The versions that were tested here.
    let lock = project.root.join("Cargo.lock");
    std::fs::copy(&lock, folder.join("Cargo.lock")).map_err(|e| e.to_string())?;
    Ok(folder)
}

/// The manifest of that workspace, with the profiles of this one.
fn manifest(project: &Project) -> Result<String, String> {
    let ours = read_text(&project.root.join("Cargo.toml"))?;
    let profiles = ours.find("\n[profile.").map_or("", |at| &ours[at..]);
    let mut text =
        String::from("[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]\n");
    for each in &project.published {
        let _ = writeln!(text, "{0} = {{ path = \"{0}-{1}\" }}", each.name, project.version);
    }
    // Crates that are not published have no profile there.
    let known: BTreeSet<&str> = project.published.iter().map(|each| each.name.as_str()).collect();
    let mut skipped = false;
    for line in profiles.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let package =
                section.split_once(".package.").map(|(_, name)| name.trim_end_matches(']'));
            skipped =
                package.is_some_and(|name| name.starts_with("ishitori") && !known.contains(name));
        }
        if !skipped {
            let _ = writeln!(text, "{line}");
        }
    }
    Ok(text)
}

/// A dependency of a manifest that is taken from a folder. Cargo writes `[dependencies.NAME]` and its fields on lines of
/// their own; targets have paths, too.
fn by_path(manifest: &str) -> Option<&str> {
    let mut section = "";
    manifest.lines().find_map(|line| {
        if let Some(head) = line.strip_prefix('[') {
            section = head.trim_end_matches(']');
        }
        (section.contains("dependencies.") && line.starts_with("path = ")).then_some(section)
    })
}

/// Builds the program from the unpacked packages, and lets it work; runs the tests of the documentation of all of them.
pub fn build(project: &Project, folder: &Path) -> Result<(), String> {
    let target = target(project);
    let here = |arguments: &[&str]| {
        let mut command = cargo(folder);
        crate::run(command.args(arguments).env("CARGO_TARGET_DIR", &target))
    };
    here(&["build", "--offline", "--package", "ishitori", "--bin", "ishitori"])?;
    let program = target.join("debug").join(format!("ishitori{}", std::env::consts::EXE_SUFFIX));
    super::smoke::test(&Runnable { program: &program, runner: &[] }, &project.version)?;
    here(&["test", "--offline", "--doc", "--workspace"])
}

/// Where cargo puts what it makes.
pub fn target(project: &Project) -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => project.root.join(folder),
        None => project.root.join("target"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_by_path_are_seen_and_targets_are_not() {
        let whole = "[package]\nname = \"a\"\n\n[lib]\npath = \"src/lib.rs\"\n\n[dependencies.b]\nversion = \"1\"\n";
        assert_eq!(by_path(whole), None);
        let bad = format!("{whole}path = \"../b\"\n");
        assert_eq!(by_path(&bad), Some("dependencies.b"));
        let bad = "[target.\"cfg(unix)\".dependencies.c]\npath = \"../c\"\n";
        assert!(by_path(bad).is_some());
    }

    #[test]
    fn the_workspace_of_packages_has_our_profiles() {
        let project = Project::read().unwrap();
        let text = manifest(&project).unwrap();
        assert!(text.contains("\nishitori-solve = { path = \"ishitori-solve-"), "{text}");
        assert!(
            text.contains("[profile.release.package.ishitori-certify]\noverflow-checks = true")
        );
        assert!(!text.contains("ishitori-testing"), "{text}");
    }
}
