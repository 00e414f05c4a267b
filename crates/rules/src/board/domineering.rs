//! Domineering: Left places vertical dominoes, Right horizontal ones.
//!
//! ```text
//! ..#     . free   # taken
//! ...     Left can place one domino in each of the first two columns, Right three: two ways
//!         below, one above.
//! ```

use ishitori_values::Player;

use super::grid::{Shape, parse_rows, show_rows};
use super::{PositionError, Ruleset};

/// The game of Domineering on boards of at most 64 cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering;

/// The free cells of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    free: u64,
    shape: Shape,
}

impl Region {
    /// The free cells, bit by bit: cell (r, c) is bit r·width + c. Bits beyond the board are cut.
    /// `None` if the board is empty or has more than 64 cells.
    pub fn new(width: usize, height: usize, free: u64) -> Option<Region> {
        if !(1..=64).contains(&width.checked_mul(height)?) {
            return None;
        }
        let shape = Shape { width: width as u8, height: height as u8 };
        Some(Region { free: free & shape.all(), shape })
    }

    fn with(self, free: u64) -> Region {
        Region { free, ..self }
    }
}

impl Ruleset for Domineering {
    type Position = Region;

    fn parse(&self, text: &str) -> Result<Region, PositionError> {
        let (shape, cells) = parse_rows(
            text,
            "`.` (free), `#` (taken) and `|` between rows",
            "'..|.#'",
            |c| match c {
                '.' => Some(true),
                '#' => Some(false),
                _ => None,
            },
        )?;
        let free = cells.iter().enumerate().map(|(i, &free)| u64::from(free) << i).sum();
        Ok(Region { free, shape })
    }

    fn show(&self, region: &Region) -> String {
        show_rows(region.shape, |i| if region.free >> i & 1 == 1 { '.' } else { '#' })
    }

    fn options(&self, region: &Region, player: Player, options: &mut Vec<Region>) {
        let (free, shape) = (region.free, region.shape);
        let step = match player {
            Player::Left => u32::from(shape.width),
            Player::Right => 1,
        };
        // The upper or left cell of each place where a domino fits.
        let mut places = free & free.checked_shr(step).unwrap_or(0);
        if player == Player::Right {
            places &= !shape.last_column();
        }
        while places != 0 {
            let first = places & places.wrapping_neg();
            places ^= first;
            options.push(region.with(free & !(first | first << step)));
        }
    }

    fn components(&self, region: &Region, components: &mut Vec<Region>) {
        let shape = region.shape;
        // Lone cells have no moves.
        let mut free = region.free & shape.neighbours(region.free);
        while free != 0 {
            let part = shape.component(free);
            free ^= part;
            let (top, left, smaller) = shape.bounds(part);
            components.push(Region { free: shape.crop(part, top, left, smaller), shape: smaller });
        }
    }

    /// Reflections keep the value; exchanging rows and columns exchanges the players.
    fn image(&self, region: &Region) -> (Region, bool) {
        let shape = region.shape;
        let best = |shape: Shape, free: u64| {
            let flipped = shape.flip_vertically(free);
            let images = [free, flipped, shape.half_turn(free), shape.half_turn(flipped)];
            images.into_iter().min().expect("four images")
        };
        let upright = best(shape, region.free);
        if shape.width < shape.height {
            return (region.with(upright), false);
        }
        let turned = shape.transposed();
        let transposed = best(turned, shape.transpose(region.free));
        if shape.width > shape.height || transposed < upright {
            (Region { free: transposed, shape: turned }, true)
        } else {
            (region.with(upright), false)
        }
    }
}
