//! One row per set in a CSV or Parquet file that survives interruption.

use std::path::Path;

use ishitori_parallel::Workers;
use ishitori_values::{Budget, Outcome};

use crate::family::{Family, Set};
use crate::folder::{FileError, Folder};
use crate::parquet_file::Kind;
use crate::row::{Row, Workspace};
use crate::run::{Halt, MAX_GROUPS, Query, SweepSummary, shard};
use crate::workers::{Stops, add_up};

/// Sets in one piece.
const PIECE: u64 = 1 << 16;

/// Like [`sweep`](crate::sweep), and writes a row for every set that satisfies the condition to
/// `path`, in the order of the family: Parquet if its name ends in `.parquet`, which says in its
/// `heading` how it was made, else CSV with its columns in the first line. With `resume` an
/// interrupted sweep that asked the same goes on; nothing is lost or written twice. The bytes do
/// not depend on the number of threads. Memory is one piece per thread.
pub fn sweep_to_file(
    family: &Family,
    query: &Query,
    path: &Path,
    heading: &str,
    resume: bool,
    workers: &Workers<'_>,
) -> Result<SweepSummary, FileError> {
    let folder = Folder::open(question(family, query), family.len(), PIECE, path, resume)?;
    let pieces = family.len().div_ceil(PIECE);
    let piece = |work: &mut Workspace, at| piece(&folder, family, query, at, work, workers.budget);
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
    folder.join(heading, &columns(query.needs_grundy()), pieces)?;
    Ok(summary)
}

/// The statistics of a piece, from its record if it is there and whole, or computed.
fn piece(
    folder: &Folder,
    family: &Family,
    query: &Query,
    piece: u64,
    work: &mut Workspace,
    budget: &Budget,
) -> Result<SweepSummary, Stop> {
    let places = piece * PIECE..family.len().min((piece + 1) * PIECE);
    let fits = |summary: &SweepSummary| summary.fits(query, &places);
    if let Some(summary) = folder.finished(piece, fits) {
        return Ok(summary);
    }
    let mut rows = String::new();
    let grundy = query.needs_grundy();
    let summary = shard(family, query, places.clone(), work, budget, &mut |_, set, row| {
        write_row(&mut rows, set, row, grundy);
    })?;
    Ok(folder.keep(piece, &rows, summary)?)
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
fn question(family: &Family, query: &Query) -> String {
    let texts = |list: &[crate::Expression]| {
        list.iter().map(|e| e.text().to_string()).collect::<Vec<_>>().join("; ")
    };
    let checks: Vec<String> = query.checks.iter().map(|c| c.to_string()).collect();
    format!(
        "{}; end {}; where {}; count {}; total {}; group by {}; check {}; grundy {}",
        family.describe(),
        query.end,
        query.condition.as_ref().map_or("", |e| e.text()),
        texts(&query.counts),
        texts(&query.totals),
        query.group_by.as_ref().map_or("", |e| e.text()),
        checks.join(" "),
        query.needs_grundy(),
    )
}

fn columns(grundy: bool) -> Vec<(&'static str, Kind)> {
    let mut columns = vec![("set", Kind::Text), ("size", Kind::Number), ("max", Kind::Number)];
    columns.extend([("period", Kind::Number), ("preperiod", Kind::Number)]);
    columns.push(("eventually", Kind::Text));
    let by_letter = ["count_P", "count_N", "count_L", "count_R"]
        .into_iter()
        .chain(["first_P", "first_N", "first_L", "first_R"]);
    columns.extend(by_letter.map(|name| (name, Kind::Number)));
    if grundy {
        columns.extend([("grundy_period", Kind::Number), ("grundy_preperiod", Kind::Number)]);
        columns.extend([("divides", Kind::Truth), ("coprime", Kind::Truth)]);
    }
    columns
}

/// One line; what is not known or does not exist is empty.
fn write_row(out: &mut String, set: &Set, row: &Row, grundy: bool) {
    use std::fmt::Write;
    for (i, s) in set.numbers().enumerate() {
        let _ = write!(out, "{}{s}", if i > 0 { " " } else { "" });
    }
    let _ = write!(out, ",{},{}", set.size(), set.max());
    let found = row.period > 0;
    optional(out, found.then_some(row.period));
    optional(out, found.then_some(row.preperiod));
    optional(out, row.eventually);
    let order = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
    order.iter().for_each(|&o| optional(out, Some(row.counts[o as usize])));
    order.iter().for_each(|&o| optional(out, row.first[o as usize]));
    if grundy {
        optional(out, row.grundy.map(|g| g.period));
        optional(out, row.grundy.map(|g| g.preperiod));
        optional(out, row.divides().map(u8::from));
        optional(out, row.coprime().map(u8::from));
    }
    out.push('\n');
}

fn optional(out: &mut String, value: Option<impl std::fmt::Display>) {
    use std::fmt::Write;
    out.push(',');
    if let Some(value) = value {
        let _ = write!(out, "{value}");
    }
}
