//! Foreign text, shown so that it cannot pass for something else.
//!
//! Arguments, names of files and what stands in files may contain characters that a terminal obeys
//! (control sequences), that end a line, or that turn the direction of writing. None of them is ever
//! shown as it is: [`one_line`] shows a piece of foreign text within a sentence of ours, [`visible`] is
//! what every text passes through before it is written, and [`visible_json`] the same for JSON. Letters
//! of all scripts stay as they are.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character is obeyed rather than shown: control characters (C0, DEL, C1), separators of
/// lines and paragraphs, and marks that turn the direction of writing.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text with our own line breaks and tabs in it: everything else that would be obeyed is shown as
/// `\u{1b}`. O(length).
///
/// ```
/// use ishitori_records::visible::visible;
/// assert_eq!(visible("石取り\n\t0.77 ＋ é"), "石取り\n\t0.77 ＋ é");
/// assert_eq!(visible("\x1b[2Jvalid\r"), "\\u{1b}[2Jvalid\\r");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_obeyed(c) && c != '\n' && c != '\t', in_text)
}

/// Foreign text within a line of ours, from which it cannot break out. O(length).
///
/// ```
/// use ishitori_records::visible::one_line;
/// assert_eq!(one_line("a.game\nishitori: valid"), "a.game\\nishitori: valid");
/// ```
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed, in_text)
}

/// The text of a JSON document, in which such characters stand in strings only: the same document
/// without them. O(length).
///
/// ```
/// use ishitori_records::visible::visible_json;
/// assert_eq!(visible_json("{\"rule\":\"\u{202e}77.0\"}\n"), "{\"rule\":\"\\u202e77.0\"}\n");
/// ```
pub fn visible_json(text: &str) -> Cow<'_, str> {
    escaped(
        text,
        |c| is_obeyed(c) && !matches!(c, '\n' | '\t' | '\r'),
        |c, out| {
            // All of them are below U+10000. Writing to a string does not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        },
    )
}

fn in_text(c: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c => out.extend(c.escape_unicode()),
    }
}

/// Where the first byte stands that is not printable ASCII, or a line break where `lines` may end: 32 bytes at a time.
fn first_suspect(text: &str, lines: bool) -> Option<usize> {
    let is_plain = |b: &u8| matches!(b, b' '..=b'~') || lines && *b == b'\n';
    let bytes = text.as_bytes();
    let blocks = bytes.chunks_exact(32).position(|block| !block.iter().all(is_plain));
    let from = blocks.map_or(bytes.len() / 32, |block| block) * 32;
    bytes[from..].iter().position(|b| !is_plain(b)).map(|at| from + at)
}

fn escaped(
    text: &str,
    wanted: impl Fn(char) -> bool,
    write: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    let Some(first) = first_suspect(text, !wanted('\n')) else { return Cow::Borrowed(text) };
    let Some(first) = text[first..].find(&wanted).map(|at| first + at) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        if wanted(c) { write(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_obeyed_is_left() {
        for c in (0..0x11_0000).filter_map(char::from_u32) {
            let text = format!("あ{c}é");
            let kept = one_line(&text) == text;
            let ascii = format!("{}{c}{}", "a".repeat(40), "b".repeat(33));
            assert_eq!(one_line(&ascii) == ascii, kept, "{:x}", u32::from(c));
            assert_eq!(visible(&ascii) == ascii, visible(&text) == text, "{:x}", u32::from(c));
            let plain = !c.is_control()
                && !"\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}"
                    .contains(c)
                && !('\u{2066}'..='\u{2069}').contains(&c);
            assert_eq!(kept, plain, "{:x}", u32::from(c));
            assert_eq!(visible(&text) == text, plain || c == '\n' || c == '\t');
        }
    }

    #[test]
    fn json_says_the_same() {
        let text = "\u{9b}2J\u{7f}\u{2028}\u{2069}石\n";
        let json = serde_json::to_string(&[text]).expect("JSON");
        let shown = visible_json(&json);
        assert!(!shown.chars().any(is_obeyed));
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).expect("JSON"), [text]);
    }
}
