//! The statistics of a family, computed on a GPU.
//!
//! A device computes what [`FastSummary`] computes, for whole blocks of sets that have one for every
//! choice of the numbers between the least and the largest; the few other sets are done here.
//! It counts sets by a key: which outcomes occur, and that of all large heaps. So expressions about
//! these need no device: each key has one value. The device is given the keys that satisfy the
//! condition, and lists their sets where rows are wanted.
//! A query that a device cannot do is an error; there is no fallback.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_gpu::{Device, GpuError, Stretch, Totals};
use ishitori_runtime::Workers;

use crate::expression::Expression;
use crate::family::{Family, Set};
use crate::fast_summary::FastSummary;
use crate::plain::{Found, Start};
use crate::row::{Row, Workspace};
use crate::run::{self, Halt, Query, SweepError};
use crate::summary::SweepSummary;

/// A query that a device cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuLack {
    /// Expressions about more than outcomes.
    #[error("expressions about more than has_P … has_R and eventually")]
    Expressions,
    /// Checks and Grundy numbers.
    #[error("checks and Grundy numbers")]
    Checks,
    /// Numbers above 63, bounds for the size, required and forbidden numbers, lists of sets.
    #[error("families with numbers above 63 or with restrictions")]
    Family,
}

/// Why there are no statistics by a device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuSweepError {
    /// It cannot do what was asked.
    #[error("a GPU cannot do {0}")]
    Lacks(GpuLack),
    /// It failed; what was done until then.
    #[error("{error}; {} sets were done", .done.sets)]
    Device {
        /// Its message.
        error: GpuError,
        /// The statistics of the sets that were done.
        done: Box<SweepSummary>,
    },
    /// As without a device.
    #[error(transparent)]
    Sweep(#[from] SweepError),
}

/// Whether a device can do this. O(1) and a look at the groups of the family.
pub fn gpu_lacks(family: &Family, query: &Query) -> Option<GpuLack> {
    match () {
        () if !query.checks.is_empty() || query.grundy => Some(GpuLack::Checks),
        () if Keys::new(query).is_none() => Some(GpuLack::Expressions),
        () if family.max() > Stretch::MAX || !family.is_whole() => Some(GpuLack::Family),
        () => None,
    }
}

/// The same as [`sweep_places`](crate::sweep_places), by a device. Memory here does not grow with
/// the family; the budget is asked every 2^28 sets.
pub fn sweep_places_on(
    device: &mut Device,
    family: &Family,
    query: &Query,
    places: Range<u64>,
    workers: &Workers<'_>,
) -> Result<SweepSummary, GpuSweepError> {
    sweep_on(device, family, query, places, workers, None)
}

/// The same, with the places of the sets that satisfy the condition, `most` of them at most.
pub fn matching_places_on(
    device: &mut Device,
    family: &Family,
    query: &Query,
    places: Range<u64>,
    most: usize,
    workers: &Workers<'_>,
) -> Result<(SweepSummary, Vec<u64>), GpuSweepError> {
    let mut list = (Vec::new(), most);
    let summary = sweep_on(device, family, query, places, workers, Some(&mut list))?;
    Ok((summary, list.0))
}

fn sweep_on(
    device: &mut Device,
    family: &Family,
    query: &Query,
    places: Range<u64>,
    workers: &Workers<'_>,
    mut list: Option<&mut (Vec<u64>, usize)>,
) -> Result<SweepSummary, GpuSweepError> {
    if let Some(lack) = gpu_lacks(family, query) {
        return Err(GpuSweepError::Lacks(lack));
    }
    let keys = Keys::new(query).ok_or(GpuSweepError::Lacks(GpuLack::Expressions))?;
    let floor = AtomicU64::new(0);
    let mut here = FastSummary::new(&floor);
    let mut sum = SweepSummary::new(query);
    let (mut place, end) = (places.start, places.end.min(family.len()));
    while place < end {
        if let Err(limit) = workers.budget.check(0) {
            return Err(SweepError::Limit { limit, done: Box::new(sum) }.into());
        }
        let piece = Piece::next(family, place, end);
        let stretch = piece.stretch(query, floor.load(Ordering::Relaxed));
        let stretch = stretch.map(|s| Stretch { wanted: keys.wanted, list: list.is_some(), ..s });
        let by_device = match stretch {
            None => None,
            Some(stretch) => match device.run(&stretch) {
                Ok(totals) => {
                    let summary = keys.summary(query, place, &stretch, &totals);
                    summary.map(|summary| (summary, totals.listed, stretch.first))
                }
                Err(error) => return Err(GpuSweepError::Device { error, done: Box::new(sum) }),
            },
        };
        let halted = |halt: Halt, sum: SweepSummary| match halt {
            Halt::Limit(limit) => SweepError::Limit { limit, done: Box::new(sum) },
            Halt::Overflow(overflow) => SweepError::Overflow(overflow),
        };
        let stretch = place..place + piece.sets;
        let done = match by_device {
            Some((done, numbers, first)) => {
                if let Some((list, _)) = &mut list {
                    list.extend(numbers.into_iter().map(|number| place + (number - first)));
                }
                done
            }
            None => {
                let done = here.summary(family, query, stretch.clone(), workers.budget);
                // It was searched for before.
                let done = match done.map(|done| done.expect("a fast summary")) {
                    Ok(done) => done,
                    Err(halt) => return Err(halted(halt, sum).into()),
                };
                if let Some((list, _)) = &mut list {
                    let mut work = Workspace::default();
                    let mut sink = |at: u64, _: &Set, _: &Row| list.push(at);
                    let listed =
                        run::stretch(family, query, stretch, &mut work, workers.budget, &mut sink);
                    if let Err(halt) = listed {
                        return Err(halted(halt, sum).into());
                    }
                }
                done
            }
        };
        if let Some((list, most)) = &list
            && list.len() > *most
        {
            return Err(SweepError::TooManyRows { limit: *most }.into());
        }
        done.max_preperiod.iter().for_each(|&(most, _)| {
            floor.fetch_max(most, Ordering::Relaxed);
        });
        sum.merge(done);
        workers.progress.iter().for_each(|report| report(piece.sets));
        place += piece.sets;
    }
    Ok(sum)
}

