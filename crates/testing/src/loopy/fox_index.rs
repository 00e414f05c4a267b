//! The index of all positions of Fox and Geese on a board.

use ishitori_loopy::games::LoopyRules;
use ishitori_loopy::{GameResult, IndexedGame, SolveError, StateKind, Tablebase};
use ishitori_runtime::Workers;
use ishitori_values::Player;

use super::{FoxAndGeese, FoxPosition};

/// An index of the positions of Fox and Geese with given numbers of rows and geese: a number for every place of the
/// geese and of the fox, with the player to move.
///
/// ```
/// use ishitori_loopy::{GameResult, Tablebase};
/// use ishitori_testing::loopy::{FoxAndGeese, FoxIndex};
/// use ishitori_runtime::Workers;
/// use ishitori_values::{Budget, Player};
/// let (rules, start) = FoxAndGeese::parse("x.x.|....|o...", 1).unwrap();
/// let index = FoxIndex::new(rules, 3, 2).unwrap();
/// let budget = Budget::unlimited();
/// let solved = index.solve(&Workers::new(1, &budget)).unwrap();
/// assert_eq!(solved.ending(index.number(&start, Player::Left).unwrap()), GameResult::Win);
/// ```
#[derive(Clone, Debug)]
pub struct FoxIndex {
    rules: FoxAndGeese,
    geese: usize,
    /// The squares on which pieces stand, from the bottom left, and the place of each square among them.
    squares: Vec<u8>,
    places: Vec<u8>,
    /// How many sets of k of the first n squares there are: `chosen[k][n]`.
    chosen: Vec<Vec<u64>>,
}

impl FoxIndex {
    /// The positions of these rules on a number of rows with a number of geese; none if the board has more than 64 squares
    /// of a colour or less than one for each piece, or if there are more than 2^40 positions. O(geese · squares).
    pub fn new(rules: FoxAndGeese, rows: usize, geese: usize) -> Option<FoxIndex> {
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
        let found = FoxIndex { rules, geese, squares, places, chosen };
        let sets = found.chosen[geese][found.squares.len()];
        sets.checked_mul(2 * found.squares.len() as u64).filter(|states| *states <= 1 << 40)?;
        Some(found)
    }

    /// Solves all of them. The cost of [`Tablebase::new`].
    pub fn solve(&self, workers: &Workers<'_>) -> Result<Tablebase, SolveError> {
        Tablebase::new(self, workers)
    }

    /// The number of a position with a player to move; none if it is not on this board. O(geese).
    pub fn number(&self, position: &FoxPosition, player: Player) -> Option<u64> {
        let place = |square: u32| {
            let place = *self.places.get(square as usize)?;
            (place != u8::MAX).then_some(u64::from(place))
        };
        let (mut rank, mut geese, mut k) = (0, position.geese, 0);
        while geese != 0 {
            k += 1;
            rank += *self.chosen.get(k)?.get(place(geese.trailing_zeros())? as usize)?;
            geese &= geese - 1;
        }
        let fox = place(position.fox.into())?;
        let number = (rank * self.squares.len() as u64 + fox) * 2;
        (k == self.geese).then_some(number + u64::from(player == Player::Right))
    }

    /// The position with this number, and the player to move. O(geese + squares).
    pub fn position(&self, number: u64) -> (FoxPosition, Player) {
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
        (FoxPosition { geese, fox }, player)
    }

    fn push(&self, position: &FoxPosition, player: Player, into: &mut Vec<u64>) {
        into.extend(self.number(position, player));
    }
}

impl IndexedGame for FoxIndex {
    fn states(&self) -> u64 {
        self.chosen[self.geese][self.squares.len()] * self.squares.len() as u64 * 2
    }

    fn state_kind(&self, state: u64) -> StateKind {
        let (position, player) = self.position(state);
        match self.rules.decided(&position) {
            _ if position.geese >> position.fox & 1 != 0 => StateKind::Nothing,
            Some(winner) if winner == player => StateKind::Over(GameResult::Win),
            Some(_) => StateKind::Over(GameResult::Loss),
            None => StateKind::Open,
        }
    }

    fn moves(&self, state: u64, into: &mut Vec<u64>) {
        let (position, player) = self.position(state);
        let mut all = Vec::with_capacity(16);
        self.rules.moves(&position, player, &mut all);
        // A fox that leaves the board upwards has escaped on its last row already.
        all.iter().for_each(|next| self.push(next, player.opponent(), into));
    }

    fn before(&self, state: u64, into: &mut Vec<u64>) {
        let (position, player) = self.position(state);
        let from = into.len();
        match player {
            // The fox came from where it could go: diagonals lead both ways.
            Player::Left => {
                let mut all = Vec::with_capacity(16);
                self.rules.moves(&position, Player::Right, &mut all);
                all.iter().for_each(|before| self.push(before, Player::Right, into));
            }
            // A goose came from above.
            Player::Right => {
                let mut geese = position.geese;
                while geese != 0 {
                    let at = geese.trailing_zeros();
                    geese &= geese - 1;
                    let column = at as usize % self.rules.width;
                    let sides = [column.checked_sub(1), Some(column + 1)];
                    for side in sides.into_iter().flatten().filter(|c| *c < self.rules.width) {
                        let above = (at as usize / self.rules.width + 1) * self.rules.width + side;
                        let free = above < self.places.len()
                            && position.geese >> above & 1 == 0
                            && above != usize::from(position.fox);
                        if free {
                            let geese = position.geese & !(1 << at) | 1 << above;
                            self.push(
                                &FoxPosition { geese, fox: position.fox },
                                Player::Left,
                                into,
                            );
                        }
                    }
                }
            }
        }
        // The game is over when the fox has escaped.
        let mut kept = from;
        for at in from..into.len() {
            if self.state_kind(into[at]) == StateKind::Open {
                into[kept] = into[at];
                kept += 1;
            }
        }
        into.truncate(kept);
    }
}
