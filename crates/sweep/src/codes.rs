//! The Grundy sequences of many codes, one row each.

use std::collections::BTreeMap;

use ishitori_parallel::Workers;
use ishitori_records::{Cell, Column, Field, Record, Rows};
use ishitori_rules::heap::HeapCode;
use ishitori_solve::heap::{
    GrundySequence, HeapError, PeriodReport, PeriodSearch, Status, without_idle_moves,
};
use ishitori_values::{Budget, LimitReached};
use serde::{Deserialize, Serialize};

use crate::folder::{FileError, Folder, RowsFile};
use crate::sealed::digest;

/// Sequences are compared if this many heaps tell them apart.
const COMPARED: u64 = 1 << 22;

/// Which sequences are wanted.
#[derive(Clone, Debug)]
pub struct CodeQuery {
    /// The codes, in the order of the rows.
    pub codes: Vec<HeapCode>,
    /// Heaps that are looked at for a period, at most.
    pub limit: u64,
}

/// What is known about the Grundy numbers of one code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRow {
    /// The code.
    pub code: String,
    /// Codes with the same text here have the same sequence: where a period is proved, the check
    /// sum of the values up to its first repetition, so that codes with the same sequence have the
    /// same text too; or else the code without moves that change nothing.
    pub sequence: String,
    /// `proved`, `not-found` or `no-theorem`.
    pub status: String,
    /// The least period, if it is proved.
    pub period: Option<u64>,
    /// The least preperiod, if the period is proved.
    pub preperiod: Option<u64>,
    /// What one period adds, if it is proved; 0 for a periodic sequence.
    pub saltus: Option<u64>,
    /// The largest value among the heaps computed.
    pub max_value: u32,
    /// How many of these heaps are rare, where the sparse space is known.
    pub rares: Option<u64>,
    /// The last of these.
    pub last_rare: Option<u64>,
    /// All heaps below this one were computed.
    pub computed_to: u64,
}

/// The rows of a list, and why fewer are done than asked for.
#[derive(Clone, Debug, Default)]
pub struct CodeSummary {
    /// The codes that are done, in their order.
    pub rows: Vec<CodeRow>,
    /// The limit that ended the sweep.
    pub stopped: Option<LimitReached>,
}

impl CodeSummary {
    /// For each row the first code that has the same sequence. O(rows · log rows).
    pub fn classes(&self) -> Vec<&str> {
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        self.rows.iter().map(|row| *first.entry(&row.sequence).or_insert(&row.code)).collect()
    }
}

/// The Grundy sequences of all codes of a list, on several threads. With a file a row for each is
/// written to it; with `resume` an interrupted sweep that asked the same goes on. The cost is that
/// of the sequences, `limit` heaps at most for each.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_sweep::{CodeQuery, sweep_codes};
/// use ishitori_values::Budget;
/// let codes = vec![HeapCode::from_bits(&[7, 7]), HeapCode::from_bits(&[0, 7])];
/// let query = CodeQuery { codes, limit: 1000 };
/// let found = sweep_codes(&query, None, 1, &Budget::unlimited()).unwrap();
/// let periods: Vec<Option<u64>> = found.rows.iter().map(|row| row.period).collect();
/// assert_eq!(periods, [Some(12), Some(34)]);
/// ```
pub fn sweep_codes(
    query: &CodeQuery,
    file: Option<RowsFile<'_>>,
    threads: usize,
    budget: &Budget,
) -> Result<CodeSummary, FileError> {
    let count = query.codes.len();
    let open = |file: RowsFile<'_>| {
        let about = Rows::new("Grundy numbers", CodeRow::columns()).with_provenance(file.heading);
        Folder::open(question(query), (count as u64, 1), about, file)
    };
    let folder = file.map(open).transpose()?;
    let mut rows: Vec<Option<CodeRow>> = vec![None; count];
    let piece = |_: &mut (), at: u64| Ok((at, one(query, at as usize, folder.as_ref(), budget)?));
    let take = |(at, row): (u64, CodeRow)| {
        rows[at as usize] = Some(row);
        Ok(1)
    };
    let errors = Workers::new(threads, budget).pieces(count as u64, || (), piece, take);
    let mut summary = CodeSummary { rows: rows.into_iter().flatten().collect(), stopped: None };
    match errors.into_iter().next() {
        Some((_, Stop::File(error))) => return Err(error),
        Some((_, Stop::Limit(limit))) => summary.stopped = Some(limit),
        None => {
            if let Some(folder) = &folder {
                let classes = summary.classes();
                let rows = summary.rows.iter().zip(classes);
                folder.finish_with(rows.map(|(row, class)| ClassedRow { row, class }))?;
            }
        }
    }
    Ok(summary)
}

/// Why the rows of a list are not all done.
enum Stop {
    Limit(LimitReached),
    File(FileError),
}

