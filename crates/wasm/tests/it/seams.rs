//! What a browser does not have, the program does not use: threads are started in `runtime` alone, which
//! has the clock, too. Both would compile for a browser, and trap there.

use std::path::{Path, PathBuf};

/// The crates that are not part of the WebAssembly build.
const NATIVE: [&str; 5] = ["cli", "gpu", "python", "testing", "web"];

/// Modules of which the WebAssembly build has the names only.
const NATIVE_MODULES: [&str; 2] = ["runtime/src/files/", "runtime/src/memory/"];

/// Words that are not to be used, and the files that may.
const SEAMS: [(&str, &[&str]); 4] = [
    ("time::Instant", &["runtime/src/clock.rs"]),
    ("SystemTime", &[]),
    (
        "thread::",
        &[
            "runtime/src/workers.rs",
            "runtime/src/monitor.rs",
            "runtime/src/pair.rs",
            "answers/src/common/context.rs",
        ],
    ),
    ("process::", &[]),
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path());
    let (folders, mut all): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    all.extend(folders.iter().flat_map(|folder| files(folder)));
    all
}

#[test]
fn threads_and_clocks_have_one_place() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut seen, mut found) = (0, Vec::new());
    let names = std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().file_name());
    for name in names.filter(|name| !NATIVE.iter().any(|native| name == native)) {
        for path in files(&crates.join(name).join("src")) {
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let inside = path.strip_prefix(crates).unwrap().to_string_lossy().replace('\\', "/");
            if NATIVE_MODULES.iter().any(|module| inside.starts_with(module)) {
                continue;
            }
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                for (word, allowed) in SEAMS {
                    // An import of several names is looked at by its names.
                    let used = line.contains(word)
                        || word == "time::Instant"
                            && line.contains("use std::time::{")
                            && line.contains("Instant");
                    if used && !allowed.contains(&inside.as_str()) {
                        found.push(format!("{inside}: {}", line.trim()));
                    }
                }
            }
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
    assert!(found.is_empty(), "{found:#?}");
}
