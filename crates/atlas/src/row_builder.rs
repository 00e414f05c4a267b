//! The builder of rows of a table.

use std::borrow::Cow;

use ishitori_records::{Cell, Field};
use ishitori_sweep::digest;
use serde::{Deserialize, Serialize};

use crate::table::{DIGEST_DIGITS, Table};

/// The value of a cell. In JSON it is null, a number, a truth value or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CellValue {
    /// Nothing is known, or there is nothing.
    Empty,
    /// A truth value.
    Bool(bool),
    /// A number.
    Integer(i64),
    /// A text.
    Text(String),
}

/// A row of a table, filled in column by column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowBuilder {
    /// The name of the table.
    pub table: String,
    /// The cells, one for each column. That of `class` is filled in when all rows are there.
    pub cells: Vec<CellValue>,
    /// The key that rows of the same class have in common.
    pub key: Option<String>,
    /// The certificate, until its file is written.
    #[serde(skip)]
    pub document: Option<String>,
}

impl RowBuilder {
    /// A row with empty cells. O(columns).
    pub fn new(table: Table) -> RowBuilder {
        let cells = vec![CellValue::Empty; table.columns().len()];
        RowBuilder { table: table.name().to_string(), cells, key: None, document: None }
    }

    /// Fills a cell in. O(columns).
    ///
    /// # Panics
    /// If the table has no such column: that is a mistake in the program, which every build finds.
    pub fn put(&mut self, column: &str, field: impl Field) {
        let table = Table::named(&self.table).expect("a row of a table");
        let at = table.columns().iter().position(|known| known.name == column);
        let at = at.unwrap_or_else(|| panic!("{} has no column {column}", self.table));
        self.cells[at] = match field.cell() {
            Cell::Empty => CellValue::Empty,
            Cell::Bool(b) => CellValue::Bool(b),
            Cell::Integer(n) => CellValue::Integer(n),
            Cell::Text(text) => CellValue::Text(text.into_owned()),
            list @ Cell::Integers(_) => CellValue::Text(list.to_string()),
        };
    }

    /// Whether the table has this column. O(columns).
    pub fn has(&self, column: &str) -> bool {
        let table = Table::named(&self.table).expect("a row of a table");
        table.columns().iter().any(|known| known.name == column)
    }

    /// Adds the certificate of what the row says: the first half of its checksum. O(length).
    pub fn certify(&mut self, document: String) {
        self.put("certificate", &digest(document.as_bytes())[..DIGEST_DIGITS]);
        self.document = Some(document);
    }

    /// The text of the first column, which says what the row is about. O(1).
    pub fn code(&self) -> &str {
        match self.cells.first() {
            Some(CellValue::Text(code)) => code,
            _ => "",
        }
    }
}

impl Field for CellValue {
    fn cell(&self) -> Cell<'_> {
        match self {
            CellValue::Empty => Cell::Empty,
            CellValue::Bool(b) => Cell::Bool(*b),
            CellValue::Integer(n) => Cell::Integer(*n),
            CellValue::Text(text) => Cell::Text(Cow::Borrowed(text)),
        }
    }
}

/// Numbers with a space between two.
pub(crate) fn joined(numbers: impl IntoIterator<Item: ToString>) -> String {
    let texts: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    texts.join(" ")
}
