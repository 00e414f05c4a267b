//! Who wins, where positions are too many for exact values: a search that asks one question only.
//!
//! A position is taken apart ([`Ruleset::components`]), each component is brought to the preferred one
//! of its images, and in normal play
//!
//! * components of few cells are replaced by their exact values, which add up to one game;
//! * a component and its negative cancel, as G − G = 0;
//! * what is known about the same components beside another value is used where the order allows: who loses
//!   moving first on G + v loses on G + w for every w ≤ v, and conversely;
//! * a sum whose components are all ≥ 0 is ≥ 0; so whoever moves first to win needs one component in which moving
//!   first wins, the others being ≥ 0, and loses if all are ≤ 0 (Siegel, *Combinatorial Game Theory*,
//!   II.1): components are asked first, the sum only if they leave it open.
//!
//! Where both players have the same moves, nimbers are looked for instead ([`nimber`](crate::nimber)).
//!
//! In misère play nothing of this holds but that components are isomorphic to disjoint parts of the
//! tree of moves, so that sums with the same components have the same outcome; this is used.
//!
//! The state that is searched always has Left to move: that Right wins moving first on G is that Left does on −G.
//! Positions that were decided stay in a table. Moves are tried in the order of how much they leave
//! the mover to do and the opponent not, those that are in the table first.

use std::sync::Arc;

use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_values::{Budget, BudgetTicker, Game, GameStore, LimitReached, Outcome, Player};
use rustc_hash::FxHashMap;

use crate::nimber::{NimberLimits, NimberSearch};
use crate::rules::{Planes, Rules};
use crate::word::Word;

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

/// How a search is to be done. What it finds does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// How many states are looked into at most.
    pub nodes: u64,
    /// Components of so many cells are solved exactly, in normal play.
    pub exact_cells: u32,
}

impl Default for SearchLimits {
    fn default() -> Self {
        SearchLimits { nodes: u64::MAX, exact_cells: 14 }
    }
}

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// So many states were looked into.
    #[error("not decided after {limit} nodes")]
    Nodes {
        /// The limit that was set.
        limit: u64,
    },
    /// Time or memory ran out, or somebody cancelled it.
    #[error("not decided: {0}")]
    Limit(#[from] LimitReached),
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether Left wins moving first, and Right; nothing where the search was given up.
    pub first_wins: [Option<bool>; 2],
    /// How many states were looked into; none if exact values told it.
    pub nodes: u64,
    /// Why it was given up, if it was.
    pub stopped: Option<Stopped>,
}

impl Verdict {
    /// The outcome, if it was decided. O(1).
    pub fn outcome(&self) -> Option<Outcome> {
        let [left, right] = self.first_wins;
        Some(Outcome::from_first_move_wins(left?, right?))
    }
}

/// A component by number, the lowest bit telling that it is the negative.
type Signed = u32;

/// A sum: what is known exactly, and components, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    value: Game,
    parts: Vec<Signed>,
}

/// A component.
struct Part<P> {
    position: P,
    /// How many moves each player has.
    moves: [i32; 2],
    /// What each player can move to, when it has been asked for.
    options: [Option<Arc<[Sum]>>; 2],
}

/// What is known about components beside values: greatest values with which the first player loses, least
/// ones with which the first player wins.
#[derive(Default)]
struct Known {
    lost: Vec<Game>,
    won: Vec<Game>,
}

/// The longest list of values that is kept for one set of components.
const MOST_VALUES: usize = 12;

/// A search for outcomes of positions of one ruleset. It remembers what it has decided.
///
/// ```
/// use ishitori_boards::search::{Play, Search, SearchLimits};
/// use ishitori_boards::{BoardGame, SetUp};
/// use ishitori_values::{Budget, GameStore, Outcome};
/// let SetUp::Two(rules, start) = BoardGame::named("domineering").unwrap().set_up("5x5").unwrap()
/// else { unreachable!() };
/// let store = GameStore::new();
/// let mut search = Search::new(&store, &rules, Play::Normal, SearchLimits::default(), Budget::unlimited());
/// assert_eq!(search.verdict(&start).outcome(), Some(Outcome::P));
/// ```
pub struct Search<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    solver: Solver<'s, &'s Rules<W, N>>,
    play: Play,
    limits: SearchLimits,
    budget: Budget,
    pace: BudgetTicker,
    nodes: u64,
    /// The search for nimbers, which takes the place of this one for impartial rules in normal play.
    nimbers: Option<NimberSearch<'s, W, N>>,
    numbers: FxHashMap<Planes<W, N>, u32>,
    parts: Vec<Part<Planes<W, N>>>,
    known: FxHashMap<Vec<Signed>, Known>,
    /// Bytes of the tables, about, and those that the store has been told of.
    bytes: u64,
    charged: u64,
}

