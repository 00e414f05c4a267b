//! The commands of the documents on the language and of the README, and what they print, in both
//! languages.
//!
//! A block marked `text NAME` is a file; in a block marked `console`, lines that begin with
//! `$ ishitori` are commands, the lines after them are what they print, and `…` stands for what is
//! left out.

use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;

const DOCUMENTS: [(&str, &str, &str); 4] = [
    ("language", "C.UTF-8", include_str!("../../../../docs/language.md")),
    ("language.ja", "ja_JP.UTF-8", include_str!("../../../../docs/language.ja.md")),
    ("tutorial", "C.UTF-8", include_str!("../../../../docs/tutorial-games.md")),
    ("tutorial.ja", "ja_JP.UTF-8", include_str!("../../../../docs/tutorial-games.ja.md")),
];

/// What a visitor reads first; each language has its own examples.
const READMES: [(&str, &str, &str); 2] = [
    ("readme", "C.UTF-8", include_str!("../../../../README.md")),
    ("readme.ja", "ja_JP.UTF-8", include_str!("../../../../README.ja.md")),
];

/// The blocks of a document: what they are marked with, and their lines.
fn blocks(document: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut open = false;
    for line in document.lines() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(mark) => {
                blocks.push((mark, Vec::new()));
                open = true;
            }
            None if open => blocks.last_mut().expect("a block is open").1.push(line),
            None => {}
        }
    }
    assert!(!open, "a block is never closed");
    blocks
}

/// The words of a command line, in which single quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut begun) = (vec![String::new()], false, false);
    for c in line.chars() {
        match c {
            '\'' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if begun {
                    words.push(String::new());
                }
                begun = false;
            }
            c => {
                words.last_mut().expect("not empty").push(c);
                begun = true;
            }
        }
    }
    assert!(!quoted, "{line}");
    words
}

/// What a command prints, to whichever side.
fn run(folder: &Path, locale: &str, line: &str) -> String {
    let output = Command::cargo_bin("ishitori")
        .expect("the program is built")
        .env_remove("LC_MESSAGES")
        .env("LC_ALL", locale)
        .current_dir(folder)
        .args(words(line))
        .timeout(Duration::from_secs(600))
        .output()
        .expect("the program runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{line}: {code:?}");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("UTF-8")
}

/// Whether lines are the same, but for what `…` stands for within a line.
fn lines_match(wanted: &[&str], found: &[&str]) -> bool {
    let same = |(wanted, found): (&&str, &&str)| {
        let parts = wanted.split_once('…');
        wanted == found || parts.is_some_and(|(a, b)| found.starts_with(a) && found.ends_with(b))
    };
    wanted.len() == found.len() && wanted.iter().zip(found).all(same)
}

fn compare(command: &str, expected: &[&str], found: &str) {
    let found: Vec<&str> = found.trim_end().lines().map(str::trim_end).collect();
    let wanted: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
    let wanted = match wanted.iter().rposition(|line| !line.is_empty()) {
        Some(last) => &wanted[..=last],
        None => panic!("{command}: the document does not say what is printed"),
    };
    let same = match wanted.iter().position(|line| line.trim() == "…") {
        Some(at) => {
            let (before, after) = (&wanted[..at], &wanted[at + 1..]);
            before.len() + after.len() <= found.len()
                && lines_match(before, &found[..before.len()])
                && lines_match(after, &found[found.len() - after.len()..])
        }
        None => lines_match(wanted, &found),
    };
    assert!(same, "{command}:\n{}\nbut the document says\n{}", found.join("\n"), wanted.join("\n"));
}

#[test]
fn commands_print_what_the_documents_say() {
    for (name, locale, document) in DOCUMENTS.into_iter().chain(READMES) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut commands = 0;
        for (mark, lines) in blocks(document) {
            if let Some(file) = mark.strip_prefix("text ") {
                std::fs::write(folder.path().join(file), lines.join("\n") + "\n").expect("a file");
            }
            if mark != "console" {
                continue;
            }
            for command in lines.split(|line| line.is_empty()).collect::<Vec<_>>() {
                let Some((first, printed)) = command.split_first() else { continue };
                let line = first.strip_prefix("$ ishitori ").expect("a command");
                compare(line, printed, &run(folder.path(), locale, line));
                commands += 1;
            }
        }
        let least = match name {
            "readme.ja" => 1,
            "readme" => 6,
            _ => 7,
        };
        assert!(commands >= least, "{name}: {commands}");
    }
}

/// Both languages have the same commands, files and grammar.
#[test]
fn documents_agree() {
    for pair in DOCUMENTS.chunks(2) {
        let parts = |document: &'static str| -> Vec<String> {
            blocks(document)
                .into_iter()
                .flat_map(|(mark, lines)| {
                    let commands = move |line: &&str| mark != "console" || line.starts_with('$');
                    lines.into_iter().filter(commands).map(move |line| format!("{mark}: {line}"))
                })
                .collect()
        };
        assert_eq!(parts(pair[0].2), parts(pair[1].2), "{}", pair[0].0);
    }
}
