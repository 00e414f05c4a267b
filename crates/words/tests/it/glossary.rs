//! One word for one thing: the glossary is printed as a document, and no text says it otherwise.

use std::path::{Path, PathBuf};

use ishitori_words::glossary::{AVOIDED_ENGLISH, GLOSSARY};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files below a folder with one of these endings.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|end| path.to_string_lossy().ends_with(end)) {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn no_text_uses_another_word() {
    let root = root();
    let mut all = files(&root.join("crates/cli/src/text"), &[".rs"]);
    all.extend(files(&root.join("crates/words/src"), &[".rs"]));
    all.extend(files(&root.join("crates/words/languages/ja"), &[".txt"]));
    all.extend(files(&root.join("crates/web/assets"), &[".js", ".html"]));
    all.extend(files(&root.join("book/ja/src"), &[".md"]));
    all.extend(files(&root.join("docs"), &[".ja.md"]));
    all.push(root.join("README.ja.md"));
    all.retain(|path| !path.ends_with("glossary.rs"));
    assert!(all.len() > 60, "{}", all.len());
    let mut wrong = Vec::new();
    for path in all {
        let text = std::fs::read_to_string(&path).unwrap();
        for term in GLOSSARY {
            for avoided in term.avoided.iter().filter(|avoided| text.contains(**avoided)) {
                wrong.push(format!("{}: {avoided}, say {}", path.display(), term.ja));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Where people read English: messages, help, pages, Python, the book and the documents.
#[test]
fn no_text_uses_english_to_be_avoided() {
    let root = root();
    let mut all = Vec::new();
    for krate in [
        "answers",
        "boards",
        "cli",
        "files",
        "language",
        "rules",
        "solve",
        "sweep",
        "words",
        "api",
    ] {
        all.extend(files(&root.join("crates").join(krate).join("src"), &[".rs"]));
    }
    all.extend(files(&root.join("crates/words/languages/en"), &[".txt"]));
    all.extend(files(&root.join("python/ishitori"), &[".py"]));
    all.extend(files(&root.join("book/en/src"), &[".md"]));
    all.extend(files(&root.join("docs"), &[".md"]));
    all.retain(|path| !path.ends_with("glossary.rs") && !path.ends_with("glossary.md"));
    assert!(all.len() > 500, "{}", all.len());
    let mut wrong = Vec::new();
    for path in all {
        // A phrase may be broken at the end of a line, in comments and in sentences.
        let text = std::fs::read_to_string(&path).unwrap();
        let text: Vec<&str> = text
            .lines()
            .map(|line| line.trim_start().trim_start_matches(['/', '!', '#', '*']).trim())
            .map(|line| line.trim_end_matches('\\').trim_end())
            .collect();
        let text = text.join(" ");
        for (avoided, say) in AVOIDED_ENGLISH.iter().filter(|(avoided, _)| text.contains(avoided)) {
            wrong.push(format!("{}: {avoided}, say {say}", path.display()));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn the_document_is_current() {
    let mut wanted = String::from(
        "# Glossary / 用語集\n\nMade from `crates/words/src/common/glossary.rs`.\n\n| English | 日本語 | 使わない語 |\n|---|---|---|\n",
    );
    for term in GLOSSARY {
        wanted.push_str(&format!("| {} | {} | {} |\n", term.en, term.ja, term.avoided.join(", ")));
    }
    wanted.push_str(
        "\nEnglish phrases to avoid, and what to say instead:\n\n| avoid | say |\n|---|---|\n",
    );
    for (avoided, say) in AVOIDED_ENGLISH {
        wanted.push_str(&format!("| {avoided} | {say} |\n"));
    }
    let path = root().join("docs/glossary.md");
    if std::env::var("ISHITORI_GLOSSARY").is_ok_and(|value| value == "update") {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "ISHITORI_GLOSSARY=update cargo test -p ishitori-words --test it glossary"
    );
}

#[test]
fn no_two_things_have_one_name() {
    for (at, term) in GLOSSARY.iter().enumerate() {
        for other in &GLOSSARY[..at] {
            assert!(term.en != other.en && term.ja != other.ja, "{} {}", term.en, other.en);
        }
    }
}
