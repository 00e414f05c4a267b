//! Fast summaries: statistics that need no more of a set than its period, the outcome of all large
//! heaps and which outcomes occur. Nothing is stored heap by heap.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_runtime::simd::Isa;
use ishitori_values::{Budget, Outcome};

use crate::family::{Family, Set};
use crate::kernel::{LETTERS, Sequence, outcome_sequence};
use crate::lanes::{self, Block, BlockWorkspace};
use crate::plain::{Found, Start};
use crate::row::Row;
use crate::run::{Halt, Query};
use crate::summary::SweepSummary;
use crate::workers::Look;

/// The computation of fast summaries, with the working space that one thread keeps for all
/// stretches of a family.
pub(crate) struct FastSummary<'f> {
    /// The vectors to use; none for the plain loop.
    isa: Option<Isa>,
    lanes: BlockWorkspace,
    masks: Vec<u64>,
    found: Vec<Found>,
    sequence: Sequence,
    /// Sets of this stretch whose preperiod may be the largest.
    candidates: Vec<Candidate>,
    /// The largest preperiod that any thread has seen so far: where a bound says that a set has a
    /// smaller one, the exact preperiod is not computed.
    floor: &'f AtomicU64,
}

/// A set whose preperiod may be the largest.
struct Candidate {
    /// Its preperiod is at most this.
    bound: u64,
    place: u64,
    mask: u64,
    max: u32,
}

impl<'f> FastSummary<'f> {
    /// For threads that share what they know about the largest preperiod, at first 0.
    pub fn new(floor: &'f AtomicU64) -> Self {
        FastSummary {
            isa: Some(Isa::detect()),
            lanes: BlockWorkspace::default(),
            masks: Vec::new(),
            found: Vec::new(),
            sequence: Sequence::default(),
            candidates: Vec::new(),
            floor,
        }
    }

    /// The same with the plain loop for one set after the other.
    pub fn plain(floor: &'f AtomicU64) -> Self {
        FastSummary { isa: None, ..FastSummary::new(floor) }
    }

    /// The statistics of the sets at these places, if nothing is asked that needs more, and the
    /// sets of the family are masks.
    ///
    /// The largest preperiod may be left out of the summary of a stretch if another stretch with
    /// the same floor has a larger one.
    pub fn summary(
        &mut self,
        family: &Family,
        query: &Query,
        places: Range<u64>,
        budget: &Budget,
    ) -> Result<Option<SweepSummary>, Halt> {
        if !query.has_fast_summary() || !family.has_masks() {
            return Ok(None);
        }
        let (steps, mut look) = (query.steps(), Look::new(budget));
        let mut summary = SweepSummary::new(query);
        let mut start = Start::new(family.min(), &query.end);
        let plain_question = !query.has_expressions();
        let mut tally = [0u64; 128];
        let (mut masks, mut found) =
            (std::mem::take(&mut self.masks), std::mem::take(&mut self.found));
        self.candidates.clear();
        let mut place = places.start;
        while place < places.end {
            let t = family.masks(place, places.end, &mut masks);
            let least = masks[0].trailing_zeros() + 1;
            if start.min != least {
                start = Start::new(least, &query.end);
            }
            found.clear();
            found.resize(masks.len(), Found::default());
            match self.isa.filter(|_| t <= Block::MAX) {
                Some(isa) => {
                    let block = Block { masks: &masks, t };
                    lanes::run(isa, &start, block, &mut self.lanes, &mut found);
                }
                None => {
                    for (&mask, found) in masks.iter().zip(&mut found) {
                        look.worked(steps)?;
                        *found = start.run(mask, t);
                    }
                }
            }
            for ((&found, &mask), place) in found.iter().zip(&masks).zip(place..) {
                let candidate = Candidate { bound: found.preperiod_bound, place, mask, max: t };
                if plain_question {
                    self.tally(&mut tally, &mut summary, candidate, found);
                } else {
                    look.worked(steps)?;
                    self.add(&mut summary, query, candidate, found)?;
                }
            }
            place += masks.len() as u64;
        }
        (self.masks, self.found) = (masks, found);
        summary.add_tally(&tally);
        self.largest_preperiod(&mut summary, query);
        Ok(Some(summary))
    }

