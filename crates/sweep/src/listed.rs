//! The sets of a family with their rows, as data.

use std::collections::BTreeMap;
use std::ops::Range;

use ishitori_runtime::Workers;
use ishitori_values::LimitReached;

use crate::family::Family;
use crate::row::Workspace;
use crate::run::{Halt, MAX_GROUPS, PIECE, Query, SweepError, piece_of, stretch};
use crate::set_row::SetRow;
use crate::summary::SweepSummary;
use crate::workers::Stops;

/// The bytes of a row, and of a copy while both exist.
fn row_bytes(row: &SetRow) -> u64 {
    let word = row.row.word.as_ref().map_or(0, |word| word.tail.len() + word.cycle.len());
    // Each text is a piece of its own for the allocator.
    2 * (size_of::<SetRow>() + row.set.len() + word + 96) as u64
}

/// The statistics of a family, and the rows of the sets that satisfy the condition.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The statistics.
    pub summary: SweepSummary,
    /// The rows, in the order of the family.
    pub rows: Vec<SetRow>,
    /// The limit that ended the sweep; statistics and rows are of the sets that were done.
    pub stopped: Option<LimitReached>,
}

/// Like [`sweep_places`](crate::sweep_places), and lists the rows of the sets that satisfy the
/// condition; an error if there are more than `most`. The result does not depend on the number of threads. Memory is
/// some hundred bytes a row.
///
/// ```
/// use ishitori_sweep::{Family, Query, Workers, sweep_listed};
/// use ishitori_values::Budget;
/// let mut query = Query::new("mod2:LR".parse().unwrap());
/// query.condition = Some("size == 2".parse().unwrap());
/// let budget = Budget::unlimited();
/// let (family, workers) = (Family::new(2, 5), Workers::new(1, &budget));
/// let found = sweep_listed(&family, &query, 0..family.len(), 10, &workers).unwrap();
/// let sets: Vec<&[i64]> = found.rows.iter().map(|row| row.set.as_slice()).collect();
/// assert_eq!(sets, [[2, 3], [2, 4], [2, 5]]);
/// ```
pub fn sweep_listed(
    family: &Family,
    query: &Query,
    places: Range<u64>,
    most: usize,
    workers: &Workers<'_>,
) -> Result<Listed, SweepError> {
    let places = places.start..places.end.min(family.len());
    let pieces = places.end.saturating_sub(places.start).div_ceil(PIECE);
    let piece = |work: &mut Workspace, at: u64| {
        let (places, mut rows) = (piece_of(&places, PIECE, at), Vec::new());
        let summary = stretch(family, query, places, work, workers.budget, &mut |_, set, row| {
            rows.push(SetRow::new(set, row));
        })?;
        let bytes = rows.iter().map(row_bytes).sum::<u64>();
        Ok::<_, Stop>((at, summary, rows, bytes))
    };
    let (mut sum, mut listed) = (SweepSummary::new(query), BTreeMap::new());
    let (mut count, mut held) = (0, 0);
    let take = |(at, summary, rows, bytes): (u64, SweepSummary, Vec<SetRow>, u64)| {
        let sets = summary.sets;
        sum.merge(summary);
        count += rows.len();
        if count > most {
            return Err(Stop::Rows);
        }
        held += bytes;
        workers.budget.check(held)?;
        if sum.groups.len() > MAX_GROUPS {
            return Err(Stop::Groups);
        }
        listed.insert(at, rows);
        Ok(sets)
    };
    let errors = workers.pieces(pieces, Workspace::default, piece, take);
    // Of errors about sets that of the first one, however many threads there are.
    let first = errors.into_iter().map(|(_, error)| error).min_by_key(|error| match error {
        Stop::Halt(halt) => halt.set().map_or((true, 0), |set| (false, set)),
        Stop::Rows | Stop::Groups => (true, 0),
    });
    let stopped = match first {
        None => None,
        Some(Stop::Halt(Halt::Limit(limit))) => Some(limit),
        Some(Stop::Halt(Halt::Overflow(overflow))) => return Err(SweepError::Overflow(overflow)),
        Some(Stop::Rows) => return Err(SweepError::TooManyRows { limit: most }),
        Some(Stop::Groups) => return Err(SweepError::TooManyGroups { limit: MAX_GROUPS }),
    };
    Ok(Listed { summary: sum, rows: listed.into_values().flatten().collect(), stopped })
}

enum Stop {
    Halt(Halt),
    Rows,
    Groups,
}

impl<T: Into<Halt>> From<T> for Stop {
    fn from(halt: T) -> Self {
        Stop::Halt(halt.into())
    }
}
