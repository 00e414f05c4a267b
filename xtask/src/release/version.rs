//! The version of a release: written in the workspace's `Cargo.toml`, and in the few files that cannot ask for it there.

use std::path::Path;

use super::project::{Project, read_text, write};

/// Files that name the version, and how the lines begin that do: the version is what follows, up to a quote or the end.
const PLACES: &[(&str, &[(&str, &str)])] = &[
    ("Cargo.toml", &[("version = \"", ""), ("ishitori", "version = \"")]),
    ("crates/python/Cargo.toml", &[("version = \"", "")]),
    ("CITATION.cff", &[("version: ", "")]),
    ("packaging/install.sh", &[("version=", "")]),
    ("packaging/install.ps1", &[("    [string]$Version = \"", "")]),
    ("packaging/homebrew/ishitori.rb", &[("  version \"", "")]),
    ("packaging/conda-forge/recipe.yaml", &[("  version: \"", "")]),
];

/// A line that names the version.
struct Place {
    file: &'static str,
    line: usize,
    found: String,
}

/// Fails if a file names another version.
pub fn check(project: &Project) -> Result<(), String> {
    let version = &project.version;
    if version.split('.').count() != 3 || version.split('.').any(|n| n.parse::<u32>().is_err()) {
        return Err(format!("the version {version} is not of the form 1.2.3"));
    }
    let places = places(&project.root)?;
    match places.iter().find(|place| place.found != *version) {
        Some(Place { file, line, found }) => Err(format!(
            "{file}:{line} says {found}, the workspace {version}: `cargo xtask release --bump {version}` writes it \
             everywhere"
        )),
        None => {
            eprintln!("== version: {version}, the same in {} lines", places.len());
            Ok(())
        }
    }
}

/// Writes another version in all files.
pub fn bump(root: &Path, version: &str) -> Result<(), String> {
    for (file, starts) in PLACES {
        let path = root.join(file);
        let text = read_text(&path)?;
        let changed: Vec<String> = text
            .lines()
            .map(|line| match found(line, starts) {
                Some(old) => line.replacen(old, version, 1),
                None => line.to_string(),
            })
            .collect();
        write(&path, changed.join("\n") + "\n")?;
    }
    Ok(())
}

fn places(root: &Path) -> Result<Vec<Place>, String> {
    let mut places = Vec::new();
    for (file, starts) in PLACES {
        let text = read_text(&root.join(file))?;
        let before = places.len();
        places.extend(text.lines().enumerate().filter_map(|(i, line)| {
            let found = found(line, starts)?.to_string();
            Some(Place { file, line: i + 1, found })
        }));
        if places.len() == before {
            return Err(format!("{file} does not name the version"));
        }
    }
    Ok(places)
}

/// The version in a line that begins in one of these ways, with a mark somewhere after that.
fn found<'l>(line: &'l str, starts: &[(&str, &str)]) -> Option<&'l str> {
    starts.iter().find_map(|(start, mark)| {
        let rest = line.strip_prefix(start)?;
        let rest = &rest[rest.find(mark)? + mark.len()..];
        Some(rest.split('"').next().unwrap_or_default().trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_where_they_are_named_and_only_there() {
        let starts = PLACES[0].1;
        assert_eq!(found("version = \"0.1.0\"", starts), Some("0.1.0"));
        let dependency = "ishitori-cli = { path = \"crates/cli\", version = \"0.1.0\" }";
        assert_eq!(found(dependency, starts), Some("0.1.0"));
        assert_eq!(found("ishitori-testing = { path = \"crates/testing\" }", starts), None);
        assert_eq!(found("clap = { version = \"4\", features = [] }", starts), None);
        assert_eq!(found("rust-version = \"1.89\"", starts), None);
    }

    #[test]
    fn a_bump_changes_every_place_and_nothing_else() {
        let root = Path::new("..");
        let folder = tempfile::tempdir().unwrap();
        for (file, _) in PLACES {
            let to = folder.path().join(file);
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(root.join(file), to).unwrap();
        }
        let before = places(folder.path()).unwrap();
        bump(folder.path(), "7.8.9").unwrap();
        let after = places(folder.path()).unwrap();
        assert!(before.len() > 20 && before.len() == after.len());
        assert!(after.iter().all(|place| place.found == "7.8.9"));
        bump(folder.path(), &before[0].found).unwrap();
        for (file, _) in PLACES {
            let (old, new) = (root.join(file), folder.path().join(file));
            assert_eq!(std::fs::read(old).unwrap(), std::fs::read(new).unwrap(), "{file}");
        }
    }
}
