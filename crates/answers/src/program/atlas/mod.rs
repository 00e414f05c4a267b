//! The atlas: what is known about small games, looked up in tables that were computed before.

mod build;
mod games;
pub mod records;

use std::io::Write;
use std::path::PathBuf;

use ishitori_atlas::{Atlas, Hit, Piece, Search, SearchError, Table};
use ishitori_records::{Cell, Column, Format, ParquetTable, Record, Tabular, WriteError, write};
use ishitori_rules::heap::{HeapRule, Written};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::registration::{Address, Registration};
use crate::rows::about;
use crate::rows::too_large;
use crate::{Accepted, Answered, AskError, Context, Finish};

pub use build::{BuildRequest, Built, BuiltTable, build, subjects};

/// The most rows that are listed.
const MOST_ROWS: usize = 100_000;
/// What stands in rows of several tables together, after the table.
const COMMON: [&str; 6] = ["code", "end", "status", "period", "preperiod", "order"];

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("atlas").up_to(&[("limit", 1000)])],
    &[&[("condition", "order = 40 and period < 10"), ("limit", "3")]],
)
.with_rows();

/// Which rows of the atlas are like this? All that is given must hold; if nothing is given, the answer
/// says which tables and columns there are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// A condition on the columns: `order = 40 and period < 10`. Tables without the columns that it
    /// names are passed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Part of a sequence: Grundy numbers such as `0,1,2,3,1,4`, or outcomes such as `LRLNN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<String>,
    /// The heap at which the sequence begins [default: any].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// A code, a set or a name: rows about it, and about those with the same sequence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Only in this table: `octal`, `hexadecimal`, `subtraction`, `ending`, `quotients` or `games`; several
    /// with commas between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Maximum number of rows are listed.
    #[serde(default = "limit")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 100_000)))]
    pub limit: usize,
    /// The folder of another atlas; no program that sends JSON can say that.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
}

fn limit() -> usize {
    20
}

impl Default for Request {
    fn default() -> Self {
        Request {
            condition: None,
            sequence: None,
            at: None,
            code: None,
            table: None,
            limit: limit(),
            folder: None,
        }
    }
}

/// The rows that were found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The version of the program that built the atlas.
    pub version: String,
    /// The day of the build, if it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tables that were looked through, with the number of rows found in each; if nothing was asked
    /// for all of them.
    pub tables: Vec<Searched>,
    /// How many rows were found in all; null if nothing was searched for.
    pub found: Option<usize>,
    /// The rows, in the order of the tables; at most as many as were asked for.
    pub rows: Vec<Row>,
}

/// A table that was looked through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Searched {
    /// Its name.
    pub table: String,
    /// How many rows it has.
    pub rows: usize,
    /// How many were found; null if nothing was searched for.
    pub found: Option<usize>,
    /// How many of its rows have a certificate.
    pub certificates: usize,
    /// Its columns.
    pub columns: Vec<String>,
    /// The checksum of its file.
    pub sha256: String,
}

/// A row that was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Row {
    /// The table.
    pub table: String,
    /// The code of the game, for other questions.
    pub code: String,
    /// The column in which the piece of a sequence stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The heap that the piece begins with: the least one, unless `at` was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// Whether all of the piece stands in the table; if not, the rest follows from the proved period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<bool>,
    /// All columns of the table that are not empty.
    pub row: Map<String, Value>,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        if self.found == Some(0) { Finish::No } else { Finish::Done }
    }

    fn rows(&self) -> Option<&dyn Tabular> {
        Some(self)
    }
}

