//! Domineering: Left places vertical dominoes, Right horizontal ones.
//!
//! ```text
//! ..#     . free   # taken
//! ...     Left can place one domino in each of the first two columns, Right one above and
//!         one of two below.
//! ```

use ishitori_values::Player;

use super::grid::{Grid, parse_rows, show_rows, stride};
use super::{Accepted, PositionError, Ruleset};

/// The game of Domineering on boards that fit into 64/S rows of S columns (8 × 8 by default).
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering<const S: u32 = 8>;

/// The free cells of a board: cell (r, c) is bit r·S + c.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region(pub u64);

impl Region {
    /// The empty board with these dimensions, for [`Domineering<S>`](Domineering). O(rows).
    pub fn rectangle<const S: u32>(rows: u32, columns: u32) -> Region {
        let row = if columns == 0 { 0 } else { u64::MAX >> (64 - columns.min(S)) };
        Region((0..rows.min(64 / S)).fold(0, |cells, r| cells | row << (r * S)))
    }
}

impl Domineering {
    /// The number of columns S that a board given as text needs. O(length).
    pub fn columns(text: &str) -> Result<u32, PositionError> {
        let (rows, columns) = parse_cells(text, |_, _, _| ())?;
        stride(rows, columns)
    }
}

fn parse_cells(
    text: &str,
    mut cell: impl FnMut(bool, usize, usize),
) -> Result<(usize, usize), PositionError> {
    parse_rows(text, Accepted::DomineeringCells, "'..|.#'", |c, row, column| {
        cell(c == '.', row, column);
        matches!(c, '.' | '#')
    })
}

impl<const S: u32> Ruleset for Domineering<S> {
    type Position = Region;
    type Error = PositionError;

    fn parse(&self, text: &str) -> Result<Region, PositionError> {
        let mut free = 0;
        let (rows, columns) = parse_cells(text, |is_free, row, column| {
            let bit = row * S as usize + column;
            if is_free && bit < 64 {
                free |= 1u64 << bit;
            }
        })?;
        if columns > S as usize || rows > 64 / S as usize {
            return Err(PositionError::Board { rows, columns });
        }
        Ok(Region(free))
    }

    fn show(&self, region: &Region) -> String {
        show_rows::<S>(region.0, |cell| if region.0 & cell != 0 { '.' } else { '#' })
    }

    fn options(&self, region: &Region, player: Player, mut sink: impl FnMut(Region)) {
        let free = region.0;
        let step = match player {
            Player::Left => Grid::<S>::down,
            Player::Right => Grid::<S>::right,
        };
        // The lower or right cell of each place where a domino fits.
        let mut places = free & step(free);
        let back = if player == Player::Left { S } else { 1 };
        while places != 0 {
            let cell = places & places.wrapping_neg();
            places ^= cell;
            sink(Region(free & !(cell | cell >> back)));
        }
    }

    fn components(&self, region: &Region, mut sink: impl FnMut(Region)) {
        // Lone cells have no moves.
        let mut free = region.0 & Grid::<S>::neighbours(region.0);
        while free != 0 {
            let part = Grid::<S>::component(free);
            free ^= part;
            sink(Region(part >> Grid::<S>::corner(part)));
        }
    }

    /// Reflections keep the value; exchanging rows and columns exchanges the players.
    fn image(&self, region: &Region) -> (Region, bool) {
        let images = Grid::<S>::images([region.0]).map(|([free], negative)| (free, negative));
        let (free, negative) = images.min().expect("at least the region itself");
        (Region(free), negative)
    }
}
