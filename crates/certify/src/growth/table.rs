//! The order of listed games and of the heaps from 0 on, as a table.

use crate::limits::Meter;
use crate::numbers::size;
use crate::verdict::Rejection;

/// How two games compare: whether the first is at most the second, and the second at most the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Comparison {
    pub(crate) at_most: bool,
    pub(crate) at_least: bool,
}

impl Comparison {
    pub(crate) const EQUAL: Comparison = Comparison { at_most: true, at_least: true };
}

/// The options of numbered games, which are earlier ones.
#[derive(Default)]
pub(crate) struct Options {
    all: Vec<u32>,
    /// Where those of Left and of Right begin, and where they end.
    places: Vec<[usize; 3]>,
}

impl Options {
    /// Adds a game. O(options).
    pub(crate) fn push(&mut self, sides: [&[u32]; 2], meter: &mut Meter) -> Result<(), Rejection> {
        let start = self.all.len();
        for &option in sides.into_iter().flatten() {
            meter.push(&mut self.all, option)?;
        }
        let between = start + sides[0].len();
        meter.push(&mut self.places, [start, between, self.all.len()])
    }

    /// Adds an earlier game once more. O(1).
    pub(crate) fn push_again(&mut self, game: u32, meter: &mut Meter) -> Result<(), Rejection> {
        let places = self.places[game as usize];
        meter.push(&mut self.places, places)
    }

    fn left(&self, game: usize) -> &[u32] {
        let [start, between, _] = self.places[game];
        &self.all[start..between]
    }

    fn right(&self, game: usize) -> &[u32] {
        let [_, between, end] = self.places[game];
        &self.all[between..end]
    }
}

/// Which games are at most which: listed games, then the heaps 0, 1, ….
pub(crate) struct Order {
    options: Options,
    games: usize,
    /// Words of a row.
    width: usize,
    /// Bit b of row a: whether a ≤ b.
    rows: Vec<u64>,
}

impl Order {
    /// The order of all games, by its definition; the first `games` of them are listed ones. O(n²)
    /// times the options of a game.
    pub(crate) fn of(options: Options, games: u64, meter: &mut Meter) -> Result<Order, Rejection> {
        let count = options.places.len();
        let width = count.div_ceil(64);
        let rows = meter.filled(0, count as u128 * width as u128)?;
        let mut order = Order { options, games: size(games), width, rows };
        for a in 0..count {
            meter.at((a as u64).saturating_sub(games), count as u64 - games);
            let [start, _, end] = order.options.places[a];
            meter.spend((a as u64 + 1) * (end - start + 2) as u64)?;
            // Options of both are before a, and b increases: all that is asked is there.
            for b in 0..=a {
                if order.decide(a, b) {
                    order.set(a, b);
                }
                if b < a && order.decide(b, a) {
                    order.set(b, a);
                }
            }
        }
        Ok(order)
    }

    /// a ≤ b, unless a left option of a is at least b or a right option of b at most a.
    fn decide(&self, a: usize, b: usize) -> bool {
        !self.options.left(a).iter().any(|&x| self.at_most(b, x as usize))
            && !self.options.right(b).iter().any(|&y| self.at_most(y as usize, a))
    }

    fn at_most(&self, a: usize, b: usize) -> bool {
        self.rows[a * self.width + b / 64] >> (b % 64) & 1 == 1
    }

    fn set(&mut self, a: usize, b: usize) {
        self.rows[a * self.width + b / 64] |= 1 << (b % 64);
    }

    fn compare(&self, a: usize, b: usize) -> Comparison {
        Comparison { at_most: self.at_most(a, b), at_least: self.at_most(b, a) }
    }

    /// The number of listed games. O(1).
    pub(crate) fn games(&self) -> u64 {
        self.games as u64
    }

    /// How a heap compares with another. O(1).
    pub(crate) fn heaps(&self, n: u64, m: u64) -> Comparison {
        self.compare(self.games + size(n), self.games + size(m))
    }

    /// How a listed game compares with a heap. O(1).
    pub(crate) fn with_game(&self, game: u64, n: u64) -> Comparison {
        self.compare(size(game), self.games + size(n))
    }

    /// How the game whose options are these heaps compares with the heaps 0, …, n. O(n) times the options.
    pub(crate) fn with_form(
        &self,
        [left, right]: [&[u64]; 2],
        n: u64,
        meter: &mut Meter,
    ) -> Result<Vec<Comparison>, Rejection> {
        let count = self.games + size(n) + 1;
        let mut found: Vec<Comparison> = meter.vec_with_capacity(count as u128)?;
        let heap = |&heap: &u64| self.games + size(heap);
        let (left, right): (Vec<usize>, Vec<usize>) =
            (left.iter().map(heap).collect(), right.iter().map(heap).collect());
        for b in 0..count {
            let (mine, theirs) = (left.len() + right.len(), self.options.places[b]);
            meter.spend((mine + theirs[2] - theirs[0] + 2) as u64)?;
            let (lefts, rights) = (self.options.left(b), self.options.right(b));
            let at_most = !left.iter().any(|&x| self.at_most(b, x))
                && !rights.iter().any(|&y| found[y as usize].at_least);
            let at_least = !lefts.iter().any(|&x| found[x as usize].at_most)
                && !right.iter().any(|&y| self.at_most(y, b));
            found.push(Comparison { at_most, at_least });
        }
        found.drain(..self.games);
        Ok(found)
    }
}
