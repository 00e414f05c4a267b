//! The statistics of whole families when nothing else is asked: windows in two registers, nothing
//! stored.

use std::ops::Range;

use ishitori_rules::end::EndRule;
use ishitori_values::Outcome;

use crate::family::Family;
use crate::kernel::{LETTERS, MAX_STEPS, Sequence, outcome_sequence};
use crate::run::{Query, Summary};

/// The statistics of the sets at these places, if the query asks for nothing but the summary and
/// the family is an unrestricted one with numbers up to 64.
///
/// It does what [`outcome_sequence`] does for one set after the other without keeping outcomes. The
/// exact preperiod is only computed for sets that may have the largest one.
pub(crate) fn plain_summary(family: &Family, query: &Query, places: Range<u64>) -> Option<Summary> {
    let asks = query.condition.is_some()
        || query.group_by.is_some()
        || !query.counts.is_empty()
        || !query.checks.is_empty()
        || query.needs_grundy();
    if asks || !family.has_masks() {
        return None;
    }
    let mut summary = Summary::new(query);
    let mut sequence = Sequence::default();
    let start = Start::new(family.min(), &query.end);
    for index in places {
        let (mask, max) = family.mask(index);
        let found = match start.crossed {
            true => start.run::<true>(mask, max),
            false => start.run::<false>(mask, max),
        };
        summary.sets += 1;
        summary.matching += 1;
        summary.not_found += u64::from(found.period == 0);
        for (code, &letter) in LETTERS.iter().enumerate() {
            summary.has[letter as usize] += u64::from(found.seen >> code & 1);
        }
        if found.period == 1 {
            summary.eventually_all[LETTERS[found.last as usize] as usize] += 1;
        }
        if summary.max_period.is_none_or(|(best, _)| found.period > best) {
            summary.max_period = Some((found.period, index));
        }
        if summary.max_preperiod.is_none_or(|(best, _)| found.preperiod_bound > best) {
            outcome_sequence(&family.set(index), &query.end, &mut sequence);
            let exact = sequence.preperiod as u64;
            if summary.max_preperiod.is_none_or(|(best, _)| exact > best) {
                summary.max_preperiod = Some((exact, index));
            }
        }
    }
    Some(summary)
}

/// What a set of a family starts from: the heaps without a move.
struct Start {
    min: u32,
    left: u64,
    right: u64,
    crossed: bool,
}

struct Found {
    /// 0 if it was not found.
    period: u64,
    preperiod_bound: u64,
    /// Bit c: the code c was seen at a heap with a move.
    seen: u8,
    /// The last code.
    last: u8,
}

impl Start {
    fn new(min: u32, end: &EndRule) -> Start {
        // Heaps below 0 count as won by the player to move.
        let (mut left, mut right) = (u64::MAX, u64::MAX);
        for n in 0..min {
            let letter = end.letter(n.into(), false);
            let wins = |player: Outcome| u64::from(letter == player || letter == Outcome::N);
            left = left << 1 | wins(Outcome::L);
            right = right << 1 | wins(Outcome::R);
        }
        Start { min, left, right, crossed: !matches!(end, EndRule::Moves) }
    }

    #[inline]
    fn run<const CROSSED: bool>(&self, mask: u64, max: u32) -> Found {
        let within = u64::MAX >> (64 - max);
        let (mut left, mut right) = (self.left & within, self.right & within);
        let (mut saved_left, mut saved_right) = (left, right);
        let mut n = self.min as usize;
        let (mut saved_at, mut next_save) = (n, 2 * n);
        let mut seen = 0u8;
        while n < MAX_STEPS {
            let (for_left, for_right) = if CROSSED { (right, left) } else { (left, right) };
            let lw = u64::from(mask & !for_left != 0);
            let rw = u64::from(mask & !for_right != 0);
            let (next_left, next_right) = ((left << 1 | lw) & within, (right << 1 | rw) & within);
            n += 1;
            let last = (lw | rw << 1) as u8;
            seen |= 1 << last;
            let fixed = next_left == left && next_right == right;
            if fixed || (next_left == saved_left && next_right == saved_right) {
                let period = if fixed { 1 } else { n - saved_at };
                let preperiod_bound = (n - period) as u64;
                return Found { period: period as u64, preperiod_bound, seen, last };
            }
            (left, right) = (next_left, next_right);
            if n == next_save {
                (saved_left, saved_right, saved_at, next_save) = (left, right, n, 2 * n);
            }
        }
        Found { period: 0, preperiod_bound: n as u64, seen, last: 0 }
    }
}
