//! The signs of games, as books print them.

/// Notation of ASCII with the arrows and stars of books: `^` becomes ↑, the letter `v` that is no part of a word ↓, and
/// `*` ∗. O(length).
///
/// ```
/// use ishitori_draw::signs;
/// assert_eq!(signs("{^^*|v3}"), "{↑↑∗|↓3}");
/// assert_eq!(signs("over & vase"), "over & vase");
/// ```
pub fn signs(notation: &str) -> String {
    let mut out = String::with_capacity(notation.len());
    let mut word = String::new();
    let finish = |word: &mut String, out: &mut String| {
        match word.as_str() {
            "v" => out.push('↓'),
            "vv" => out.push_str("↓↓"),
            other => out.push_str(other),
        }
        word.clear();
    };
    for c in notation.chars() {
        if c.is_alphabetic() {
            word.push(c);
            continue;
        }
        finish(&mut word, &mut out);
        out.push(match c {
            '^' => '↑',
            '*' => '∗',
            c => c,
        });
    }
    finish(&mut word, &mut out);
    out
}
