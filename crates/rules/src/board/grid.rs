//! Sets of cells of a rectangle as bits of a word: cell (row r, column c) is bit r·width + c.

use super::PositionError;

/// The largest board: its cells fit into a word.
pub(super) const MAX_CELLS: usize = 64;

/// The dimensions of a rectangle of at most 64 cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Shape {
    pub width: u8,
    pub height: u8,
}

impl Shape {
    /// The cells of the first column.
    #[inline]
    pub fn first_column(self) -> u64 {
        COLUMN[self.width as usize] & self.all()
    }

    #[inline]
    pub fn last_column(self) -> u64 {
        self.first_column() << (self.width - 1)
    }

    #[inline]
    pub fn all(self) -> u64 {
        let cells = u32::from(self.width) * u32::from(self.height);
        u64::MAX >> (64 - cells)
    }

    /// The cells next to those of a set, and some of the set itself; within the rectangle.
    #[inline]
    pub fn neighbours(self, cells: u64) -> u64 {
        let right = (cells & !self.last_column()) << 1;
        let left = (cells & !self.first_column()) >> 1;
        // Shifts by 64 happen on boards of one row and 64 columns only.
        let down = cells.checked_shl(self.width.into()).unwrap_or(0);
        let up = cells.checked_shr(self.width.into()).unwrap_or(0);
        (right | left | down | up) & self.all()
    }

    /// The connected part of `cells` that contains the lowest one.
    #[inline]
    pub fn component(self, cells: u64) -> u64 {
        let mut part = cells & cells.wrapping_neg();
        loop {
            let grown = (part | self.neighbours(part)) & cells;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The smallest rectangle around `cells` (not empty): its first row and column, its shape.
    #[inline]
    pub fn bounds(self, cells: u64) -> (u32, u32, Shape) {
        let width = u32::from(self.width);
        let top = cells.trailing_zeros() / width;
        let bottom = (63 - cells.leading_zeros()) / width;
        // Fold all rows onto the first.
        let mut columns = 0;
        for row in top..=bottom {
            columns |= cells >> (row * width);
        }
        columns &= u64::MAX >> (64 - width);
        let left = columns.trailing_zeros();
        let right = 63 - columns.leading_zeros();
        let shape = Shape { width: (right - left + 1) as u8, height: (bottom - top + 1) as u8 };
        (top, left, shape)
    }

    /// The part of a set inside a smaller rectangle.
    #[inline]
    pub fn crop(self, cells: u64, top: u32, left: u32, shape: Shape) -> u64 {
        let (width, new) = (u32::from(self.width), u32::from(shape.width));
        let shifted = cells >> (top * width + left);
        if width == new {
            return shifted & shape.all();
        }
        let row_mask = u64::MAX >> (64 - new);
        let mut result = 0;
        for row in 0..u32::from(shape.height) {
            result |= (shifted >> (row * width) & row_mask) << (row * new);
        }
        result
    }

    pub fn flip_vertically(self, cells: u64) -> u64 {
        let width = u32::from(self.width);
        let row_mask = u64::MAX >> (64 - width);
        let mut result = 0;
        for row in 0..u32::from(self.height) {
            let bits = cells >> (row * width) & row_mask;
            result |= bits << ((u32::from(self.height) - 1 - row) * width);
        }
        result
    }

    /// All cells in the opposite order: the rectangle turned by half a turn.
    pub fn half_turn(self, cells: u64) -> u64 {
        let spare = 64 - u32::from(self.width) * u32::from(self.height);
        cells.reverse_bits() >> spare
    }

    pub fn transpose(self, cells: u64) -> u64 {
        let mut result = 0;
        let mut rest = cells;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let (row, column) = (bit / u32::from(self.width), bit % u32::from(self.width));
            result |= 1 << (column * u32::from(self.height) + row);
        }
        result
    }

    pub fn transposed(self) -> Shape {
        Shape { width: self.height, height: self.width }
    }
}

/// `COLUMN[w]`: every w-th bit.
static COLUMN: [u64; 65] = {
    let mut table = [1; 65];
    let mut w = 1;
    while w < 64 {
        let mut bit = 0;
        while bit < 64 {
            table[w] |= 1 << bit;
            bit += w;
        }
        w += 1;
    }
    table
};

/// Reads rows separated by `|` (or line breaks), one character per cell.
pub(super) fn parse_rows<C>(
    text: &str,
    accepted: &'static str,
    example: &'static str,
    cell: impl Fn(char) -> Option<C>,
) -> Result<(Shape, Vec<C>), PositionError> {
    let mut cells = Vec::new();
    let mut width = None;
    let (mut row, mut in_row) = (1, 0);
    let mut end_row = |row: usize, in_row: usize| match *width.get_or_insert(in_row) {
        expected if expected == in_row => Ok(()),
        expected => Err(PositionError::RaggedRow { row, found: in_row, expected }),
    };
    let text = text.trim();
    for (i, c) in text.chars().enumerate() {
        match c {
            '|' | '\n' => {
                end_row(row, in_row)?;
                row += 1;
                in_row = 0;
            }
            c => {
                cells.push(cell(c).ok_or(PositionError::Character {
                    place: i + 1,
                    found: c,
                    accepted,
                })?);
                in_row += 1;
            }
        }
    }
    end_row(row, in_row)?;
    if cells.is_empty() {
        return Err(PositionError::Empty { example });
    }
    if cells.len() > MAX_CELLS {
        return Err(PositionError::TooLarge { found: cells.len(), limit: MAX_CELLS });
    }
    Ok((Shape { width: (cells.len() / row) as u8, height: row as u8 }, cells))
}

/// Writes rows separated by `|`.
pub(super) fn show_rows(shape: Shape, cell: impl Fn(u32) -> char) -> String {
    let mut text = String::new();
    for row in 0..u32::from(shape.height) {
        if row > 0 {
            text.push('|');
        }
        for column in 0..u32::from(shape.width) {
            text.push(cell(row * u32::from(shape.width) + column));
        }
    }
    text
}
