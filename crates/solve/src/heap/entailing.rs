//! Values of heaps in games with entailing moves.
//!
//! After an entailing move the opponent must move in the same heap. Let E(n) be a heap of n in which the player to move must
//! move, and b(n, x) say whether that player wins E(n) + ∗x: by a plain move to a position of value x, or by an entailing move
//! to a heap m with not b(m, x). The sum of a heap n without such a duty and ∗x is lost exactly for the least x with not b(n, x): for a
//! smaller x a move in the heap wins, for a larger one a move in ∗x. That x is the value of the heap. If there is none the
//! heap is *loony*: its sum with any position is won by the player to move. So a sum is lost exactly if no heap is loony and the
//! nim-sum of the values is 0 (E. Berlekamp, J. Conway, R. Guy, *Winning Ways*, chapter 12; U. Larsson, R. Nowakowski,
//! C. Santos, *Impartial games with entailing moves*, 2021).

use ishitori_rules::heap::EntailingRule;
use ishitori_runtime::simd::{Isa, Work};
use ishitori_values::{Budget, BudgetTicker, LimitReached, Reservation};
use rustc_hash::FxHashMap;

/// A bound on values; a larger one is a limit of the engine.
const BOUND: u32 = 1 << 14;
/// Marks of loony heaps in the two copies of the values: neither is a value, and they differ by more than any value does.
const LOONY: u16 = 0xC000;
const LOONY_BACKWARDS: u16 = 0x8000;
/// Entries that are remembered of what is known beyond the values.
const REMEMBERED: usize = 1 << 20;

/// The values of the heaps 0, 1, … of a game with entailing moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntailingValues {
    values: Vec<u16>,
    /// The limit that was reached before the last heap.
    pub stopped: Option<LimitReached>,
}

impl EntailingValues {
    /// How many heaps there are. O(1).
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none. O(1).
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values in order, none for a loony heap. O(1) each.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.values.iter().map(|&value| (value != LOONY).then_some(value.into()))
    }

    /// The loony heaps. O(heaps).
    pub fn loony(&self) -> Vec<u64> {
        (0..)
            .zip(&self.values)
            .filter(|(_, value)| **value == LOONY)
            .map(|(heap, _)| heap)
            .collect()
    }

    /// The value of a sum of heaps, none if it is loony; `None` if a heap was not computed. O(heaps).
    pub fn of_sum(&self, heaps: &[u32]) -> Option<Option<u32>> {
        let values: Option<Vec<Option<u32>>> = heaps
            .iter()
            .map(|&heap| self.values.get(heap as usize))
            .map(|value| value.map(|&value| (value != LOONY).then_some(value.into())))
            .collect();
        Some(values?.into_iter().try_fold(0, |sum, value| value.map(|value: u32| sum ^ value)))
    }
}

/// The values of the heaps 0 to `last`. About O(n²/64) steps of a vector unit, since for each heap one value at least is
/// looked for among all its splits in vain.
///
/// ```
/// use ishitori_solve::heap::entailing_values;
/// use ishitori_values::Budget;
/// let top_entails = "top-entails".parse().unwrap();
/// let found = entailing_values(&top_entails, 3000, &Budget::unlimited()).unwrap();
/// assert_eq!(found.loony(), [1, 3, 2403, 2505]);
/// ```
pub fn entailing_values(
    rule: &EntailingRule,
    last: u32,
    budget: &Budget,
) -> Result<EntailingValues, LimitReached> {
    let mut search = Search::new(rule, last as usize, budget)?;
    let mut stopped = None;
    for heap in 0..=last as usize {
        if let Err(limit) = search.next(heap) {
            stopped = Some(limit);
            break;
        }
    }
    let known = search.known;
    search.values.truncate(known);
    match stopped {
        Some(limit) if known == 0 => Err(limit),
        _ => Ok(EntailingValues { values: search.values, stopped }),
    }
}

struct Search<'a> {
    plain: &'a [u8],
    rule: &'a EntailingRule,
    budget: &'a Budget,
    ticker: BudgetTicker,
    isa: Isa,
    /// The values, `LOONY` for loony heaps.
    values: Vec<u16>,
    /// The same from the last heap down to 0, with `LOONY_BACKWARDS`.
    backwards: Vec<u16>,
    /// How many values are known.
    known: usize,
    /// A power of two above all values that are known.
    above: u32,
    /// b(n, x) for x ≥ `above` and each heap that is known: no plain move helps there.
    beyond: Vec<bool>,
    /// b(n, x) for some x above the value of n.
    remembered: FxHashMap<(u32, u32), bool>,
    /// The memory of all this.
    _lease: Reservation,
}

