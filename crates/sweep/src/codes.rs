//! The Grundy sequences of many codes, one row each.

use std::collections::BTreeMap;

use ishitori_records::{Cell, Column, Field, Record, Rows};
use ishitori_rules::heap::HeapCode;
use ishitori_solve::heap::{
    GrundySequence, HeapError, PeriodReport, PeriodSearch, Status, without_idle_moves,
};
use ishitori_values::{Budget, LimitReached};
use serde::{Deserialize, Serialize};

use crate::expression::{RowCondition, RowOverflow};
use crate::folder::{FileError, RowsFile};
use crate::list::{ItemError, List, ListItem, ListSummary, process_list};
use crate::sealed::digest;

/// The most heaps that are compared to distinguish two sequences.
const COMPARED: u64 = 1 << 22;

/// Which sequences are wanted.
#[derive(Clone, Debug)]
pub struct CodeQuery {
    /// The codes, in the order of the rows.
    pub codes: Vec<HeapCode>,
    /// Heaps that are examined for a period, at most.
    pub limit: u64,
    /// Which rows are written; all if not given.
    pub condition: Option<RowCondition>,
}

/// Known facts about the Grundy numbers of one code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRow {
    /// The code.
    pub code: String,
    /// Codes with the same text here have the same sequence: where a period is proved, the
    /// checksum of the values up to its first repetition, so that codes with the same sequence have the
    /// same text too; or else the code without moves that change nothing.
    pub sequence: String,
    /// `proved`, `not-found` or `no-theorem`.
    pub status: String,
    /// The least period, if it is proved.
    pub period: Option<u64>,
    /// The least preperiod, if the period is proved.
    pub preperiod: Option<u64>,
    /// The saltus: what one period adds, if it is proved; 0 for a periodic sequence.
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

impl ListSummary<CodeRow> {
    /// For each row the first code that has the same sequence. O(rows · log rows).
    pub fn classes(&self) -> Vec<&str> {
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        self.rows.iter().map(|row| *first.entry(&row.sequence).or_insert(&row.code)).collect()
    }

    /// The rows for which a condition holds, each with its class. O(rows · (log rows + condition)).
    pub fn matching(
        &self,
        condition: Option<&RowCondition>,
    ) -> Result<Vec<ClassedRow>, RowOverflow> {
        let rows = self.rows.iter().zip(self.classes());
        RowCondition::matching(condition, rows.map(|(row, class)| row.classed(class)))
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
/// let query = CodeQuery { codes, limit: 1000, condition: None };
/// let found = sweep_codes(&query, None, 1, &Budget::unlimited()).unwrap();
/// let periods: Vec<Option<u64>> = found.rows.iter().map(|row| row.period).collect();
/// assert_eq!(periods, [Some(12), Some(34)]);
/// ```
pub fn sweep_codes(
    query: &CodeQuery,
    file: Option<RowsFile<'_>>,
    threads: usize,
    budget: &Budget,
) -> Result<ListSummary<CodeRow>, FileError> {
    let names: Vec<String> = query.codes.iter().map(HeapCode::to_string).collect();
    let wanted = query.condition.as_ref().map_or(String::new(), |c| format!("; {}", c.text()));
    let list = List {
        question: format!("grundy numbers; limit {}{wanted}", query.limit),
        names: &names,
        about: Rows::new("Grundy numbers", CodeRow::columns()),
    };
    let look = |at: usize| {
        let row = row(&query.codes[at], query.limit, budget)?;
        // The first code with the same sequence is not known yet; nothing is computed from it.
        let classed = row.classed(&row.code);
        let holds = query.condition.as_ref().map_or(Ok(true), |wanted| wanted.holds(&classed));
        holds.map_err(|overflow| ItemError::Refused(FileError::from(Box::new(overflow))))?;
        Ok(row)
    };
    let done = process_list(list, file, threads, budget, look)?;
    done.write(done.summary.matching(query.condition.as_ref()).map_err(Box::new)?)?;
    Ok(done.summary)
}

impl ListItem for CodeRow {
    fn name(&self) -> &str {
        &self.code
    }
}

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
    let other = || {
        let reduced = without_idle_moves(code, budget)?;
        Ok(reduced.as_ref().unwrap_or(code).to_string())
    };
    let Some(period) = found.and_then(|report| report.periodicity.as_ref()) else {
        return other();
    };
    // The values below this heap, the period and what it adds determine all others.
    let heaps = period.values.preperiod.saturating_add(period.values.period);
    if heaps > COMPARED {
        return other();
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
        Err(_) => other(),
    }
}

/// What is known about one code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Row"))]
pub struct ClassedRow {
    /// The code.
    pub code: String,
    /// The first code here that has the same sequence.
    pub class: String,
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

impl CodeRow {
    /// The row with the first code that has the same sequence in its place. O(row).
    pub fn classed(&self, class: &str) -> ClassedRow {
        let CodeRow { code, status, .. } = self.clone();
        ClassedRow {
            code,
            class: class.to_string(),
            status,
            period: self.period,
            preperiod: self.preperiod,
            saltus: self.saltus,
            max_value: self.max_value,
            rares: self.rares,
            last_rare: self.last_rare,
            computed_to: self.computed_to,
        }
    }

    /// The columns of the rows. O(1).
    pub fn columns() -> Vec<Column> {
        let mut columns = ["code", "class", "status"].map(Column::text).to_vec();
        columns.extend(["period", "preperiod", "saltus", "max_value"].map(Column::integer));
        columns.extend(["rares", "last_rare", "computed_to"].map(Column::integer));
        columns
    }
}

/// The cells under [`CodeRow::columns`].
impl Record for ClassedRow {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        [&self.code, &self.class, &self.status].iter().for_each(|text| give(text.cell()));
        [self.period, self.preperiod, self.saltus].iter().for_each(|number| give(number.cell()));
        give(self.max_value.cell());
        give(self.rares.cell());
        give(self.last_rare.cell());
        give(self.computed_to.cell());
    }
}