impl<'s, W: Word, const N: usize> Search<'s, W, N> {
    /// A search within limits. O(1).
    pub fn new(
        store: &'s GameStore,
        rules: &'s Rules<W, N>,
        play: Play,
        limits: SearchLimits,
        budget: Budget,
    ) -> Self {
        let few = NimberLimits::default().mex_cells;
        let nimbers = NimberLimits { nodes: limits.nodes, mex_cells: limits.exact_cells.min(few) };
        Search {
            nimbers: match play {
                Play::Normal => NimberSearch::new(rules, nimbers, budget.clone()),
                Play::Misere => None,
            },
            solver: Solver::within(store, rules, budget.clone()),
            rules,
            play,
            limits,
            budget,
            pace: BudgetTicker::default(),
            nodes: 0,
            numbers: FxHashMap::default(),
            parts: Vec::new(),
            known: FxHashMap::default(),
            bytes: 0,
            charged: 0,
        }
    }

    /// How many states have been looked into. O(1).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The outcome of a position, as far as the limits allow. Exponential in the worst case.
    pub fn verdict(&mut self, position: &Planes<W, N>) -> Verdict {
        let before = self.nodes;
        let mut first_wins = [None, None];
        let mut stopped = None;
        for player in Player::BOTH {
            if player == Player::Right && self.rules.is_impartial() {
                first_wins[1] = first_wins[0];
                break;
            }
            match self.wins_first(position, player) {
                Ok(wins) => first_wins[player as usize] = Some(wins),
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
        }
        Verdict { first_wins, nodes: self.nodes - before, stopped }
    }

    /// Whether a player wins moving first. Exponential in the worst case.
    pub fn wins_first(&mut self, position: &Planes<W, N>, player: Player) -> Result<bool, Stopped> {
        self.budget.check(0).map_err(Stopped::Limit)?;
        if let Some(nimbers) = &mut self.nimbers {
            let wins = nimbers.first_wins(position);
            self.nodes = nimbers.nodes();
            return wins;
        }
        let mut sum = self.taken_apart(position)?;
        if player == Player::Right {
            sum = self.negative(sum)?;
        }
        self.first_wins(&sum)
    }

    /// A position as a sum.
    fn taken_apart(&mut self, position: &Planes<W, N>) -> Result<Sum, Stopped> {
        let mut components = Vec::new();
        self.rules.components(position, |component| components.push(component));
        let mut sum = Sum { value: Game::ZERO, parts: Vec::new() };
        for component in components {
            let cells = component.0.iter().map(|plane| plane.count()).sum::<u32>();
            if self.play == Play::Normal && cells <= self.limits.exact_cells {
                let value = self.solver.value(&component)?;
                sum.value = self.solver.session().sum(sum.value, value)?;
            } else {
                let (image, negative) = self.rules.image(&component);
                let negative = negative && !self.rules.is_impartial();
                sum.parts.push(self.number(image)? << 1 | u32::from(negative));
            }
        }
        self.arrange(&mut sum.parts);
        Ok(sum)
    }

    /// The number of a component.
    fn number(&mut self, position: Planes<W, N>) -> Result<u32, LimitReached> {
        if let Some(&number) = self.numbers.get(&position) {
            return Ok(number);
        }
        // Counting the moves takes as long as looking into a state.
        self.pace.steps(&self.budget, self.bytes, self.rules.cost())?;
        let moves = Player::BOTH.map(|player| {
            let mut count = 0;
            self.rules.options(&position, player, |_| count += 1);
            count
        });
        // A bit of the number says whether a component is negated.
        const MOST: u32 = 1 << 31;
        let number = u32::try_from(self.parts.len()).ok().filter(|&number| number < MOST);
        let number = number.ok_or(LimitReached::Games { limit: u64::from(MOST) })?;
        self.parts.push(Part { position, moves, options: [None, None] });
        self.numbers.insert(position, number);
        self.bytes += 3 * size_of::<Planes<W, N>>() as u64 + 96;
        Ok(number)
    }

    /// Sorts components and, in normal play, cancels those that add up to 0.
    fn arrange(&self, parts: &mut Vec<Signed>) {
        parts.sort_unstable();
        if self.play == Play::Misere {
            return;
        }
        // Negatives of each other stand side by side: they differ in the lowest bit only. Of an
        // impartial game each component is its own negative.
        let opposite = if self.rules.is_impartial() { 0 } else { 1 };
        let mut kept: Vec<Signed> = Vec::with_capacity(parts.len());
        for &part in parts.iter() {
            match kept.last() {
                Some(&last) if last == part ^ opposite => {
                    kept.pop();
                }
                _ => kept.push(part),
            }
        }
        *parts = kept;
    }

    fn negative(&mut self, sum: Sum) -> Result<Sum, Stopped> {
        let value = self.solver.session().negative(sum.value)?;
        let mut parts = sum.parts;
        if !self.rules.is_impartial() {
            parts.iter_mut().for_each(|part| *part ^= 1);
            parts.sort_unstable();
        }
        Ok(Sum { value, parts })
    }

    /// What a player can move to in a component that is not negated.
    fn options(&mut self, number: usize, player: Player) -> Result<Arc<[Sum]>, Stopped> {
        if let Some(options) = &self.parts[number].options[player as usize] {
            return Ok(options.clone());
        }
        let position = self.parts[number].position;
        let mut found = Vec::new();
        self.rules.options(&position, player, |option| found.push(option));
        let mut all: Vec<Sum> = Vec::with_capacity(found.len());
        let mut seen = rustc_hash::FxHashSet::default();
        for option in &found {
            let open = found.len() * (size_of::<Planes<W, N>>() + 3 * size_of::<Sum>());
            self.pace.steps(&self.budget, self.bytes + open as u64, self.rules.cost())?;
            let sum = self.taken_apart(option)?;
            if seen.insert(sum.clone()) {
                all.push(sum);
            }
        }
        let bytes = |sum: &Sum| (size_of::<Sum>() + 4 * sum.parts.len() + 16) as u64;
        self.bytes += all.iter().map(bytes).sum::<u64>();
        let all: Arc<[Sum]> = all.into();
        self.parts[number].options[player as usize] = Some(all.clone());
        Ok(all)
    }

    /// What is known about a sum without looking into it.
    fn decided(&mut self, sum: &Sum) -> Result<Option<bool>, Stopped> {
        if sum.parts.is_empty() && self.play == Play::Normal {
            return Ok(Some(!self.solver.session().leq(sum.value, Game::ZERO)?));
        }
        let Some(known) = self.known.get(&sum.parts) else { return Ok(None) };
        if known.lost.contains(&sum.value) {
            return Ok(Some(false));
        }
        if known.won.contains(&sum.value) {
            return Ok(Some(true));
        }
        let session = self.solver.session();
        for &lost in &known.lost {
            if session.leq(sum.value, lost)? {
                return Ok(Some(false));
            }
        }
        for &won in &known.won {
            if session.leq(won, sum.value)? {
                return Ok(Some(true));
            }
        }
        Ok(None)
    }

    fn remember(&mut self, sum: &Sum, wins: bool) -> Result<(), Stopped> {
        let new = !self.known.contains_key(&sum.parts);
        let known = self.known.entry(sum.parts.clone()).or_default();
        let list = if wins { &mut known.won } else { &mut known.lost };
        // What the new one implies is no longer needed.
        let session = self.solver.session();
        let mut kept = Vec::with_capacity(list.len() + 1);
        for &old in list.iter() {
            let implied = match wins {
                true => session.leq(sum.value, old)?,
                false => session.leq(old, sum.value)?,
            };
            if !implied {
                kept.push(old);
            }
        }
        if kept.len() >= MOST_VALUES {
            kept.remove(0);
        }
        kept.push(sum.value);
        *list = kept;
        self.bytes += if new { 160 + 8 * sum.parts.len() as u64 } else { 8 };
        Ok(())
    }

    /// Whether Left wins moving first.
    fn first_wins(&mut self, sum: &Sum) -> Result<bool, Stopped> {
        if let Some(wins) = self.decided(sum)? {
            return Ok(wins);
        }
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.look_into(sum))
    }

