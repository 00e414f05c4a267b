//! The workspace as cargo describes it: its version, and the crates that are published, in an order in which they can be.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The repository.
pub struct Project {
    pub root: PathBuf,
    /// The version of every crate of the workspace.
    pub version: String,
    /// The crates that are published; each comes after those that it needs.
    pub published: Vec<Crate>,
}

/// A crate that is published.
pub struct Crate {
    pub name: String,
    pub folder: PathBuf,
    /// Crates of the workspace that have to be on the registry before.
    needs: BTreeSet<String>,
}

impl Project {
    /// Asks cargo, in the root of the repository.
    pub fn read() -> Result<Project, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
        let asked = ["metadata", "--locked", "--offline", "--no-deps", "--format-version", "1"];
        let metadata = json(&output(cargo(root).args(asked))?)?;
        let packages = list(&metadata["packages"]);
        let version = |package: &Value| word(&package["version"]).to_string();
        let version = packages.first().map(version).ok_or("the workspace is empty")?;
        if let Some(other) = packages.iter().find(|p| word(&p["version"]) != version) {
            return Err(format!(
                "{} has version {}, another crate {version}: take `version.workspace = true`",
                word(&other["name"]),
                word(&other["version"])
            ));
        }
        // `"publish": []` is `publish = false`.
        let published = packages.iter().filter(|p| p["publish"].is_null());
        let crates = published.map(read_crate).collect::<Result<_, String>>()?;
        Ok(Project { root: root.to_path_buf(), version, published: in_order(crates)? })
    }

    /// A folder under `target` that is made again.
    pub fn fresh(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.root.join("target").join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(folder)
    }
}

fn read_crate(package: &Value) -> Result<Crate, String> {
    let name = word(&package["name"]).to_string();
    let manifest = Path::new(word(&package["manifest_path"]));
    let folder = manifest.parent().ok_or_else(|| format!("{name} has no folder"))?.to_path_buf();
    // A dependency of tests without a version is left out of the package.
    let needed = |d: &&Value| !d["path"].is_null() && word(&d["req"]) != "*";
    let dependencies = list(&package["dependencies"]).iter().filter(needed);
    let needs = dependencies.map(|d| word(&d["name"]).to_string()).filter(|n| *n != name).collect();
    Ok(Crate { name, folder, needs })
}

/// The crates, each after those that it needs, else by name.
fn in_order(crates: Vec<Crate>) -> Result<Vec<Crate>, String> {
    let mut waiting: BTreeMap<String, Crate> =
        crates.into_iter().map(|each| (each.name.clone(), each)).collect();
    let mut ordered: Vec<Crate> = Vec::new();
    while !waiting.is_empty() {
        let ready = |each: &&Crate| each.needs.iter().all(|n| ordered.iter().any(|o| o.name == *n));
        let Some(name) = waiting.values().find(ready).map(|each| each.name.clone()) else {
            let needs: Vec<String> =
                waiting.values().map(|c| format!("{} needs {:?}", c.name, c.needs)).collect();
            return Err(format!(
                "these crates need each other, or one that is not published: {}",
                needs.join("; ")
            ));
        };
        ordered.extend(waiting.remove(&name));
    }
    Ok(ordered)
}

/// A command of cargo in a folder.
pub fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(crate::cargo());
    command.current_dir(folder);
    command
}

/// The output of a command; its error output when it fails.
pub fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?} does not start: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{command:?}: {}\n{said}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|e| format!("{command:?}: {e}"))
}

/// A file as text, with its name in what goes wrong.
pub fn read_text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// A file as bytes.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes a file.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}

pub fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needing(name: &str, needs: &[&str]) -> Crate {
        Crate {
            name: name.to_string(),
            folder: PathBuf::new(),
            needs: needs.iter().map(|n| n.to_string()).collect(),
        }
    }

    #[test]
    fn every_crate_comes_after_those_that_it_needs() {
        let crates = vec![needing("a", &["c"]), needing("b", &[]), needing("c", &["b"])];
        let ordered = in_order(crates).unwrap();
        let names: Vec<&str> = ordered.iter().map(|each| each.name.as_str()).collect();
        assert_eq!(names, ["b", "c", "a"]);
    }

    #[test]
    fn crates_that_need_each_other_are_named() {
        let crates = vec![needing("a", &["b"]), needing("b", &["a"]), needing("c", &[])];
        let error = in_order(crates).err().unwrap();
        assert!(error.contains("a needs {\"b\"}; b needs {\"a\"}"), "{error}");
        assert!(in_order(vec![needing("a", &["private"])]).is_err());
    }
}