    /// Counts a set of which only the outcomes matter, by all of them at once.
    #[inline(always)]
    fn tally(
        &mut self,
        tally: &mut [u64; 128],
        summary: &mut SweepSummary,
        candidate: Candidate,
        found: Found,
    ) {
        let constant = found.period == 1;
        let key = found.seen & 15 | (found.last & 3) << 4 | u8::from(constant) << 6;
        tally[usize::from(key & 127)] += 1;
        let largest = summary.max_period.is_none_or(|(best, _)| found.period > best);
        if largest || found.period == 0 || candidate.bound >= self.floor.load(Ordering::Relaxed) {
            self.extremes(summary, candidate, found);
        }
    }

    #[inline]
    fn add(
        &mut self,
        summary: &mut SweepSummary,
        query: &Query,
        candidate: Candidate,
        found: Found,
    ) -> Result<(), Halt> {
        summary.sets += 1;
        if query.has_expressions() {
            let set = Set::from_mask(candidate.mask, candidate.max);
            let row = found.row();
            if !summary.holds(candidate.place, &set, &row, query)? {
                return Ok(());
            }
            summary.add_expressions(candidate.place, &set, &row, query)?;
        }
        summary.matching += 1;
        for (code, &letter) in LETTERS.iter().enumerate() {
            summary.has[letter as usize] += u64::from(found.seen >> code & 1);
        }
        if found.period == 1 {
            summary.eventually_all[LETTERS[found.last as usize] as usize] += 1;
        }
        self.extremes(summary, candidate, found);
        Ok(())
    }

    /// Keeps the largest period and who may have the largest preperiod, and counts periods that
    /// were not found.
    fn extremes(&mut self, summary: &mut SweepSummary, candidate: Candidate, found: Found) {
        summary.not_found += u64::from(found.period == 0);
        if summary.max_period.is_none_or(|(best, _)| found.period > best) {
            summary.max_period = Some((found.period, candidate.place));
        }
        if candidate.bound >= self.floor.load(Ordering::Relaxed) {
            self.candidates.push(candidate);
        }
    }

    /// The largest preperiod of the stretch, unless it is below the floor. Those with the largest
    /// bounds come first, so that few are computed; of equal preperiods that of the first set
    /// counts.
    fn largest_preperiod(&mut self, summary: &mut SweepSummary, query: &Query) {
        self.candidates.sort_unstable_by_key(|c| (std::cmp::Reverse(c.bound), c.place));
        let mut best: Option<(u64, u64)> = None;
        for candidate in &self.candidates {
            let &Candidate { bound, place, mask, max } = candidate;
            let least = best.map_or(0, |(best, _)| best).max(self.floor.load(Ordering::Relaxed));
            if bound < least {
                break;
            }
            if best.is_some_and(|(best, first)| bound == best && place > first) {
                continue;
            }
            outcome_sequence(&Set::from_mask(mask, max), &query.end, &mut self.sequence);
            let exact = self.sequence.preperiod as u64;
            let better = |(best, first)| exact > best || (exact == best && place < first);
            if best.is_none_or(better) {
                best = Some((exact, place));
            }
            self.floor.fetch_max(exact, Ordering::Relaxed);
        }
        summary.max_preperiod = best;
    }
}

