//! Characters of the notations.

/// The half-width form of a character: ASCII for full-width letters, digits and the punctuation of a Japanese keyboard.
/// O(1).
///
/// ```
/// let text: String = "ｓｕｂ：１、３".chars().map(ishitori_rules::to_halfwidth).collect();
/// assert_eq!(text, "sub:1,3");
/// ```
pub fn to_halfwidth(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(c as u32 - 0xff01 + 0x21).expect("a printable ASCII character")
        }
        '、' => ',',
        '。' => '.',
        '\u{2212}' | '\u{2013}' | '〜' => '-',
        _ => c,
    }
}