impl<'a> Search<'a> {
    fn new(rule: &'a EntailingRule, last: usize, budget: &'a Budget) -> Result<Self, LimitReached> {
        let lease = budget.reserve(5 * (last as u64 + 1) + 64 * REMEMBERED as u64)?;
        let (values, backwards) = (vec![0; last + 1], vec![0; last + 1]);
        Ok(Search {
            plain: rule.plain(),
            rule,
            budget,
            ticker: BudgetTicker::default(),
            isa: Isa::detect(),
            values,
            backwards,
            known: 0,
            above: 1,
            beyond: Vec::with_capacity(last + 1),
            remembered: FxHashMap::default(),
            _lease: lease,
        })
    }

    /// Finds the value of the next heap.
    fn next(&mut self, heap: usize) -> Result<(), LimitReached> {
        if self.remembered.len() > REMEMBERED {
            self.remembered.clear();
        }
        let beyond =
            self.rule.entailing_takes(heap as u32).any(|taken| !self.beyond[heap - taken as usize]);
        let mut value = None;
        for x in 0..self.above {
            if !self.wins(heap, x)? {
                value = Some(x);
                break;
            }
        }
        if value.is_none() && !beyond {
            value = Some(self.above);
        }
        let at = self.values.len() - 1 - heap;
        (self.values[heap], self.backwards[at]) = match value {
            Some(value) if value >= BOUND => {
                return Err(LimitReached::Multiple { limit: BOUND.into() });
            }
            Some(value) => (value as u16, value as u16),
            None => (LOONY, LOONY_BACKWARDS),
        };
        if value == Some(self.above) {
            self.above *= 2;
        }
        self.beyond.push(beyond);
        self.known = heap + 1;
        Ok(())
    }

    /// b(n, x): whether the player who must move in the heap wins its sum with ∗x.
    fn wins(&mut self, heap: usize, x: u32) -> Result<bool, LimitReached> {
        if heap < self.known {
            let value = u32::from(self.values[heap]);
            if value == u32::from(LOONY) || x < value {
                return Ok(true);
            }
            if x == value {
                return Ok(false);
            }
            if x >= self.above {
                return Ok(self.beyond[heap]);
            }
            if let Some(&known) = self.remembered.get(&(heap as u32, x)) {
                return Ok(known);
            }
        }
        let takes: Vec<u32> = self.rule.entailing_takes(heap as u32).collect();
        // What is known at once comes first.
        let valued = |taken: &u32| u32::from(self.values[heap - *taken as usize]) == x;
        let mut wins = takes.iter().any(valued) || self.has_plain(heap, x)?;
        for taken in takes {
            if wins {
                break;
            }
            let rest = heap - taken as usize;
            wins = !stacker::maybe_grow(64 << 10, 1 << 20, || self.wins(rest, x))?;
        }
        if heap < self.known {
            self.remembered.insert((heap as u32, x), wins);
        }
        Ok(wins)
    }

    /// Whether a plain move leads to a position of value x.
    fn has_plain(&mut self, heap: usize, x: u32) -> Result<bool, LimitReached> {
        for (taken, digit) in self.plain.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if (rest == 0 && digit & 1 != 0 && x == 0)
                || (rest > 0 && digit & 2 != 0 && u32::from(self.values[rest]) == x)
            {
                return Ok(true);
            }
            if digit & 4 != 0 && rest > 1 {
                let half = rest / 2;
                self.ticker.steps(self.budget, 0, 1 + half / 4096)?;
                let from = self.values.len() - rest;
                let (one, other) = (&self.values[1..=half], &self.backwards[from..from + half]);
                if self.isa.run(Among { one, other, x: x as u16 }) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether two numbers at the same place have a nim-sum.
struct Among<'a> {
    one: &'a [u16],
    other: &'a [u16],
    x: u16,
}

impl Work for Among<'_> {
    type Out = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let pieces = self.one.chunks(256).zip(self.other.chunks(256));
        for (one, other) in pieces {
            let mut found = 0;
            for (one, other) in one.iter().zip(other) {
                found |= u16::from(one ^ self.x == *other);
            }
            if found != 0 {
                return true;
            }
        }
        false
    }
}
