//! The modules of the crate stand in layers: each uses only those below it.

use std::path::{Path, PathBuf};

/// From the lowest to the highest. What stands in one line does not use each other.
const LAYERS: [&[&str]; 8] = [
    &["closed_form", "cycle", "observed", "position"],
    &["heap"],
    &["known"],
    &["quotient"],
    &["ending"],
    &["strings", "two_pile", "tuple"],
    &["board"],
    &["play"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path());
    let (folders, mut all): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    all.extend(folders.iter().flat_map(|folder| files(folder)));
    all
}

#[test]
fn modules_use_only_those_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses = 0;
    for path in files(&source) {
        let inside = path.strip_prefix(&source).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let own = layer(module).unwrap_or_else(|| panic!("{module} is in no layer"));
        let text = std::fs::read_to_string(&path).unwrap();
        // Links in comments may point upwards.
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for used in code.flat_map(|line| line.split("crate::").skip(1)) {
            let name: String =
                used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let used = layer(&name).unwrap_or_else(|| panic!("{inside:?} uses {name}"));
            assert!(used < own || name == module, "{inside:?} uses {name}, which is above it");
            uses += usize::from(name != module);
        }
    }
    assert!(uses > 20, "the uses were found");
}
