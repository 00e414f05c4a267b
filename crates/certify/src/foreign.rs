//! Text that a document contains, as a message may quote it.

/// The most characters that are quoted.
const MOST: usize = 200;

/// A text with everything escaped that could end a line, move the cursor, hide or turn what stands
/// next to it: control characters, marks of direction, separators of lines, invisible characters. Long
/// texts are cut short. O(length of what is shown).
pub(crate) fn quoted(text: &str) -> String {
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == MOST {
            shown.push('…');
            break;
        }
        match c {
            // Quotation marks and backslashes are harmless; `escape_debug` would escape them.
            '"' | '\'' | '\\' => shown.push(c),
            c => shown.extend(c.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_on_a_terminal_is_left() {
        let hostile =
            "\u{1b}[2Jvalid\r\n\u{7f}\u{9b}\u{202e}\u{2066}\u{2028}\u{200b}\u{feff}石\"\\";
        let shown = quoted(hostile);
        assert!(shown.chars().all(|c| !c.is_control()), "{shown}");
        for c in ['\u{202e}', '\u{2066}', '\u{2028}', '\u{200b}', '\u{feff}'] {
            assert!(!shown.contains(c), "{shown}");
        }
        assert!(shown.ends_with("石\"\\"));
        assert_eq!(quoted(&"a".repeat(1000)).chars().count(), MOST + 1);
    }
}
