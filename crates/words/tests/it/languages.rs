//! Every message is there in every language, is used, and gets the arguments that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ishitori_words::Lang;

use crate::glossary::{files, root};

/// Parts of keys that code completes with data: the name of a command, of a function, of an item. The tests of those who complete
/// them hold that a message is there for each.
const COMPLETED: [&str; 10] = [
    "commands.about.",
    "commands.argument.",
    "commands.heading.",
    "commands.question.",
    "commands.sweep-fields.",
    "commands.value.",
    "common.errors.system.",
    "functions.",
    "python.",
    "reproduce.items.",
];

/// A call of `say!`: the file that it is in, its key, and the arguments that it gives.
struct Call {
    file: String,
    key: String,
    arguments: BTreeSet<String>,
}

/// The sources of the crates that speak to people.
fn sources() -> Vec<(String, String)> {
    let crates = root().join("crates");
    let mut found: Vec<(String, String)> = files(&crates, &[".rs"])
        .into_iter()
        .filter(|path| {
            let parts: Vec<_> = path.strip_prefix(&crates).unwrap().iter().collect();
            parts.get(1).is_some_and(|part| *part == "src")
        })
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    found.sort();
    assert!(found.len() > 500, "{}", found.len());
    found
}

/// The folders of a language: the messages by their keys.
fn messages(lang: Lang) -> BTreeMap<&'static str, &'static str> {
    let mut found = BTreeMap::new();
    for (key, text) in lang.entries() {
        assert!(found.insert(key, text).is_none(), "{key} is there twice in {}", lang.tag());
    }
    found
}

/// The names of the arguments of a template.
fn arguments(template: &str) -> BTreeSet<String> {
    let plain = template.replace("{{", "").replace("}}", "");
    plain
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(inside, _)| inside.split(':').next().unwrap_or(inside).to_string())
        .collect()
}

/// The literals of a text that are keys of messages: their first word is the name of a file, and points follow.
fn keys_in<'a>(source: &'a str, files: &BTreeSet<&str>) -> Vec<&'a str> {
    source
        .split('"')
        .filter(|text| {
            let mut words = text.split('.');
            let is_word = |word: &str| {
                !word.is_empty()
                    && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
            };
            words.next().is_some_and(|first| files.contains(first))
                && text.contains('.')
                && words.all(is_word)
        })
        .collect()
}

/// The calls of `say!` in a text whose key stands in them.
fn calls(file: &str, source: &str) -> Vec<Call> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find("say!(") {
        rest = &rest[at + "say!(".len()..];
        let parts = parts(rest);
        let Some(key) = parts.get(1).and_then(|key| key.strip_prefix('"')?.strip_suffix('"'))
        else {
            continue;
        };
        let arguments = parts[2..].iter().filter(|part| !part.is_empty());
        let name = |part: &String| part.split('=').next().unwrap_or(part).trim().to_string();
        found.push(Call {
            file: file.into(),
            key: key.into(),
            arguments: arguments.map(name).collect(),
        });
    }
    found
}

/// The arguments of a macro, from behind its bracket to the one that closes it.
fn parts(source: &str) -> Vec<String> {
    let (mut parts, mut depth, mut in_text) = (vec![String::new()], 0, false);
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_text => {
                parts.last_mut().unwrap().push(c);
                chars.next().into_iter().for_each(|c| parts.last_mut().unwrap().push(c));
                continue;
            }
            '"' => in_text = !in_text,
            _ if in_text => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(c);
    }
    parts.iter().map(|part| part.trim().to_string()).collect()
}

#[test]
fn every_language_has_every_message() {
    let english = messages(Lang::En);
    assert!(english.len() > 2000, "{}", english.len());
    for lang in Lang::ALL {
        let known = messages(*lang);
        let missing: Vec<_> = english.keys().filter(|key| !known.contains_key(*key)).collect();
        let odd: Vec<_> = known.keys().filter(|key| !english.contains_key(*key)).collect();
        assert_eq!((missing, odd), (vec![], vec![]), "{}", lang.tag());
    }
}

#[test]
fn files_of_all_languages_are_compiled_in() {
    for lang in Lang::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages").join(lang.tag());
        let keys: BTreeSet<&str> = lang.keys().filter_map(|key| key.split('.').next()).collect();
        let there: BTreeSet<String> = files(&folder, &[".txt"])
            .iter()
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
            // Read by the pages only.
            .filter(|name| name != "pages")
            .collect();
        assert_eq!(there, keys.into_iter().map(String::from).collect(), "{}", lang.tag());
    }
}

