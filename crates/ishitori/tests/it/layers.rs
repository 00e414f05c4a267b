//! The command line and the server are front ends: they fill requests and show answers. Neither calls an
//! engine, and neither makes the object of a result by hand.

use std::path::Path;

/// Crates of engines, as the front ends would name them.
const ENGINES: [&str; 7] = ["solve", "sweep", "certify", "automata", "language", "rules", "draw"];

fn sources(folder: &str, found: &mut Vec<(String, String)>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(path.to_str().unwrap(), found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            // What tests do is their business.
            let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_string();
            found.push((path.display().to_string(), text));
        }
    }
}

#[test]
fn doors_call_no_engine() {
    let mut found = Vec::new();
    sources("../cli/src/commands", &mut found);
    sources("../web/src", &mut found);
    sources("../api/src", &mut found);
    sources("../wasm/src", &mut found);
    assert!(found.len() > 40, "{}", found.len());
    for (path, text) in &found {
        for engine in ENGINES {
            for name in [format!("ishitori::engines::{engine}"), format!("ishitori_{engine}")] {
                assert!(!text.contains(&name), "{path} uses {name}");
            }
        }
    }
}

#[test]
fn no_result_is_made_by_hand() {
    let mut found = Vec::new();
    sources("../cli/src/commands", &mut found);
    sources("../api/src/questions", &mut found);
    for (path, text) in &found {
        assert!(!text.contains("json!"), "{path} makes an object by hand");
    }
}

/// Crates below the front ends: they give answers back, and write nothing to the terminal.
const SILENT: [&str; 20] = [
    "answers",
    "api",
    "atlas",
    "automata",
    "boards",
    "certify",
    "draw",
    "gpu",
    "language",
    "loopy",
    "records",
    "reproduce",
    "rules",
    "runtime",
    "solve",
    "sweep",
    "values",
    "verify",
    "wasm",
    "words",
];

#[test]
fn engines_print_nothing() {
    let mut found = Vec::new();
    for name in SILENT {
        sources(&format!("../{name}/src"), &mut found);
    }
    assert!(found.len() > 400, "{}", found.len());
    for (path, text) in &found {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            // `print!` is also the end of `eprint!`, `println!` of `eprintln!`.
            for call in ["print!(", "println!(", "dbg!("] {
                assert!(!line.contains(call), "{path}: {line}");
            }
        }
    }
}
