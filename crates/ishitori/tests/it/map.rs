//! `ARCHITECTURE.md` and `docs/invariants.md` name what is there.

use std::path::{Path, PathBuf};

const MAP: &str = include_str!("../../../../ARCHITECTURE.md");
const INVARIANTS: &str = include_str!("../../../../docs/invariants.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What stands between signs for code.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_path_is_there() {
    let mut seen = 0;
    for name in code(MAP).chain(code(INVARIANTS)) {
        if ["crates/", "proofs/", "python/", "e2e/"].iter().any(|top| name.starts_with(top)) {
            assert!(root().join(name).exists(), "{name} is not there");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn every_crate_is_on_the_map_and_the_map_fits_on_a_page() {
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let path = format!("crates/{name}");
        assert!(code(MAP).any(|named| named == path), "{path} is not on the map");
    }
    assert!(MAP.lines().count() <= 150);
}

#[test]
fn every_test_that_is_named_is_there() {
    let mut seen = 0;
    let words: Vec<&str> = code(INVARIANTS).collect();
    for pair in words.windows(2) {
        let is_name =
            pair[0].contains('_') && pair[0].chars().all(|c| c.is_lowercase() || c == '_');
        if is_name && pair[1].contains("/tests/") {
            let text = std::fs::read_to_string(root().join(pair[1])).unwrap();
            assert!(text.contains(&format!("fn {}(", pair[0])), "{} in {}", pair[0], pair[1]);
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen}");
}
