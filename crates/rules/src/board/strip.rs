//! Games played on one row of pieces.

use super::{Accepted, PositionError};

/// A row of pieces, one byte each.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Strip(pub(super) Box<[u8]>);

/// The longest strip that is read.
const MAX_LENGTH: usize = 4096;

impl Strip {
    pub(super) fn parse(
        text: &str,
        letters: &[u8],
        accepted: Accepted,
        example: &'static str,
    ) -> Result<Strip, PositionError> {
        let mut pieces = Vec::new();
        for (i, c) in text.trim().chars().enumerate() {
            match u8::try_from(c) {
                Ok(b) if letters.contains(&b) => pieces.push(b),
                _ => return Err(PositionError::Character { place: i + 1, found: c, accepted }),
            }
        }
        match pieces.len() {
            0 => Err(PositionError::Empty { example }),
            found if found > MAX_LENGTH => {
                Err(PositionError::TooLarge { found, limit: MAX_LENGTH })
            }
            _ => Ok(Strip(pieces.into_boxed_slice())),
        }
    }

    pub(super) fn show(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }

    /// The same row read backwards, with letters replaced.
    pub(super) fn reversed(&self, replace: impl Fn(u8) -> u8) -> Strip {
        Strip(self.0.iter().rev().map(|&b| replace(b)).collect())
    }

    pub(super) fn replaced(&self, replace: impl Fn(u8) -> u8) -> Strip {
        Strip(self.0.iter().map(|&b| replace(b)).collect())
    }
}

/// The replacement that exchanges two letters.
pub(super) fn exchange(a: u8, b: u8) -> impl Fn(u8) -> u8 {
    move |c| match c {
        c if c == a => b,
        c if c == b => a,
        c => c,
    }
}
