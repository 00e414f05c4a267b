//! No unit test is left out: a crate whose manifest says that it has none has none.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
}

#[test]
fn crates_without_unit_tests_say_so_and_others_do_not() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in std::fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let left_out = manifest.lines().any(|line| line == "test = false");
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        let tested = files.iter().filter(|file| {
            let text = std::fs::read_to_string(file).unwrap();
            text.lines().any(|line| matches!(line.trim(), "#[test]" | "#[cfg(test)]"))
        });
        let tested: Vec<_> = tested.collect();
        assert_eq!(left_out, tested.is_empty(), "{}: {tested:?}", folder.display());
    }
}
