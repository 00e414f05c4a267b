//! Whether a game ends: by a measure that goes down, or by looking at all positions.
//!
//! *Measures.* A list of measures f₁, f₂, … with whole values shows that no play is infinite, if every
//! move that is not dealt with by an earlier one never raises fₖ, and the moves that lower fₖ are dealt
//! with by it. For f₁ is never raised and bounded on a finite board, so moves that lower
//! it occur finitely often; after the last of them only the others are played, for which f₂ does the
//! same, and so on. Measures that are tried: how many cells have a state of a set (or have not), the
//! places of pieces in the list,
//! how far pieces of one kind have come, and what cells of a set amount to as binary digits in an
//! order of the board.
//!
//! If no list is found, the positions that can be reached are examined, up to a limit.

use ishitori_rules::Ruleset;
use ishitori_values::{Budget, LimitReached, Player};
use rustc_hash::FxHashMap;

use crate::ast::BoardKind;
use crate::error::SetUpError;
use crate::expand::{MoveDraft, NONE, TouchedCell, states};
use crate::geometry::At;
use crate::limits::{Limits, list_bytes};
use crate::rules::{Planes, Rules};
use crate::word::Word;

/// How many positions are examined.
pub const MAX_SEARCHED: usize = 100_000;

/// A measure of positions.
#[derive(Clone, Copy)]
enum Measure {
    /// How many cells are in the set, or (negative) minus that.
    Count(u32, i64),
    /// The sum of the places of all pieces in the list.
    Places,
    /// The sum of a coordinate over the cells of a set, where their number does not change.
    Way(u32, (i64, i64)),
    /// Cells of a set as binary digits, the last in an order of the board being the highest.
    Digits(u32, u8),
}

impl Measure {
    /// By how much a draft changes the measure at most.
    fn change(self, draft: &MoveDraft) -> i64 {
        let changing = || draft.cells.iter().filter(|cell| cell.changes());
        match self {
            Measure::Count(set, sign) => {
                changing().map(|cell| most(cell, |s| sign * is(set, s))).sum()
            }
            Measure::Places => {
                let place = |s: u8| if s == NONE { 0 } else { i64::from(s) + 1 };
                changing().map(|cell| most(cell, place)).sum()
            }
            Measure::Way(set, (row, column)) => {
                let number: i64 = changing().map(|cell| most(cell, |s| is(set, s))).sum();
                let least: i64 = changing().map(|cell| most(cell, |s| -is(set, s))).sum();
                if number != 0 || least != 0 {
                    return 1;
                }
                changing()
                    .map(|cell| {
                        let far = i64::from(cell.at.0) * row + i64::from(cell.at.1) * column;
                        most(cell, |s| far * is(set, s))
                    })
                    .sum()
            }
            Measure::Digits(set, order) => {
                let place = |at: At| match order {
                    0 => (at.0, at.1),
                    1 => (-at.0, -at.1),
                    2 => (at.1, at.0),
                    _ => (-at.1, -at.0),
                };
                let touched = |cell: &&TouchedCell| {
                    most(cell, |s| is(set, s)) != 0 || most(cell, |s| -is(set, s)) != 0
                };
                // From the highest digit on: the first that surely changes decides.
                let mut digits: Vec<&TouchedCell> = changing().filter(touched).collect();
                digits.sort_by_key(|cell| std::cmp::Reverse(place(cell.at)));
                let changes = digits.into_iter().map(|cell| most(cell, |s| is(set, s)));
                changes.into_iter().find(|&change| change != 0).unwrap_or(0)
            }
        }
    }

    /// Whether cells that go never raise it.
    fn is_positive(self) -> bool {
        match self {
            Measure::Count(_, sign) => sign > 0,
            Measure::Way(..) => false,
            Measure::Digits(..) | Measure::Places => true,
        }
    }
}

fn is(set: u32, state: u8) -> i64 {
    i64::from(state != NONE && set >> state & 1 == 1)
}

/// The greatest change at a cell.
fn most(cell: &TouchedCell, worth: impl Fn(u8) -> i64) -> i64 {
    let changes = states(cell.was).map(|s| worth(cell.map[s as usize]) - worth(s));
    changes.max().unwrap_or(0)
}