impl From<LimitReached> for Stop {
    fn from(limit: LimitReached) -> Stop {
        Stop::Limit(limit)
    }
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Stop {
        Stop::File(error)
    }
}

/// The row of the code with this number: kept from an interrupted sweep, or computed.
fn one(
    query: &CodeQuery,
    at: usize,
    folder: Option<&Folder>,
    budget: &Budget,
) -> Result<CodeRow, Stop> {
    let code = &query.codes[at];
    let name = code.to_string();
    if let Some(row) =
        folder.and_then(|folder| folder.finished(at as u64, |r: &CodeRow| r.code == name))
    {
        return Ok(row);
    }
    let row = row(code, query.limit, budget)?;
    match folder {
        // The record says it all: the rows are written from it in the end.
        Some(folder) => Ok(folder.keep(at as u64, NO_ROWS, row)?),
        None => Ok(row),
    }
}

const NO_ROWS: [ClassedRow<'static>; 0] = [];

fn row(code: &HeapCode, limit: u64, budget: &Budget) -> Result<CodeRow, LimitReached> {
    budget.check(0)?;
    let mut search = PeriodSearch::new(code, limit);
    let found = loop {
        match search.step(budget) {
            Ok(None) => {}
            Ok(Some(report)) => break Some(report),
            Err(HeapError::Limit(limit)) => return Err(limit),
            // Values beyond what the engine knows: nothing is claimed.
            Err(_) => break None,
        }
    };
    if let Some(limit) = found.as_ref().and_then(|report| report.stopped) {
        return Err(limit);
    }
    let progress = search.progress();
    let sequence = sequence(code, found.as_ref(), budget)?;
    let periodicity = found.as_ref().and_then(|report| report.periodicity.as_ref());
    let status = found.as_ref().map_or(Status::NotFound, |report| report.status);
    let rares = found.as_ref().and_then(|report| report.rares);
    Ok(CodeRow {
        code: code.to_string(),
        sequence,
        status: status.name().to_string(),
        period: periodicity.map(|p| p.values.period),
        preperiod: periodicity.map(|p| p.values.preperiod),
        saltus: periodicity.map(|p| p.saltus),
        max_value: found.as_ref().map_or(progress.max_value, |report| report.max_value),
        rares: rares.map(|rares| rares as u64),
        last_rare: rares.filter(|&rares| rares > 0).map(|_| progress.last_rare),
        computed_to: found.as_ref().map_or(progress.computed, |report| report.computed_to),
    })
}

/// What codes with the same sequence have in common, as far as that is known.
fn sequence(
    code: &HeapCode,
    found: Option<&PeriodReport>,
    budget: &Budget,
) -> Result<String, LimitReached> {
    let other = || without_idle_moves(code).unwrap_or_else(|| code.clone()).to_string();
    let Some(period) = found.and_then(|report| report.periodicity.as_ref()) else {
        return Ok(other());
    };
    // The values below this heap, the period and what it adds determine all others.
    let heaps = period.values.preperiod.saturating_add(period.values.period);
    if heaps > COMPARED {
        return Ok(other());
    }
    let values = GrundySequence::new(code, None).and_then(|mut sequence| {
        sequence.advance(heaps, budget)?;
        Ok(sequence.iter().take(heaps as usize).flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
    });
    match values {
        Ok(values) => {
            let sum = &digest(&values)[..32];
            Ok(format!(
                "{}+{}+{} {sum}",
                period.values.preperiod, period.values.period, period.saltus
            ))
        }
        Err(HeapError::Limit(limit)) => Err(limit),
        Err(_) => Ok(other()),
    }
}

/// A row with the first code that has the same sequence.
#[derive(Clone, Copy, Debug)]
pub struct ClassedRow<'r> {
    /// The row.
    pub row: &'r CodeRow,
    /// The first code with the same sequence.
    pub class: &'r str,
}

impl CodeRow {
    /// The columns of the rows. O(1).
    pub fn columns() -> Vec<Column> {
        let mut columns = ["code", "class", "status"].map(Column::text).to_vec();
        columns.extend(["period", "preperiod", "saltus", "max_value"].map(Column::integer));
        columns.extend(["rares", "last_rare", "computed_to"].map(Column::integer));
        columns
    }
}

impl Record for ClassedRow<'_> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        let ClassedRow { row, class } = self;
        give(row.code.cell());
        give(class.cell());
        give(row.status.cell());
        give(row.period.cell());
        give(row.preperiod.cell());
        give(row.saltus.cell());
        give(row.max_value.cell());
        give(row.rares.cell());
        give(row.last_rare.cell());
        give(row.computed_to.cell());
    }
}

/// Everything that the rows depend on.
fn question(query: &CodeQuery) -> String {
    let codes: Vec<String> = query.codes.iter().map(HeapCode::to_string).collect();
    format!("grundy numbers; limit {}; {}", query.limit, codes.join(" "))
}
