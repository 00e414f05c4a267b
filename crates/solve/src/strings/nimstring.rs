//! Nimstring: who cannot move loses, and who frees a coin must move again.
//!
//! A cut that frees a coin is a complimenting move: the same player moves again, anywhere in the sum. A position is worth a
//! nimber, or it is loony: the player to move wins any sum in which it stands (*Winning Ways*, chapter 16; entailing moves in
//! general: Larsson, Nowakowski, Santos, *Impartial games with entailing moves*, Integers 21B, 2021).

use ishitori_values::{Budget, BudgetTicker, LimitReached};
use rustc_hash::FxHashMap;

use super::{Capturable, ENTRY_BYTES, STEP_BYTES, Strings};

/// The value of a position with complimenting moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum LoonyNimber {
    /// As much as a heap of Nim with this many stones.
    Nimber(u32),
    /// The player to move wins, whatever else is in the sum.
    Loony,
}

/// Values of the positions of a graph.
///
/// ```
/// use ishitori_solve::strings::{LoonyNimber, Nimstring, Strings};
/// use ishitori_values::Budget;
/// let board = Strings::grid(2, 2).unwrap();
/// let mut search = Nimstring::new(&board, Budget::unlimited());
/// assert_eq!(search.value(board.all()).unwrap(), LoonyNimber::Nimber(0));
/// ```
pub struct Nimstring<'s> {
    strings: &'s Strings,
    budget: Budget,
    ticker: BudgetTicker,
    known: FxHashMap<u64, LoonyNimber>,
    depth: u64,
}

impl<'s> Nimstring<'s> {
    /// Nothing is known yet. O(1).
    pub fn new(strings: &'s Strings, budget: Budget) -> Nimstring<'s> {
        let (ticker, known) = (BudgetTicker::default(), FxHashMap::default());
        Nimstring { strings, budget, ticker, known, depth: 0 }
    }

    /// How many components are in the table. O(1).
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// The value of the position with the strings that are left: of its components, added. Exponential in the strings of a
    /// component.
    pub fn value(&mut self, left: u64) -> Result<LoonyNimber, LimitReached> {
        let (mut rest, mut sum) = (left, 0);
        while rest != 0 {
            let component = self.strings.component(rest, rest.trailing_zeros() as usize);
            rest &= !component;
            match self.component(component)? {
                LoonyNimber::Nimber(nimber) => sum ^= nimber,
                LoonyNimber::Loony => return Ok(LoonyNimber::Loony),
            }
        }
        Ok(LoonyNimber::Nimber(sum))
    }

    fn component(&mut self, left: u64) -> Result<LoonyNimber, LimitReached> {
        let left = self.strings.canonical(left);
        if let Some(known) = self.known.get(&left) {
            return Ok(*known);
        }
        let bytes = self.known.capacity() as u64 * ENTRY_BYTES + self.depth * STEP_BYTES;
        self.ticker.step(&self.budget, bytes)?;
        self.depth += 1;
        let found = self.search(left);
        self.depth -= 1;
        let found = found?;
        self.known.insert(left, found);
        Ok(found)
    }

    fn search(&mut self, left: u64) -> Result<LoonyNimber, LimitReached> {
        // Who can free the coin at the end of a chain has the choice between taking all and giving the last two away: the
        // position is loony. Any other coin may as well be taken at once: a value that the rest has is the value, since every
        // other move leaves the same choice to the opponent (Winning Ways, chapter 16; by induction over the strings).
        match self.strings.capturable(left) {
            Some(Capturable::Safe(string)) => return self.value(left & !(1 << string)),
            Some(Capturable::Chain) => return Ok(LoonyNimber::Loony),
            None => {}
        }
        // No cut frees a coin now. A loony option is a mistake, whatever else there is.
        let mut options = 0u128;
        for string in self.strings.moves(left) {
            if let LoonyNimber::Nimber(nimber) = self.value(left & !(1 << string))? {
                // No nimber is larger than the number of strings.
                options |= 1 << nimber;
            }
        }
        Ok(LoonyNimber::Nimber(options.trailing_ones()))
    }

    /// The cuts with which the player to move wins, of strings with the same ends one each. The cost of all values.
    ///
    /// ```
    /// use ishitori_solve::strings::{Nimstring, Strings};
    /// use ishitori_values::Budget;
    /// let board: Strings = "@1 1-2 @2 @3".parse().unwrap();
    /// let mut search = Nimstring::new(&board, Budget::unlimited());
    /// let wins: Vec<String> =
    ///     search.winning(board.all()).unwrap().into_iter().map(|cut| board.name(cut)).collect();
    /// assert_eq!(wins, ["1-2", "@3"]);
    /// ```
    pub fn winning(&mut self, left: u64) -> Result<Vec<usize>, LimitReached> {
        let zero = LoonyNimber::Nimber(0);
        let mut wins = Vec::new();
        for string in self.strings.moves(left) {
            let value = self.value(left & !(1 << string))?;
            let again = self.strings.freed(left, string) > 0;
            if again == (value != zero) {
                wins.push(string);
            }
        }
        Ok(wins)
    }

    /// The cuts that give the opponent the choice, and so the game: those to loony positions. The cost of all values.
    pub fn loony(&mut self, left: u64) -> Result<Vec<usize>, LimitReached> {
        let mut found = Vec::new();
        for string in self.strings.moves(left) {
            let again = self.strings.freed(left, string) > 0;
            if !again && self.value(left & !(1 << string))? == LoonyNimber::Loony {
                found.push(string);
            }
        }
        Ok(found)
    }
}