/// Looks through the atlas. O(rows · columns): some tenths of a second, the first time the tables are read.
///
/// ```
/// use ishitori_answers::{Context, atlas};
/// use ishitori_values::Budget;
///
/// let condition = Some("period = 12 and preperiod = 71".to_string());
/// let request = atlas::Request { condition, ..atlas::Request::default() };
/// let found = atlas::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(found.rows[0].code, "0.77");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let refused = |field, value: &str, accepted| AskError::Argument {
        field,
        value: value.to_string(),
        accepted,
    };
    let piece =
        |text: &String| Piece::read(text).ok_or_else(|| refused("sequence", text, Accepted::Piece));
    let piece = request.sequence.as_ref().map(piece).transpose()?;
    if let (Some(at), None) = (request.at, &piece) {
        return Err(refused("at", &at.to_string(), Accepted::WithSequence));
    }
    if !(1..=MOST_ROWS).contains(&request.limit) {
        return Err(refused("limit", &request.limit.to_string(), Accepted::RowCount));
    }
    let named = |name: &str| {
        Table::named(name.trim()).ok_or_else(|| refused("table", name, Accepted::AtlasTable))
    };
    let tables = request.table.iter().flat_map(|names| names.split(',')).map(named);
    let mut tables: Vec<Table> = tables.collect::<Result<_, _>>()?;
    tables.sort();
    tables.dedup();
    let other = request.folder.as_deref().map(Atlas::open).transpose().map_err(AskError::Atlas)?;
    let atlas = other.as_ref().unwrap_or_else(|| Atlas::shipped());
    let search = Search {
        tables,
        condition: request.condition.clone(),
        piece,
        at: request.at,
        codes: request.code.as_deref().map(called).unwrap_or_default(),
        most: request.limit,
    };
    match search.condition.is_none() && search.piece.is_none() && search.codes.is_empty() {
        true => listed(&search, request, atlas, context),
        false => searched(&search, request, atlas, context),
    }
}

/// A code in all ways in which it may stand in the tables.
fn called(text: &str) -> Vec<String> {
    let text = text.trim();
    let mut codes = vec![text.to_string()];
    if let Ok(rule) = text.parse::<HeapRule>() {
        codes.push(rule.to_string());
        if let HeapRule::Impartial(code) = rule {
            if code.is_subtraction() {
                codes.push(code.clone().written_as(Written::Subtraction).to_string());
            }
            codes.push(code.written_as(Written::Digits).to_string());
        }
    }
    codes.sort();
    codes.dedup();
    codes
}

/// What there is: the tables, and the first rows of one if one was named.
fn listed(
    search: &Search,
    request: &Request,
    atlas: &Atlas,
    context: &Context,
) -> Result<Answer, AskError> {
    match &search.tables[..] {
        [] => {
            let tables = Table::ALL.into_iter().map(|table| about_table(table, None, atlas));
            Ok(Answer { found: None, tables: tables.collect(), ..empty(atlas) })
        }
        _ => searched(search, request, atlas, context),
    }
}

fn searched(
    search: &Search,
    request: &Request,
    atlas: &Atlas,
    context: &Context,
) -> Result<Answer, AskError> {
    let found = search.run(atlas, &context.budget).map_err(|error| match error {
        SearchError::Atlas(error) => AskError::Atlas(error),
        SearchError::Limit(limit) => AskError::Limit(limit),
        SearchError::Overflow(overflow) => too_large(overflow),
        SearchError::Condition(error) => AskError::Condition {
            field: "condition",
            source: request.condition.clone().unwrap_or_default(),
            error,
        },
    })?;
    let counts = found.counts.iter();
    let tables = counts.clone().map(|&(table, count)| about_table(table, Some(count), atlas));
    let rows = found.hits.iter().map(|hit| Row::of(hit, atlas));
    Ok(Answer {
        tables: tables.collect(),
        found: Some(counts.map(|(_, count)| count).sum()),
        rows: rows.collect::<Result<_, _>>()?,
        ..empty(atlas)
    })
}

fn empty(atlas: &Atlas) -> Answer {
    let manifest = atlas.manifest();
    let (version, date) = (manifest.version.clone(), manifest.date.clone());
    Answer { version, date, tables: Vec::new(), found: None, rows: Vec::new() }
}

