//! The folders of this crate are layers: a file uses its own folder and those below it. So nothing imports in a circle but
//! files of one folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders, the lowest first.
const LAYERS: [&str; 9] = [
    "common",
    "tuples",
    "heaps",
    "expressions",
    "boards",
    "playing",
    "families",
    "pictures",
    "program",
];

/// What lies above all folders, the list of all questions; and who may look up to it all the same: a sweep over games asks
/// any question about each of them.
const ROOT: [&str; 2] = ["question", "each"];
const LOOKS_UP: [&str; 1] = ["families/game_sweep"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path());
    let (folders, mut all): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    all.extend(folders.iter().flat_map(|folder| files(folder)));
    all.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    all
}

/// The first words of what a file imports from this crate or names in it, without comments.
fn used(text: &str) -> Vec<String> {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let word = |text: &str| -> String {
            text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        };
        let Some(list) = rest.strip_prefix('{') else {
            found.push(word(rest));
            continue;
        };
        // The names of a list, not those of lists in it.
        let (mut depth, mut start) = (0, 0);
        for (i, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => {
                    found.push(word(&list[start..i]));
                    break;
                }
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    found.push(word(&list[start..i]));
                    start = i + 1;
                }
                _ => {}
            }
        }
    }
    found
}

/// Which folder a name at the root of the crate is from: modules, and what they export.
fn places(lib: &str) -> BTreeMap<String, String> {
    let mut places = BTreeMap::new();
    let lib = lib.replace('\n', " ");
    for part in lib.split("use ").skip(1) {
        let Some((path, _)) = part.split_once(';') else { continue };
        let Some((from, names)) = path.split_once("::") else { continue };
        for name in names.trim_matches(['{', '}', ' ']).split(',') {
            let name = name.trim();
            if !name.is_empty() {
                places.insert(name.to_string(), from.trim().to_string());
            }
        }
    }
    // An exported type is from the folder of its module.
    let modules = places.clone();
    for from in places.values_mut() {
        while let Some(folder) = modules.get(from.as_str()) {
            *from = folder.clone();
        }
    }
    places
}

#[test]
fn folders_use_what_is_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let places = places(&fs::read_to_string(source.join("lib.rs")).unwrap());
    assert_eq!(places["grundy"], "heaps");
    assert_eq!(places["AskError"], "common");
    let rank = |folder: &str| LAYERS.iter().position(|layer| *layer == folder);
    let (mut seen, mut wrong) = (0, Vec::new());
    for (own, folder) in LAYERS.iter().enumerate() {
        for path in files(&source.join(folder)) {
            let name = path.strip_prefix(&source).unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            for used in used(text.split("#[cfg(test)]").next().unwrap_or_default()) {
                let above = match places.get(&used).map(String::as_str) {
                    Some(from) if ROOT.contains(&from) => true,
                    Some(from) => rank(from).is_some_and(|rank| rank > own),
                    None => ROOT.contains(&used.as_str()),
                };
                let excused = LOOKS_UP.iter().any(|excused| name.starts_with(excused));
                if above && !excused {
                    wrong.push(format!("{name} uses {used}"));
                }
                seen += usize::from(places.contains_key(&used));
            }
        }
    }
    assert!(seen > 500, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every file of the crate lies in a layer.
#[test]
fn there_are_no_other_folders() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: Vec<String> = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    let mut expected: Vec<String> = LAYERS.map(str::to_string).to_vec();
    expected.extend(ROOT.map(|name| format!("{name}.rs")));
    expected.push("lib.rs".to_string());
    expected.sort();
    assert_eq!(found, expected);
}
