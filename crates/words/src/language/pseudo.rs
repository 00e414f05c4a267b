//! A pseudo-language for tests: English in brackets, a third longer.
//!
//! A text that a test reads outside brackets is in no folder of a language, and one that does not fit on a page will not fit in
//! German either. It is generated from the English messages.

use super::template::{Piece, pieces};

/// Its tag, one of those for private use.
pub const TAG: &str = "en-XA";

/// An English message as it is said in the language: its words between brackets, lengthened. Spaces and ends of lines at both
/// ends stay outside, since a table or a sentence around it counts on them; what has no words stays as it is. O(length).
pub fn lengthened(template: &str) -> String {
    let letters: usize = pieces(template)
        .map(|piece| match piece {
            Piece::Text(text) | Piece::Plural(_, text, _) => {
                text.chars().filter(|c| c.is_alphabetic()).count()
            }
            Piece::Argument(_) => 0,
        })
        .sum();
    // A message that is one argument, such as an error of an engine in English, is another one in other languages.
    let is_argument = || {
        let mut pieces = pieces(template.trim());
        matches!((pieces.next(), pieces.next()), (Some(Piece::Argument(_)), None))
    };
    if letters == 0 && !is_argument() {
        return template.to_string();
    }
    let inside = template.trim();
    let (before, after) = template.split_once(inside).unwrap_or_default();
    // With spaces, where a line may end.
    let more: String = "~~~~ ".chars().cycle().take(letters.div_ceil(3)).collect();
    format!("{before}⟦{inside}{}⟧{after}", more.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_brackets() {
        assert_eq!(lengthened("Left wins"), "⟦Left wins~~~⟧");
        assert_eq!(lengthened("\n  by {to}, "), "\n  ⟦by {to},~⟧ ");
        assert_eq!(lengthened(" {a}, {b}"), " {a}, {b}");
        assert_eq!(lengthened("{error}"), "⟦{error}⟧");
        assert_eq!(lengthened("{n:move|moves}"), "⟦{n:move|moves}~~⟧");
    }
}
