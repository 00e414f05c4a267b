//! Clobber: a stone moves onto an orthogonally adjacent stone of the opponent and removes it.
//!
//! ```text
//! xo.     x Left's stone   o Right's stone   . empty
//! .xo
//! ```

use ishitori_values::Player;

use super::grid::{Shape, parse_rows, show_rows};
use super::{PositionError, Ruleset};

/// The game of Clobber on boards of at most 64 cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber;

/// The stones of both players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClobberPosition {
    /// Left's and Right's stones.
    stones: [u64; 2],
    shape: Shape,
}

impl Ruleset for Clobber {
    type Position = ClobberPosition;

    fn parse(&self, text: &str) -> Result<ClobberPosition, PositionError> {
        let accepted = "`x` (Left), `o` (Right), `.` (empty) and `|` between rows";
        let (shape, cells) = parse_rows(text, accepted, "'xo|ox'", |c| match c {
            '.' => Some(None),
            'x' => Some(Some(0)),
            'o' => Some(Some(1)),
            _ => None,
        })?;
        let mut stones = [0; 2];
        for (i, cell) in cells.into_iter().enumerate() {
            if let Some(player) = cell {
                stones[player] |= 1u64 << i;
            }
        }
        Ok(ClobberPosition { stones, shape })
    }

    fn show(&self, p: &ClobberPosition) -> String {
        show_rows(p.shape, |i| match (p.stones[0] >> i & 1, p.stones[1] >> i & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        })
    }

    fn options(&self, p: &ClobberPosition, player: Player, options: &mut Vec<ClobberPosition>) {
        let (own, other) = match player {
            Player::Left => (0, 1),
            Player::Right => (1, 0),
        };
        let mut movers = p.stones[own];
        while movers != 0 {
            let stone = movers & movers.wrapping_neg();
            movers ^= stone;
            let mut targets = p.shape.neighbours(stone) & p.stones[other];
            while targets != 0 {
                let target = targets & targets.wrapping_neg();
                targets ^= target;
                let mut stones = p.stones;
                stones[own] = stones[own] & !stone | target;
                stones[other] &= !target;
                options.push(ClobberPosition { stones, ..*p });
            }
        }
    }

    fn components(&self, p: &ClobberPosition, components: &mut Vec<ClobberPosition>) {
        let shape = p.shape;
        let mut all = p.stones[0] | p.stones[1];
        while all != 0 {
            let part = shape.component(all);
            all ^= part;
            // Stones of one colour never move again.
            if p.stones.iter().any(|s| s & part == 0) {
                continue;
            }
            let (top, left, smaller) = shape.bounds(part);
            let stones = p.stones.map(|s| shape.crop(s & part, top, left, smaller));
            components.push(ClobberPosition { stones, shape: smaller });
        }
    }

    /// The eight symmetries of the square keep the value, exchanging colours negates it.
    fn image(&self, p: &ClobberPosition) -> (ClobberPosition, bool) {
        let mut images = Vec::with_capacity(16);
        let transposed = p.stones.map(|s| p.shape.transpose(s));
        for (shape, stones) in [(p.shape, p.stones), (p.shape.transposed(), transposed)] {
            let flipped = stones.map(|s| shape.flip_vertically(s));
            for stones in [stones, flipped] {
                for [x, o] in [stones, stones.map(|s| shape.half_turn(s))] {
                    images.push((shape.width, [x, o], false));
                    images.push((shape.width, [o, x], true));
                }
            }
        }
        let (width, stones, negative) = images.into_iter().min().expect("sixteen images");
        let shape = if width == p.shape.width { p.shape } else { p.shape.transposed() };
        (ClobberPosition { stones, shape }, negative)
    }
}
