//! Errors in the text of an end rule.

use std::fmt;
use std::ops::Range;

/// The text is not an end rule: what is wrong, where, and what would be accepted there.
///
/// ```
/// use ishitori_rules::end::EndRule;
/// let error = "mod2:LX".parse::<EndRule>().unwrap_err();
/// assert_eq!(error.span(), 6..7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct EndError {
    pub(super) kind: EndErrorKind,
    pub(super) span: Range<usize>,
    pub(super) input: String,
}

/// An error in the text of an end rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndErrorKind {
    /// No end rule begins like this.
    Unknown,
    /// A character that is not L, R, N or P.
    Letter {
        /// The character.
        found: char,
    },
    /// `modM:` with a number of letters other than M.
    Count {
        /// M.
        wanted: u64,
        /// The letters that follow.
        found: usize,
    },
    /// `modM:` with M = 0 or too large, or without a number.
    Modulus {
        /// The largest M accepted.
        limit: u64,
    },
    /// `table:` without a block in brackets at its end.
    NoBlock,
    /// A table of too many letters, or one for each player that repeat together only after too many.
    TooLong {
        /// The most letters that are accepted.
        limit: u64,
    },
    /// More than two tables, or one for each player of which one counts moves.
    Halves,
}

impl EndError {
    /// The error. O(1).
    pub fn kind(&self) -> &EndErrorKind {
        &self.kind
    }

    /// The bytes of the text that are wrong. O(1).
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The text that was read. O(1).
    pub fn input(&self) -> &str {
        &self.input
    }
}

impl fmt::Display for EndError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            EndErrorKind::Unknown => write!(
                f,
                "'{}' is not an end rule; expected normal, misere, moves, mod2:LR, mod3:LRP, \
                 table:LRP[N], and LEFT/RIGHT with one such table for each player",
                self.input
            ),
            EndErrorKind::Letter { found } => write!(
                f,
                "'{found}' in '{}': the letters are L and R (that player wins), N (the player to move wins) and P (the other player wins)",
                self.input
            ),
            EndErrorKind::Count { wanted, found } => write!(
                f,
                "'{}' has {found} letters: mod{wanted} needs {wanted}, one for each remainder",
                self.input
            ),
            EndErrorKind::Modulus { limit } => write!(
                f,
                "'{}': expected a number from 1 to {limit} after mod, then ':' and that many letters",
                self.input
            ),
            EndErrorKind::NoBlock => write!(
                f,
                "'{}': a table ends with the letters that repeat forever, in brackets, as in table:LRP[N]",
                self.input
            ),
            EndErrorKind::TooLong { limit } => write!(
                f,
                "a table may have at most {limit} letters; two tables are combined into one as long as the least common multiple of their lengths"
            ),
            EndErrorKind::Halves => write!(
                f,
                "'{}': too many tables for the stones left; expected at most two, Left's and Right's",
                self.input
            ),
        }
    }
}
