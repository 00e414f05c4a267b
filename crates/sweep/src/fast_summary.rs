//! Fast summaries: statistics that need no more of a set than its period, the outcome of all large
//! heaps and which outcomes occur. Nothing is stored heap by heap.

use std::ops::Range;

use ishitori_parallel::simd::Isa;
use ishitori_values::{Budget, Outcome};

use crate::family::{Family, Set};
use crate::kernel::{LETTERS, Sequence, outcome_sequence};
use crate::lanes::{self, Block, BlockWorkspace};
use crate::plain::{Found, Start};
use crate::row::Row;
use crate::run::{Halt, Query, SweepSummary};
use crate::workers::Look;

/// The computation of fast summaries, with the working space that one thread keeps for all
/// stretches of a family.
pub(crate) struct FastSummary {
    /// The vectors to use; none for the plain loop.
    isa: Option<Isa>,
    lanes: BlockWorkspace,
    found: Vec<Found>,
    sequence: Sequence,
    /// The largest preperiod seen so far, in this stretch or an earlier one: where a bound says
    /// that a set has a smaller one, the exact preperiod is not computed.
    preperiod: u64,
}

impl Default for FastSummary {
    fn default() -> Self {
        let (lanes, found, sequence) = (BlockWorkspace::default(), Vec::new(), Sequence::default());
        FastSummary { isa: Some(Isa::detect()), lanes, found, sequence, preperiod: 0 }
    }
}

impl FastSummary {
    /// The same with the plain loop for one set after the other.
    pub fn plain() -> Self {
        FastSummary { isa: None, ..FastSummary::default() }
    }

    /// The statistics of the sets at these places, if nothing is asked that needs more, and the
    /// sets of the family are masks.
    ///
    /// The largest preperiod may be left out of the summary of a stretch if an earlier stretch
    /// with this working space has a larger one.
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
        let start = Start::new(family.min(), &query.end);
        let plain_question = !query.has_expressions();
        let mut tally = [0u64; 128];
        let mut place = places.start;
        while place < places.end {
            let (base, t) = family.mask(place);
            let Some(isa) = self.isa.filter(|_| place > 0 && t <= Block::MAX) else {
                look.worked(steps)?;
                self.add(&mut summary, family, query, place, start.run(base, t))?;
                place += 1;
                continue;
            };
            let (_, k) = Block::at(family.min(), place, places.end);
            let mut found = std::mem::take(&mut self.found);
            found.clear();
            found.resize(1 << k, Found::default());
            lanes::run(isa, &start, Block { base, t, k }, &mut self.lanes, &mut found);
            for (found, place) in found.iter().zip(place..) {
                if plain_question {
                    self.tally(&mut tally, &mut summary, family, query, place, *found);
                } else {
                    look.worked(steps)?;
                    self.add(&mut summary, family, query, place, *found)?;
                }
            }
            self.found = found;
            place += 1 << k;
        }
        for (key, &sets) in tally.iter().enumerate() {
            summary.sets += sets;
            summary.matching += sets;
            for (code, &letter) in LETTERS.iter().enumerate() {
                summary.has[letter as usize] += sets * (key >> code & 1) as u64;
            }
            if key >> 6 == 1 {
                summary.eventually_all[LETTERS[key >> 4 & 3] as usize] += sets;
            }
        }
        Ok(Some(summary))
    }

    /// Counts a set of which only the outcomes matter, by all of them at once.
    #[inline(always)]
    fn tally(
        &mut self,
        tally: &mut [u64; 128],
        summary: &mut SweepSummary,
        family: &Family,
        query: &Query,
        index: u64,
        found: Found,
    ) {
        let constant = found.period == 1;
        let key = found.seen & 15 | (found.last & 3) << 4 | u8::from(constant) << 6;
        tally[usize::from(key & 127)] += 1;
        let largest = summary.max_period.is_none_or(|(best, _)| found.period > best);
        if largest || found.period == 0 || found.preperiod_bound >= self.preperiod {
            self.extremes(summary, family, query, index, found);
        }
    }

    #[inline]
    fn add(
        &mut self,
        summary: &mut SweepSummary,
        family: &Family,
        query: &Query,
        index: u64,
        found: Found,
    ) -> Result<(), Halt> {
        summary.sets += 1;
        if query.has_expressions() {
            let (mask, max) = family.mask(index);
            let set = Set::from_mask(mask, max);
            let row = found.row();
            if !summary.holds(index, &set, &row, query)? {
                return Ok(());
            }
            summary.add_expressions(index, &set, &row, query)?;
        }
        summary.matching += 1;
        for (code, &letter) in LETTERS.iter().enumerate() {
            summary.has[letter as usize] += u64::from(found.seen >> code & 1);
        }
        if found.period == 1 {
            summary.eventually_all[LETTERS[found.last as usize] as usize] += 1;
        }
        self.extremes(summary, family, query, index, found);
        Ok(())
    }

    /// Keeps the largest period and preperiod, and counts periods that were not found.
    fn extremes(
        &mut self,
        summary: &mut SweepSummary,
        family: &Family,
        query: &Query,
        index: u64,
        found: Found,
    ) {
        summary.not_found += u64::from(found.period == 0);
        if summary.max_period.is_none_or(|(best, _)| found.period > best) {
            summary.max_period = Some((found.period, index));
        }
        // Of equal preperiods that of the first set counts, which may be in this stretch.
        let best = summary.max_preperiod.map(|(best, _)| best);
        if found.preperiod_bound >= self.preperiod && best.is_none_or(|b| found.preperiod_bound > b)
        {
            outcome_sequence(&family.set(index), &query.end, &mut self.sequence);
            let exact = self.sequence.preperiod as u64;
            self.preperiod = self.preperiod.max(exact);
            if best.is_none_or(|best| exact > best) {
                summary.max_preperiod = Some((exact, index));
            }
        }
    }
}

