//! The files of a language: a message in a line.
//!
//! ```text
//! # A remark.
//! heaps.quotient.order = order
//! heaps.quotient.tail = ", and {more} more"
//! commands.notes.ends =
//! | END, who wins when no move is left:
//! |   normal  misere
//! ```
//!
//! A line is a key, an equals sign and a [template](super::template). Quotes around a text keep the spaces at its ends. `\n` is
//! the end of a line, `\\` a backslash. The first word of a key is the name of its file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::Lang;
use super::{pseudo, template};

/// The files of a language: their names and their texts.
pub type Folder = [(&'static str, &'static str)];

/// A message.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// With arguments in braces.
    pub template: &'static str,
    /// The text without arguments.
    pub plain: &'static str,
}

/// The most files that a folder has.
const FILES: usize = 24;

/// The messages of a language, each file read when one of its messages is wanted, each message when it is said.
pub struct Messages {
    files: [OnceLock<HashMap<&'static str, Entry>>; FILES],
}

/// A message as it is written, and as it is read.
struct Entry {
    written: &'static str,
    read: OnceLock<Message>,
}

impl Messages {
    /// None is read yet.
    pub const fn new() -> Messages {
        Messages { files: [const { OnceLock::new() }; FILES] }
    }

    /// The message of a key. O(1), the first time O(length), and for the first one of a file O(length of the file).
    pub fn get(&self, lang: Lang, key: &str) -> Option<Message> {
        let file = key.split('.').next()?;
        let (number, (_, text)) =
            lang.folder().iter().enumerate().find(|(_, (name, _))| *name == file)?;
        let entry = |written| Entry { written, read: OnceLock::new() };
        let entries = self.files.get(number)?;
        let entries = entries
            .get_or_init(|| lines(text).map(|(key, written)| (key, entry(written))).collect());
        let found = entries.get(key)?;
        Some(*found.read.get_or_init(|| read(lang, found.written)))
    }
}

/// A message. What differs from the text of the file is kept for as long as the program runs. O(length).
fn read(lang: Lang, written: &'static str) -> Message {
    let kept = |text: Cow<'static, str>| match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => Box::leak(text.into_boxed_str()),
    };
    let mut template = unescaped(written);
    if lang == Lang::Pseudo {
        template = pseudo::lengthened(&template).into();
    }
    let template = kept(template);
    Message { template, plain: kept(template::without_arguments(template)) }
}

/// The keys of a file and what is written after them, without quotes. O(length).
pub fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            if rest.is_empty() {
                return None;
            }
            let mut end = rest.find('\n').unwrap_or(rest.len());
            // The lines of a long message.
            while rest[end..].starts_with("\n|") {
                end = rest[end + 1..].find('\n').map_or(rest.len(), |at| end + 1 + at);
            }
            let line = &rest[..end];
            rest = rest[end..].strip_prefix('\n').unwrap_or_default();
            if let Some((key, text)) = line.split_once('=').filter(|_| !line.starts_with('#')) {
                let text = text.strip_prefix(' ').unwrap_or(text);
                let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                return Some((key.trim(), quoted.unwrap_or(text)));
            }
        }
    })
}

/// A text with the characters that its escapes stand for. O(length).
fn unescaped(text: &'static str) -> Cow<'static, str> {
    // One character after the other: that search is fast without optimisation, too.
    if !text.contains('\\') && !text.contains('\n') {
        return text.into();
    }
    let joined = text.replace("\n| ", "\n").replace("\n|", "\n");
    let mut rest = joined.strip_prefix('\n').unwrap_or(&joined).chars();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        match c {
            '\\' => out.push(match rest.next() {
                Some('n') => '\n',
                Some(other) => other,
                None => '\\',
            }),
            c => out.push(c),
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_key_and_a_text() {
        let text = "# remark\na.b = one = two\n\na.c = \" , \"\na.d = x\\n  y\\\\n\na.e =\n| p = q\n|\n|   r\na.f = s\n";
        let found: Vec<_> = lines(text).collect();
        assert_eq!(found[..3], [("a.b", "one = two"), ("a.c", " , "), ("a.d", "x\\n  y\\\\n")]);
        assert_eq!(unescaped(found[2].1), "x\n  y\\n");
        assert_eq!((found[3].0, unescaped(found[3].1)), ("a.e", "p = q\n\n  r".into()));
        assert_eq!((found[4], found.len()), (("a.f", "s"), 5));
    }

    #[test]
    fn every_file_has_a_place() {
        for lang in Lang::ALL {
            assert!(lang.folder().len() <= FILES);
        }
    }
}
