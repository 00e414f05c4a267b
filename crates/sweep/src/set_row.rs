//! A set of a family as a row of a table.

use ishitori_records::{Cell, Column, Field, Record};
use ishitori_values::Outcome;

use crate::family::Set;
use crate::row::Row;

/// A set and what a sweep knows about it, as files of rows have it. What is not known or does not
/// exist is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetRow {
    /// The numbers of the set, from the least.
    pub set: Vec<i64>,
    /// How many there are.
    pub size: u32,
    /// The largest.
    pub max: u32,
    /// The quantity that was computed.
    pub row: Row,
}

impl SetRow {
    pub(crate) fn new(set: &Set, row: &Row) -> SetRow {
        let numbers = set.numbers().map(i64::from).collect();
        SetRow { set: numbers, size: set.size(), max: set.max(), row: row.clone() }
    }

    /// The row with as many cells as there are columns. O(1).
    pub fn record(&self, columns: SetColumns) -> SetRecord<'_> {
        SetRecord { row: self, columns }
    }
}

/// Which columns rows have besides those that all have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetColumns {
    /// Those about Grundy numbers.
    pub grundy: bool,
    /// The outcomes as letters: those of the tail, and those of the cycle.
    pub words: bool,
}

impl SetColumns {
    /// All columns. O(1).
    pub fn all(self) -> Vec<Column> {
        let mut columns = vec![Column::integers("set")];
        columns.extend(["size", "max", "period", "preperiod"].map(Column::integer));
        columns.push(Column::text("eventually"));
        columns.extend(["count_P", "count_N", "count_L", "count_R"].map(Column::integer));
        columns.extend(["first_P", "first_N", "first_L", "first_R"].map(Column::integer));
        if self.grundy {
            columns.extend(["grundy_period", "grundy_preperiod"].map(Column::integer));
            columns.extend(["divides", "coprime"].map(Column::bool));
        }
        if self.words {
            columns.extend(["tail", "cycle"].map(Column::text));
        }
        columns
    }
}

/// A row with some columns.
#[derive(Clone, Copy, Debug)]
pub struct SetRecord<'r> {
    row: &'r SetRow,
    columns: SetColumns,
}

impl Record for SetRecord<'_> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        let SetRow { set, size, max, row } = self.row;
        give(set.cell());
        give(size.cell());
        give(max.cell());
        let found = row.period > 0;
        give(found.then_some(row.period).cell());
        give(found.then_some(row.preperiod).cell());
        give(row.eventually.map(letter).cell());
        let order = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
        order.iter().for_each(|&o| give(row.counts[o as usize].cell()));
        order.iter().for_each(|&o| give(row.first[o as usize].cell()));
        if self.columns.grundy {
            give(row.grundy.map(|g| g.period).cell());
            give(row.grundy.map(|g| g.preperiod).cell());
            give(row.divides().cell());
            give(row.coprime().cell());
        }
        if self.columns.words {
            give(row.word.as_ref().map(|word| word.tail.as_str()).cell());
            give(row.word.as_ref().map(|word| word.cycle.as_str()).cell());
        }
    }
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "P",
        Outcome::N => "N",
        Outcome::L => "L",
        Outcome::R => "R",
    }
}
