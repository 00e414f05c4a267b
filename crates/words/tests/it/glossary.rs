//! One word for one thing: the glossary is printed as a document, and no text says it otherwise.

use std::path::{Path, PathBuf};

use ishitori_words::glossary::{AVOIDED_ENGLISH, AVOIDED_IN_CODE, GLOSSARY};

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

/// A text in one line: a phrase may be broken at the end of a line, in comments and in sentences.
fn one_line(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.trim_start().trim_start_matches(['/', '!', '#', '*']).trim())
        .map(|line| line.trim_end_matches('\\').trim_end());
    lines.collect::<Vec<_>>().join(" ")
}

/// Whether a phrase stands in a text, and not as the beginning of longer words.
fn stands_in(phrase: &str, text: &str) -> bool {
    text.match_indices(phrase)
        .any(|(at, _)| !text[at + phrase.len()..].starts_with(char::is_alphabetic))
}

#[test]
fn phrases_end_with_their_words() {
    assert!(stands_in("for ever", "it goes on for ever."));
    assert!(!stands_in("for ever", "for every heap, forever"));
    assert!(stands_in("one a line", &one_line("/// one a\n    /// line")));
}

/// Where people read English: messages, help, pages, Python and its notebooks, the book, the documents, and code with its comments.
#[test]
fn no_text_uses_english_to_be_avoided() {
    let root = root();
    let mut all = Vec::new();
    for (folder, endings) in [
        ("crates", &[".rs"][..]),
        ("crates/web/assets", &[".js", ".html"]),
        ("crates/words/languages/en", &[".txt"]),
        ("xtask/src", &[".rs"]),
        ("python/ishitori", &[".py"]),
        ("notebooks", &[".ipynb"]),
        ("book/en/src", &[".md"]),
        ("docs", &[".md"]),
    ] {
        all.extend(files(&root.join(folder), endings));
    }
    let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];
    all.extend(documents.map(|name| root.join(name)));
    // The lists of avoided phrases themselves, and what is built.
    let left_out = ["glossary.rs", "glossary.md", "/target/"];
    all.retain(|path| !left_out.iter().any(|part| path.to_string_lossy().contains(part)));
    assert!(all.len() > 1000, "{}", all.len());
    let mut wrong = Vec::new();
    for path in all {
        let text = one_line(&std::fs::read_to_string(&path).unwrap());
        for (avoided, say) in
            AVOIDED_ENGLISH.iter().filter(|(avoided, _)| stands_in(avoided, &text))
        {
            wrong.push(format!("{}: {avoided}, say {say}", path.display()));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Where a word of [`AVOIDED_IN_CODE`] stays, how often, and why it is right there.
const RIGHT_IN_CODE: &[(&str, &str, usize)] = &[
    // The field `told` of the answer to `play`, which programs read.
    ("crates/answers/src/playing/play/state.rs", "told", 4),
    ("crates/web/assets/js/parts/sites.js", "told", 3),
    ("python/ishitori/_own.py", "told", 1),
    ("python/ishitori/_widget.py", "told", 3),
    // Classes of style sheets.
    ("crates/web/assets/js/pages/gallery.js", "told", 1),
    ("crates/web/assets/js/parts/match.js", "told", 1),
    ("crates/web/assets/js/parts/strips.js", "beside", 1),
    ("crates/web/assets/js/parts/tree.js", "told", 1),
    // Sentences for readers, and what tests expect of them.
    ("crates/certify/src/verdict.rs", "whoever", 2),
    ("crates/boards/tests/it/certificates.rs", "whoever", 1),
    ("crates/ishitori/tests/it/cli.rs", "whoever", 1),
    ("crates/ishitori/tests/it/ending.rs", "whoever", 1),
    // Input that is refused.
    ("crates/ishitori/tests/it/help.rs", "nobody", 1),
    ("crates/ishitori/tests/it/loopy.rs", "nobody", 1),
    ("crates/ishitori/tests/it/translations.rs", "nobody", 1),
    ("python/tests/test_words.py", "nobody", 1),
    // Names in the program of the device, `sweep.cu`.
    ("crates/gpu/src/device.rs", "room", 4),
    // Words of the field: a learner tells words apart.
    ("crates/automata/src/find.rs", "tell", 1),
    ("crates/automata/src/learn.rs", "tell", 1),
    // The neighbours of a group.
    ("crates/boards/src/search/game.rs", "beside", 2),
    // Numbers of tracks in apposition.
    ("crates/certify/src/formula/builder.rs", "so many", 2),
    ("crates/certify/src/formula/reader.rs", "so many", 1),
];

/// How often a word stands in a text by itself: not in a longer word, a key of a message or after the point of a field.
fn count_of(word: &str, text: &str) -> usize {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '-';
    text.match_indices(word)
        .filter(|(at, _)| {
            let before = text[..*at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            !before.is_some_and(|c| part_of_word(c) || c == '.') && !after.is_some_and(part_of_word)
        })
        .count()
}

/// Names and comments in code say what a thing is; the words of a private dialect are gone.
#[test]
fn no_code_uses_words_of_a_dialect() {
    let root = root();
    let mut all = Vec::new();
    for (folder, endings) in [
        ("crates", &[".rs"][..]),
        ("crates/web/assets/js", &[".js"]),
        ("xtask/src", &[".rs"]),
        ("fuzz/fuzz_targets", &[".rs"]),
        ("python/ishitori", &[".py"]),
        ("python/tests", &[".py"]),
    ] {
        all.extend(files(&root.join(folder), endings));
    }
    // The lists of avoided words themselves, what is built, and messages of the pages, which are in the folders of languages.
    let left_out = ["glossary.rs", "/target/", "/languages/"];
    all.retain(|path| !left_out.iter().any(|part| path.to_string_lossy().contains(part)));
    assert!(all.len() > 900, "{}", all.len());
    let mut wrong = Vec::new();
    let mut right = Vec::new();
    for path in all {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let text = one_line(&std::fs::read_to_string(&path).unwrap()).to_lowercase();
        for (avoided, say) in AVOIDED_IN_CODE {
            let count = count_of(avoided, &text);
            let allowed =
                RIGHT_IN_CODE.iter().find(|(file, word, _)| (*file, *word) == (&name, avoided));
            let most = allowed.map_or(0, |(_, _, count)| *count);
            if count > most {
                wrong.push(format!("{name}: {avoided}, {count} times, rather {say}"));
            }
            if most > 0 && count == most {
                right.push((name.clone(), *avoided));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    let listed = |(file, word, _): &&(&str, &str, usize)| {
        !right.iter().any(|(name, avoided)| (name.as_str(), *avoided) == (*file, *word))
    };
    let stale: Vec<_> = RIGHT_IN_CODE.iter().filter(listed).collect();
    assert_eq!(stale, Vec::<&(&str, &str, usize)>::new(), "these words are gone: shorten the list");
}

#[test]
fn words_are_counted_by_themselves() {
    let text = "it is told; `told_as`, untold, state.told, key-told, told-so (told)";
    assert_eq!(count_of("told", text), 3);
    assert_eq!(count_of("so many", &one_line("/// takes so\n    /// many heaps, so many")), 2);
}

#[test]
fn the_document_is_current() {
    let mut wanted = String::from(
        "# Glossary / 用語集\n\nMade from `crates/words/src/common/glossary.rs`. One word for each thing, in English and in Japanese, and words to avoid. \
         The test `crates/words/tests/it/glossary.rs` looks for those in messages, pages, the book, the documents and the code.\n\n\
         `crates/words/src/common/glossary.rs` から生成。一つのものには一つの語を、英語でも日本語でも使う。\
         使わない語は、メッセージ、ページ、本、文書、コードの中からテスト `crates/words/tests/it/glossary.rs` が探す。\n\n\
         | English | 日本語 | avoid in Japanese / 使わない語 |\n|---|---|---|\n",
    );
    for term in GLOSSARY {
        wanted.push_str(&format!("| {} | {} | {} |\n", term.en, term.ja, term.avoided.join(", ")));
    }
    wanted.push_str(
        "\nEnglish phrases to avoid, and what to say instead / 使わない英語の言い回しと、代わりの語:\n\n| avoid | say |\n|---|---|\n",
    );
    for (avoided, say) in AVOIDED_ENGLISH {
        wanted.push_str(&format!("| {avoided} | {say} |\n"));
    }
    wanted.push_str(
        "\nWords to avoid in names and comments of the code, and what to write instead / コードの名前と注釈で使わない語と、代わりの語:\n\n| avoid | write |\n|---|---|\n",
    );
    for (avoided, say) in AVOIDED_IN_CODE {
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
