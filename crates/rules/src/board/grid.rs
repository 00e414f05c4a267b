//! Sets of cells of a board as bits of a word, `S` bits a row: cell (row r, column c) is bit
//! r·S + c. A word holds 8 × 8, 4 × 16, 2 × 32 or 1 × 64 cells; what it does not hold is not
//! there, so all masks are constants and a set needs no dimensions.

use super::{Accepted, PositionError};

/// Operations on sets of cells, `S` = 8, 16, 32 or 64 to a row.
pub(super) struct Grid<const S: u32>;

impl<const S: u32> Grid<S> {
    const ROWS: u32 = 64 / S;
    const ROW: u64 = u64::MAX >> (64 - S);
    /// One cell of every row.
    const FIRST_COLUMN: u64 = u64::MAX / Self::ROW;
    const NOT_FIRST: u64 = !Self::FIRST_COLUMN;
    const NOT_LAST: u64 = !(Self::FIRST_COLUMN << (S - 1));

    /// The cells to the right of, below, … those of a set.
    #[inline]
    pub fn right(cells: u64) -> u64 {
        (cells & Self::NOT_LAST) << 1
    }

    #[inline]
    pub fn left(cells: u64) -> u64 {
        (cells & Self::NOT_FIRST) >> 1
    }

    #[inline]
    pub fn down(cells: u64) -> u64 {
        cells.checked_shl(S).unwrap_or(0)
    }

    #[inline]
    pub fn up(cells: u64) -> u64 {
        cells.checked_shr(S).unwrap_or(0)
    }

    /// The cells next to those of a set (among them some of the set).
    #[inline]
    pub fn neighbours(cells: u64) -> u64 {
        Self::right(cells) | Self::left(cells) | Self::down(cells) | Self::up(cells)
    }

