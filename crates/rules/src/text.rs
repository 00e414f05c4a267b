//! Characters of the notations.

/// The ASCII form of a full-width character, and of the punctuation that a Japanese keyboard gives.
/// O(1).
///
/// ```
/// let text: String = "ｓｕｂ：１、３".chars().map(ishitori_rules::narrow).collect();
/// assert_eq!(text, "sub:1,3");
/// ```
pub fn narrow(c: char) -> char {
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
