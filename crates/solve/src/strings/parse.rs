//! Strings and Coins as text: `3x4` boxes, or strings such as `@1 1-2 2-3`.

use super::{MAX_STRINGS, Strings};

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StringsError {
    /// A word that is no string.
    #[error(
        "`{word}` is not a string: expected two coins, such as 1-2, or @1 for a string from a coin to the ground"
    )]
    Word {
        /// The word.
        word: String,
    },
    /// Too many strings, or no box.
    #[error("expected a board or a graph with 1 to {MAX_STRINGS} strings")]
    Size,
}

/// The two ends of a string that is written as `1-2` or `@1`.
pub(super) fn ends(word: &str) -> Option<(u32, Option<u32>)> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n < 1 << 20);
    match (word.strip_prefix('@'), word.split_once('-')) {
        (Some(coin), _) => Some((number(coin)?, None)),
        (None, Some((one, other))) => {
            let (one, other) = (number(one)?, number(other)?);
            (one != other).then_some((one, Some(other)))
        }
        (None, None) => None,
    }
}

impl std::str::FromStr for Strings {
    type Err = StringsError;

    /// Reads a position. O(length).
    fn from_str(text: &str) -> Result<Strings, StringsError> {
        let text = text.trim();
        let board = text.split_once(['x', '×']).map(|(rows, columns)| {
            let number = |text: &str| text.trim().parse::<usize>().ok();
            (number(rows), number(columns))
        });
        if let Some((Some(rows), Some(columns))) = board {
            return Strings::grid(rows, columns).ok_or(StringsError::Size);
        }
        let mut strings = Vec::new();
        for word in text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty()) {
            let bad = || StringsError::Word { word: word.chars().take(40).collect() };
            strings.push(ends(word).ok_or_else(bad)?);
            if strings.len() > MAX_STRINGS {
                return Err(StringsError::Size);
            }
        }
        if strings.is_empty() { Err(StringsError::Size) } else { Ok(Strings::of(&strings)) }
    }
}
