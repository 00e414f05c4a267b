//! The licences of everything that is compiled into a program or a wheel, in one file that is shipped with it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use super::program::Package;
use super::project::{Project, read_bytes, read_text};

/// How files with licences begin, in capitals.
const STARTS: &[&str] = &["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE", "COPYRIGHT"];

/// Assets that are no packages and have a licence of their own.
const ASSETS: &[(&str, &str)] = &[
    (
        "the font BIZ UDPGothic, a part of which is within the program for captions in Japanese",
        "crates/draw/fonts/OFL.txt",
    ),
    ("the C library musl, which is within static programs", "xtask/src/release/texts/musl.txt"),
];

/// The text. Fails if no licence is found for a package.
pub fn text(project: &Project, packages: &[Package]) -> Result<String, String> {
    // The same text is printed once, for all packages that have it.
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut table = String::new();
    let foreign: Vec<&Package> = packages.iter().filter(|package| !package.is_ours()).collect();
    for package in &foreign {
        let named = format!("{} {}", package.name, package.version);
        let _ = writeln!(table, "{named}: {}", package.license);
        let texts = texts_of(project, package).map_err(|error| format!("{named}: {error}"))?;
        for text in texts {
            by_text.entry(text).or_default().push(named.clone());
        }
    }
    for (name, file) in ASSETS {
        let text = tidy(&read_text(&project.root.join(file))?);
        by_text.entry(text).or_default().push(name.to_string());
    }
    let mut ordered: Vec<(Vec<String>, String)> =
        by_text.into_iter().map(|(t, n)| (n, t)).collect();
    ordered.sort();

    let mut text = format!(
        "Ishitori {} is distributed under the licences MIT or Apache-2.0, at your choice. It contains the standard library of\n\
         Rust, under the same two licences, and the {} packages below. After the list are the texts of their licences, each\n\
         after the names of the packages that it is from.\n\n{table}",
        project.version,
        foreign.len(),
    );
    for (names, license) in &ordered {
        let line = "=".repeat(80);
        let _ = write!(text, "\n{line}\n{}\n{line}\n\n{license}", wrapped(&names.join(", ")));
    }
    eprintln!("== licences: {} texts for {} packages", ordered.len(), foreign.len());
    Ok(text)
}

/// The texts that a package is distributed under: one of those that it leaves to choose, and its notices.
fn texts_of(project: &Project, package: &Package) -> Result<Vec<String>, String> {
    let names = files_in(&package.folder)?;
    let chosen: Vec<&String> = chosen(&package.license, &names);
    if !chosen.is_empty() {
        let read = |name: &&String| {
            let bytes = read_bytes(&package.folder.join(name))?;
            Ok(tidy(&String::from_utf8_lossy(&bytes)))
        };
        return chosen.iter().map(read).collect();
    }
    // Without a file the expression names a well-known text.
    let authors = match package.authors.join(", ") {
        none if none.is_empty() => format!("the authors of {}", package.name),
        authors => authors,
    };
    let alternatives: Vec<&str> = package.license.split(" OR ").collect();
    if alternatives.contains(&"MIT") {
        let ours = read_text(&project.root.join("LICENSE-MIT"))?;
        let is_ours = |line: &&str| line.starts_with("Copyright");
        let named = ours.lines().find(is_ours).ok_or("LICENSE-MIT has no line of copyright")?;
        return Ok(vec![tidy(&ours.replace(named, &format!("Copyright (c) {authors}")))]);
    }
    if alternatives.iter().any(|a| a.starts_with("Apache-2.0")) {
        return Ok(vec![tidy(&read_text(&project.root.join("LICENSE-APACHE"))?)]);
    }
    if alternatives.contains(&"BSL-1.0") {
        return Ok(vec![tidy(include_str!("texts/BSL-1.0.txt"))]);
    }
    Err(format!("its source has no text of the licence {:?}", package.license))
}

/// The files that hold for us: where there is a choice, MIT before Apache-2.0 before all; always notices.
fn chosen<'n>(license: &str, names: &'n [String]) -> Vec<&'n String> {
    let has = |name: &str, part: &str| name.to_uppercase().contains(part);
    let notices = names.iter().filter(|name| has(name, "NOTICE"));
    let alternatives: Vec<&str> = license.split(" OR ").collect();
    let simple = !license.contains(" AND ") && !license.contains('(');
    for (id, part) in [("MIT", "MIT"), ("Apache-2.0", "APACHE")] {
        let files: Vec<&String> = names.iter().filter(|name| has(name, part)).collect();
        if simple && alternatives.contains(&id) && !files.is_empty() {
            return files.into_iter().chain(notices.filter(|name| !has(name, part))).collect();
        }
    }
    names.iter().collect()
}

/// Names of the files with licences in a folder.
fn files_in(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let capitals = name.to_uppercase();
        let is_file = entry.path().is_file() && !capitals.ends_with(".RS");
        if is_file && STARTS.iter().any(|start| capitals.starts_with(start)) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The text without spaces at ends of lines and around.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_string() + "\n"
}

fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        if lines.last().is_some_and(|line| !line.is_empty() && line.len() + word.len() >= 80) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen_of(license: &str, names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        chosen(license, &names).into_iter().cloned().collect()
    }

    #[test]
    fn one_of_the_licences_is_chosen_and_notices_are_kept() {
        let both = ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"];
        assert_eq!(chosen_of("MIT OR Apache-2.0", &both), ["LICENSE-MIT", "NOTICE"]);
        assert_eq!(chosen_of("Apache-2.0", &both), ["LICENSE-APACHE", "NOTICE"]);
        assert_eq!(chosen_of("(MIT OR Apache-2.0) AND Unicode-3.0", &both), both);
        assert_eq!(chosen_of("Zlib", &["LICENSE.md"]), ["LICENSE.md"]);
        assert!(chosen_of("MIT", &[]).is_empty());
    }

    #[test]
    fn a_package_without_a_file_has_the_standard_text_or_is_refused() {
        let project = Project::read().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let package = |license: &str| Package {
            name: "p".into(),
            version: "1.0.0".into(),
            license: license.into(),
            authors: vec!["A. Author".into()],
            description: String::new(),
            repository: String::new(),
            folder: folder.path().to_path_buf(),
            checksum: Some("00".into()),
            uses: Default::default(),
        };
        let mit = texts_of(&project, &package("MIT OR Zlib")).unwrap();
        assert!(mit[0].contains("Copyright (c) A. Author\n"), "{mit:?}");
        assert!(texts_of(&project, &package("Apache-2.0")).unwrap()[0].contains("Version 2.0"));
        assert!(texts_of(&project, &package("Zlib")).unwrap_err().contains("Zlib"));
    }

    #[test]
    fn long_lines_are_wrapped_between_words() {
        let text = "name 1.0.0, ".repeat(30);
        let lines = wrapped(text.trim());
        assert!(lines.lines().all(|line| line.len() <= 80), "{lines}");
        assert_eq!(lines.replace('\n', " "), text.trim());
    }
}
