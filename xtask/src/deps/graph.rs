//! The graph of dependencies, from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The platform that is asked about.
pub const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Known facts about the dependencies of the workspace.
pub struct Graph {
    /// The crates of the workspace, in the order of their names.
    pub crates: Vec<Named>,
    /// Packages that a user of the library compiles, with their versions.
    pub library: BTreeSet<String>,
    /// Packages that are compiled for the program.
    pub program: BTreeSet<String>,
    /// Packages of which there are several versions: who names each of them.
    pub several_versions: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

/// A crate of the workspace and the foreign packages that it names.
pub struct Named {
    pub name: String,
    /// Those of the crate itself.
    pub normal: BTreeSet<String>,
    /// Those of its tests and build scripts.
    pub other: BTreeSet<String>,
}

impl Named {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.normal.iter().chain(&self.other).map(String::as_str)
    }
}

impl Graph {
    /// Asks cargo, in the root of the repository.
    pub fn read(root: &Path) -> Result<Graph, String> {
        let asked =
            ["metadata", "--locked", "--format-version", "1", "--filter-platform", PLATFORM];
        let metadata: Value =
            serde_json::from_str(&cargo(root, &asked)?).map_err(|e| e.to_string())?;
        let packages = list(&metadata["packages"]);
        let by_id: BTreeMap<&str, &Value> = packages.iter().map(|p| (word(&p["id"]), p)).collect();
        let members = list(&metadata["workspace_members"]).iter();
        let mut crates: Vec<Named> =
            members.filter_map(|id| by_id.get(word(id)).copied()).map(named).collect();
        crates.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Graph {
            crates,
            library: compiled(root, "ishitori", &["--no-default-features", "--features", "all"])?,
            program: compiled(root, "ishitori", &[])?,
            several_versions: several_versions(&by_id, list(&metadata["resolve"]["nodes"])),
        })
    }
}

fn named(package: &Value) -> Named {
    let mut named = Named {
        name: word(&package["name"]).to_string(),
        normal: BTreeSet::new(),
        other: BTreeSet::new(),
    };
    let foreign = |dependency: &&Value| dependency["path"].is_null();
    for dependency in list(&package["dependencies"]).iter().filter(foreign) {
        let name = word(&dependency["name"]).to_string();
        let normal = dependency["kind"].is_null();
        if normal { &mut named.normal } else { &mut named.other }.insert(name);
    }
    named.other.retain(|name| !named.normal.contains(name));
    named
}

/// The packages that cargo compiles for one of ours, with features for nothing else. The graph of `cargo metadata` has the
/// features of the whole workspace and of its tests, so this is asked of `cargo tree`.
fn compiled(root: &Path, package: &str, features: &[&str]) -> Result<BTreeSet<String>, String> {
    let asked = ["tree", "--locked", "--package", package, "--target", PLATFORM];
    let shown = ["--edges", "normal,build", "--prefix", "none", "--format", "{p}"];
    let tree = cargo(root, &[asked.as_slice(), features, &shown].concat())?;
    let name = |line: &str| {
        let mut words = line.split_whitespace();
        Some(format!("{} {}", words.next()?, words.next()?.trim_start_matches('v')))
    };
    Ok(tree.lines().filter_map(name).collect())
}

fn several_versions(
    by_id: &BTreeMap<&str, &Value>,
    nodes: &[Value],
) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let mut found: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    let of = |id: &Value, field: &str| {
        by_id.get(word(id)).map_or(String::new(), |package| word(&package[field]).to_string())
    };
    for node in nodes {
        for used in list(&node["dependencies"]) {
            let versions = found.entry(of(used, "name")).or_default();
            versions.entry(of(used, "version")).or_default().insert(of(&node["id"], "name"));
        }
    }
    found.retain(|_, versions| versions.len() > 1);
    found
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(crate::cargo());
    let output = command.args(arguments).current_dir(root).output();
    let output = output.map_err(|e| format!("{command:?}: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{command:?}: {}\n{said}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|e| e.to_string())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
