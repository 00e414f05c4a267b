//! The statistics of a family by a graphics processor.
//!
//! A device computes what [`FastSummary`] computes, for whole blocks of sets that have one for every
//! choice of the numbers between the least and the largest; the few sets beside them are done here.
//! What a device cannot do is an error, and nothing is done elsewhere instead.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_gpu::{Device, GpuError, Stretch, Totals};
use ishitori_parallel::Workers;

use crate::family::Family;
use crate::fast_summary::FastSummary;
use crate::plain::Start;
use crate::run::{Halt, Query, SweepError};
use crate::summary::SweepSummary;

/// What a device cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuLack {
    /// Conditions, counts, totals and groups.
    #[error("expressions")]
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
    #[error("a graphics processor cannot do {0}")]
    Lacks(GpuLack),
    /// It failed; what was done until then.
    #[error("{error}; {} sets were done", .done.sets)]
    Device {
        /// What it said.
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
        () if query.has_expressions() => Some(GpuLack::Expressions),
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
    if let Some(lack) = gpu_lacks(family, query) {
        return Err(GpuSweepError::Lacks(lack));
    }
    let floor = AtomicU64::new(0);
    let mut here = FastSummary::new(&floor);
    let mut sum = SweepSummary::new(query);
    let (mut place, end) = (places.start, places.end.min(family.len()));
    while place < end {
        if let Err(limit) = workers.budget.check(0) {
            return Err(SweepError::Limit { limit, done: Box::new(sum) }.into());
        }
        let piece = Piece::next(family, place, end);
        let by_device = match piece.stretch(query, floor.load(Ordering::Relaxed)) {
            None => None,
            Some(stretch) => match device.run(&stretch) {
                Ok(totals) => of_totals(query, place, &stretch, &totals),
                Err(error) => return Err(GpuSweepError::Device { error, done: Box::new(sum) }),
            },
        };
        let done = match by_device {
            Some(done) => done,
            None => match here.summary(family, query, place..place + piece.sets, workers.budget) {
                // It was looked for before.
                Ok(done) => done.expect("a fast summary"),
                Err(Halt::Limit(limit)) => {
                    return Err(SweepError::Limit { limit, done: Box::new(sum) }.into());
                }
                Err(Halt::Overflow(overflow)) => return Err(SweepError::Overflow(overflow).into()),
            },
        };
        done.max_preperiod.iter().for_each(|&(most, _)| {
            floor.fetch_max(most, Ordering::Relaxed);
        });
        sum.merge(done);
        workers.progress.iter().for_each(|tell| tell(piece.sets));
        place += piece.sets;
    }
    Ok(sum)
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
        let stretch = Stretch { min, t, first: number, sets, left, right, crossed, floor };
        self.blocks.then_some(stretch)
    }
}

/// What a device found, as statistics; nothing if it does not say which set has the largest period,
/// since sets without a period are among them.
fn of_totals(
    query: &Query,
    place: u64,
    stretch: &Stretch,
    totals: &Totals,
) -> Option<SweepSummary> {
    let mut summary = SweepSummary::new(query);
    summary.add_tally(&totals.tally);
    let at = |(value, number): (u64, u64)| (value, place + (number - stretch.first));
    summary.max_period = match totals.max_period {
        Some(found) => Some(at(found)),
        // All periods are 1.
        None if totals.not_found == 0 => Some((1, place)),
        None => return None,
    };
    summary.max_preperiod = totals.max_preperiod.map(at);
    summary.not_found = totals.not_found;
    Some(summary)
}
