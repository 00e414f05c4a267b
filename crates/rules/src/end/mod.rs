//! The end rule: who wins when no move is left.
//!
//! Under normal and misère play that depends only on whose turn it is. In an *ending-partizan*
//! game it depends on the final position: the slides behind arXiv 2605.29918 let Left win when an
//! even number of stones is left and Right when an odd one is. Every such rule is data, an
//! [`EndRule`].
//!
//! ```
//! use ishitori_rules::end::EndRule;
//! use ishitori_values::Outcome;
//! let end: EndRule = "mod3:LRP".parse().unwrap();
//! assert_eq!(end.letter(4, false), Outcome::R);
//! assert_eq!("misere".parse::<EndRule>().unwrap().to_string(), "misere");
//! ```

mod error;
mod parse;

use std::fmt;

use ishitori_values::{Outcome, Player};
use num_integer::gcd;

pub use error::{EndError, EndErrorKind};

/// The end rule: who wins when the player to move cannot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EndRule {
    /// It depends on the stones left in all.
    Stones(EndTable),
    /// It depends on the moves played: Left wins exactly if their number is even (parity partizan).
    Moves,
}

/// A letter for every number of stones left: some first ones, then a block that repeats forever.
///
/// The letter is the outcome class of the final position, so it says who wins in each turn: L and
/// R regardless of who is to move, N the player to move (misère play), P the other one (normal play). The
/// win maps φ_L and φ_R of the general definition are its two halves: φ_L is read from the letter
/// when Left is to move, φ_R when Right is. Two different maps make one letter of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EndTable {
    letters: Vec<Outcome>,
    repeat: usize,
}

impl EndTable {
    /// The table with these letters, the last `repeat` of which repeat forever; what repeats is
    /// shortened as far as it goes. O(letters²).
    ///
    /// # Panics
    /// If `repeat` is 0 or larger than the number of letters.
    pub fn new(mut letters: Vec<Outcome>, mut repeat: usize) -> EndTable {
        assert!((1..=letters.len()).contains(&repeat), "a block of letters repeats forever");
        let lead = letters.len() - repeat;
        let block = &letters[lead..];
        let shorter = (1..repeat)
            .find(|&p| repeat.is_multiple_of(p) && (p..repeat).all(|i| block[i] == block[i - p]));
        if let Some(p) = shorter {
            letters.truncate(lead + p);
            repeat = p;
        }
        while letters.len() > repeat
            && letters[letters.len() - repeat - 1] == letters[letters.len() - 1]
        {
            letters.pop();
        }
        EndTable { letters, repeat }
    }

    /// The table of which Left's half is taken from `left` and Right's from `right`.
    /// O(letters, lcm of the blocks).
    pub fn from_halves(left: &EndTable, right: &EndTable) -> EndTable {
        let lead = left.lead().max(right.lead());
        let repeat = left.repeat / gcd(left.repeat, right.repeat) * right.repeat;
        let letters = (0..lead + repeat).map(|n| {
            let wins = [(left, Player::Left), (right, Player::Right)]
                .map(|(table, player)| table.letter(n as u64).wins_moving_first(player));
            Outcome::from_first_move_wins(wins[0], wins[1])
        });
        EndTable::new(letters.collect(), repeat)
    }

    /// The letters of [`EndTable::from_halves`] before they are shortened: blocks of different lengths
    /// repeat together only after their least common multiple. `None` if that is beyond all counting. O(log).
    pub(crate) fn joint_letters(left: &EndTable, right: &EndTable) -> Option<usize> {
        let (a, b) = (left.repeat, right.repeat);
        let repeat = a.checked_mul(b / gcd(a, b))?;
        left.lead().max(right.lead()).checked_add(repeat)
    }

    /// The letter when `stones` stones are left. O(1).
    pub fn letter(&self, stones: u64) -> Outcome {
        let lead = self.lead() as u64;
        let at = if stones < lead { stones } else { lead + (stones - lead) % self.repeat as u64 };
        self.letters[at as usize]
    }

    /// How many letters come before the block that repeats. O(1).
    pub fn lead(&self) -> usize {
        self.letters.len() - self.repeat
    }

    /// The length of the block that repeats. O(1).
    pub fn repeat(&self) -> usize {
        self.repeat
    }

    /// The letters: the first ones, and the block once. O(1).
    pub fn letters(&self) -> &[Outcome] {
        &self.letters
    }
}

impl EndRule {
    /// Normal play: the player who cannot move loses. O(1).
    pub fn normal() -> EndRule {
        EndRule::Stones(EndTable::new(vec![Outcome::P], 1))
    }

    /// Misère play: the player who cannot move wins. O(1).
    pub fn misere() -> EndRule {
        EndRule::Stones(EndTable::new(vec![Outcome::N], 1))
    }

    /// Whether this is normal play. O(1).
    pub fn is_normal(&self) -> bool {
        *self == EndRule::normal()
    }

    /// Whether this is misère play. O(1).
    pub fn is_misere(&self) -> bool {
        *self == EndRule::misere()
    }

    /// The outcome class of a final position with `stones` stones left, after an odd or even number
    /// of moves. O(1).
    pub fn letter(&self, stones: u64, odd_moves: bool) -> Outcome {
        match self {
            EndRule::Stones(table) => table.letter(stones),
            EndRule::Moves if odd_moves => Outcome::R,
            EndRule::Moves => Outcome::L,
        }
    }
}

impl fmt::Display for EndRule {
    /// In a form that is read back: `normal`, `misere`, `moves`, `mod2:LR`, or `table:L[RN]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = match self {
            EndRule::Moves => return f.write_str("moves"),
            _ if self.is_normal() => return f.write_str("normal"),
            _ if self.is_misere() => return f.write_str("misere"),
            EndRule::Stones(table) => table,
        };
        let (lead, block) = table.letters.split_at(table.lead());
        if lead.is_empty() {
            write!(f, "mod{}:", block.len())?;
            return block.iter().try_for_each(|letter| write!(f, "{letter}"));
        }
        f.write_str("table:")?;
        lead.iter().try_for_each(|letter| write!(f, "{letter}"))?;
        f.write_str("[")?;
        block.iter().try_for_each(|letter| write!(f, "{letter}"))?;
        f.write_str("]")
    }
}