/// What the expressions of a query say about the sets that a device counts together: by which
/// outcomes occur (4 bits), the last one (2 bits), and whether that is the one of all large heaps.
struct Keys {
    /// The statistics of one set of each key.
    of_one: Vec<SweepSummary>,
    /// Bit k: the key k satisfies the condition.
    wanted: u128,
}

impl Keys {
    /// Nothing if the expressions are about more, or beyond 64 bits.
    fn new(query: &Query) -> Option<Keys> {
        if !query.expressions().all(Expression::is_about_outcomes) {
            return None;
        }
        let mut keys = Keys { of_one: Vec::new(), wanted: 0 };
        // No expression looks at the set.
        let set = Set::new(&[1]);
        for key in 0..128u8 {
            let constant = key >> 6 == 1;
            let period = if constant { 1 } else { 2 };
            let (seen, last) = (key & 15, key >> 4 & 3);
            let row = Found { period, preperiod_bound: 0, seen, last }.row();
            let mut one = SweepSummary::new(query);
            one.sets = 1;
            if one.holds(0, &set, &row, query).ok()? {
                keys.wanted |= 1 << key;
                one.add(0, &set, &row, query).ok()?;
            }
            keys.of_one.push(one);
        }
        Some(keys)
    }

    /// What a device found, as statistics; nothing if it does not say which set has the largest
    /// period, since sets without a period are among them.
    fn summary(
        &self,
        query: &Query,
        place: u64,
        stretch: &Stretch,
        totals: &Totals,
    ) -> Option<SweepSummary> {
        let mut summary = SweepSummary::new(query);
        for (one, &sets) in self.of_one.iter().zip(&totals.tally) {
            if sets > 0 {
                summary.merge(one.times(sets));
            }
        }
        let at = |(value, number): (u64, u64)| (value, place + (number - stretch.first));
        summary.max_period = match totals.max_period {
            Some(found) => Some(at(found)),
            None if summary.matching == 0 => None,
            // All periods are 1.
            None if totals.not_found == 0 => Some((1, place)),
            None => return None,
        };
        summary.max_preperiod = totals.max_preperiod.map(at);
        summary.not_found = totals.not_found;
        Some(summary)
    }
}

/// Sets with the same least and largest number that are done together.
struct Piece {
    min: u32,
    t: u32,
    /// The number of the first set among those with these numbers.
    number: u64,
    sets: u64,
    /// Whether they are whole blocks.
    blocks: bool,
}

impl Piece {
    fn next(family: &Family, place: u64, end: u64) -> Piece {
        // The family is whole.
        let (t, number, rest) = family.whole_group(place);
        let left = rest.min(end - place);
        let min = family.min();
        let before = number.next_multiple_of(Stretch::BLOCK) - number;
        let blocks = left / Stretch::BLOCK * Stretch::BLOCK;
        let (sets, blocks) = match () {
            () if !Stretch::possible(min, t) => (left, false),
            () if before > 0 => (before.min(left), false),
            () if blocks == 0 => (left, false),
            () => (blocks.min(Stretch::MOST), true),
        };
        Piece { min, t, number, sets, blocks }
    }

    fn stretch(&self, query: &Query, floor: u64) -> Option<Stretch> {
        let &Piece { min, t, number, sets, .. } = self;
        let (left, right, crossed) = Start::new(min, &query.end).words();
        let (wanted, list) = (u128::MAX, false);
        let stretch =
            Stretch { min, t, first: number, sets, left, right, crossed, floor, wanted, list };
        self.blocks.then_some(stretch)
    }
}