    fn look_into(&mut self, sum: &Sum) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Stopped::Nodes { limit: self.limits.nodes });
        }
        if self.bytes != self.charged {
            self.solver.session().store().charge(self.charged, self.bytes);
            self.charged = self.bytes;
        }
        let bytes = self.solver.session().store().memory();
        self.pace.steps(&self.budget, bytes, 16)?;
        let wins = match self.by_components(sum)? {
            Some(wins) => wins,
            None => self.by_moves(sum)?,
        };
        self.remember(sum, wins)?;
        Ok(wins)
    }

    /// Whether Left wins moving first, if the signs of the components tell it.
    fn by_components(&mut self, sum: &Sum) -> Result<Option<bool>, Stopped> {
        let count = sum.parts.len() + usize::from(sum.value != Game::ZERO);
        if self.play == Play::Misere || count < 2 {
            return Ok(None);
        }
        let mut alone: Vec<Sum> =
            sum.parts.iter().map(|&part| Sum { value: Game::ZERO, parts: vec![part] }).collect();
        if sum.value != Game::ZERO {
            alone.insert(0, Sum { value: sum.value, parts: Vec::new() });
        }
        alone.dedup();
        let mut first_wins = Vec::with_capacity(alone.len());
        for one in &alone {
            first_wins.push(self.first_wins(one)?);
        }
        if !first_wins.contains(&true) {
            return Ok(Some(false));
        }
        // At most one component may fail to be ≥ 0, and Left must win there moving first.
        let mut failing = None;
        for (place, one) in alone.iter().enumerate() {
            let opposite = self.negative(one.clone())?;
            if self.first_wins(&opposite)? {
                let twice = sum.parts.iter().filter(|&&p| one.parts == [p]).count() > 1;
                if failing.is_some() || twice || !first_wins[place] {
                    return Ok(None);
                }
                failing = Some(place);
            }
        }
        Ok(Some(true))
    }

    /// Whether Left has a move after which Right, moving first, loses.
    fn by_moves(&mut self, sum: &Sum) -> Result<bool, Stopped> {
        let mut children = self.children(sum)?;
        if children.is_empty() {
            return Ok(self.play == Play::Misere);
        }
        let mut open = Vec::with_capacity(children.len());
        for (child, score) in children.drain(..) {
            match self.decided(&child)? {
                Some(false) => return Ok(true),
                Some(true) => {}
                None => open.push((child, score)),
            }
        }
        open.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        for (child, _) in &open {
            if !self.first_wins(child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sums after a move of Left, negated, each once, and how good they look for Left.
    fn children(&mut self, sum: &Sum) -> Result<Vec<(Sum, i64)>, Stopped> {
        let opposite = self.solver.session().negative(sum.value)?;
        let mut seen = rustc_hash::FxHashSet::default();
        let mut all = Vec::new();
        for (place, &part) in sum.parts.iter().enumerate() {
            if place > 0 && sum.parts[place - 1] == part {
                continue;
            }
            let negated = part & 1 == 1;
            let player = if negated { Player::Right } else { Player::Left };
            let options = self.options((part >> 1) as usize, player)?;
            for option in options.iter() {
                // The sum after the move is to be negated; an option of a negated component is already.
                let option = if negated { option.clone() } else { self.negative(option.clone())? };
                let value = self.solver.session().sum(opposite, option.value)?;
                let flip = u32::from(!self.rules.is_impartial());
                let others = sum.parts.iter().enumerate().filter(|(other, _)| *other != place);
                let mut parts: Vec<Signed> = others.map(|(_, &other)| other ^ flip).collect();
                parts.extend(&option.parts);
                self.arrange(&mut parts);
                let child = Sum { value, parts };
                if seen.insert(child.clone()) {
                    all.push(child);
                }
            }
        }
        if self.play == Play::Normal {
            for &option in self.solver.session().options(sum.value, Player::Left)? {
                let value = self.solver.session().negative(option)?;
                let flipped = Sum { value: Game::ZERO, parts: sum.parts.clone() };
                let parts = self.negative(flipped)?.parts;
                let child = Sum { value, parts };
                if seen.insert(child.clone()) {
                    all.push(child);
                }
            }
        }
        all.into_iter().map(|child| Ok((self.score(&child)?, child)).map(|(s, c)| (c, s))).collect()
    }

    /// How good a sum looks for the player who does not move there.
    fn score(&mut self, sum: &Sum) -> Result<i64, Stopped> {
        let moves: i64 = sum
            .parts
            .iter()
            .map(|&part| {
                let [left, right] = self.parts[(part >> 1) as usize].moves;
                i64::from(if part & 1 == 1 { left - right } else { right - left })
            })
            .sum();
        let stop = self.solver.session().left_stop(sum.value)?.to_f64();
        Ok((moves * 8).saturating_sub((stop * 16.0) as i64))
    }
}

impl<W: Word, const N: usize> Drop for Search<'_, W, N> {
    fn drop(&mut self) {
        self.solver.session().store().charge(self.charged, 0);
    }
}
