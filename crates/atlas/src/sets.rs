//! Grundy numbers of subtraction sets.

use ishitori_rules::heap::HeapCode;
use ishitori_solve::heap::{HeapError, find_misere_period};
use ishitori_values::{Budget, LimitReached};

use crate::codes::put_grundy_numbers;
use crate::limits::Limits;
use crate::row_builder::RowBuilder;
use crate::subject::Subject;
use crate::table::Table;

/// A subtraction set under normal and misère play.
pub(crate) struct SubtractionSet {
    set: Vec<u32>,
    limits: Limits,
}

impl SubtractionSet {
    /// All non-empty sets, by their largest number, then by their other numbers as binary digits.
    pub fn all(limits: &Limits) -> impl Iterator<Item = SubtractionSet> {
        sets(1, limits.subtraction_max)
            .map(move |set| SubtractionSet { set, limits: limits.clone() })
    }
}

/// The non-empty sets of numbers from `min` to `max`, by their largest number, then by their other
/// numbers as binary digits.
pub(crate) fn sets(min: u32, max: u32) -> impl Iterator<Item = Vec<u32>> {
    let count = (max + 1).saturating_sub(min);
    (1..1_u64 << count).map(move |mask| {
        (0..count).filter(|bit| mask >> bit & 1 == 1).map(|bit| min + bit).collect()
    })
}

/// Fills in what is said about the set itself.
pub(crate) fn describe(set: &[u32], row: &mut RowBuilder) {
    row.put("size", set.len());
    row.put("min", set.iter().min().copied());
    row.put("max", set.iter().max().copied());
    row.put("gcd", set.iter().copied().reduce(gcd));
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Subject for SubtractionSet {
    fn name(&self) -> String {
        HeapCode::subtraction(&self.set).to_string()
    }

    fn effort(&self) -> u64 {
        1
    }

    fn rows(&self, budget: &Budget) -> Result<Vec<RowBuilder>, LimitReached> {
        let SubtractionSet { set, limits } = self;
        let code = HeapCode::subtraction(set);
        let mut row = RowBuilder::new(Table::Subtraction);
        row.put("code", code.to_string());
        describe(set, &mut row);
        put_grundy_numbers(&code, limits, budget, &mut row)?;
        let misere = match find_misere_period(&code, limits.heaps, budget) {
            Ok(report) => report,
            Err(HeapError::Limit(limit)) => return Err(limit),
            // All subtraction sets have misère play.
            Err(error) => unreachable!("{code}: {error}"),
        };
        if let Some(limit) = misere.stopped {
            return Err(limit);
        }
        if let Some(win) = misere.periodicity.and_then(|found| found.win_lose) {
            row.put("misere_period", win.period);
            row.put("misere_preperiod", win.preperiod);
        }
        row.put("misere", misere_letters(set, limits.terms));
        Ok(vec![row])
    }
}

/// The outcomes of the heaps 0, 1, … if the player who cannot move wins: O(terms · numbers).
fn misere_letters(set: &[u32], terms: usize) -> String {
    let mut wins: Vec<bool> = Vec::with_capacity(terms);
    for heap in 0..terms {
        let mut options = set.iter().filter_map(|&s| heap.checked_sub(s as usize)).peekable();
        let stuck = options.peek().is_none();
        let wins_now = stuck || options.any(|option| !wins[option]);
        wins.push(wins_now);
    }
    wins.into_iter().map(|wins| if wins { 'N' } else { 'P' }).collect()
}
