//! The packages that are compiled into what is released, on any platform, with what cargo knows about them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::project::{Project, cargo, json, list, output, read_text, word};

/// The products of a release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Product {
    /// The program `ishitori`.
    Program,
    /// The wheel for Python.
    Wheel,
}

/// A package that is compiled into it.
pub struct Package {
    pub name: String,
    pub version: String,
    /// As SPDX says it.
    pub license: String,
    pub authors: Vec<String>,
    pub description: String,
    pub repository: String,
    /// Its source.
    pub folder: PathBuf,
    /// The SHA-256 of the package in the registry; nothing for crates of this repository.
    pub checksum: Option<String>,
    /// Names and versions of the packages that it uses.
    pub uses: BTreeSet<(String, String)>,
}

impl Package {
    /// Whether it is a crate of this repository.
    pub fn is_ours(&self) -> bool {
        self.checksum.is_none()
    }
}

impl Product {
    /// The package that cargo builds, its folder, and the features with which it is released.
    fn root(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Product::Program => ("ishitori", ".", &["--features", "gpu"]),
            Product::Wheel => ("ishitori-python", "crates/python", &["--features", "gpu"]),
        }
    }

    /// Its packages, by name and version.
    pub fn packages(self, project: &Project) -> Result<Vec<Package>, String> {
        let (name, folder, features) = self.root();
        let folder = project.root.join(folder);
        let asked = ["tree", "--locked", "--package", name, "--target", "all"];
        let shown = ["--edges", "normal", "--prefix", "none", "--format", "{p}"];
        let tree = output(cargo(&folder).args(asked).args(features).args(shown))?;
        let compiled: BTreeSet<(String, String)> = tree.lines().filter_map(named).collect();

        let asked = ["metadata", "--locked", "--all-features", "--format-version", "1"];
        let metadata = json(&output(cargo(&folder).args(asked))?)?;
        let checksums = checksums(&folder)?;
        let by_id: BTreeMap<&str, (String, String)> =
            list(&metadata["packages"]).iter().map(|p| (word(&p["id"]), key(p))).collect();
        let mut uses: BTreeMap<(String, String), BTreeSet<(String, String)>> = BTreeMap::new();
        for node in list(&metadata["resolve"]["nodes"]) {
            let Some(user) = by_id.get(word(&node["id"])) else { continue };
            let normal = |d: &&Value| list(&d["dep_kinds"]).iter().any(|k| k["kind"].is_null());
            let used = list(&node["deps"]).iter().filter(normal);
            let used = used.filter_map(|d| by_id.get(word(&d["pkg"])).cloned());
            uses.entry(user.clone()).or_default().extend(used.filter(|u| compiled.contains(u)));
        }
        let packages: Vec<Package> = list(&metadata["packages"])
            .iter()
            .filter(|package| compiled.contains(&key(package)))
            .map(|package| {
                Ok(Package {
                    uses: uses.remove(&key(package)).unwrap_or_default(),
                    checksum: checksums.get(&key(package)).cloned(),
                    ..read_package(package)?
                })
            })
            .collect::<Result<_, String>>()?;
        if packages.len() != compiled.len() {
            return Err(format!("{} of {} packages are known", packages.len(), compiled.len()));
        }
        Ok(packages)
    }
}

/// The packages of the program and of the wheel, each once.
pub fn all(project: &Project) -> Result<Vec<Package>, String> {
    let mut packages = Product::Program.packages(project)?;
    packages.extend(Product::Wheel.packages(project)?);
    let key = |package: &Package| (package.name.clone(), package.version.clone());
    packages.sort_by_key(key);
    packages.dedup_by_key(|package| key(package));
    Ok(packages)
}

/// The name and the version in a line of `cargo tree`: `serde v1.0.0 (…)`.
fn named(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    Some((words.next()?.to_string(), words.next()?.strip_prefix('v')?.to_string()))
}

fn key(package: &Value) -> (String, String) {
    (word(&package["name"]).to_string(), word(&package["version"]).to_string())
}

fn read_package(package: &Value) -> Result<Package, String> {
    let (name, version) = key(package);
    let folder = Path::new(word(&package["manifest_path"])).parent();
    let folder = folder.ok_or_else(|| format!("{name} has no folder"))?.to_path_buf();
    let text = |field: &str| word(&package[field]).to_string();
    Ok(Package {
        license: text("license").replace('/', " OR "),
        authors: list(&package["authors"]).iter().map(|a| word(a).to_string()).collect(),
        description: text("description").split_whitespace().collect::<Vec<_>>().join(" "),
        repository: text("repository"),
        folder,
        checksum: None,
        uses: BTreeSet::new(),
        name,
        version,
    })
}

/// The checksums in `Cargo.lock`.
fn checksums(folder: &Path) -> Result<BTreeMap<(String, String), String>, String> {
    let lock = read_text(&folder.join("Cargo.lock"))?;
    let value = |block: &str, field: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(" = \""));
        line.and_then(|rest| rest.strip_suffix('"')).map(str::to_string)
    };
    let known = lock.split("[[package]]").filter_map(|block| {
        let key = (value(block, "name")?, value(block, "version")?);
        Some((key, value(block, "checksum")?))
    });
    Ok(known.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_tree_are_read() {
        let key = |name: &str, version: &str| Some((name.to_string(), version.to_string()));
        assert_eq!(named("serde v1.0.228"), key("serde", "1.0.228"));
        assert_eq!(named("ishitori v0.1.0 (/somewhere/crates/ishitori)"), key("ishitori", "0.1.0"));
        assert_eq!(named("clap_derive v4.5.0 (proc-macro) (*)"), key("clap_derive", "4.5.0"));
        assert_eq!(named(""), None);
    }
}
