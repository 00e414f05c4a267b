//! Strings and Coins: Dots and Boxes on any graph, and Nimstring, its version in which who cannot move loses.
//!
//! Coins hang on strings, each from one coin to another or to the ground. A player cuts a string; who frees a coin, by cutting
//! its last string, must cut again. A board of Dots and Boxes is the same: boxes are coins, and a line that is drawn is a
//! string that is cut (Berlekamp, Conway, Guy, *Winning Ways*, chapter 16).
//!
//! * [`Strings`]: a position. [`Nimstring`]: its value, a nimber or loony. [`Boxes`]: how many more coins than the opponent the
//!   player to move gets.

mod boxes;
mod nimstring;
mod parse;

pub use boxes::Boxes;
pub use nimstring::{LoonyNimber, Nimstring};
pub use parse::StringsError;

/// The most strings: they are bits of a word.
pub const MAX_STRINGS: usize = 64;

/// About how many bytes a position in the hash table of a search takes.
const ENTRY_BYTES: u64 = 32;
/// The approximate stack use of a recursive step of a search.
const STEP_BYTES: u64 = 512;

/// A graph of strings and coins. A set of strings that are left is a word, in which string n is bit n.
///
/// ```
/// use ishitori_solve::strings::Strings;
/// let board = Strings::grid(2, 3).unwrap();
/// assert_eq!((board.coins(), board.len()), (6, 17));
/// let path: Strings = "@1 1-2 2-3".parse().unwrap();
/// assert_eq!(path.to_string(), "@1 1-2 2-3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings {
    /// The numbers of the coins as they are written, increasing.
    names: Vec<u32>,
    /// Of each string the place of a coin, and of the coin at the other end if that is not the ground.
    ends: Vec<(usize, Option<usize>)>,
    /// Of each coin the strings at it.
    at: Vec<u64>,
    /// The sets of several strings with the same ends: it does not matter which of them is cut.
    same: Vec<u64>,
}

