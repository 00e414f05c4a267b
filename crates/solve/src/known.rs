//! What is known about the sequence of a rule: the one place that decides it.
//!
//! Several commands speak about the same sequence: Grundy numbers, who wins a single heap, canonical
//! values. They must not contradict each other, so all of them ask here how far to look
//! ([`Effort`]), what a proof about Grundy numbers says about outcomes and values
//! ([`Knowledge`]), and what a finite piece looks like where nothing is proved ([`Observed`]).

use ishitori_rules::heap::HeapCode;
use ishitori_values::Budget;

use crate::ending::Cycle;
use crate::heap::{Engine, HeapError, PeriodReport, Status, find_period, suffix_agreement};

/// How long a period is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Beside another question: a moment.
    Glance,
    /// It is the question.
    Search,
}

impl Effort {
    /// How many heaps are looked at, by the speed of the engine for the code. O(digits).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// use ishitori_solve::known::Effort;
    /// let kayles = HeapCode::from_bits(&[7, 7]);
    /// assert!(Effort::Glance.heaps(&kayles) < Effort::Search.heaps(&kayles));
    /// ```
    pub fn heaps(self, code: &HeapCode) -> u64 {
        match (self, Engine::choose(code)) {
            (Effort::Glance, Engine::Naive) => 512,
            (Effort::Search, Engine::Naive) => 2000,
            (Effort::Glance, _) => 1 << 16,
            (Effort::Search, _) => 500_000_000,
        }
    }
}

/// What is known about the Grundy sequence of a code, for those who were asked something else about
/// its first `count` heaps. The cost of [`find_period`] with the heaps of [`Effort::Glance`], or
/// with `count` if there are more.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::ending::Cycle;
/// use ishitori_solve::known::glance;
/// use ishitori_values::Budget;
/// let nim = HeapCode::all_but(&[]);
/// let report = glance(&nim, 10, &Budget::unlimited()).unwrap();
/// assert_eq!(report.outcomes().cycle(), Some(Cycle { period: 1, preperiod: 1 }));
/// ```
pub fn glance(code: &HeapCode, count: u64, budget: &Budget) -> Result<PeriodReport, HeapError> {
    find_period(code, Effort::Glance.heaps(code).max(count), budget)
}

/// What is known about the period of a sequence of outcomes or values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// The sequence repeats for ever.
    Proved(Cycle),
    /// The sequence is one of nimbers that grow for ever: the one p heaps later is *(g + saltus).
    Grows {
        /// From where on, and how many heaps later.
        cycle: Cycle,
        /// By how much; not 0.
        saltus: u64,
    },
    /// A repetition would be a proof, but none was seen among so many heaps.
    NotFound {
        /// The heaps looked at.
        heaps: usize,
    },
    /// No theorem of this program covers the rule.
    NoTheorem,
}

impl Knowledge {
    /// In one word, as in other reports. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Knowledge::Proved(_) | Knowledge::Grows { .. } => Status::Proved.name(),
            Knowledge::NotFound { .. } => Status::NotFound.name(),
            Knowledge::NoTheorem => Status::NoTheorem.name(),
        }
    }

    /// The cycle, if one is proved. O(1).
    pub const fn cycle(self) -> Option<Cycle> {
        match self {
            Knowledge::Proved(cycle) => Some(cycle),
            _ => None,
        }
    }
}

impl PeriodReport {
    /// What this says about who wins a single heap under normal play, where the heap is lost
    /// exactly if its Grundy number is 0 (Sprague, Grundy). O(1).
    pub fn outcomes(&self) -> Knowledge {
        match self.periodicity.as_ref().map(|found| found.win_lose) {
            Some(Some(w)) => Knowledge::Proved(cycle(w.period, w.preperiod)),
            _ => self.nothing(),
        }
    }

    /// What this says about the canonical values of single heaps under normal play, which are the
    /// nimbers of the Grundy numbers. O(1).
    pub fn values(&self) -> Knowledge {
        match &self.periodicity {
            Some(found) => {
                let cycle = cycle(found.values.period, found.values.preperiod);
                match found.saltus {
                    0 => Knowledge::Proved(cycle),
                    saltus => Knowledge::Grows { cycle, saltus },
                }
            }
            None => self.nothing(),
        }
    }

