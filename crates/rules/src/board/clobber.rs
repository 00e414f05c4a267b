//! Clobber: a stone moves onto an orthogonally adjacent stone of the opponent and removes it.
//!
//! ```text
//! xo.     x Left's stone   o Right's stone   . empty
//! .xo
//! ```

use ishitori_values::Player;

use super::grid::{Grid, parse_rows, show_rows, stride};
use super::{Accepted, PositionError, Ruleset};

/// The game of Clobber on boards that fit into 64/S rows of S columns (8 × 8 by default).
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber<const S: u32 = 8>;

/// Left's and Right's stones: cell (r, c) is bit r·S + c.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones([u64; 2]);

impl Clobber {
    /// The number of columns S that a board given as text needs. O(length).
    pub fn columns(text: &str) -> Result<u32, PositionError> {
        let (rows, columns) = parse_cells(text, |_, _, _| ())?;
        stride(rows, columns)
    }
}

fn parse_cells(
    text: &str,
    mut cell: impl FnMut(Option<Player>, usize, usize),
) -> Result<(usize, usize), PositionError> {
    parse_rows(text, Accepted::ClobberCells, "'xo|ox'", |c, row, column| {
        let stone = match c {
            'x' => Some(Player::Left),
            'o' => Some(Player::Right),
            _ => None,
        };
        cell(stone, row, column);
        matches!(c, 'x' | 'o' | '.')
    })
}

impl<const S: u32> Ruleset for Clobber<S> {
    type Position = Stones;
    type Error = PositionError;

    fn parse(&self, text: &str) -> Result<Stones, PositionError> {
        let mut stones = [0; 2];
        let (rows, columns) = parse_cells(text, |stone, row, column| {
            let bit = row * S as usize + column;
            if let (Some(player), true) = (stone, bit < 64) {
                stones[player as usize] |= 1u64 << bit;
            }
        })?;
        if columns > S as usize || rows > 64 / S as usize {
            return Err(PositionError::Board { rows, columns });
        }
        Ok(Stones(stones))
    }

    fn show(&self, Stones([left, right]): &Stones) -> String {
        show_rows::<S>(left | right, |cell| match (left & cell != 0, right & cell != 0) {
            (true, _) => 'x',
            (_, true) => 'o',
            _ => '.',
        })
    }

    fn options(&self, position: &Stones, player: Player, mut sink: impl FnMut(Stones)) {
        let (own, other) = (player as usize, player.opponent() as usize);
        let mut movers = position.0[own];
        while movers != 0 {
            let stone = movers & movers.wrapping_neg();
            movers ^= stone;
            let mut targets = Grid::<S>::neighbours(stone) & position.0[other];
            while targets != 0 {
                let target = targets & targets.wrapping_neg();
                targets ^= target;
                let mut stones = position.0;
                stones[own] = stones[own] & !stone | target;
                stones[other] &= !target;
                sink(Stones(stones));
            }
        }
    }

    fn components(&self, position: &Stones, mut sink: impl FnMut(Stones)) {
        let mut all = position.0[0] | position.0[1];
        while all != 0 {
            let part = Grid::<S>::component(all);
            all ^= part;
            // Stones of one colour never move again.
            if position.0.iter().all(|stones| stones & part != 0) {
                let corner = Grid::<S>::corner(part);
                sink(Stones(position.0.map(|stones| (stones & part) >> corner)));
            }
        }
    }

    /// The symmetries of the board keep the value, exchanging colours negates it.
    fn image(&self, position: &Stones) -> (Stones, bool) {
        let images = Grid::<S>::images(position.0)
            .flat_map(|([left, right], _)| [([left, right], false), ([right, left], true)]);
        let (stones, negative) = images.min().expect("at least the position itself");
        (Stones(stones), negative)
    }
}
