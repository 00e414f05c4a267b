//! All positions of a board: how many there are of each value and outcome, and which is hottest.
//!
//! Positions have numbers, so that ranges of numbers can be looked at by different machines and put
//! together ([`Counts::join`]): either all fillings of the cells of a board with some characters, the first cell
//! being the last digit, or all positions that can be reached from a start, in the order of their text.

use std::collections::BTreeMap;
use std::ops::Range;

use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_values::{Budget, Dyadic, GameStore, LimitReached, Outcome, Player, Reservation};
use rustc_hash::FxHashSet;

pub use crate::all_graphs::{GraphCensus, MAX_VERTICES};
use crate::ast::{BoardKind, EMPTY, GONE};
pub use crate::find::{Find, Finds, MAX_LISTED};
use crate::limits::{Limits, list_bytes};
use crate::rules::{Planes, Rules};
use crate::search::{PlayConvention, Search, SearchLimits, Stopped};
use crate::word::Word;

/// Why there is no census.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CensusError {
    /// No measure shows that every filling ends.
    #[error("it is not known that play ends from every filling; ask for reachable positions")]
    EndUnknown,
    /// More fillings than numbers of 64 bits.
    #[error("{cells} cells with {characters} characters each are too many fillings")]
    TooMany {
        /// Cells that are filled.
        cells: usize,
        /// Characters that are tried.
        characters: usize,
    },
    /// A character that is none of the game.
    #[error("`{found}` is not a piece of this game; there are {accepted:?}")]
    Character {
        /// The argument that was given.
        found: char,
        /// The expected input.
        accepted: Vec<char>,
    },
    /// A limit was reached while positions were searched for.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// Positions with numbers.
enum Positions<W, const N: usize> {
    /// The cells that are filled, with how many characters each, and what they are: states, or none.
    Fillings { sites: Vec<(usize, Vec<Option<u8>>)>, count: u64 },
    /// All of them.
    Listed(Vec<Planes<W, N>>),
}

/// All positions of one kind on one board.
///
/// ```
/// use ishitori_boards::census::Census;
/// use ishitori_boards::{BoardGame, SetUp};
/// use ishitori_values::{Budget, GameStore};
/// let SetUp::Two(rules, start) = BoardGame::named("domineering").unwrap().set_up("2x2").unwrap()
/// else { unreachable!() };
/// let census = Census::fillings(&rules, &start, None, &Budget::unlimited()).unwrap();
/// let counts = census.count(0..census.len(), None, &GameStore::new(), &Budget::unlimited());
/// assert_eq!((counts.positions, counts.values["+-1"]), (16, 1));
/// assert_eq!(counts.hottest.unwrap().position, "..|..");
/// ```
pub struct Census<'r, W: Word, const N: usize> {
    rules: &'r Rules<W, N>,
    positions: Positions<W, N>,
    /// The memory for positions that are listed.
    held: Reservation,
}

/// The hottest position of a census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hottest {
    /// Its temperature.
    pub temperature: Dyadic,
    /// Its number; the least if there are several.
    pub number: u64,
    /// The position as text.
    pub position: String,
}

/// The statistics of a range of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many positions were examined.
    pub positions: u64,
    /// How many of each outcome: P, N, L, R.
    pub outcomes: [u64; 4],
    /// How many of each value, by its text; none in misère play, in which positions have no such values.
    pub values: BTreeMap<String, u64>,
    /// The hottest.
    pub hottest: Option<Hottest>,
    /// The positions that were looked for.
    pub found: Finds,
    /// The number of the first position that was not examined, and why, if a limit was reached.
    pub stopped: Option<(u64, LimitReached)>,
}

impl Counts {
    /// How many positions have an outcome. O(1).
    pub fn of(&self, outcome: Outcome) -> u64 {
        self.outcomes[place(outcome)]
    }

    /// Adds what another range amounts to. O(values · log). What was stopped is that of the lower range.
    pub fn join(&mut self, other: Counts) {
        self.positions += other.positions;
        for (mine, theirs) in self.outcomes.iter_mut().zip(other.outcomes) {
            *mine += theirs;
        }
        for (value, count) in other.values {
            *self.values.entry(value).or_default() += count;
        }
        self.hottest = match (self.hottest.take(), other.hottest) {
            (Some(a), Some(b)) => Some(if is_hotter(&b, &a) { b } else { a }),
            (a, b) => a.or(b),
        };
        self.found.join(other.found);
        self.stopped = match (self.stopped, other.stopped) {
            (Some(a), Some(b)) => Some(if a.0 <= b.0 { a } else { b }),
            (a, b) => a.or(b),
        };
    }

