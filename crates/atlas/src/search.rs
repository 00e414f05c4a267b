//! Looking for rows: by conditions on their columns, by sequences, by a code.

use ishitori_records::{Cell, ParquetTable};
use ishitori_sweep::{ExpressionError, ExpressionErrorKind, RowCondition, RowOverflow};
use ishitori_values::{Budget, LimitReached};

use crate::atlas::{Atlas, AtlasError};
use crate::table::{SequenceColumn, Table, Terms, WORDS};

/// A search: rows that satisfy all given conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Only in these tables; in all if there are none.
    pub tables: Vec<Table>,
    /// A condition on the columns: `order = 40 and period < 10`. Tables without the columns it names
    /// are passed over.
    pub condition: Option<String>,
    /// A piece of a sequence.
    pub piece: Option<Piece>,
    /// The heap at which the sequence begins [default: any].
    pub at: Option<u64>,
    /// Ways to write a code, one of which `code`, `class`, `standard`, `name` or `rule` of the row is; all rows
    /// if there are none.
    pub codes: Vec<String>,
    /// No more rows than this are listed.
    pub most: usize,
}

/// A piece of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Of Grundy numbers.
    Numbers(Vec<u32>),
    /// Of outcomes: letters P, N, L, R.
    Letters(String),
}

/// A row that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The table.
    pub table: Table,
    /// The number of the row, from 0.
    pub row: usize,
    /// Where the piece of a sequence stands.
    pub place: Option<SequencePlace>,
}

/// Where a piece of a sequence stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequencePlace {
    /// The column.
    pub column: &'static str,
    /// The heap that the piece begins with: the least one, if none was asked for.
    pub start: u64,
    /// Whether all terms of it stand in the table; others follow from the proved period.
    pub stored: bool,
}

/// The rows that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The rows, in the order of the tables: no more than were asked for.
    pub hits: Vec<Hit>,
    /// How many rows of which table were found in all; tables that were passed over are left out.
    pub counts: Vec<(Table, usize)>,
}

/// Why nothing was searched for.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The atlas cannot be read.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// The condition cannot be read for any of the tables.
    #[error(transparent)]
    Condition(ExpressionError),
    /// The condition is beyond 64 bits for a row.
    #[error(transparent)]
    Overflow(#[from] RowOverflow),
    /// A limit was reached.
    #[error("{0}")]
    Limit(#[from] LimitReached),
}

impl Piece {
    /// Reads a piece: numbers with commas or spaces between them, or letters P, N, L, R. O(length).
    ///
    /// ```
    /// use ishitori_atlas::Piece;
    /// assert_eq!(Piece::read("0,1 2"), Some(Piece::Numbers(vec![0, 1, 2])));
    /// assert_eq!(Piece::read("LRLNN"), Some(Piece::Letters("LRLNN".to_string())));
    /// assert_eq!(Piece::read("L1"), None);
    /// ```
    pub fn read(text: &str) -> Option<Piece> {
        let separators = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '、' | '，');
        let words: Vec<&str> = text.split(separators).filter(|word| !word.is_empty()).collect();
        let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        if let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) {
            return Some(Piece::Numbers(numbers));
        }
        let letters = words.concat();
        let all = !letters.is_empty() && letters.chars().all(|c| "PNLR".contains(c));
        all.then_some(Piece::Letters(letters))
    }
}

impl Search {
    /// Looks through the tables. O(rows · columns), some tenths of a second for the atlas of the program.
    ///
    /// ```
    /// use ishitori_atlas::{Atlas, Search, Table};
    /// use ishitori_values::Budget;
    /// let search = Search { condition: Some("period = 34".into()), most: 5, ..Search::default() };
    /// let found = search.run(Atlas::shipped(), &Budget::unlimited()).unwrap();
    /// assert_eq!(found.hits[0].table, Table::Octal);
    /// ```
    pub fn run(&self, atlas: &Atlas, budget: &Budget) -> Result<Found, SearchError> {
        let tables = if self.tables.is_empty() { &Table::ALL[..] } else { &self.tables };
        let conditions = self.conditions(tables)?;
        let mut found = Found::default();
        for (&table, condition) in tables.iter().zip(&conditions) {
            let Ok(condition) = condition else { continue };
            if !self.applies(table) {
                continue;
            }
            let rows = atlas.table(table)?;
            let looked = SearchedTable::new(table, rows);
            let mut count = 0;
            for row in 0..rows.len() {
                if row.is_multiple_of(ROWS_BETWEEN) {
                    budget.check(0)?;
                }
                let holds = condition.as_ref().map_or(Ok(true), |c| c.holds(&rows.row(row)))?;
                if !holds || !(self.codes.is_empty() || looked.is_called(row, &self.codes)) {
                    continue;
                }
                let place = match &self.piece {
                    None => None,
                    Some(piece) => match looked.place(row, piece, self.at) {
                        None => continue,
                        place => place,
                    },
                };
                count += 1;
                if found.hits.len() < self.most {
                    found.hits.push(Hit { table, row, place });
                }
            }
            found.counts.push((table, count));
        }
        Ok(found)
    }

    /// Whether a table has sequences of the kind that is searched for.
    fn applies(&self, table: Table) -> bool {
        self.piece.as_ref().is_none_or(|piece| {
            table.sequences().iter().any(|column| column.terms == piece.terms())
        })
    }