impl<W: Word, const N: usize> Rules<W, N> {
    /// Checks that play from a position ends. Fast if a measure is found.
    pub(crate) fn check_end(
        &self,
        start: &Planes<W, N>,
        budget: &Budget,
    ) -> Result<(), SetUpError> {
        if self.measured(budget)? { Ok(()) } else { self.searched(start, budget) }
    }

    /// Whether a list of measures is found.
    pub(crate) fn measured(&self, budget: &Budget) -> Result<bool, LimitReached> {
        let mut limits = Limits::new(budget)?;
        let count = self.alphabet.len();
        let sets: Vec<u32> = match count {
            0..=6 => (1..1u32 << count).collect(),
            _ => {
                let from = (0..count).map(|s| (1u32 << count) - (1 << s));
                (0..count).map(|s| 1 << s).chain(from).collect()
            }
        };
        let mut measures: Vec<Measure> = vec![Measure::Places];
        measures.extend(sets.iter().flat_map(|&s| [Measure::Count(s, 1), Measure::Count(s, -1)]));
        let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        if self.board.kind != BoardKind::Graph {
            measures.extend(sets.iter().flat_map(|&s| ways.map(|way| Measure::Way(s, way))));
        }
        measures.extend(sets.iter().flat_map(|&s| (0..4).map(move |o| Measure::Digits(s, o))));
        if self.game.settles() {
            measures.retain(|measure| measure.is_positive());
        }
        let mut left: Vec<&MoveDraft> = self.drafts.iter().flatten().collect();
        limits.take(list_bytes::<&MoveDraft>(left.capacity()))?;
        loop {
            if left.is_empty() {
                return Ok(true);
            }
            let mut falling = None;
            for measure in &measures {
                let (mut some, mut never_up) = (false, true);
                for draft in &left {
                    limits.work(4 * draft.cells.len() + 1)?;
                    let change = measure.change(draft);
                    some |= change < 0;
                    never_up = change <= 0;
                    if !never_up {
                        break;
                    }
                }
                if never_up && some {
                    falling = Some(measure);
                    break;
                }
            }
            let Some(measure) = falling else { return Ok(false) };
            left.retain(|draft| measure.change(draft) >= 0);
        }
    }

    /// Looks for a position that comes back, among all that can be reached.
    fn searched(&self, start: &Planes<W, N>, budget: &Budget) -> Result<(), SetUpError> {
        let mut limits = Limits::new(budget)?;
        // Whether play is still between a position and one of its followers.
        let mut open: FxHashMap<Planes<W, N>, bool> = FxHashMap::default();
        let mut path: Vec<(Planes<W, N>, Vec<Planes<W, N>>)> = Vec::new();
        let mut entered = Some(*start);
        let bytes = |options: &Vec<Planes<W, N>>| {
            list_bytes::<Planes<W, N>>(options.capacity()) + 2 * size_of::<Planes<W, N>>() + 48
        };
        loop {
            if let Some(position) = entered.take() {
                let mut options = Vec::new();
                for player in Player::BOTH {
                    self.options(&position, player, |option| options.push(option));
                }
                limits.work(16 * options.len() + 64)?;
                options.shrink_to_fit();
                // Twice for the table.
                limits.take(2 * size_of::<(Planes<W, N>, bool)>() + bytes(&options))?;
                open.insert(position, true);
                path.push((position, options));
                if open.len() > MAX_SEARCHED {
                    return Err(SetUpError::EndUnknown { positions: MAX_SEARCHED });
                }
            }
            let Some((position, options)) = path.last_mut() else { return Ok(()) };
            limits.work(2)?;
            match options.pop() {
                None => {
                    open.insert(*position, false);
                    limits.give_back(bytes(options));
                    path.pop();
                }
                Some(option) => match open.get(&option) {
                    None => entered = Some(option),
                    Some(false) => {}
                    Some(true) => {
                        let from = path.iter().position(|(p, _)| *p == option).unwrap_or(0);
                        let mut cycle: Vec<String> =
                            path[from..].iter().map(|(p, _)| self.show(p)).take(12).collect();
                        cycle.push(self.show(&option));
                        return Err(SetUpError::Cycle { cycle });
                    }
                },
            }
        }
    }
}
