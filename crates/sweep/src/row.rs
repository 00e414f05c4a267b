//! The row of facts about each set.

use ishitori_rules::end::EndRule;
use ishitori_values::Outcome;

use crate::family::Set;
use crate::grundy::grundy_cycle;
use crate::kernel::{Sequence, outcome_sequence};

/// One set of a family and the outcomes of its heaps.
///
/// Counts, first places and `has` speak of heaps with a move, n ≥ min S; counts of those with
/// n < max(min S, preperiod) + period, so that every kind of heap is counted. Arrays are in the
/// order P, N, L, R.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The period of the outcomes, 0 if it was not found.
    pub period: u64,
    /// The preperiod of the outcomes.
    pub preperiod: u64,
    /// The outcome of all heaps from the preperiod on, if the period is 1.
    pub eventually: Option<Outcome>,
    /// How many heaps have each outcome.
    pub counts: [u64; 4],
    /// The first heap with each outcome.
    pub first: [Option<u64>; 4],
    /// How many heaps of one round of the period, preperiod ≤ n < preperiod + period, have each
    /// outcome.
    pub cycle_counts: [u64; 4],
    /// The period of the Grundy numbers, if it was asked for and found.
    pub grundy: Option<GrundyCycle>,
    /// The counts of heaps with outcome P that are not P-positions of normal play, if they were asked for.
    pub non_normal_p: Option<NonNormalP>,
    /// The outcomes as letters, if they were asked for.
    pub word: Option<Word>,
}

/// The outcomes of all heaps from 0 on: those of a tail, then those of a cycle again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The outcomes of the heaps below the preperiod.
    pub tail: String,
    /// The outcomes of one round of the period.
    pub cycle: String,
}

/// Longer words stand in no row.
const LONGEST_WORD: usize = 1 << 16;

/// Counts of heaps with outcome P that are not P-positions of normal play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NonNormalP {
    /// Among the heaps that `counts` counts.
    pub all: u64,
    /// Among those of one round of the period.
    pub in_cycle: u64,
    /// Among the heaps min S ≤ n < max(preperiod, max S) + period.
    pub wide: u64,
    /// How many of these heaps have the outcome P.
    pub wide_p: u64,
}

/// The facts of a row besides the outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extras {
    /// The period of the Grundy numbers.
    pub grundy: bool,
    /// A comparison with the P-positions of normal play.
    pub normal: bool,
    /// The outcomes as letters.
    pub word: bool,
}

/// The period of the Grundy numbers of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrundyCycle {
    /// The least period.
    pub period: u64,
    /// The least preperiod.
    pub preperiod: u64,
}

/// Working space for one row after the other.
#[derive(Default)]
pub(crate) struct Workspace {
    pub sequence: Sequence,
    normal: Sequence,
    grundy: Vec<u8>,
}

impl Workspace {
    pub fn row(&mut self, set: &Set, end: &EndRule, extras: Extras) -> Row {
        outcome_sequence(set, end, &mut self.sequence);
        let (period, preperiod) = (self.sequence.period, self.sequence.preperiod);
        let min = set.min() as usize;
        let to = if period == 0 { self.sequence.codes.len() } else { preperiod.max(min) + period };
        // By code: P, L, R, N.
        let mut counts = [0u64; 4];
        let mut first = [None; 4];
        for n in min..to {
            let code = self.sequence.code(n) as usize;
            counts[code] += 1;
            if counts[code] == 1 {
                first[code] = Some(n as u64);
            }
        }
        let mut cycle_counts = [0u64; 4];
        for n in preperiod..preperiod + period {
            cycle_counts[self.sequence.code(n) as usize] += 1;
        }
        let non_normal_p = extras.normal.then(|| self.non_normal_p(set, to)).flatten();
        let by_outcome = [0, 3, 1, 2];
        Row {
            period: period as u64,
            preperiod: preperiod as u64,
            eventually: (period == 1).then(|| self.sequence.outcome(preperiod)),
            counts: by_outcome.map(|code| counts[code]),
            first: by_outcome.map(|code| first[code]),
            cycle_counts: by_outcome.map(|code| cycle_counts[code]),
            grundy: if extras.grundy { grundy_cycle(set, &mut self.grundy) } else { None },
            non_normal_p,
            word: extras.word.then(|| self.word()).flatten(),
        }
    }

    /// The outcomes as letters, if a period was found and they are not too many.
    fn word(&self) -> Option<Word> {
        let Sequence { period, preperiod, .. } = self.sequence;
        let letters = |heaps: std::ops::Range<usize>| {
            heaps.map(|n| self.sequence.outcome(n).to_string()).collect::<String>()
        };
        (period > 0 && preperiod + period <= LONGEST_WORD).then(|| Word {
            tail: letters(0..preperiod),
            cycle: letters(preperiod..preperiod + period),
        })
    }

    /// Compares the heaps min S ≤ n < to with normal play; `None` if its period was not found.
    fn non_normal_p(&mut self, set: &Set, to: usize) -> Option<NonNormalP> {
        outcome_sequence(set, &EndRule::normal(), &mut self.normal);
        if self.normal.period == 0 {
            return None;
        }
        let non_normal_p = |n: &usize| {
            self.sequence.outcome(*n) == Outcome::P && self.normal.outcome(*n) != Outcome::P
        };
        let Sequence { period, preperiod, .. } = self.sequence;
        let wide = || set.min() as usize..preperiod.max(set.max() as usize) + period;
        Some(NonNormalP {
            wide: wide().filter(non_normal_p).count() as u64,
            wide_p: wide().filter(|&n| self.sequence.outcome(n) == Outcome::P).count() as u64,
            all: (set.min() as usize..to).filter(non_normal_p).count() as u64,
            in_cycle: (preperiod..preperiod + period).filter(non_normal_p).count() as u64,
        })
    }
}

impl Row {
    /// Whether some heap with a move has the outcome. O(1).
    pub fn has(&self, outcome: Outcome) -> bool {
        self.counts[outcome as usize] > 0
    }

    /// Whether the period of the outcomes divides that of the Grundy numbers, if both are known.
    /// O(1).
    pub fn divides(&self) -> Option<bool> {
        let grundy = self.grundy.filter(|_| self.period > 0)?;
        Some(grundy.period.is_multiple_of(self.period))
    }

    /// Whether the two periods have no common factor, if both are known. O(log).
    pub fn coprime(&self) -> Option<bool> {
        let (mut a, mut b) = (self.grundy?.period, self.period);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.period > 0).then_some(a == 1)
    }
}