impl SweepSummary {
    /// Counts sets by their keys: the codes seen in the bits 0 to 3, the last one in 4 and 5, and
    /// whether it is that of all large heaps in 6. O(1).
    pub(crate) fn add_tally(&mut self, tally: &[u64; 128]) {
        for (key, &sets) in tally.iter().enumerate() {
            self.sets += sets;
            self.matching += sets;
            for (code, &letter) in LETTERS.iter().enumerate() {
                self.has[letter as usize] += sets * (key >> code & 1) as u64;
            }
            if key >> 6 == 1 {
                self.eventually_all[LETTERS[key >> 4 & 3] as usize] += sets;
            }
        }
    }
}

impl Found {
    /// What expressions that are brief may look at; counts are 1 for outcomes that occur.
    pub fn row(&self) -> Row {
        let mut counts = [0; 4];
        for (code, &letter) in LETTERS.iter().enumerate() {
            counts[letter as usize] = u64::from(self.seen >> code & 1);
        }
        let eventually: Option<Outcome> = (self.period == 1).then(|| LETTERS[self.last as usize]);
        let (period, preperiod) = (self.period, self.preperiod_bound);
        let (first, cycle_counts, grundy, non_normal_p) = ([None; 4], [0; 4], None, None);
        let word = None;
        Row {
            period,
            preperiod,
            eventually,
            counts,
            first,
            cycle_counts,
            grundy,
            non_normal_p,
            word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_rules::end::EndRule;
    use proptest::prelude::*;

    /// Every version of the lanes against the plain loop.
    fn compare(family: &Family, end: &str, places: Range<u64>) {
        let end: EndRule = end.parse().unwrap();
        let start = Start::new(family.min(), &end);
        let mut sequence = Sequence::default();
        for isa in Isa::available() {
            let (mut lanes, mut place) = (BlockWorkspace::default(), places.start);
            let mut masks = Vec::new();
            while place < places.end {
                let max = family.masks(place, places.end, &mut masks);
                let mut found = vec![Found::default(); masks.len()];
                let block = Block { masks: &masks, t: max };
                lanes::run(isa, &start, block, &mut lanes, &mut found);
                for (found, &mask) in found.iter().zip(&masks) {
                    let plain = start.run(mask, max);
                    let what = |f: &Found| (f.period, f.seen, f.last * u8::from(f.period == 1));
                    assert_eq!(what(found), what(&plain), "{isa:?} {end} {mask:b}");
                    outcome_sequence(&Set::from_mask(mask, max), &end, &mut sequence);
                    let exact = sequence.preperiod as u64;
                    assert!(exact <= found.preperiod_bound, "{isa:?} {end} {mask:b}");
                    assert!(exact <= plain.preperiod_bound, "{end} {mask:b}");
                }
                place += masks.len() as u64;
            }
        }
    }

    #[test]
    fn small_families() {
        for end in ["mod2:LR", "mod3:LRP", "moves", "misere", "normal", "table:RNL[P]"] {
            for min in 1..6 {
                compare(&Family::new(min, 63), end, 0..1 << 11);
                let family = Family::restricted(min, 40, (2, 5), &[min + 5], &[min + 3]).unwrap();
                compare(&family, end, 0..1 << 9);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn stretches_of_families(
            min in 1u32..8,
            letters in prop::collection::vec(prop::sample::select(vec!['L', 'R', 'N', 'P']), 1..5),
            moves in prop::bool::weighted(0.2),
            bits in 0u32..55,
            place: u64,
            length in 1u64..300,
            sizes in prop::sample::select(vec![(1, u32::MAX), (3, 6), (5, 5)]),
        ) {
            let letters: String = letters.into_iter().collect();
            let end =
                if moves { "moves".to_string() } else { format!("mod{}:{letters}", letters.len()) };
            // Places of every size, and stretches that begin and end anywhere.
            let place = place >> (63 - bits);
            let all = Family::new(min, 63);
            compare(&all, &end, place % all.len()..all.len().min(place % all.len() + length));
            let some = Family::restricted(min, 63, sizes, &[min + 2, min + 9], &[min + 4]).unwrap();
            compare(&some, &end, place % some.len()..some.len().min(place % some.len() + length));
        }
    }
}