    /// Gives all positions this number and this text: of the census of one position as a part of another. O(1).
    pub(crate) fn renumber(&mut self, number: u64, text: &str) {
        if let Some(hottest) = &mut self.hottest {
            (hottest.number, hottest.position) = (number, text.to_string());
        }
        for one in &mut self.found.first {
            *one = (number, text.to_string());
        }
        if let Some((at, _)) = &mut self.stopped {
            *at = number;
        }
    }
}

fn is_hotter(one: &Hottest, than: &Hottest) -> bool {
    match one.temperature.cmp(&than.temperature) {
        std::cmp::Ordering::Equal => one.number < than.number,
        order => order.is_gt(),
    }
}

fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::L => 2,
        Outcome::R => 3,
    }
}

impl<'r, W: Word, const N: usize> Census<'r, W, N> {
    /// All fillings of the cells that a position has (whatever stands there) with some characters: without
    /// a list those of the game and, if it has no pieces, `#`. Edges of graphs get the kinds of edges, and `#`.
    /// O(cells), after looking for a measure that shows that all of them end.
    pub fn fillings(
        rules: &'r Rules<W, N>,
        template: &Planes<W, N>,
        characters: Option<&[char]>,
        budget: &Budget,
    ) -> Result<Self, CensusError> {
        if !rules.measured(budget)? {
            return Err(CensusError::EndUnknown);
        }
        let text = rules.text();
        let mut cells = vec![EMPTY];
        cells.extend(&text.pieces);
        let mut accepted = cells.clone();
        accepted.push(GONE);
        if text.pieces.is_empty() && text.edges.is_empty() {
            cells.push(GONE);
        }
        if let Some(given) = characters {
            if let Some(&found) = given.iter().find(|c| !accepted.contains(c)) {
                return Err(CensusError::Character { found, accepted });
            }
            cells.clear();
            for &c in given {
                if !cells.contains(&c) {
                    cells.push(c);
                }
            }
        }
        let mut edges = text.edges.clone();
        edges.push(GONE);
        let states = |characters: &[char]| -> Vec<Option<u8>> {
            let state = |c: &char| rules.alphabet.iter().position(|known| known == c);
            characters.iter().map(|c| state(c).map(|state| state as u8)).collect()
        };
        let (cells, edges) = (states(&cells), states(&edges));
        let there = template.0.iter().fold(W::ZERO, |all, &plane| all | plane);
        let vertices = match rules.board.kind {
            BoardKind::Graph => rules.board.graph.vertices.len(),
            _ => usize::MAX,
        };
        let mut count = 1u64;
        let mut sites = Vec::new();
        for site in there.sites() {
            let states = if site < vertices { &cells } else { &edges };
            sites.push((site, states.clone()));
            let more = count.checked_mul(states.len() as u64);
            let too_many =
                || CensusError::TooMany { cells: there.count() as usize, characters: cells.len() };
            count = more.ok_or_else(too_many)?;
        }
        let held = Reservation::default();
        Ok(Census { rules, positions: Positions::Fillings { sites, count }, held })
    }

    /// One position alone. O(1).
    pub(crate) fn one(rules: &'r Rules<W, N>, position: Planes<W, N>) -> Self {
        let held = Reservation::default();
        Census { rules, positions: Positions::Listed(vec![position]), held }
    }

    /// All positions that can be reached from a start by any moves of both players. O(positions · log).
    pub fn reachable(
        rules: &'r Rules<W, N>,
        start: &Planes<W, N>,
        budget: &Budget,
    ) -> Result<Self, CensusError> {
        // A position in the table, and one on the list, which both grow by doubling.
        let each = 4 * size_of::<Planes<W, N>>() + 16;
        let mut limits = Limits::new(budget)?;
        let mut seen: FxHashSet<Planes<W, N>> = FxHashSet::default();
        seen.insert(*start);
        let mut left = vec![*start];
        while let Some(position) = left.pop() {
            for player in Player::BOTH {
                let (mut count, mut stopped) = (0, Ok(()));
                rules.options(&position, player, |option| {
                    count += 1;
                    if stopped.is_ok() && seen.insert(option) {
                        stopped = limits.take(each);
                        left.push(option);
                    }
                });
                stopped?;
                limits.work(4 * count + 16)?;
            }
        }
        let mut named: Vec<(String, Planes<W, N>)> = Vec::new();
        for position in seen {
            let text = rules.show(&position);
            limits.take(2 * size_of::<(String, Planes<W, N>)>() + list_bytes::<u8>(text.len()))?;
            limits.work(text.len())?;
            named.push((text, position));
        }
        let named = limits.sorted_by(named, 8, |a, b| a.0.cmp(&b.0))?;
        let all: Vec<_> = named.into_iter().map(|(_, position)| position).collect();
        let mut held = limits.held();
        held.resize(list_bytes::<Planes<W, N>>(all.len()) as u64)?;
        Ok(Census { rules, positions: Positions::Listed(all), held })
    }

