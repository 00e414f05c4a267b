//! Comparison of positions with numbers: a game is played together with a small one, over all states of both.

use ishitori_runtime::Workers;
use ishitori_values::{Dyadic, Player};

use super::Solution;
use crate::components::components;
use crate::retrograde::GameResult;
use crate::stops::Pseudonumber;
use crate::tablebase::{IndexedGame, SolveError, StateKind, Tablebase};

/// The integers that a position is compared with first, and those that are tried if it lies beyond: −n to n.
const INTEGERS: [i64; 2] = [3, 12];

/// Left's and Right's options of each position.
type Rows = [[Vec<u32>; 2]];

/// Where the value of a position lies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The largest integer that it is at least, of those that were tried.
    pub at_least: Option<i64>,
    /// The smallest integer that it is at most, of those that were tried.
    pub at_most: Option<i64>,
    /// The value that it is equal to, if that was found.
    pub equal: Option<Pseudonumber>,
}

/// The moves of one player in reverse: the positions that lead to each one.
struct Back {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Back {
    fn new(rows: &Rows, player: Player) -> Back {
        let all = || {
            (0..).zip(rows).flat_map(|(v, row)| row[player as usize].iter().map(move |w| (v, *w)))
        };
        let mut starts = vec![0u32; rows.len() + 1];
        all().for_each(|(_, w)| starts[w as usize + 1] += 1);
        for v in 0..rows.len() {
            starts[v + 1] += starts[v];
        }
        let mut free = starts.clone();
        let mut from = vec![0; *starts.last().expect("one more than positions") as usize];
        for (v, w) in all() {
            from[free[w as usize] as usize] = v;
            free[w as usize] += 1;
        }
        Back { starts, from }
    }

    fn of(&self, v: u32) -> &[u32] {
        let [start, end] = [v, v + 1].map(|v| self.starts[v as usize] as usize);
        &self.from[start..end]
    }
}

/// The sum of a game and a small one: a state is a position of each, with the player to move.
struct SumWithSmall<'a> {
    rows: [&'a Rows; 2],
    back: [[Back; 2]; 2],
}

impl<'a> SumWithSmall<'a> {
    fn new(game: &'a Rows, small: &'a Rows) -> SumWithSmall<'a> {
        let back = [game, small].map(|rows| Player::BOTH.map(|player| Back::new(rows, player)));
        SumWithSmall { rows: [game, small], back }
    }

    fn number(&self, [at, small]: [u32; 2], player: usize) -> u64 {
        (u64::from(at) * self.rows[1].len() as u64 + u64::from(small)) * 2 + player as u64
    }

    fn state(&self, state: u64) -> ([u32; 2], usize) {
        let small = self.rows[1].len() as u64;
        ([(state / 2 / small) as u32, (state / 2 % small) as u32], (state % 2) as usize)
    }

    /// The states to or from which `mover` moves in either game, each once: passes in both lead to the same one.
    fn along<'b>(
        &'b self,
        places: [u32; 2],
        mover: usize,
        ways: [&'b [u32]; 2],
    ) -> impl Iterator<Item = [u32; 2]> + 'b {
        let passes = self.rows[0][places[0] as usize][mover].contains(&places[0]);
        let in_game = ways[0].iter().map(move |to| [*to, places[1]]);
        let in_small = ways[1].iter().map(move |to| [places[0], *to]);
        in_game.chain(in_small.filter(move |to| !(passes && to[1] == places[1])))
    }
}

impl IndexedGame for SumWithSmall<'_> {
    fn states(&self) -> u64 {
        self.rows[0].len() as u64 * self.rows[1].len() as u64 * 2
    }

    fn state_kind(&self, _: u64) -> StateKind {
        StateKind::Open
    }

    fn moves(&self, state: u64, into: &mut Vec<u64>) {
        let (places, mover) = self.state(state);
        let ways = [0, 1].map(|which: usize| &self.rows[which][places[which] as usize][mover][..]);
        into.extend(self.along(places, mover, ways).map(|to| self.number(to, 1 - mover)));
    }

    fn before(&self, state: u64, into: &mut Vec<u64>) {
        let (places, next) = self.state(state);
        let mover = 1 - next;
        let ways = [0, 1].map(|which: usize| self.back[which][mover].of(places[which]));
        into.extend(self.along(places, mover, ways).map(|from| self.number(from, mover)));
    }
}

/// The integers from −n to n as one game: each at the place n higher.
fn integers(n: i64) -> Vec<[Vec<u32>; 2]> {
    let row = |k: i64| match k.signum() {
        1 => [vec![(k + n - 1) as u32], vec![]],
        -1 => [vec![], vec![(k + n + 1) as u32]],
        _ => [vec![], vec![]],
    };
    (-n..=n).map(row).collect()
}

