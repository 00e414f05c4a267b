//! All positions of Fox and Geese on a board, numbered.

use ishitori_values::Player;

use super::{Den, FoxAndGeese, LoopyRules};
use crate::retrograde::Ending;
use crate::tablebase::{Numbered, Standing};

/// Fox and Geese on a board of so many rows with so many geese: every place of the geese and of the fox, with the
/// player to move, has a number.
///
/// ```
/// use ishitori_loopy::{Ending, Tablebase, games::{Dens, FoxAndGeese}};
/// use ishitori_parallel::Workers;
/// use ishitori_values::{Budget, Player};
/// let (rules, start) = FoxAndGeese::parse("x.x.|....|o...", 1).unwrap();
/// let dens = Dens::new(rules, 3, 2).unwrap();
/// let budget = Budget::unlimited();
/// let solved = dens.solve(&Workers::new(1, &budget)).unwrap();
/// assert_eq!(solved.ending(dens.number(&start, Player::Left).unwrap()), Ending::Win);
/// ```
#[derive(Clone, Debug)]
pub struct Dens {
    rules: FoxAndGeese,
    geese: usize,
    /// The squares on which pieces stand, from the bottom left, and the place of each square among them.
    squares: Vec<u8>,
    places: Vec<u8>,
    /// How many sets of k of the first n squares there are: `chosen[k][n]`.
    chosen: Vec<Vec<u64>>,
}

impl Dens {
    /// The positions of these rules on so many rows with so many geese; none if the board has more than 64 squares
    /// of a colour or less than one for each piece, or if there are more than 2^40 positions. O(geese · squares).
    pub fn new(rules: FoxAndGeese, rows: usize, geese: usize) -> Option<Dens> {
        let all = (rows * rules.width <= super::fox_and_geese::MAX_SQUARES)
            .then_some(rows * rules.width)?;
        let mut places = vec![u8::MAX; all];
        let mut squares = Vec::new();
        for square in (0..all).filter(|s| (s / rules.width + s % rules.width).is_multiple_of(2)) {
            places[square] = squares.len() as u8;
            squares.push(square as u8);
        }
        if squares.len() > 64 || geese + 1 > squares.len() {
            return None;
        }
        let mut chosen = vec![vec![1u64; squares.len() + 1]];
        for k in 1..=geese {
            let mut row = vec![0u64; squares.len() + 1];
            for n in 1..=squares.len() {
                row[n] = row[n - 1].checked_add(chosen[k - 1][n - 1])?;
            }
            chosen.push(row);
        }
        let found = Dens { rules, geese, squares, places, chosen };
        let sets = found.chosen[geese][found.squares.len()];
        sets.checked_mul(2 * found.squares.len() as u64).filter(|states| *states <= 1 << 40)?;
        Some(found)
    }

    /// Solves all of them. The cost of [`Tablebase::new`](crate::Tablebase::new).
    pub fn solve(
        &self,
        workers: &ishitori_parallel::Workers<'_>,
    ) -> Result<crate::Tablebase, crate::Unsolved> {
        crate::Tablebase::new(self, workers)
    }

    /// The number of a position with a player to move; none if it is not on this board. O(geese).
    pub fn number(&self, den: &Den, player: Player) -> Option<u64> {
        let place = |square: u32| {
            let place = *self.places.get(square as usize)?;
            (place != u8::MAX).then_some(u64::from(place))
        };
        let (mut rank, mut geese, mut k) = (0, den.geese, 0);
        while geese != 0 {
            k += 1;
            rank += *self.chosen.get(k)?.get(place(geese.trailing_zeros())? as usize)?;
            geese &= geese - 1;
        }
        let fox = place(den.fox.into())?;
        let number = (rank * self.squares.len() as u64 + fox) * 2;
        (k == self.geese).then_some(number + u64::from(player == Player::Right))
    }

    /// The position with this number, and the player to move. O(geese + squares).
    pub fn position(&self, number: u64) -> (Den, Player) {
        let player = if number.is_multiple_of(2) { Player::Left } else { Player::Right };
        let squares = self.squares.len() as u64;
        let fox = self.squares[(number / 2 % squares) as usize];
        let (mut rank, mut geese, mut top) = (number / 2 / squares, 0u128, self.squares.len());
        for k in (1..=self.geese).rev() {
            // The largest place that leaves enough below it.
            top = (0..top).rev().find(|n| self.chosen[k][*n] <= rank).unwrap_or(0);
            rank -= self.chosen[k][top];
            geese |= 1 << self.squares[top];
        }
        (Den { geese, fox }, player)
    }

    fn push(&self, den: &Den, player: Player, into: &mut Vec<u64>) {
        into.extend(self.number(den, player));
    }
}

impl Numbered for Dens {
    fn states(&self) -> u64 {
        self.chosen[self.geese][self.squares.len()] * self.squares.len() as u64 * 2
    }

    fn standing(&self, state: u64) -> Standing {
        let (den, player) = self.position(state);
        match self.rules.decided(&den) {
            _ if den.geese >> den.fox & 1 != 0 => Standing::Nothing,
            Some(winner) if winner == player => Standing::Over(Ending::Win),
            Some(_) => Standing::Over(Ending::Loss),
            None => Standing::Open,
        }
    }

    fn moves(&self, state: u64, into: &mut Vec<u64>) {
        let (den, player) = self.position(state);
        let mut all = Vec::with_capacity(16);
        self.rules.moves(&den, player, &mut all);
        // A fox that leaves the board upwards has escaped on its last row already.
        all.iter().for_each(|next| self.push(next, player.opponent(), into));
    }

    fn before(&self, state: u64, into: &mut Vec<u64>) {
        let (den, player) = self.position(state);
        let from = into.len();
        match player {
            // The fox came from where it could go: diagonals lead both ways.
            Player::Left => {
                let mut all = Vec::with_capacity(16);
                self.rules.moves(&den, Player::Right, &mut all);
                all.iter().for_each(|before| self.push(before, Player::Right, into));
            }
            // A goose came from above.
            Player::Right => {
                let mut geese = den.geese;
                while geese != 0 {
                    let at = geese.trailing_zeros();
                    geese &= geese - 1;
                    let column = at as usize % self.rules.width;
                    let sides = [column.checked_sub(1), Some(column + 1)];
                    for side in sides.into_iter().flatten().filter(|c| *c < self.rules.width) {
                        let above = (at as usize / self.rules.width + 1) * self.rules.width + side;
                        let free = above < self.places.len()
                            && den.geese >> above & 1 == 0
                            && above != usize::from(den.fox);
                        if free {
                            let geese = den.geese & !(1 << at) | 1 << above;
                            self.push(&Den { geese, fox: den.fox }, Player::Left, into);
                        }
                    }
                }
            }
        }
        // Nobody moves on when the fox has escaped.
        let mut kept = from;
        for at in from..into.len() {
            if self.standing(into[at]) == Standing::Open {
                into[kept] = into[at];
                kept += 1;
            }
        }
        into.truncate(kept);
    }
}