    /// The condition for each table; an error if it is one for all of them, which then names the columns
    /// of all of them.
    #[allow(clippy::type_complexity, reason = "a result for each table")]
    fn conditions(
        &self,
        tables: &[Table],
    ) -> Result<Vec<Result<Option<RowCondition>, ExpressionError>>, SearchError> {
        let Some(text) = &self.condition else {
            return Ok(tables.iter().map(|_| Ok(None)).collect());
        };
        let read =
            |table: &Table| RowCondition::with_words(text, &table.columns(), WORDS).map(Some);
        let conditions: Vec<_> = tables.iter().map(read).collect();
        if conditions.iter().any(Result::is_ok) {
            return Ok(conditions);
        }
        // Of the errors the one that comes last in the text: the table that fits best.
        let errors = conditions.into_iter().filter_map(Result::err);
        let Some(mut error) = errors.max_by_key(|error| error.span.start) else {
            return Ok(Vec::new());
        };
        if let ExpressionErrorKind::Unknown { accepted, .. } = &mut error.kind {
            let columns = tables.iter().flat_map(|table| table.columns());
            let mut names: Vec<String> = Vec::new();
            for name in columns.map(|column| column.name.into_owned()) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            *accepted = names.join(", ");
        }
        Err(SearchError::Condition(error))
    }
}

impl Piece {
    fn terms(&self) -> Terms {
        match self {
            Piece::Numbers(_) => Terms::Numbers,
            Piece::Letters(_) => Terms::Letters,
        }
    }

    fn len(&self) -> usize {
        match self {
            Piece::Numbers(numbers) => numbers.len(),
            Piece::Letters(letters) => letters.len(),
        }
    }
}

/// A table, with the places of columns that are examined.
struct SearchedTable<'t> {
    table: &'t ParquetTable,
    named: Vec<usize>,
    sequences: Vec<Sequence>,
}

/// A column with a sequence, and those with its period.
struct Sequence {
    about: SequenceColumn,
    terms: usize,
    preperiod: Option<usize>,
    period: Option<usize>,
    saltus: Option<usize>,
}

impl<'t> SearchedTable<'t> {
    fn new(table: Table, rows: &'t ParquetTable) -> SearchedTable<'t> {
        let named = ["code", "name", "class", "standard", "rule"];
        let named = named.iter().filter_map(|name| rows.column(name)).collect();
        let of = |about: &SequenceColumn| {
            Some(Sequence {
                about: *about,
                terms: rows.column(about.name)?,
                preperiod: rows.column(about.preperiod),
                period: rows.column(about.period),
                saltus: about.saltus.and_then(|name| rows.column(name)),
            })
        };
        SearchedTable {
            table: rows,
            named,
            sequences: table.sequences().iter().filter_map(of).collect(),
        }
    }

    /// Whether a row is about the game of this name or code.
    fn is_called(&self, row: usize, codes: &[String]) -> bool {
        let mut texts = self.named.iter().filter_map(|&column| self.table.text(row, column));
        texts.any(|text| codes.iter().any(|code| code == text))
    }

    fn number(&self, row: usize, column: Option<usize>) -> Option<u64> {
        match self.table.cell(row, column?) {
            Cell::Integer(n) => u64::try_from(n).ok(),
            _ => None,
        }
    }

    /// Where the piece first stands in a sequence of the row.
    fn place(&self, row: usize, piece: &Piece, at: Option<u64>) -> Option<SequencePlace> {
        let places = self.sequences.iter().filter(|known| known.about.terms == piece.terms());
        places.filter_map(|known| self.place_in(row, known, piece, at)).min_by_key(|p| p.start)
    }

    fn place_in(
        &self,
        row: usize,
        known: &Sequence,
        piece: &Piece,
        at: Option<u64>,
    ) -> Option<SequencePlace> {
        let text = self.table.text(row, known.terms)?;
        let mut terms: Vec<i64> = match known.about.terms {
            Terms::Numbers => text.split(' ').map(|n| n.parse().unwrap_or(-1)).collect(),
            Terms::Letters => text.bytes().map(i64::from).collect(),
        };
        let wanted: Vec<i64> = match piece {
            Piece::Numbers(numbers) => numbers.iter().map(|&n| i64::from(n)).collect(),
            Piece::Letters(letters) => letters.bytes().map(i64::from).collect(),
        };
        let stored = terms.len();
        if let (Some(preperiod), Some(period)) =
            (self.number(row, known.preperiod), self.number(row, known.period))
            && preperiod.saturating_add(period) <= stored as u64
            && period > 0
        {
            // What comes later than one round after the preperiod has come before, but for what a round adds.
            let saltus = i64::try_from(self.number(row, known.saltus).unwrap_or(0)).ok()?;
            let to = match at {
                Some(at) => at.checked_add(piece.len() as u64)?,
                None => preperiod.checked_add(period)?.checked_add(piece.len() as u64)?,
            };
            if to > MOST_TERMS {
                return None;
            }
            while (terms.len() as u64) < to {
                terms.push(terms[terms.len() - period as usize].checked_add(saltus)?);
            }
        }
        let start = match at {
            Some(at) => {
                let at = usize::try_from(at).ok()?;
                let end = at.checked_add(wanted.len())?;
                (terms.get(at..end)? == wanted).then_some(at)?
            }
            None => terms.windows(wanted.len()).position(|window| window == wanted)?,
        };
        let column = known.about.name;
        let stored = start + wanted.len() <= stored;
        Some(SequencePlace { column, start: start as u64, stored })
    }
}

/// Sequences are continued no further.
const MOST_TERMS: u64 = 1 << 12;
/// Rows between two looks at the budget.
const ROWS_BETWEEN: usize = 256;
