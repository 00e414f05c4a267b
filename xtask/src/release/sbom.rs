//! The list of everything in a program (software bill of materials), in the format CycloneDX 1.5.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::checksums::sha256;
use super::program::Package;
use super::project::Project;

/// The document. It has no time and no random number, so that it is the same whenever it is made: its serial number is
/// from a hash of what it lists.
pub fn document(project: &Project, packages: &[Package]) -> Result<String, String> {
    let main = packages
        .iter()
        .find(|package| package.name == "ishitori")
        .ok_or("the program is not among its own packages")?;
    let others = packages.iter().filter(|package| package.name != main.name);
    let components: Vec<Value> = others.map(|package| component(package, "library")).collect();
    let dependencies: Vec<Value> = packages
        .iter()
        .map(|package| {
            let used: Vec<String> = package.uses.iter().map(|(n, v)| reference(n, v)).collect();
            json!({ "ref": reference(&package.name, &package.version), "dependsOn": used })
        })
        .collect();
    let hash = sha256(format!("{} {components:?} {dependencies:?}", project.version).as_bytes());
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": serial_number(&hash),
        "version": 1,
        "metadata": {
            "component": component(main, "application"),
            "tools": { "components": [{ "type": "application", "name": "cargo xtask release", "version": project.version }] },
        },
        "components": components,
        "dependencies": dependencies,
    });
    let text = serde_json::to_string_pretty(&document).map_err(|e| e.to_string())?;
    eprintln!("== materials: {} packages", packages.len());
    Ok(text + "\n")
}

fn component(package: &Package, kind: &str) -> Value {
    let reference = reference(&package.name, &package.version);
    let mut component: BTreeMap<&str, Value> = BTreeMap::from([
        ("type", json!(kind)),
        ("bom-ref", json!(reference)),
        ("purl", json!(reference)),
        ("name", json!(package.name)),
        ("version", json!(package.version)),
        ("description", json!(package.description)),
        ("licenses", json!([{ "expression": package.license }])),
    ]);
    if let Some(sum) = &package.checksum {
        component.insert("hashes", json!([{ "alg": "SHA-256", "content": sum }]));
    }
    if !package.repository.is_empty() {
        let source = json!([{ "type": "vcs", "url": package.repository }]);
        component.insert("externalReferences", source);
    }
    json!(component)
}

/// The name of a package in a registry, as a URL (`purl`).
fn reference(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"))
}

/// A UUID of version 8 from the first digits of a hash.
fn serial_number(hash: &str) -> String {
    let part = |from: usize, to: usize| &hash[from..to];
    format!(
        "urn:uuid:{}-{}-8{}-8{}-{}",
        part(0, 8),
        part(8, 12),
        part(12, 15),
        part(15, 18),
        part(18, 30)
    )
}

#[cfg(test)]
mod tests {
    use super::super::program::Product;
    use super::*;

    #[test]
    fn everything_that_is_used_is_listed_once() {
        let project = Project::read().unwrap();
        let packages = Product::Program.packages(&project).unwrap();
        let text = document(&project, &packages).unwrap();
        let written: Value = serde_json::from_str(&text).unwrap();
        let of = |list: &Value, field: &str| -> Vec<String> {
            list.as_array()
                .unwrap()
                .iter()
                .map(|c| c[field].as_str().unwrap().to_string())
                .collect()
        };
        let mut listed = of(&written["components"], "bom-ref");
        listed.push(written["metadata"]["component"]["bom-ref"].as_str().unwrap().to_string());
        listed.sort();
        let known = listed.len();
        listed.dedup();
        assert_eq!(listed.len(), known);
        for node in written["dependencies"].as_array().unwrap() {
            for used in node["dependsOn"].as_array().unwrap() {
                assert!(listed.iter().any(|each| each == used.as_str().unwrap()), "{used}");
            }
        }
        assert!(listed.iter().any(|each| each.starts_with("pkg:cargo/serde_json@")));
        // What only tests use is not in the program.
        assert!(!listed.iter().any(|each| each.starts_with("pkg:cargo/proptest@")));
        assert_eq!(text, document(&project, &packages).unwrap());
    }
}