impl Strings {
    /// The board of Dots and Boxes with these rows and columns of boxes, numbered row by row from 1, no line drawn yet; nothing
    /// if it has no box or more than [`MAX_STRINGS`] lines. O(lines).
    pub fn grid(rows: usize, columns: usize) -> Option<Strings> {
        let lines = (rows.checked_add(1)?.checked_mul(columns)?)
            .checked_add(columns.checked_add(1)?.checked_mul(rows)?)?;
        if rows == 0 || columns == 0 || lines > MAX_STRINGS {
            return None;
        }
        let name = |row: usize, column: usize| (row * columns + column + 1) as u32;
        let mut strings = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
            let here = name(row, column);
            if row == 0 {
                strings.push((here, None));
            }
            if column == 0 {
                strings.push((here, None));
            }
            strings.push((here, (column + 1 < columns).then(|| name(row, column + 1))));
            strings.push((here, (row + 1 < rows).then(|| name(row + 1, column))));
        }
        Some(Strings::of(&strings))
    }

    /// The graph of strings between coins with these names. O(strings · coins).
    fn of(strings: &[(u32, Option<u32>)]) -> Strings {
        let mut names: Vec<u32> =
            strings.iter().flat_map(|(one, other)| [Some(*one), *other]).flatten().collect();
        names.sort_unstable();
        names.dedup();
        let place = |name: u32| names.binary_search(&name).expect("a coin of the list");
        let ends: Vec<(usize, Option<usize>)> = (strings.iter())
            .map(|(one, other)| match other.map(place) {
                Some(other) => (place(*one).min(other), Some(place(*one).max(other))),
                None => (place(*one), None),
            })
            .collect();
        let mut at = vec![0; names.len()];
        for (string, (one, other)) in ends.iter().enumerate() {
            at[*one] |= 1 << string;
            if let Some(other) = other {
                at[*other] |= 1 << string;
            }
        }
        let alike = |of: &(usize, Option<usize>)| {
            let strings = ends.iter().enumerate().filter(|(_, ends)| *ends == of);
            strings.fold(0u64, |set, (string, _)| set | 1 << string)
        };
        let mut same: Vec<u64> =
            ends.iter().map(alike).filter(|set| set.count_ones() > 1).collect();
        same.sort_unstable();
        same.dedup();
        Strings { names, ends, at, same }
    }

    /// How many coins there are. O(1).
    pub fn coins(&self) -> usize {
        self.names.len()
    }

    /// How many coins hang on the strings that are left. O(coins).
    pub fn coins_on(&self, left: u64) -> u32 {
        self.at.iter().map(|strings| u32::from(strings & left != 0)).sum()
    }

    /// How many strings there are. O(1).
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string. O(1).
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All strings. O(1).
    pub fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.len() as u32).unwrap_or(0)
    }

    /// The name of a string: `1-2`, or `@1` from a coin to the ground. O(1).
    pub fn name(&self, string: usize) -> String {
        match self.ends[string] {
            (one, Some(other)) => format!("{}-{}", self.names[one], self.names[other]),
            (one, None) => format!("@{}", self.names[one]),
        }
    }

    /// The string of this name among those that are left, the first of several with the same ends. O(strings).
    pub fn find(&self, name: &str, left: u64) -> Option<usize> {
        let ends = parse::ends(name)?;
        let turned = ends.1.map(|other| (other, Some(ends.0)));
        (bits(left)).find(|&string| {
            let (one, other) = self.ends[string];
            let found = (self.names[one], other.map(|other| self.names[other]));
            found == ends || Some(found) == turned
        })
    }

    /// The different moves: of strings with the same ends one. O(strings).
    pub fn moves(&self, left: u64) -> impl Iterator<Item = usize> + use<> {
        let alike = self.same.iter().map(|set| left & set).filter(|set| *set != 0);
        // All but the first one of each set.
        bits(alike.fold(left, |left, set| left & !(set & (set - 1))))
    }

    /// How many coins a cut frees. O(1).
    pub fn freed(&self, left: u64, string: usize) -> u32 {
        let after = left & !(1 << string);
        let (one, other) = self.ends[string];
        let free = |coin: usize| u32::from(self.at[coin] & after == 0);
        free(one) + other.map_or(0, free)
    }

    /// How many strings a coin still has. O(1).
    fn degree(&self, left: u64, coin: usize) -> u32 {
        (self.at[coin] & left).count_ones()
    }

    /// The coin at the other end of a string at a coin, if that is not the ground. O(1).
    fn other_end(&self, string: usize, coin: usize) -> Option<usize> {
        let (one, other) = self.ends[string];
        if one == coin { other } else { Some(one) }
    }

    /// The set in which of strings with the same ends the first ones are left: the same position. O(sets of such strings).
    fn canonical(&self, left: u64) -> u64 {
        self.same.iter().fold(left, |left, set| {
            let first = bits(*set).take((left & set).count_ones() as usize);
            left & !set | first.fold(0, |first, string| first | 1 << string)
        })
    }

    /// The strings that hang together with a string by coins. O(strings).
    fn component(&self, left: u64, string: usize) -> u64 {
        let (mut found, mut new) = (1 << string, 1u64 << string);
        while new != 0 {
            let (one, other) = self.ends[new.trailing_zeros() as usize];
            new &= new - 1;
            let near = self.at[one] | other.map_or(0, |other| self.at[other]);
            new |= near & left & !found;
            found |= near & left;
        }
        found
    }

    /// A coin with one string, which a player can free at once, and where that string leads. O(coins).
    fn capturable(&self, left: u64) -> Option<Capturable> {
        let mut chain = None;
        for coin in (0..self.coins()).filter(|&coin| self.degree(left, coin) == 1) {
            let string = (self.at[coin] & left).trailing_zeros() as usize;
            let beyond = self.other_end(string, coin).filter(|&coin| self.degree(left, coin) == 2);
            let Some(beyond) = beyond else { return Some(Capturable::Safe(string)) };
            // The string that goes on from there.
            let far = (self.at[beyond] & left & !(1 << string)).trailing_zeros() as usize;
            if self.other_end(far, beyond).is_some_and(|last| self.degree(left, last) == 1) {
                return Some(Capturable::Safe(string));
            }
            chain.get_or_insert(Capturable::Chain);
        }
        chain
    }
}

/// Coins that can be freed at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Capturable {
    /// The cut of this string, which loses nothing: it gives away no choice.
    Safe(usize),
    /// Only chains of two coins or more, at whose end a player has a choice.
    Chain,
}

/// The places of the bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}

impl std::fmt::Display for Strings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&(0..self.len()).map(|s| self.name(s)).collect::<Vec<_>>().join(" "))
    }
}
