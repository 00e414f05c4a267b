//! Hints for showing positions: `show: bar(y, z)`.

use crate::ast::{Expr, ExprKind, Name};
use crate::error::{ErrorKind, LanguageError};

/// How positions like to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// Heaps of stones, one for each coordinate.
    Heap,
    /// A bar of chocolate: rows above and columns right of the bitter square, or columns left of
    /// it, rows above and columns right.
    Bar,
    /// A rectangle of squares: rows and columns.
    Grid,
    /// Rows of squares, one for each coordinate.
    Rows,
    /// A strip with a piece on the square of each coordinate.
    Strip,
    /// A board of cells, each coordinate a bit mask of pieces.
    Board,
}

impl Display {
    /// All of them.
    pub const ALL: [Display; 6] =
        [Display::Heap, Display::Bar, Display::Grid, Display::Rows, Display::Strip, Display::Board];

    /// The display with a name. O(1).
    pub fn from_name(name: &str) -> Option<Display> {
        Display::ALL.into_iter().find(|display| display.name() == name)
    }

    /// The name by which a game asks for it. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Display::Heap => "heap",
            Display::Bar => "bar",
            Display::Grid => "grid",
            Display::Rows => "rows",
            Display::Strip => "strip",
            Display::Board => "board",
        }
    }

    /// How it is written. O(1).
    pub const fn usage(self) -> &'static str {
        match self {
            Display::Heap => "heap, heap(a), heap(a, b), …",
            Display::Bar => "bar(rows, columns) or bar(left, rows, right)",
            Display::Grid => "grid(rows, columns)",
            Display::Rows => "rows, rows(a), rows(a, b), …",
            Display::Strip => "strip, strip(a), strip(a, b), …",
            Display::Board => "board(mask, …, ROWS, COLUMNS), with at most 62 cells",
        }
    }

    /// Whether this number of coordinates can be shown.
    fn takes(self, coordinates: usize) -> bool {
        match self {
            Display::Bar => (2..=3).contains(&coordinates),
            Display::Grid => coordinates == 2,
            Display::Heap | Display::Rows | Display::Strip | Display::Board => coordinates >= 1,
        }
    }
}

/// The view of a position: which coordinates are shown, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionView {
    /// How.
    pub display: Display,
    /// The coordinates that are shown, by their places, in the order of the display.
    pub coordinates: Vec<usize>,
    /// Rows and columns of a board.
    pub size: (u32, u32),
}

/// Reads `show: NAME(arguments)`; `number` computes a constant.
pub(crate) fn shown(
    name: &Name,
    arguments: &[Expr],
    coordinates: &[String],
    mut number: impl FnMut(&Expr) -> Result<i64, LanguageError>,
) -> Result<PositionView, LanguageError> {
    let span = || name.place.0.clone();
    let display = Display::from_name(&name.text)
        .ok_or_else(|| LanguageError::new(span(), ErrorKind::UnknownDisplay(name.text.clone())))?;
    let wrong = || LanguageError::new(span(), ErrorKind::DisplayArguments(display));
    let place = |e: &Expr| match &e.kind {
        ExprKind::Name(name) => coordinates.iter().position(|c| c == name),
        _ => None,
    };
    let mut places: Vec<usize> = arguments.iter().map_while(place).collect();
    let rest = &arguments[places.len()..];
    if arguments.is_empty() {
        places = (0..coordinates.len()).collect();
    }
    let size = match (display, rest) {
        (Display::Board, [rows, columns]) => {
            let (rows, columns) = (number(rows)?, number(columns)?);
            let fits =
                rows >= 1 && columns >= 1 && rows.checked_mul(columns).is_some_and(|n| n <= 62);
            if !fits {
                return Err(wrong());
            }
            (rows as u32, columns as u32)
        }
        (Display::Board, _) => return Err(wrong()),
        (_, []) => (0, 0),
        _ => return Err(wrong()),
    };
    let twice = places.iter().enumerate().any(|(i, place)| places[..i].contains(place));
    if twice || !display.takes(places.len()) {
        return Err(wrong());
    }
    Ok(PositionView { display, coordinates: places, size })
}
