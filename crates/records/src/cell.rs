//! Columns, cells and rows.

use std::borrow::Cow;
use std::fmt;

/// The heading of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The subject of the rows, such as the rule of the game.
    pub title: String,
    /// How the rows were made. It is written where readers of data do not stumble over it: as a
    /// comment of LaTeX and of b-files, in the caption of HTML, never above the header of CSV.
    pub provenance: Option<String>,
    /// The columns.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name: the header, and the key in JSON lines.
    pub name: Cow<'static, str>,
    /// The type of its cells.
    pub kind: Kind,
}

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// Lists of whole numbers, such as subtraction sets.
    Integers,
    /// `true` or `false`.
    Bool,
    /// Text.
    Text,
    /// Notation of games, which is mathematics in LaTeX.
    Game,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'c> {
    /// Nothing is known, or there is nothing.
    Empty,
    /// A number.
    Integer(i64),
    /// A list of numbers: an array in JSON, a list in Parquet, numbers with spaces between them elsewhere.
    Integers(Cow<'c, [i64]>),
    /// A truth value.
    Bool(bool),
    /// A text.
    Text(Cow<'c, str>),
}

/// A row: hands over its cells, one for each column, from left to right.
pub trait Record {
    /// Calls `give` with each cell.
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>));
}

/// Rows that come one after the other, whatever their type is: what writes them is compiled once.
pub(crate) trait Stream {
    /// Shows the next row; false if there is none.
    fn show_next(&mut self, see: &mut dyn FnMut(&dyn Record)) -> bool;
}

impl<I: Iterator<Item: Record>> Stream for I {
    fn show_next(&mut self, see: &mut dyn FnMut(&dyn Record)) -> bool {
        let row = self.next();
        if let Some(row) = &row {
            see(row);
        }
        row.is_some()
    }
}

/// The value of a cell.
pub trait Field {
    /// The cell.
    fn cell(&self) -> Cell<'_>;
}

impl Rows {
    /// Rows with these columns.
    pub fn new(title: impl Into<String>, columns: Vec<Column>) -> Rows {
        Rows { title: title.into(), provenance: None, columns }
    }

    /// The same, with a sentence on how they were made.
    pub fn with_provenance(mut self, provenance: impl Into<String>) -> Rows {
        self.provenance = Some(provenance.into());
        self
    }
}

impl Column {
    /// A column of a kind.
    pub fn new(name: impl Into<Cow<'static, str>>, kind: Kind) -> Column {
        Column { name: name.into(), kind }
    }

    /// A column of whole numbers.
    pub fn integer(name: impl Into<Cow<'static, str>>) -> Column {
        Column::new(name, Kind::Integer)
    }

    /// A column of lists of whole numbers.
    pub fn integers(name: impl Into<Cow<'static, str>>) -> Column {
        Column::new(name, Kind::Integers)
    }

    /// A column of truth values.
    pub fn bool(name: impl Into<Cow<'static, str>>) -> Column {
        Column::new(name, Kind::Bool)
    }

    /// A column of texts.
    pub fn text(name: impl Into<Cow<'static, str>>) -> Column {
        Column::new(name, Kind::Text)
    }

    /// A column of games.
    pub fn game(name: impl Into<Cow<'static, str>>) -> Column {
        Column::new(name, Kind::Game)
    }
}

/// As plain text; nothing for an empty cell.
impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Integer(n) => n.fmt(f),
            Cell::Integers(numbers) => numbers.iter().enumerate().try_for_each(|(at, n)| {
                if at > 0 {
                    f.write_str(" ")?;
                }
                n.fmt(f)
            }),
            Cell::Bool(b) => b.fmt(f),
            Cell::Text(text) => f.write_str(text),
        }
    }
}

macro_rules! small_numbers {
    ($($number:ty)*) => {$(
        impl Field for $number {
            fn cell(&self) -> Cell<'_> {
                Cell::Integer((*self).into())
            }
        }
    )*};
}

/// Numbers beyond i64 become text, so that no digit is lost.
macro_rules! large_numbers {
    ($($number:ty)*) => {$(
        impl Field for $number {
            fn cell(&self) -> Cell<'_> {
                match i64::try_from(*self) {
                    Ok(n) => Cell::Integer(n),
                    Err(_) => Cell::Text(self.to_string().into()),
                }
            }
        }
    )*};
}

small_numbers!(u8 u16 u32 i32 i64);
large_numbers!(u64 usize i128);

impl Field for bool {
    fn cell(&self) -> Cell<'_> {
        Cell::Bool(*self)
    }
}

impl Field for [i64] {
    fn cell(&self) -> Cell<'_> {
        Cell::Integers(self.into())
    }
}

impl Field for Vec<i64> {
    fn cell(&self) -> Cell<'_> {
        self.as_slice().cell()
    }
}

impl Field for str {
    fn cell(&self) -> Cell<'_> {
        Cell::Text(self.into())
    }
}

impl Field for String {
    fn cell(&self) -> Cell<'_> {
        self.as_str().cell()
    }
}

impl Field for Cell<'_> {
    fn cell(&self) -> Cell<'_> {
        match self {
            Cell::Text(text) => Cell::Text(Cow::Borrowed(text)),
            Cell::Empty => Cell::Empty,
            Cell::Integer(n) => Cell::Integer(*n),
            Cell::Integers(numbers) => Cell::Integers(Cow::Borrowed(numbers)),
            Cell::Bool(b) => Cell::Bool(*b),
        }
    }
}

impl<T: Field> Field for Option<T> {
    fn cell(&self) -> Cell<'_> {
        self.as_ref().map_or(Cell::Empty, Field::cell)
    }
}

impl<T: Field + ?Sized> Field for &T {
    fn cell(&self) -> Cell<'_> {
        (**self).cell()
    }
}

impl<R: Record + ?Sized> Record for &R {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        (**self).cells(give);
    }
}

impl<F: Field> Record for Vec<F> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        self.iter().for_each(|field| give(field.cell()));
    }
}

macro_rules! tuples {
    ($($name:ident)+) => {
        impl<$($name: Field),+> Record for ($($name,)+) {
            fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
                #[allow(non_snake_case)]
                let ($($name,)+) = self;
                $(give($name.cell());)+
            }
        }
    };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
