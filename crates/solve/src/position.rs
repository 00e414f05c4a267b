//! Positions of several heaps, and moves in them.

use std::fmt;
use std::str::FromStr;

use ishitori_values::Player;

/// The largest heap of a position.
pub const MAX_HEAP: u32 = 1 << 30;

/// A multiset of heaps. Empty heaps are kept: when each heap is won by itself they count.
///
/// ```
/// use ishitori_solve::ending::Position;
/// let position: Position = "5+3+5".parse().unwrap();
/// assert_eq!((position.heaps(), position.stones()), (&[3, 5, 5][..], 13));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(Box<[u32]>);

/// A text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a position; expected heaps of at most {MAX_HEAP} joined by +, such as 6 or 3+5+5"
)]
pub struct PositionError(pub String);

impl Position {
    /// The position with these heaps. O(n log n).
    pub fn new(mut heaps: Vec<u32>) -> Position {
        heaps.sort_unstable();
        Position(heaps.into())
    }

    /// One heap. O(1).
    pub fn heap(heap: u32) -> Position {
        Position::new(vec![heap])
    }

    /// The heaps, increasing. O(1).
    pub fn heaps(&self) -> &[u32] {
        &self.0
    }

    /// The stones in all. O(heaps).
    pub fn stones(&self) -> u64 {
        self.0.iter().map(|&h| u64::from(h)).sum()
    }

    /// The same position without empty heaps. O(heaps).
    pub fn without_empty_heaps(&self) -> Position {
        let empty = self.0.partition_point(|&h| h == 0);
        Position(self.0[empty..].into())
    }

    /// The position in which the heap at place `at` has become the heaps `left`. O(n log n).
    pub fn with_heap_replaced(&self, at: usize, left: &[u32]) -> Position {
        let mut heaps = Vec::with_capacity(self.0.len() + left.len());
        heaps.extend_from_slice(&self.0[..at]);
        heaps.extend_from_slice(&self.0[at + 1..]);
        heaps.extend_from_slice(left);
        Position::new(heaps)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads heaps with `+`, `,` or spaces between them; full-width characters are accepted.
    /// O(length).
    fn from_str(text: &str) -> Result<Self, PositionError> {
        heaps_in_order(text).map(Position::new)
    }
}

/// The heaps of a text in the order in which they are written, read like a [`Position`]. O(length).
///
/// ```
/// use ishitori_solve::ending::heaps_in_order;
/// assert_eq!(heaps_in_order("５＋3, 5").unwrap(), [5, 3, 5]);
/// assert!(heaps_in_order("5+").is_err());
/// ```
pub fn heaps_in_order(text: &str) -> Result<Vec<u32>, PositionError> {
    let halfwidth = text.chars().map(|c| match c {
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
        '＋' => '+',
        '，' | ',' | '、' => ' ',
        c => c,
    });
    let halfwidth: String = halfwidth.collect();
    // Something stands on both sides of each plus.
    let summands = halfwidth.split('+').all(|summand| !summand.trim().is_empty());
    let numbers = halfwidth.split(|c: char| c == '+' || c.is_whitespace());
    let heaps: Result<Vec<u32>, _> =
        numbers.filter(|number| !number.is_empty()).map(str::parse).collect();
    match heaps {
        Ok(heaps) if summands && heaps.iter().all(|&h| h <= MAX_HEAP) => Ok(heaps),
        _ => Err(PositionError(text.to_string())),
    }
}

/// A move that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The heap that is changed.
    pub heap: u32,
    /// The heaps left of it, increasing; empty if there are none.
    pub left: Vec<u32>,
    /// The position after the move.
    pub position: Position,
    /// The players who win by it, moving first.
    pub players: Vec<Player>,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        for (i, heap) in self.0.iter().enumerate() {
            write!(f, "{}{heap}", if i > 0 { "+" } else { "" })?;
        }
        Ok(())
    }
}
