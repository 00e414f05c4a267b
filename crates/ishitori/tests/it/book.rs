//! The book: every command in it prints what the book shows, in both languages.
#![cfg(unix)] // the commands are those of a shell

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use ishitori_testing::book::{Chapter, Reference, book, contents, updating};

/// The chapter on the library; its programs are examples of the crate `ishitori`, which tests it.
const LIBRARY: &str = "library.md";

fn run(language: &str) {
    let programs = Path::new(env!("CARGO_BIN_EXE_ishitori")).parent().unwrap();
    let chapters = contents(&book().join(language).join("src"));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut problems = Vec::new();
        while let Some(path) = chapters.get(next.fetch_add(1, Ordering::Relaxed)) {
            if path.file_name().is_some_and(|name| name == LIBRARY) {
                continue;
            }
            let ran = Chapter::read(path).and_then(|chapter| chapter.run(programs, updating()));
            problems.extend(ran.err());
        }
        problems
    };
    let problems = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut problems = work();
        problems.extend(other.join().expect("no panic"));
        problems
    });
    assert!(
        problems.is_empty(),
        "{}\nIf the new output is right: ISHITORI_BOOK=update cargo test -p ishitori --test it book",
        problems.join("\n")
    );
}

#[test]
fn commands_in_english() {
    run("en");
}

#[test]
fn commands_in_japanese() {
    run("ja");
}

/// Commands that the text mentions are there, even where it does not show what they print.
#[test]
fn commands_in_the_text_exist() {
    let mut names = BTreeSet::new();
    for path in ["en", "ja"].iter().flat_map(|l| contents(&book().join(l).join("src"))) {
        let chapter = Chapter::read(&path).unwrap();
        let mentioned = chapter.inline_code().into_iter().filter_map(|code| {
            let name = code.strip_prefix("ishitori ")?.split(' ').next()?;
            name.starts_with(|c: char| c.is_ascii_lowercase()).then(|| name.to_string())
        });
        names.extend(mentioned);
    }
    assert!(names.len() > 3, "{names:?}");
    for name in names {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args([name.as_str(), "--help"])
            .output()
            .unwrap();
        assert!(output.status.success(), "ishitori {name}");
    }
}

/// Both languages have the same chapters, which show the same commands and pictures; links lead
/// somewhere.
#[test]
fn the_languages_agree() {
    let names = |language: &str| -> Vec<String> {
        contents(&book().join(language).join("src"))
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect()
    };
    let chapters = names("en");
    assert_eq!(chapters, names("ja"));
    let mut problems = Vec::new();
    for name in &chapters {
        let read =
            |language: &str| Chapter::read(&book().join(language).join("src").join(name)).unwrap();
        let (en, ja) = (read("en"), read("ja"));
        let commands = |chapter: &Chapter| -> Vec<String> {
            chapter.steps.iter().map(|step| step.command.replace(" --lang ja", "")).collect()
        };
        let (ours, theirs) = (commands(&en), commands(&ja));
        if ours != theirs {
            let differ = ours.iter().zip(&theirs).find(|(a, b)| a != b);
            problems.push(format!("{name}: different commands, first {differ:?}"));
        }
        for (chapter, language) in [(&en, "en"), (&ja, "ja")] {
            for reference in chapter.references() {
                let (Reference::Link(target)
                | Reference::Picture(target)
                | Reference::Include(target)) = &reference;
                let target = target.split('#').next().unwrap();
                if target.contains("://") || target.is_empty() {
                    continue;
                }
                let inside = matches!(reference, Reference::Link(_)) && !target.ends_with(".md");
                if inside || !book().join(language).join("src").join(target).is_file() {
                    problems.push(format!("{language}/{name}: {target} is not there"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