impl Solution {
    /// Whether no alternating play goes on forever; false if not all positions were examined. O(moves).
    pub fn is_stopper(&self) -> bool {
        let rows = self.rows();
        let edges = |s: usize| rows[s / 2][s % 2].iter().map(move |w| 2 * *w as usize + 1 - s % 2);
        self.stopped().is_none()
            && components(2 * rows.len(), edges)
                .iter()
                .all(|c| c.len() == 1 && !edges(c[0]).any(|w| w == c[0]))
    }

    /// Compares the first position with integers n, and then with n + over, n + under and n + 1/2; nothing if it is
    /// not a stopper or not all positions were examined.
    ///
    /// G ≥ H for stoppers if and only if Left, moving second, survives G − H, and G ≤ H if Right does (Siegel,
    /// *Combinatorial Game Theory*, VI.2). The cost of a [`Tablebase`] for some ten times as many states as there are
    /// positions, two or three times.
    ///
    /// ```
    /// use ishitori_loopy::games::{LoopyRules, Solved};
    /// use ishitori_loopy::Endless;
    /// use ishitori_runtime::Workers;
    /// use ishitori_values::{Budget, Player};
    /// # struct Stone;
    /// # impl LoopyRules for Stone {
    /// #     type Position = bool;
    /// #     fn decided(&self, _: &bool) -> Option<Player> { None }
    /// #     fn moves(&self, there: &bool, player: Player, into: &mut Vec<bool>) {
    /// #         if *there { into.push(player == Player::Right); }
    /// #     }
    /// # }
    /// // The game over, as in the example of [`LoopyRules`](super::LoopyRules): more than 0, and less than any positive number.
    /// let budget = Budget::unlimited();
    /// let solved = Solved::new(&Stone, true, Endless::Draw, &budget).unwrap();
    /// let bounds = solved.bounds(&Workers::new(1, &budget)).unwrap().unwrap();
    /// assert_eq!((bounds.at_least, bounds.at_most), (Some(0), Some(1)));
    /// ```
    pub fn bounds(&self, workers: &Workers<'_>) -> Result<Option<Bounds>, SolveError> {
        if !self.is_stopper() {
            return Ok(None);
        }
        let mut bounds = Bounds::default();
        for n in INTEGERS {
            let small = integers(n);
            let order = Compared::new(self.rows(), &small, workers)?;
            let place = |k: &i64| (n - k) as u32;
            bounds.at_least = (-n..=n).rev().find(|k| order.at_least(place(k)));
            bounds.at_most = (-n..=n).find(|k| order.at_most(place(k)));
            let inside = |bound: Option<i64>| bound.is_some_and(|k| k.abs() < n);
            if inside(bounds.at_least) && inside(bounds.at_most) {
                break;
            }
        }
        bounds.equal = self.equal(&bounds, workers)?;
        Ok(Some(bounds))
    }

    fn equal(
        &self,
        bounds: &Bounds,
        workers: &Workers<'_>,
    ) -> Result<Option<Pseudonumber>, SolveError> {
        let (Some(low), Some(high)) = (bounds.at_least, bounds.at_most) else { return Ok(None) };
        if low == high {
            return Ok(Some(Pseudonumber::Number(Dyadic::from(low))));
        }
        // The negatives of what it may be.
        let n = low.abs().max(high.abs());
        let mut small = integers(n);
        let minus = |k: i64| (n - k) as u32;
        let mut tried = Vec::new();
        let mut push = |row: [Vec<u32>; 2], value: Pseudonumber| {
            tried.push((small.len() as u32, value));
            small.push(row);
        };
        let last = 2 * n as u32 + 1;
        push([vec![last], vec![minus(low)]], Pseudonumber::Over(Dyadic::from(low)));
        push([vec![minus(high)], vec![last + 1]], Pseudonumber::Under(Dyadic::from(high)));
        if high == low + 1 {
            let half = &Dyadic::from(low) + &Dyadic::from(1).halved(1);
            push([vec![minus(high)], vec![minus(low)]], Pseudonumber::Number(half));
        }
        let order = Compared::new(self.rows(), &small, workers)?;
        let found = tried.into_iter().find(|&(at, _)| order.at_least(at) && order.at_most(at));
        Ok(found.map(|(_, value)| value))
    }
}

/// Comparisons of the first position of a game with the negatives of the positions of a small one.
struct Compared {
    solved: Tablebase,
}

impl Compared {
    fn new(game: &Rows, small: &Rows, workers: &Workers<'_>) -> Result<Compared, SolveError> {
        let bytes = (game.iter().flatten().map(Vec::len).sum::<usize>() + 2 * game.len()) * 4;
        let _held = workers.budget.reserve(bytes as u64)?;
        Ok(Compared { solved: Tablebase::new(&SumWithSmall::new(game, small), workers)? })
    }

    /// Whether Left survives when Right moves first.
    fn at_least(&self, small: u32) -> bool {
        self.solved.ending(u64::from(small) * 2 + Player::Right as u64) != GameResult::Win
    }

    /// Whether Right survives when Left moves first.
    fn at_most(&self, small: u32) -> bool {
        self.solved.ending(u64::from(small) * 2 + Player::Left as u64) != GameResult::Win
    }
}