    /// How many numbers there are. O(1).
    pub fn len(&self) -> u64 {
        match &self.positions {
            Positions::Fillings { count, .. } => *count,
            Positions::Listed(all) => all.len() as u64,
        }
    }

    /// The bytes that are reserved for it. O(1).
    pub fn reserved(&self) -> u64 {
        self.held.bytes()
    }

    /// Whether there are none: never, a start is a position. O(1).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of one of several shards, from 0 on: nearly the same number of positions each. O(1).
    pub fn shard(&self, shard: u64, shards: u64) -> Range<u64> {
        let shards = shards.max(1);
        let cut = |k: u64| {
            (u128::from(self.len()) * u128::from(k.min(shards)) / u128::from(shards)) as u64
        };
        cut(shard)..cut(shard.saturating_add(1))
    }

    /// The position with a number, if there is one: where what is loose falls, fillings of which something would
    /// fall are none. O(cells).
    pub fn position(&self, number: u64) -> Option<Planes<W, N>> {
        match &self.positions {
            Positions::Listed(all) => {
                usize::try_from(number).ok().and_then(|n| all.get(n).copied())
            }
            Positions::Fillings { sites, count } => {
                if number >= *count {
                    return None;
                }
                let mut planes = [W::ZERO; N];
                let mut left = number;
                for (site, states) in sites {
                    let digit = (left % states.len() as u64) as usize;
                    left /= states.len() as u64;
                    if let Some(state) = states[digit] {
                        planes[state as usize] |= W::bit(*site);
                    }
                }
                let position = Planes(planes);
                let stands =
                    !self.rules.text().settles() || self.rules.settled(&planes) == position;
                stands.then_some(position)
            }
        }
    }

    /// The positions of a range, with their numbers. O(cells) each.
    pub fn positions(&self, range: Range<u64>) -> impl Iterator<Item = (u64, Planes<W, N>)> + '_ {
        let end = range.end.min(self.len());
        (range.start..end).filter_map(|number| Some((number, self.position(number)?)))
    }

    /// Counts the positions of a range, and lists those that are looked for. One canonical value each; what is in the store
    /// already is not computed again.
    pub fn count(
        &self,
        range: Range<u64>,
        find: Option<&Find>,
        store: &GameStore,
        budget: &Budget,
    ) -> Counts {
        let mut counts = Counts::default();
        let mut solver = Solver::within(store, self.rules, budget.clone());
        let mut texts = rustc_hash::FxHashMap::default();
        for (number, position) in self.positions(range) {
            let mut one = || -> Result<(), LimitReached> {
                budget.check(store.memory())?;
                let value = solver.value(&position)?;
                let session = solver.session();
                let outcome = session.outcome(value)?;
                let temperature = session.temperature(value)?;
                let hotter =
                    counts.hottest.as_ref().is_none_or(|hottest| temperature > hottest.temperature);
                let measured = match find {
                    Some(find) => {
                        find.measure(&position, (value, &temperature), self.rules, &mut solver)?
                    }
                    None => None,
                };
                counts.positions += 1;
                counts.outcomes[place(outcome)] += 1;
                *texts.entry(value).or_insert(0u64) += 1;
                if let Some(measured) = measured {
                    counts.found.push(number, measured, || self.rules.show(&position));
                }
                if hotter {
                    let position = self.rules.show(&position);
                    counts.hottest = Some(Hottest { temperature, number, position });
                }
                Ok(())
            };
            if let Err(limit) = one() {
                counts.stopped = Some((number, limit));
                break;
            }
        }
        // What is known is reported, even after the time limit.
        let mut session = store.session_within(budget.with_grace_period());
        for (value, count) in texts {
            let text = session.print(value).unwrap_or_else(|_| format!("{value:?}"));
            *counts.values.entry(text).or_default() += count;
        }
        counts
    }

    /// Counts who wins the positions of a range in misère play, each by a search that remembers what it decided of the
    /// positions before. Exponential in the cells, in the worst case.
    pub fn count_misere(&self, range: Range<u64>, budget: &Budget) -> Counts {
        let mut counts = Counts::default();
        let store = GameStore::new();
        let limits = SearchLimits::default();
        let mut search =
            Search::new(&store, self.rules, PlayConvention::Misere, limits, budget.clone());
        for (number, position) in self.positions(range) {
            let verdict = search.verdict(&position);
            match (verdict.outcome(), verdict.stopped) {
                (Some(outcome), _) => {
                    counts.positions += 1;
                    counts.outcomes[place(outcome)] += 1;
                }
                (None, stopped) => {
                    let limit = match stopped {
                        Some(Stopped::Limit(limit)) => limit,
                        // The number of nodes has no limit of its own here.
                        _ => LimitReached::Cancelled,
                    };
                    counts.stopped = Some((number, limit));
                    break;
                }
            }
        }
        counts
    }
}
