//! Dots and Boxes, or Strings and Coins: who frees more coins.

use ishitori_values::{Budget, BudgetTicker, LimitReached};
use rustc_hash::FxHashMap;

use super::{Capturable, ENTRY_BYTES, STEP_BYTES, Strings};

/// Boards with at most this many strings have a table of all sets of strings.
const DENSE: usize = 26;
/// No difference: what a cell of the dense table holds before it is known.
const UNKNOWN: i8 = i8::MIN;

/// By how many coins the player to move is ahead in the rest of the game, if both play for the most coins.
///
/// ```
/// use ishitori_solve::strings::{Boxes, Strings};
/// use ishitori_values::Budget;
/// // Three boxes to one for the player who begins.
/// let board = Strings::grid(2, 2).unwrap();
/// assert_eq!(Boxes::new(&board, Budget::unlimited()).unwrap().difference(board.all()).unwrap(), 2);
/// ```
pub struct Boxes<'s> {
    strings: &'s Strings,
    budget: Budget,
    ticker: BudgetTicker,
    known: Known,
    depth: u64,
}

enum Known {
    /// By the set of strings.
    Dense(Vec<i8>),
    Sparse(FxHashMap<u64, i8>),
}

impl<'s> Boxes<'s> {
    /// Nothing is known yet. O(2^strings) bytes for boards with at most 26 strings, else O(1).
    pub fn new(strings: &'s Strings, budget: Budget) -> Result<Boxes<'s>, LimitReached> {
        let dense = strings.len() <= DENSE;
        budget.check(if dense { 1 << strings.len() } else { 0 })?;
        let known = match dense {
            true => Known::Dense(vec![UNKNOWN; 1 << strings.len()]),
            false => Known::Sparse(FxHashMap::default()),
        };
        Ok(Boxes { strings, budget, ticker: BudgetTicker::default(), known, depth: 0 })
    }

    /// The difference of the coins that the player to move and the opponent still get. Exponential in the strings.
    pub fn difference(&mut self, left: u64) -> Result<i32, LimitReached> {
        let left = self.strings.canonical(left);
        if let Some(known) = self.known(left) {
            return Ok(known.into());
        }
        let bytes = match &self.known {
            Known::Dense(table) => table.len() as u64,
            Known::Sparse(table) => table.capacity() as u64 * ENTRY_BYTES,
        };
        self.ticker.step(&self.budget, bytes + self.depth * STEP_BYTES)?;
        self.depth += 1;
        let found = self.search(left);
        self.depth -= 1;
        let found = found?;
        // At most 65 coins hang on 64 strings.
        let cell = i8::try_from(found).expect("no more coins than strings and one");
        match &mut self.known {
            Known::Dense(table) => table[left as usize] = cell,
            Known::Sparse(table) => drop(table.insert(left, cell)),
        }
        Ok(found)
    }

    fn known(&self, left: u64) -> Option<i8> {
        match &self.known {
            Known::Dense(table) => Some(table[left as usize]).filter(|&cell| cell != UNKNOWN),
            Known::Sparse(table) => table.get(&left).copied(),
        }
    }

    fn search(&mut self, left: u64) -> Result<i32, LimitReached> {
        // A coin that is not at the end of a chain may as well be taken at once: instead of any other cut the player takes it
        // and then makes that cut, and has one coin more than otherwise, or the same ones in another order.
        if let Some(Capturable::Safe(string)) = self.strings.capturable(left) {
            return self.after(left, string);
        }
        let mut best = None;
        for string in self.strings.moves(left) {
            best = best.max(Some(self.after(left, string)?));
        }
        Ok(best.unwrap_or(0))
    }

    /// What the player to move gets more than the opponent with this cut.
    fn after(&mut self, left: u64, string: usize) -> Result<i32, LimitReached> {
        let freed = self.strings.freed(left, string) as i32;
        let rest = self.difference(left & !(1 << string))?;
        Ok(if freed > 0 { freed + rest } else { -rest })
    }

    /// The cuts after which the player to move gets as much as possible, of strings with the same ends one each.
    pub fn best(&mut self, left: u64) -> Result<Vec<usize>, LimitReached> {
        let best = self.difference(left)?;
        let mut found = Vec::new();
        for string in self.strings.moves(left) {
            if self.after(left, string)? == best {
                found.push(string);
            }
        }
        Ok(found)
    }
}