#[test]
fn every_key_in_the_sources_is_a_message_and_none_is_left_over() {
    let messages = messages(Lang::En);
    let files: BTreeSet<&str> = messages.keys().filter_map(|key| key.split('.').next()).collect();
    let mut used = BTreeSet::new();
    let mut unknown = Vec::new();
    for (file, source) in sources() {
        for key in keys_in(&source, &files) {
            match messages.get_key_value(key) {
                Some((known, _)) => drop(used.insert(*known)),
                // A name of a file, or a text of a test.
                None if key.ends_with(".rs") || key.ends_with(".txt") => {}
                None if COMPLETED.iter().any(|part| key.starts_with(part)) => {}
                None => unknown.push(format!("{file}: {key}")),
            }
        }
    }
    assert_eq!(unknown, Vec::<String>::new(), "keys without a message");
    let completed = |key: &&&str| COMPLETED.iter().any(|part| key.starts_with(part));
    let left: Vec<_> =
        messages.keys().filter(|key| !completed(key)).filter(|key| !used.contains(**key)).collect();
    assert_eq!(left, Vec::<&&str>::new(), "messages that no code says");
}

#[test]
fn every_message_gets_its_arguments() {
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for (file, source) in sources() {
        for Call { file, key, arguments: given } in calls(&file, &source) {
            looked_at += 1;
            for lang in Lang::ALL {
                let Some(template) = messages(*lang).get(key.as_str()).copied() else { continue };
                let missing: Vec<_> = arguments(template).difference(&given).cloned().collect();
                if !missing.is_empty() {
                    wrong.push(format!("{file}: {key} in {}: {missing:?}", lang.tag()));
                }
            }
        }
    }
    assert!(looked_at > 500, "{looked_at}");
    assert_eq!(wrong, Vec::<String>::new());
}

/// Files with Japanese in code: words that are read from users.
const JAPANESE_IN_CODE: [&str; 7] = [
    "answers/src/common/board.rs",
    "answers/src/common/end.rs",
    "answers/src/common/rule.rs",
    "answers/src/program/games.rs",
    "cli/src/heap_args.rs",
    "words/src/language/mod.rs",
    "words/src/playing/play/mod.rs",
];

#[test]
fn sentences_are_in_the_folders_of_the_languages() {
    let speakers = ["answers", "words", "cli", "web", "api", "wasm", "python", "reproduce"];
    let mut wrong = Vec::new();
    for (file, source) in sources() {
        let (_, file) = file.rsplit_once("crates/").unwrap();
        let speaks = speakers.iter().any(|name| file.starts_with(&format!("{name}/")));
        if !speaks || JAPANESE_IN_CODE.contains(&file) || file.ends_with("glossary.rs") {
            continue;
        }
        let code = source.split("#[cfg(test)]\nmod ").next().unwrap();
        let is_japanese = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        wrong.extend(
            lines.filter(|line| line.contains(is_japanese)).map(|line| format!("{file}: {line}")),
        );
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The module of the pages with the sentences of a language.
fn module(lang: Lang) -> String {
    let path = format!("crates/words/languages/{}/pages.txt", lang.tag());
    let mut out =
        format!("// Written by a test of ishitori-words from {path}.\nexport default {{\n");
    for line in std::fs::read_to_string(root().join(&path)).unwrap().lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{path}: {line}"));
        let key = key.strip_prefix("pages.").unwrap_or_else(|| panic!("{path}: {key}"));
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
        out += &format!("  \"{key}\": \"{text}\",\n");
    }
    out + "};\n"
}

/// `ISHITORI_LANGUAGES=update` writes the modules.
#[test]
fn pages_read_the_folders_of_the_languages() {
    let folder = root().join("crates/web/assets/js/languages");
    for lang in Lang::ALL {
        let (path, made) = (folder.join(format!("{}.js", lang.tag())), module(*lang));
        if std::env::var_os("ISHITORI_LANGUAGES").is_some_and(|what| what == "update") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &made).unwrap();
        }
        let there = std::fs::read_to_string(&path).unwrap();
        assert!(there == made, "{}: ISHITORI_LANGUAGES=update writes it", path.display());
    }
    assert_eq!(files(&folder, &[".js"]).len(), Lang::ALL.len());
}
