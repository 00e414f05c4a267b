//! The questions "is G + *n a P-position?", asked with a table.

use std::ops::ControlFlow;

use ishitori_values::{Budget, BudgetTicker};

use crate::nimber::NimberLimits;
use crate::nimber::laid::Impartial;
use crate::nimber::sums::{Sum, Sums};
use crate::nimber::table::{Knowledge, MOST_EXCLUDED, Table};
use crate::search::Stopped;

/// The options that are looked up at a time: few, as one of them may decide; more than one, so that memory latencies
/// overlap.
const AT_A_TIME: usize = 4;

/// The number of questions after which the game may prepare for many more.
const MANY: u64 = 2_000;

/// A search in one game, with what it has found.
pub(super) struct Questions<G: Impartial> {
    game: G,
    limits: NimberLimits,
    budget: Budget,
    pace: BudgetTicker,
    nodes: u64,
    table: Table<G::Position>,
    sums: Sums<G::Position>,
}

impl<G: Impartial> Questions<G> {
    /// Nothing has been asked yet. O(1).
    pub fn new(game: G, limits: NimberLimits, budget: Budget) -> Self {
        let (table, sums) = (Table::default(), Sums::default());
        Questions { game, limits, budget, pace: BudgetTicker::default(), nodes: 0, table, sums }
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many questions have been looked into. O(1).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows at most this many more questions. O(1).
    pub fn allow(&mut self, nodes: u64) {
        self.limits.nodes = self.nodes.saturating_add(nodes);
    }

    /// How many components the table holds. O(1).
    pub fn entries(&self) -> usize {
        self.table.len()
    }

    /// The nimber of a position. Exponential in the worst case.
    pub fn nimber(&mut self, position: &G::Position) -> Result<u32, Stopped> {
        let sum = self.sum(position)?;
        let mut nimber = sum.nimber;
        for at in 0..sum.count {
            nimber ^= self.nimber_of(self.sums.parts[at])?;
        }
        Ok(nimber)
    }

    /// Whether the player who moves first wins. Exponential in the worst case.
    pub fn first_wins(&mut self, position: &G::Position) -> Result<bool, Stopped> {
        let sum = self.sum(position)?;
        Ok(!self.sum_is(&sum, 0)?)
    }

    /// Whether a position is worth a nimber. Exponential in the worst case.
    pub fn is_worth(&mut self, position: &G::Position, nimber: u32) -> Result<bool, Stopped> {
        let sum = self.sum(position)?;
        self.sum_is(&sum, nimber)
    }

    /// A position as the only sum on the stack.
    fn sum(&mut self, position: &G::Position) -> Result<Sum, Stopped> {
        self.budget.check(0)?;
        self.sums.cut((0, 0));
        Ok(self.sums.take_apart(&self.game, position, false, &self.budget)?)
    }

    /// Whether a sum is worth a nimber.
    fn sum_is(&mut self, sum: &Sum, nimber: u32) -> Result<bool, Stopped> {
        let mut wanted = nimber ^ sum.nimber;
        let places = sum.start..sum.start + sum.count;
        let moves = |at: &usize| self.game.moves(&self.sums.parts[*at]);
        let Some(largest) =
            (if sum.count == 1 { Some(sum.start) } else { places.clone().max_by_key(moves) })
        else {
            return Ok(wanted == 0);
        };
        for at in places.filter(|&at| at != largest) {
            wanted ^= self.nimber_of(self.sums.parts[at])?;
        }
        self.is(self.sums.parts[largest], wanted)
    }

    /// Whether the mex of the options of a component is to be taken at once.
    fn is_small(&self, component: &G::Position) -> bool {
        self.game.cells(component) <= self.limits.mex_cells
    }

    /// The nimber of a component.
    fn nimber_of(&mut self, component: G::Position) -> Result<u32, Stopped> {
        loop {
            let knowledge = self.table.get(&component);
            if let Some(nimber) = knowledge.nimber() {
                return Ok(nimber);
            }
            if knowledge.least_open() >= MOST_EXCLUDED || self.is_small(&component) {
                return stacker::maybe_grow(128 << 10, 2 << 20, || self.mex(component));
            }
            stacker::maybe_grow(128 << 10, 2 << 20, || self.look_into(component, None, knowledge))?;
        }
    }

    /// Whether a component is worth a nimber.
    fn is(&mut self, component: G::Position, nimber: u32) -> Result<bool, Stopped> {
        let knowledge = self.table.get(&component);
        if let Some(known) = knowledge.nimber() {
            return Ok(known == nimber);
        }
        // The mex of a set of options is at most their number.
        if knowledge.excludes(nimber) || nimber > self.game.moves(&component) {
            return Ok(false);
        }
        if nimber >= MOST_EXCLUDED || self.is_small(&component) {
            return Ok(self.nimber_of(component)? == nimber);
        }
        let asked = Some(nimber);
        stacker::maybe_grow(128 << 10, 2 << 20, || self.look_into(component, asked, knowledge))
    }

    /// Counts a question, and asks the budget now and then.
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Stopped::Nodes { limit: self.limits.nodes });
        }
        if self.nodes == MANY {
            self.game.prepare(&self.budget);
        }
        Ok(self.pace.steps(&self.budget, 0, 16)?)
    }

    /// Whether a component is worth a nimber that is not excluded. If none is asked for, nimbers are excluded until its nimber is
    /// found, or the table is full.
    fn look_into(
        &mut self,
        component: G::Position,
        asked: Option<u32>,
        mut knowledge: Knowledge,
    ) -> Result<bool, Stopped> {
        self.count_node()?;
        let heights = self.sums.heights();
        self.gather(&component, asked, &mut knowledge)?;
        let answer = match asked.is_some_and(|nimber| knowledge.excludes(nimber)) {
            true => false,
            false => {
                self.sums.options[heights.1..]
                    .sort_unstable_by_key(|option| (option.difficulty, option.start));
                self.ask_options(heights.1, asked, &mut knowledge)?
            }
        };
        self.sums.cut(heights);
        self.table.set(component, knowledge, &self.budget)?;
        Ok(answer)
    }

    /// Puts the options of a component on the stack that the table does not decide. Stops as soon as one of them is worth
    /// the nimber that is asked for.
    fn gather(
        &mut self,
        component: &G::Position,
        asked: Option<u32>,
        knowledge: &mut Knowledge,
    ) -> Result<(), Stopped> {
        let Questions { game, table, sums, budget, pace, .. } = self;
        let mut settled = sums.options.len();
        let mut failed = Ok(());
        game.options(component, |option, joined| {
            let sum = pace
                .steps(budget, 0, game.cost())
                .and_then(|()| sums.take_apart(game, &option, joined, budget));
            match sum {
                Ok(sum) if sum.count == 0 => knowledge.exclude(sum.nimber),
                Ok(sum) => {
                    sums.options.push(sum);
                    if sums.options.len() < settled + AT_A_TIME {
                        return ControlFlow::Continue(());
                    }
                    sums.settle(game, table, settled, knowledge);
                    settled = sums.options.len();
                }
                Err(limit) => {
                    failed = Err(limit);
                    return ControlFlow::Break(());
                }
            }
            match asked.is_some_and(|nimber| knowledge.excludes(nimber)) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        failed?;
        sums.settle(game, table, settled, knowledge);
        Ok(())
    }

    /// Answers the question by the options on the stack from one on; the others are in the knowledge.
    fn ask_options(
        &mut self,
        first: usize,
        asked: Option<u32>,
        knowledge: &mut Knowledge,
    ) -> Result<bool, Stopped> {
        let mut nimber = asked.unwrap_or(knowledge.least_open());
        while nimber < MOST_EXCLUDED {
            for at in first..self.sums.options.len() {
                if knowledge.excludes(nimber) {
                    break;
                }
                let option = self.sums.options[at];
                if self.sum_is(&option, nimber)? {
                    knowledge.exclude(nimber);
                } else if option.count == 1
                    && let Some(found) = self.table.get(&self.sums.parts[option.start]).nimber()
                {
                    knowledge.exclude(found ^ option.nimber);
                }
            }
            let least = knowledge.least_open();
            if knowledge.excludes(nimber) {
                if asked == Some(nimber) {
                    return Ok(false);
                }
            } else if nimber == least {
                *knowledge = Knowledge::solved(nimber);
                return Ok(asked == Some(nimber));
            }
            // No option is worth the nimber that is asked for: the component is worth it, unless it is worth less.
            if asked.is_some_and(|asked| least >= asked) {
                *knowledge = Knowledge::solved(least);
                return Ok(true);
            }
            nimber = least;
        }
        Ok(false)
    }

    /// The nimber of a component as the mex of those of its options.
    fn mex(&mut self, component: G::Position) -> Result<u32, Stopped> {
        self.count_node()?;
        let heights = self.sums.heights();
        let mut found = Vec::new();
        let Questions { game, sums, budget, pace, .. } = self;
        let mut failed = Ok(());
        game.options(&component, |option, joined| {
            let sum = pace
                .steps(budget, 0, game.cost())
                .and_then(|()| sums.take_apart(game, &option, joined, budget));
            match sum {
                Ok(sum) if sum.count == 0 => found.push(sum.nimber),
                Ok(sum) => sums.options.push(sum),
                Err(limit) => {
                    failed = Err(limit);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        failed?;
        for at in heights.1..self.sums.options.len() {
            let option = self.sums.options[at];
            let mut nimber = option.nimber;
            for at in option.start..option.start + option.count {
                nimber ^= self.nimber_of(self.sums.parts[at])?;
            }
            found.push(nimber);
        }
        self.sums.cut(heights);
        found.sort_unstable();
        let mex = found.into_iter().fold(0, |mex, value| if value == mex { mex + 1 } else { mex });
        self.table.set(component, Knowledge::solved(mex), &self.budget)?;
        Ok(mex)
    }
}
