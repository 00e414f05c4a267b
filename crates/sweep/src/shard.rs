//! One of several parts of a list, for one process of many.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The `number`-th, from 1 on, of `of` parts of a list: a range of places. Parts differ by at most
/// one place in length and make up the list exactly; where there are more parts than places some are
/// empty.
///
/// ```
/// use ishitori_sweep::Shard;
/// let shard: Shard = "2/3".parse().unwrap();
/// assert_eq!(shard.range(10), 3..6);
/// assert_eq!(Shard::all(3).map(|shard| shard.range(10).count()).collect::<Vec<_>>(), [3, 3, 4]);
/// assert!("0/3".parse::<Shard>().is_err() && "4/3".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no shard: I/N with 1 ≤ I ≤ N ≤ {most} is accepted, such as 3/64", most = Shard::MAX)]
pub struct ShardError(pub String);

impl Shard {
    /// The most parts.
    pub const MAX: u32 = 1_000_000_000;

    /// The part of this number, from 1 on. O(1).
    pub fn new(number: u32, of: u32) -> Option<Shard> {
        (1 <= number && number <= of && of <= Shard::MAX).then_some(Shard { number, of })
    }

    /// All parts of a division into `of` parts. O(1).
    pub fn all(of: u32) -> impl Iterator<Item = Shard> {
        (1..=of).map(move |number| Shard { number, of })
    }

    /// Its number, from 1 on. O(1).
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many parts there are. O(1).
    pub fn of(self) -> u32 {
        self.of
    }

    /// Its places in a list of this length. O(1).
    pub fn range(self, length: u64) -> Range<u64> {
        // At most the length, since the quotient is at most 1.
        let before =
            |parts: u32| (u128::from(length) * u128::from(parts) / u128::from(self.of)) as u64;
        before(self.number - 1)..before(self.number)
    }
}

impl FromStr for Shard {
    type Err = ShardError;
    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = || {
            let (number, of) = text.trim().split_once('/')?;
            Shard::new(number.trim().parse().ok()?, of.trim().parse().ok()?)
        };
        read().ok_or_else(|| ShardError(text.to_string()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_make_up_the_list(length: u64, short in 0u64..300, of in 1u32..400) {
            for length in [length, short] {
                let mut end = 0;
                for shard in Shard::all(of) {
                    let range = shard.range(length);
                    prop_assert_eq!(range.start, end);
                    let places = range.end - range.start;
                    prop_assert!((length / u64::from(of)..=length.div_ceil(of.into())).contains(&places));
                    prop_assert_eq!(shard.to_string().parse(), Ok(shard));
                    end = range.end;
                }
                prop_assert_eq!(end, length);
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "1", "/", "0/1", "2/1", "1/0", "-1/3", "1/1000000001", "1/2/3", "a/b"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.to_string())));
        }
    }
}
