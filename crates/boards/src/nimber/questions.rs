//! The questions "is G + *n a P-position?", asked with a table.

use ishitori_values::{Budget, LimitReached, Pace};

use crate::nimber::NimberLimits;
use crate::nimber::laid::Impartial;
use crate::nimber::table::{OptionList, Table};
use crate::search::Stopped;

/// Nimbers from this one on are not excluded one by one: where one is asked for, the mex is taken.
const MOST_EXCLUDED: u32 = u64::BITS;

/// A search in one game, with what it has found.
pub(super) struct Questions<G: Impartial> {
    game: G,
    limits: NimberLimits,
    budget: Budget,
    pace: Pace,
    nodes: u64,
    table: Table<G::Position>,
    /// Room for positions and options, used again and again.
    found: Vec<G::Position>,
    words: Vec<u32>,
}

impl<G: Impartial> Questions<G> {
    /// Nothing has been asked yet. O(1).
    pub fn new(game: G, limits: NimberLimits, budget: Budget) -> Self {
        Questions {
            game,
            limits,
            budget,
            pace: Pace::default(),
            nodes: 0,
            table: Table::default(),
            found: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many questions have been looked into. O(1).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many components the table holds. O(1).
    pub fn entries(&self) -> usize {
        self.table.len()
    }

    /// The nimber of a position. Exponential in the worst case.
    pub fn nimber(&mut self, position: &G::Position) -> Result<u32, Stopped> {
        let (mut nimber, parts) = self.sum(position)?;
        for part in parts {
            nimber ^= self.nimber_of(part)?;
        }
        Ok(nimber)
    }

    /// Whether the player who moves first wins. Exponential in the worst case.
    pub fn first_wins(&mut self, position: &G::Position) -> Result<bool, Stopped> {
        let (nimber, parts) = self.sum(position)?;
        Ok(!self.sum_is(nimber, &parts, 0)?)
    }

    /// A position as a nimber and components that are not known.
    fn sum(&mut self, position: &G::Position) -> Result<(u32, Vec<u32>), Stopped> {
        self.budget.check(0)?;
        self.words.clear();
        self.take_apart(position)?;
        Ok((self.words[0], self.words[2..].to_vec()))
    }

    /// Writes a position to the end of the words, as one option of an [`OptionList`].
    #[inline]
    fn take_apart(&mut self, position: &G::Position) -> Result<(), LimitReached> {
        let Questions { game, table, budget, words, .. } = self;
        let start = words.len();
        words.extend([0, 0]);
        let mut full = Ok(());
        game.components(position, |component| {
            if full.is_err() {
                return;
            }
            let facts = || {
                let mut moves = 0;
                game.options(&component, |_| moves += 1);
                (game.cells(&component), moves)
            };
            match table.number(component, facts, budget) {
                Ok(part) => match table.nimber(part) {
                    Some(nimber) => words[start] ^= nimber,
                    None => words.push(part),
                },
                Err(limit) => full = Err(limit),
            }
        });
        full?;
        if words.len() > start + 3 {
            cancel_pairs(words, start + 2);
        }
        words[start + 1] = (words.len() - start - 2) as u32;
        Ok(())
    }

    /// Whether a sum is worth a nimber.
    fn sum_is(&mut self, known: u32, parts: &[u32], nimber: u32) -> Result<bool, Stopped> {
        let mut wanted = nimber ^ known;
        let Some(&largest) = parts.iter().max_by_key(|&&part| self.table.moves(part)) else {
            return Ok(wanted == 0);
        };
        for &part in parts.iter().filter(|&&part| part != largest) {
            wanted ^= self.nimber_of(part)?;
        }
        self.is(largest, wanted)
    }

    /// The nimber of a component.
    fn nimber_of(&mut self, part: u32) -> Result<u32, Stopped> {
        loop {
            if let Some(nimber) = self.table.nimber(part) {
                return Ok(nimber);
            }
            let least = self.table.least_open(part);
            if least >= MOST_EXCLUDED || self.table.cells(part) <= self.limits.mex_cells {
                return stacker::maybe_grow(128 << 10, 2 << 20, || self.mex(part));
            }
            self.is(part, least)?;
        }
    }

    /// Whether a component is worth a nimber.
    fn is(&mut self, part: u32, nimber: u32) -> Result<bool, Stopped> {
        if let Some(known) = self.table.nimber(part) {
            return Ok(known == nimber);
        }
        // The mex of so many options is at most their number.
        if nimber > self.table.moves(part) || self.table.is_excluded(part, nimber) {
            return Ok(false);
        }
        if nimber >= MOST_EXCLUDED || self.table.cells(part) <= self.limits.mex_cells {
            return Ok(self.nimber_of(part)? == nimber);
        }
        stacker::maybe_grow(128 << 10, 2 << 20, || self.look_into(part, nimber))
    }

    /// Counts a question, and asks the budget now and then.
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Stopped::Nodes { limit: self.limits.nodes });
        }
        Ok(self.pace.steps(&self.budget, 0, 16)?)
    }

    /// Whether a component is worth a nimber that is not excluded.
    fn look_into(&mut self, part: u32, nimber: u32) -> Result<bool, Stopped> {
        self.count_node()?;
        let options = self.options(part)?;
        // What the table decides.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (at, (known, parts)) in options.iter() {
            let mut value = known;
            let (mut unknown, mut last, mut difficulty) = (0, 0, 0u32);
            for &part in parts {
                match self.table.nimber(part) {
                    Some(nimber) => value ^= nimber,
                    None => {
                        (unknown, last) = (unknown + 1, part);
                        let moves = self.table.moves(part);
                        difficulty = moves.saturating_mul(moves).saturating_add(difficulty);
                    }
                }
            }
            match unknown {
                0 => self.table.exclude(part, value),
                1 if self.table.is_excluded(last, nimber ^ value) => {}
                _ => open.push((difficulty, at as u32)),
            }
        }
        if self.table.is_excluded(part, nimber) {
            return Ok(false);
        }
        open.sort_unstable();
        for (_, at) in open {
            let (known, parts) = options.at(at as usize);
            if self.sum_is(known, parts, nimber)? {
                self.table.exclude(part, nimber);
                return Ok(false);
            }
        }
        // No option is worth the nimber: the component is worth it, unless it is worth less.
        loop {
            let least = self.table.least_open(part);
            if least >= nimber {
                self.table.set_nimber(part, nimber);
                return Ok(true);
            }
            if self.is(part, least)? {
                return Ok(false);
            }
        }
    }

    /// The nimber of a component as the mex of those of its options.
    fn mex(&mut self, part: u32) -> Result<u32, Stopped> {
        self.count_node()?;
        let options = self.options(part)?;
        let mut found = Vec::new();
        for (_, (known, parts)) in options.iter() {
            let mut value = known;
            for &part in parts {
                value ^= self.nimber_of(part)?;
            }
            found.push(value);
        }
        found.sort_unstable();
        let mex = found.into_iter().fold(0, |mex, value| if value == mex { mex + 1 } else { mex });
        self.table.set_nimber(part, mex);
        Ok(mex)
    }

    /// The options of a component.
    fn options(&mut self, part: u32) -> Result<OptionList, Stopped> {
        if let Some(options) = self.table.options(part) {
            return Ok(options);
        }
        let position = *self.table.position(part);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.game.options(&position, |option| found.push(option));
        self.words.clear();
        for option in &found {
            self.pace.steps(&self.budget, 0, self.game.cost())?;
            self.take_apart(option)?;
        }
        self.found = found;
        Ok(self.table.set_options(part, &self.words, &self.budget)?)
    }
}

/// Sorts the components from a place on and takes away pairs of equal ones, which add up to 0.
fn cancel_pairs(words: &mut Vec<u32>, start: usize) {
    words[start..].sort_unstable();
    let mut kept = start;
    for next in start..words.len() {
        let part = words[next];
        if kept > start && words[kept - 1] == part {
            kept -= 1;
        } else {
            words[kept] = part;
            kept += 1;
        }
    }
    words.truncate(kept);
}
