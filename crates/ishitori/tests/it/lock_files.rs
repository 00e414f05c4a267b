//! The lock files of the other workspaces list what our crates need, so that `--locked` works
//! there.

use std::collections::BTreeSet;
use std::path::Path;

/// The names after `[dependencies]` of a manifest, without those that a feature has to ask for.
fn needed(manifest: &str) -> BTreeSet<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let lines = lines.filter(|line| !line.contains("optional = true"));
    let name = |line: &str| line.split(['=', '.', ' ']).next().unwrap_or("").to_string();
    lines.map(name).filter(|name| !name.is_empty() && !name.starts_with('#')).collect()
}

/// For each package of a lock file, what it depends on there.
fn locked(lock: &str) -> Vec<(String, BTreeSet<String>)> {
    let quoted = |line: &str| line.split('"').nth(1).unwrap_or("").to_string();
    lock.split("[[package]]")
        .skip(1)
        .map(|package| {
            let name = package.lines().find(|line| line.starts_with("name = ")).map_or("", |l| l);
            let dependencies = package.lines().filter(|line| line.starts_with(" \""));
            // A name may be followed by its version.
            let first = |line: &str| quoted(line).split(' ').next().unwrap_or("").to_string();
            (quoted(name), dependencies.map(first).collect())
        })
        .collect()
}

#[test]
fn lock_files_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for workspace in ["bench/peers", "crates/python", "fuzz"] {
        let file = root.join(workspace).join("Cargo.lock");
        let Ok(lock) = std::fs::read_to_string(&file) else {
            assert_ne!(workspace, "bench/peers", "its lock file is committed");
            continue;
        };
        let packages = locked(&lock);
        let mut ours = 0;
        for (name, found) in &packages {
            let Some(folder) = name.strip_prefix("ishitori-") else { continue };
            let manifest = root.join("crates").join(folder).join("Cargo.toml");
            let Ok(manifest) = std::fs::read_to_string(manifest) else { continue };
            let missing: Vec<String> = needed(&manifest).difference(found).cloned().collect();
            assert!(missing.is_empty(), "{}: {name} needs {missing:?}", file.display());
            ours += 1;
        }
        assert!(ours >= 3, "{}", file.display());
        for name in
            needed(&std::fs::read_to_string(root.join(workspace).join("Cargo.toml")).unwrap())
        {
            assert!(packages.iter().any(|(package, _)| *package == name), "{workspace}: {name}");
        }
    }
}