    fn nothing(&self) -> Knowledge {
        match self.status {
            Status::NoTheorem => Knowledge::NoTheorem,
            _ => Knowledge::NotFound { heaps: self.computed_to as usize },
        }
    }
}

fn cycle(period: u64, preperiod: u64) -> Cycle {
    Cycle { period: period as usize, preperiod: preperiod as usize }
}

/// A period that a finite piece of a sequence shows. This is evidence, not a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// v(n + period) = v(n) + saltus …
    pub period: usize,
    /// … for all n from here on as far as the piece goes.
    pub preperiod: usize,
    /// The increase per period.
    pub saltus: i64,
}

/// The least period with which at least the second half of a sequence of numbers repeats, three
/// times or more. O(n).
///
/// ```
/// use ishitori_solve::known::observed_period;
/// let row: Vec<u32> = (0..40).map(|n| n / 2 + 7 * u32::from(n < 3)).collect();
/// let found = observed_period(&row).unwrap();
/// assert_eq!((found.period, found.preperiod, found.saltus), (2, 3, 1));
/// ```
pub fn observed_period(values: &[u32]) -> Option<Observed> {
    // v(i + p) = v(i) + s from i on exactly if the differences repeat with p from there on.
    let steps: Vec<i64> = values.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0])).collect();
    let n = values.len();
    let (period, preperiod) = repeating(n, |p| n - 1 - p, &steps)?;
    let saltus = i64::from(values[n - 1]) - i64::from(values[n - 1 - period]);
    Some(Observed { period, preperiod, saltus })
}

/// The same for any sequence, without an increase.
///
/// ```
/// use ishitori_solve::known::observed_cycle;
/// let letters: Vec<char> = "LRPPNLPPNLPPNLPPNL".chars().collect();
/// assert_eq!(observed_cycle(&letters).map(|seen| (seen.period, seen.preperiod)), Some((4, 2)));
/// ```
pub fn observed_cycle<T: Copy + Eq>(terms: &[T]) -> Option<Observed> {
    let n = terms.len();
    let (period, preperiod) = repeating(n, |p| n - p, terms)?;
    Some(Observed { period, preperiod, saltus: 0 })
}

/// The least period of a sequence of n terms that satisfies [`observed_period`], and from where on
/// it holds; `end` is the last place at which a period can begin to hold.
fn repeating<T: Copy + Eq>(
    n: usize,
    end: impl Fn(usize) -> usize,
    compared: &[T],
) -> Option<(usize, usize)> {
    if n < 4 {
        return None;
    }
    let agreement = suffix_agreement(compared);
    (1..=n / 4).find_map(|period| {
        let preperiod = end(period) - agreement[period] as usize;
        let enough = preperiod <= n / 2 && n - preperiod >= 3 * period;
        enough.then_some((period, preperiod))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By the definition, O(n²).
    fn slowly(terms: &[u32], step: impl Fn(u32, u32) -> Option<i64>) -> Option<Observed> {
        let n = terms.len();
        (1..=n / 4).find_map(|period| {
            let step = |i: usize| step(terms[i + period], terms[i]);
            let saltus = step(n - 1 - period)?;
            let differs = (0..n - period).rev().find(|&i| step(i) != Some(saltus));
            let preperiod = differs.map_or(0, |i| i + 1);
            let enough = preperiod <= n / 2 && n - preperiod >= 3 * period;
            enough.then_some(Observed { period, preperiod, saltus })
        })
    }

    proptest! {
        #[test]
        fn observed_as_by_the_definition(
            lead in proptest::collection::vec(0u32..4, 0..6),
            block in proptest::collection::vec(0u32..3, 1..5),
            saltus in 0u32..3,
            length in 0usize..60,
        ) {
            let repeated = (0..length).map(|i| {
                block[i % block.len()] + saltus * (i / block.len()) as u32
            });
            let values: Vec<u32> = lead.iter().copied().chain(repeated).collect();
            let grows = |later: u32, earlier: u32| Some(i64::from(later) - i64::from(earlier));
            prop_assert_eq!(observed_period(&values), slowly(&values, grows));
            let same = |later: u32, earlier: u32| (later == earlier).then_some(0);
            prop_assert_eq!(observed_cycle(&values), slowly(&values, same));
        }
    }
}
