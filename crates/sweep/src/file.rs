//! One row per set in a file that survives interruption.

use std::ops::Range;

use ishitori_records::Rows;
use ishitori_runtime::Workers;
use ishitori_values::Budget;

use crate::family::Family;
use crate::folder::{FileError, Folder, RowsFile};
use crate::row::Workspace;
use crate::run::{Halt, MAX_GROUPS, Query, piece_of, stretch};
use crate::set_row::SetRow;
use crate::summary::SweepSummary;
use crate::workers::{Stops, add_up};

/// Sets in one piece.
const PIECE: u64 = 1 << 16;

/// Like [`sweep_places`](crate::sweep_places), and writes a row for every set that satisfies the
/// condition to a file, in the order of the family. With `resume` an interrupted sweep that asked the same goes on;
/// nothing is lost or written twice. The bytes do not depend on the number of threads. Memory is one
/// piece per thread.
pub fn sweep_to_file(
    family: &Family,
    query: &Query,
    places: Range<u64>,
    file: RowsFile<'_>,
    workers: &Workers<'_>,
) -> Result<SweepSummary, FileError> {
    let about = Rows::new(family.describe(), query.columns().all()).with_provenance(file.heading);
    let places = places.start..places.end.min(family.len());
    let sets = places.end.saturating_sub(places.start);
    let question = question(family, query, &places);
    let folder = Folder::open(question, (sets, PIECE), about, file)?;
    let pieces = sets.div_ceil(PIECE);
    let piece = |work: &mut Workspace, at| {
        let places = piece_of(&places, PIECE, at);
        piece(&folder, family, query, (at, places), work, workers.budget)
    };
    let accept = |summary: &SweepSummary| match summary.groups.len() > MAX_GROUPS {
        true => Err(FileError::TooManyGroups { limit: MAX_GROUPS }.into()),
        false => Ok(()),
    };
    let (summary, stop) = add_up(workers, pieces, query, Workspace::default, piece, accept);
    match stop {
        Some(Stop::Halt(Halt::Limit(limit))) => {
            return Err(FileError::Limit { limit, done: Box::new(summary) });
        }
        Some(Stop::Halt(Halt::Overflow(overflow))) => return Err(FileError::Overflow(overflow)),
        Some(Stop::File(error)) => return Err(error),
        None => {}
    }
    folder.join(pieces)?;
    Ok(summary)
}

/// The statistics of a piece, from its record if it is there and whole, or computed.
fn piece(
    folder: &Folder,
    family: &Family,
    query: &Query,
    (piece, places): (u64, Range<u64>),
    work: &mut Workspace,
    budget: &Budget,
) -> Result<SweepSummary, Stop> {
    let fits = |summary: &SweepSummary| summary.fits(query, &places);
    if let Some(summary) = folder.finished(piece, fits) {
        return Ok(summary);
    }
    let mut rows = Vec::new();
    let columns = query.columns();
    let summary = stretch(family, query, places.clone(), work, budget, &mut |_, set, row| {
        rows.push(SetRow::new(set, row));
    })?;
    Ok(folder.keep(piece, rows.iter().map(|row| row.record(columns)), summary)?)
}

enum Stop {
    Halt(Halt),
    File(FileError),
}

impl<T: Into<Halt>> From<T> for Stop {
    fn from(halt: T) -> Self {
        Stop::Halt(halt.into())
    }
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Self {
        Stop::File(error)
    }
}

impl Stops for Stop {
    fn set(&self) -> Option<u64> {
        match self {
            Stop::Halt(halt) => halt.set(),
            Stop::File(_) => None,
        }
    }
}

/// Everything that the rows and statistics depend on.
fn question(family: &Family, query: &Query, places: &Range<u64>) -> String {
    let texts = |list: &[crate::Expression]| {
        list.iter().map(|e| e.text().to_string()).collect::<Vec<_>>().join("; ")
    };
    let checks: Vec<String> = query.checks.iter().map(|c| c.to_string()).collect();
    let part = match *places == (0..family.len()) {
        true => String::new(),
        false => format!("places {} to {} of ", places.start, places.end),
    };
    format!(
        "{part}{}; end {}; where {}; count {}; total {}; group by {}; check {}; grundy {}; words {}",
        family.describe(),
        query.end,
        query.condition.as_ref().map_or("", |e| e.text()),
        texts(&query.counts),
        texts(&query.totals),
        query.group_by.as_ref().map_or("", |e| e.text()),
        checks.join(" "),
        query.needs_grundy(),
        query.words,
    )
}