impl Found {
    /// What expressions that are brief may look at; counts are 1 for outcomes that occur.
    fn row(&self) -> Row {
        let mut counts = [0; 4];
        for (code, &letter) in LETTERS.iter().enumerate() {
            counts[letter as usize] = u64::from(self.seen >> code & 1);
        }
        let eventually: Option<Outcome> = (self.period == 1).then(|| LETTERS[self.last as usize]);
        let (period, preperiod) = (self.period, self.preperiod_bound);
        let (first, cycle_counts, grundy, strange) = ([None; 4], [0; 4], None, None);
        Row { period, preperiod, eventually, counts, first, cycle_counts, grundy, strange }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_rules::end::EndRule;
    use proptest::prelude::*;

    /// Every version of the lanes against the plain loop.
    fn compare(min: u32, end: &str, places: Range<u64>) {
        let end: EndRule = end.parse().unwrap();
        let (family, start) = (Family::new(min, 64), Start::new(min, &end));
        let mut sequence = Sequence::default();
        for isa in Isa::available() {
            let (mut lanes, mut place) = (BlockWorkspace::default(), places.start.max(1));
            while place < places.end {
                let (base, t) = family.mask(place);
                let (same_t, k) = Block::at(min, place, places.end);
                assert_eq!(t, same_t);
                let mut found = vec![Found::default(); 1 << k];
                lanes::run(isa, &start, Block { base, t, k }, &mut lanes, &mut found);
                for (found, place) in found.iter().zip(place..) {
                    let (mask, max) = family.mask(place);
                    let plain = start.run(mask, max);
                    let what = |f: &Found| (f.period, f.seen, f.last * u8::from(f.period == 1));
                    assert_eq!(what(found), what(&plain), "{isa:?} {end} {mask:b}");
                    outcome_sequence(&Set::from_mask(mask, max), &end, &mut sequence);
                    let exact = sequence.preperiod as u64;
                    assert!(exact <= found.preperiod_bound, "{isa:?} {end} {mask:b}");
                    assert!(exact <= plain.preperiod_bound, "{end} {mask:b}");
                }
                place += 1 << k;
            }
        }
    }

    #[test]
    fn small_families() {
        for end in ["mod2:LR", "mod3:LRP", "moves", "misere", "normal", "table:RNL[P]"] {
            for min in 1..6 {
                compare(min, end, 0..1 << 11);
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
        ) {
            let letters: String = letters.into_iter().collect();
            let end =
                if moves { "moves".to_string() } else { format!("mod{}:{letters}", letters.len()) };
            // Places of every size, and stretches that begin and end anywhere.
            let place = place >> (63 - bits);
            compare(min, &end, place..place + length);
        }
    }
}
