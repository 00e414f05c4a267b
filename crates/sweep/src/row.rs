//! What is computed for each set.

use ishitori_rules::end::EndRule;
use ishitori_values::Outcome;

use crate::family::Set;
use crate::grundy::grundy_cycle;
use crate::kernel::{LETTERS, Sequence, outcome_sequence};

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
    /// The period of the Grundy numbers, if it was asked for and found.
    pub grundy: Option<GrundyCycle>,
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
    grundy: Vec<u8>,
}

impl Workspace {
    pub fn row(&mut self, set: &Set, end: &EndRule, grundy: bool) -> Row {
        outcome_sequence(set, end, &mut self.sequence);
        let Sequence { ref codes, period, preperiod } = self.sequence;
        let min = set.min() as usize;
        let to = if period == 0 { codes.len() } else { preperiod.max(min) + period };
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
        let by_outcome = [0, 3, 1, 2];
        Row {
            period: period as u64,
            preperiod: preperiod as u64,
            eventually: (period == 1).then(|| LETTERS[codes[preperiod] as usize]),
            counts: by_outcome.map(|code| counts[code]),
            first: by_outcome.map(|code| first[code]),
            grundy: if grundy { grundy_cycle(set, &mut self.grundy) } else { None },
        }
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
