//! The sets of a family, one row each.

use std::io::Write;

use ishitori_records::{Cell, Field, Format, Record, Tabular, WriteError, write};
use ishitori_sweep::{SetColumns, SetRow};
use ishitori_values::Outcome;
use serde::{Deserialize, Serialize};

use super::Answer;
use crate::rows::about;

/// A set and the outcomes of its heaps. Counts and first heaps speak of heaps with a move, n ≥ min
/// S; counts of those with n < max(min S, preperiod) + period.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Row {
    /// The numbers of the set, from the least.
    pub set: Vec<i64>,
    /// How many there are.
    pub size: u32,
    /// The largest.
    pub max: u32,
    /// The period of the outcomes, if it was found.
    pub period: Option<u64>,
    /// The preperiod of the outcomes, if the period was found.
    pub preperiod: Option<u64>,
    /// The outcome of all large heaps, if they have one.
    pub eventually: Option<String>,
    /// Heaps with outcome P.
    #[serde(rename = "count_P")]
    pub count_p: u64,
    /// Heaps with outcome N.
    #[serde(rename = "count_N")]
    pub count_n: u64,
    /// Heaps with outcome L.
    #[serde(rename = "count_L")]
    pub count_l: u64,
    /// Heaps with outcome R.
    #[serde(rename = "count_R")]
    pub count_r: u64,
    /// The first heap with outcome P.
    #[serde(rename = "first_P")]
    pub first_p: Option<u64>,
    /// The first heap with outcome N.
    #[serde(rename = "first_N")]
    pub first_n: Option<u64>,
    /// The first heap with outcome L.
    #[serde(rename = "first_L")]
    pub first_l: Option<u64>,
    /// The first heap with outcome R.
    #[serde(rename = "first_R")]
    pub first_r: Option<u64>,
    /// What is known about Grundy numbers, if that was asked for.
    #[serde(flatten)]
    pub grundy: Option<GrundyRow>,
    /// The outcomes as letters, if they were asked for.
    #[serde(flatten)]
    pub word: Option<WordRow>,
}

/// The outcomes of all heaps of a set, from heap 0 on. Both are empty if no period was found or
/// they are longer than 65536 letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WordRow {
    /// The outcomes of the heaps below the preperiod.
    pub tail: Option<String>,
    /// The outcomes of one round of the period.
    pub cycle: Option<String>,
}

/// The Grundy numbers of a set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GrundyRow {
    /// Their period, if it was found.
    pub grundy_period: Option<u64>,
    /// Their preperiod, if the period was found.
    pub grundy_preperiod: Option<u64>,
    /// Whether the period of the outcomes divides that of the Grundy numbers.
    pub divides: Option<bool>,
    /// Whether the two periods have no common factor.
    pub coprime: Option<bool>,
}

impl Row {
    pub(super) fn new(found: &SetRow, columns: SetColumns) -> Row {
        let SetRow { set, size, max, row } = found;
        let [count_p, count_n, count_l, count_r] = row.counts;
        let [first_p, first_n, first_l, first_r] = row.first;
        let periodic = row.period > 0;
        Row {
            set: set.clone(),
            size: *size,
            max: *max,
            period: periodic.then_some(row.period),
            preperiod: periodic.then_some(row.preperiod),
            eventually: row.eventually.map(|outcome: Outcome| outcome.to_string()),
            count_p,
            count_n,
            count_l,
            count_r,
            first_p,
            first_n,
            first_l,
            first_r,
            grundy: columns.grundy.then(|| GrundyRow {
                grundy_period: row.grundy.map(|g| g.period),
                grundy_preperiod: row.grundy.map(|g| g.preperiod),
                divides: row.divides(),
                coprime: row.coprime(),
            }),
            word: columns.words.then(|| WordRow {
                tail: row.word.as_ref().map(|word| word.tail.clone()),
                cycle: row.word.as_ref().map(|word| word.cycle.clone()),
            }),
        }
    }
}

/// The cells under [`SetColumns::all`].
impl Record for Row {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        give(self.set.cell());
        give(self.size.cell());
        give(self.max.cell());
        give(self.period.cell());
        give(self.preperiod.cell());
        give(self.eventually.cell());
        let counts = [self.count_p, self.count_n, self.count_l, self.count_r];
        counts.iter().for_each(|count| give(count.cell()));
        let first = [self.first_p, self.first_n, self.first_l, self.first_r];
        first.iter().for_each(|first| give(first.cell()));
        if let Some(grundy) = &self.grundy {
            give(grundy.grundy_period.cell());
            give(grundy.grundy_preperiod.cell());
            give(grundy.divides.cell());
            give(grundy.coprime.cell());
        }
        if let Some(word) = &self.word {
            give(word.tail.cell());
            give(word.cycle.cell());
        }
    }
}

/// The columns of the files of rows: one row for each set that was listed.
impl Tabular for Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let rows = self.rows.as_deref().unwrap_or_default();
        let grundy = rows.iter().any(|row| row.grundy.is_some());
        let words = rows.iter().any(|row| row.word.is_some());
        let columns = SetColumns { grundy, words }.all();
        write(&about(&self.family, made, columns), rows, format, out)
    }
}