    /// The connected part of `cells` that contains the lowest one.
    #[inline]
    pub fn component(cells: u64) -> u64 {
        let mut part = cells & cells.wrapping_neg();
        loop {
            // Two steps a round: most parts are small.
            let grown = (part | Self::neighbours(part)) & cells;
            let grown = (grown | Self::neighbours(grown)) & cells;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// By how many bits to shift a set down to bring it into the upper left corner.
    #[inline]
    pub fn corner(cells: u64) -> u32 {
        let mut columns = cells;
        let mut shift = 32;
        while shift >= S {
            columns |= columns >> shift;
            shift /= 2;
        }
        let left = (columns & Self::ROW).trailing_zeros() % S;
        cells.trailing_zeros() / S * S % 64 + left
    }

    /// The rows in the opposite order.
    fn flipped(cells: u64) -> u64 {
        (0..Self::ROWS).fold(0, |flipped, row| {
            flipped | (cells >> (row * S) & Self::ROW) << ((Self::ROWS - 1 - row) * S)
        })
    }

    /// Rows and columns exchanged, if that fits. The set must be in the upper left corner.
    fn transposed(cells: u64) -> Option<u64> {
        let mut result = 0;
        let mut rest = cells;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let (row, column) = (bit / S, bit % S);
            if column >= Self::ROWS {
                return None;
            }
            result |= 1 << (column * S + row);
        }
        Some(result)
    }

    /// The images of a list of sets under reflections and half turns, and whether rows and columns
    /// are exchanged in them. The union of the sets must be in the upper left corner.
    pub fn images<const N: usize>(sets: [u64; N]) -> impl Iterator<Item = ([u64; N], bool)> {
        let transposed = sets.map(Self::transposed);
        let turned = transposed
            .iter()
            .all(Option::is_some)
            .then(|| transposed.map(Option::unwrap_or_default));
        let upright = std::iter::once((sets, false)).chain(turned.map(|sets| (sets, true)));
        upright.flat_map(|(sets, exchanged)| {
            let flipped = sets.map(Self::flipped);
            let images =
                [sets, flipped, sets.map(u64::reverse_bits), flipped.map(u64::reverse_bits)];
            images.into_iter().map(move |sets| {
                let corner = Self::corner(sets.iter().fold(0, |all, set| all | set));
                (sets.map(|set| set >> corner), exchanged)
            })
        })
    }
}

/// Reads rows separated by `|` (or line breaks), one character per cell, with a function that
/// receives row and column. Returns the number of rows and columns.
pub(super) fn parse_rows(
    text: &str,
    accepted: Accepted,
    example: &'static str,
    mut cell: impl FnMut(char, usize, usize) -> bool,
) -> Result<(usize, usize), PositionError> {
    let mut width = None;
    let (mut row, mut column) = (0, 0);
    let mut end_row = |row: usize, found: usize| match *width.get_or_insert(found) {
        expected if expected == found => Ok(expected),
        expected => Err(PositionError::RaggedRow { row: row + 1, found, expected }),
    };
    for (i, c) in text.trim().chars().enumerate() {
        if matches!(c, '|' | '\n') {
            end_row(row, column)?;
            (row, column) = (row + 1, 0);
            continue;
        }
        if !cell(c, row, column) {
            return Err(PositionError::Character { place: i + 1, found: c, accepted });
        }
        column += 1;
    }
    match end_row(row, column)? {
        0 => Err(PositionError::Empty { example }),
        width => Ok((row + 1, width)),
    }
}

/// A board with rows and columns exchanged, as text; rows must be of one length. O(length).
pub fn transposed_text(text: &str) -> String {
    let rows: Vec<Vec<char>> =
        text.trim().split(['|', '\n']).map(|row| row.chars().collect()).collect();
    let column = |c: usize| rows.iter().filter_map(|row| row.get(c)).collect::<String>();
    (0..rows[0].len()).map(column).collect::<Vec<_>>().join("|")
}

/// The number of cells to a row for a board of these dimensions, if a word holds it.
pub(super) fn stride(rows: usize, columns: usize) -> Result<u32, PositionError> {
    [8, 16, 32, 64]
        .into_iter()
        .find(|&s| columns <= s && rows <= 64 / s)
        .map(|s| s as u32)
        .ok_or(PositionError::Board { rows, columns })
}

/// Writes the rows and columns up to the last one in use, separated by `|`.
pub(super) fn show_rows<const S: u32>(used: u64, cell: impl Fn(u64) -> char) -> String {
    let rows = (64 - used.leading_zeros()).div_ceil(S).max(1);
    let columns =
        (0..S).filter(|c| used & Grid::<S>::FIRST_COLUMN << c != 0).max().map_or(1, |c| c + 1);
    let row = |r: u32| (0..columns).map(|c| cell(1 << (r * S + c))).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours_of_each_cell<const S: u32>() {
        let cell = |r: i64, c: i64| {
            let inside = (0..64 / i64::from(S)).contains(&r) && (0..i64::from(S)).contains(&c);
            if inside { 1u64 << (r * i64::from(S) + c) } else { 0 }
        };
        for r in 0..64 / i64::from(S) {
            for c in 0..i64::from(S) {
                let expected = cell(r - 1, c) | cell(r + 1, c) | cell(r, c - 1) | cell(r, c + 1);
                assert_eq!(Grid::<S>::neighbours(cell(r, c)), expected, "({r}, {c}), {S} a row");
                assert_eq!(cell(r, c) >> Grid::<S>::corner(cell(r, c)), 1);
            }
        }
    }

    #[test]
    fn neighbours() {
        neighbours_of_each_cell::<8>();
        neighbours_of_each_cell::<16>();
        neighbours_of_each_cell::<32>();
        neighbours_of_each_cell::<64>();
    }

    #[test]
    fn an_l_has_eight_images() {
        // x..    two columns, three rows
        // x..
        // xx.
        let l = 0b1 | 0b1 << 8 | 0b11 << 16;
        let images: std::collections::BTreeSet<_> = Grid::<8>::images([l]).map(|i| i.0).collect();
        assert_eq!(images.len(), 8);
    }
}