fn about_table(table: Table, found: Option<usize>, atlas: &Atlas) -> Searched {
    let described = atlas.manifest().tables.iter().find(|listed| listed.name == table.name());
    Searched {
        table: table.name().to_string(),
        rows: described.map_or(0, |listed| listed.rows),
        found,
        certificates: described.map_or(0, |listed| listed.certificates),
        columns: table.columns().iter().map(|column| column.name.to_string()).collect(),
        sha256: described.map(|listed| listed.sha256.clone()).unwrap_or_default(),
    }
}

impl Row {
    fn of(hit: &Hit, atlas: &Atlas) -> Result<Row, AskError> {
        let table = atlas.table(hit.table).map_err(AskError::Atlas)?;
        let mut row = Map::new();
        for (at, column) in table.columns().iter().enumerate() {
            let value = match table.cell(hit.row, at) {
                Cell::Empty => continue,
                Cell::Integer(n) => n.into(),
                Cell::Integers(numbers) => numbers.iter().copied().collect(),
                Cell::Bool(b) => b.into(),
                Cell::Text(text) => text.as_ref().into(),
            };
            row.insert(column.name.to_string(), value);
        }
        let place = hit.place.as_ref();
        Ok(Row {
            table: hit.table.name().to_string(),
            code: code_of(table, hit.row),
            column: place.map(|place| place.column.to_string()),
            start: place.map(|place| place.start),
            stored: place.map(|place| place.stored),
            row,
        })
    }
}

fn code_of(table: &ParquetTable, row: usize) -> String {
    table.text(row, 0).unwrap_or_default().to_string()
}

/// All columns of the table if all rows are from one, else those that tables have in common; before them
/// the table and where a piece of a sequence stands. Without rows the tables themselves.
impl Tabular for Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        if self.found.is_none() {
            let columns = vec![
                Column::text("table"),
                Column::integer("rows"),
                Column::integer("certificates"),
                Column::text("columns"),
            ];
            let rows = self.tables.iter();
            let rows = rows.map(|t| (&t.table, t.rows, t.certificates, t.columns.join(" ")));
            return write(&about("atlas", made, columns), rows, format, out);
        }
        let columns = self.columns();
        let cells = self.rows.iter().map(|row| RowUnder { row, columns: &columns });
        write(&about("atlas", made, columns.clone()), cells, format, out)
    }
}

impl Answer {
    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::text("table")];
        if self.rows.iter().any(|row| row.start.is_some()) {
            columns.extend([Column::text("column"), Column::integer("start")]);
        }
        let first = self.rows.first().and_then(|row| Table::named(&row.table));
        match first.filter(|table| self.rows.iter().all(|row| row.table == table.name())) {
            Some(table) => columns.extend(table.columns()),
            None => {
                let kind = |name: &'static str| match name {
                    "code" | "end" | "status" => Column::text(name),
                    _ => Column::integer(name),
                };
                columns.extend(COMMON.map(kind));
            }
        }
        columns
    }
}

/// A row under these columns.
struct RowUnder<'r> {
    row: &'r Row,
    columns: &'r [Column],
}

impl Record for RowUnder<'_> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        for column in self.columns {
            give(match (&*column.name, self.row.row.get(&*column.name)) {
                ("table", _) => Cell::Text(self.row.table.as_str().into()),
                ("column", None) => self.row.column.as_deref().map_or(Cell::Empty, text),
                ("start", None) => self.row.start.map_or(Cell::Empty, |n| Cell::Integer(n as i64)),
                (_, Some(Value::String(found))) => text(found),
                (_, Some(Value::Bool(b))) => Cell::Bool(*b),
                (_, Some(Value::Number(n))) => n.as_i64().map_or(Cell::Empty, Cell::Integer),
                _ => Cell::Empty,
            });
        }
    }
}

fn text(text: &str) -> Cell<'_> {
    Cell::Text(text.into())
}
