//! Positions whose type does not depend on the words in which rules are compiled.

use std::fmt;

/// A position of a board: what stands at each site, and its text.
///
/// ```
/// use ishitori_boards::BoardGame;
/// let set_up = BoardGame::named("clobber").unwrap().set_up("xo|ox").unwrap();
/// assert_eq!(set_up.start().text(), "xo|ox");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: Box<[char]>,
    text: Box<str>,
}

impl Position {
    pub(crate) fn new(pieces: Box<[char]>, text: String) -> Position {
        Position { pieces, text: text.into() }
    }

    /// What stands at each site, `#` where nothing is left. O(1).
    pub fn pieces(&self) -> &[char] {
        &self.pieces
    }

    /// Its text, as it is read again; empty for a graph of which nothing is left. O(1).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Bytes outside of it. O(1).
    pub fn heap_bytes(&self) -> u64 {
        (4 * self.pieces.len() + self.text.len()) as u64
    }
}

/// The text for people: a graph of which nothing is left has a sign, too.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.text.is_empty() { "∅" } else { &self.text })
    }
}
