//! Rules on pairs of numbers, played.

use std::fmt;
use std::ops::ControlFlow;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::TwoPileRule;
use ishitori_values::{Budget, Outcome, Player};
use rustc_hash::FxHashSet;

use super::game::{Change, Drawing, Meaning, Method, Move, PairChange, PlayError, Playable};
use crate::two_pile::two_pile_table;

/// A pair of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair(pub u32, pub u32);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.0, self.1)
    }
}

/// A rule on pairs under an end rule over the stones left.
pub struct PairGame<'r> {
    rule: TwoPileRule,
    end: &'r EndRule,
    /// Rows of Grundy numbers up to the largest position asked for.
    table: Vec<Vec<u32>>,
    /// The stones of a game of Fibonacci nim that begins: not all of them may be taken.
    opening: Option<u32>,
}

/// Up to this spread the moves of Wythoff's game are counted.
const MOST_SPREAD: u32 = 1 << 16;

/// Work that a table of Grundy numbers is worth: cells times options.
const TABLE_WORK: u64 = 20_000_000;

/// A(n), the smaller number of the n-th lost position of Wythoff's game with this spread under
/// normal play: the least number in none before, or ⌊n·α⌋ with α = (2 − s + √(s² + 4)) / 2
/// (Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982). O(1).
fn lower(n: u32, spread: u32) -> u64 {
    let (n, s) = (i128::from(n), i128::from(spread));
    // ⌊(a + √d) / 2⌋ is ⌊(a + ⌊√d⌋) / 2⌋ for integers.
    let root = ((n * n * (s * s + 4)) as u128).isqrt() as i128;
    ((n * (2 - s) + root).div_euclid(2)) as u64
}

/// The n with f(n) = `number`, for an f that grows with n and is at least n. O(log number).
fn place_of(number: u32, f: impl Fn(u32) -> u64) -> Option<u32> {
    let (mut least, mut enough) = (0, number);
    while least < enough {
        let n = least + (enough - least) / 2;
        match f(n) < u64::from(number) {
            true => least = n + 1,
            false => enough = n,
        }
    }
    (f(least) == u64::from(number)).then_some(least)
}

impl<'r> PairGame<'r> {
    /// The game. O(1).
    pub fn new(rule: TwoPileRule, end: &'r EndRule) -> PairGame<'r> {
        PairGame { rule, end, table: Vec::new(), opening: None }
    }

    /// The game and the position that a user means by one number or by two, if it is one: a heap
    /// alone has one pass left, the first move of Fibonacci nim may take anything but everything,
    /// that of Mem anything. O(1).
    pub fn beginning(
        rule: TwoPileRule,
        end: &'r EndRule,
        numbers: &[u32],
    ) -> Option<(PairGame<'r>, Pair)> {
        let mut game = PairGame::new(rule, end);
        let position = match (rule, numbers) {
            (_, &[a, b]) => Pair(a, b),
            (TwoPileRule::NimWithPass, &[a]) => Pair(a, 1),
            (TwoPileRule::FibonacciNim, &[a]) => {
                game.opening = Some(a);
                // Twice this is at least all but one of the stones.
                Pair(a, a / 2)
            }
            (TwoPileRule::Mem, &[a]) => Pair(a, 0),
            _ => return None,
        };
        Some((game, position))
    }

    /// How many stones may be taken in Fibonacci nim. O(1).
    fn most(&self, Pair(stones, last): Pair) -> u32 {
        // Stones become fewer with every move, so a game is at its beginning only once.
        match self.opening == Some(stones) {
            true => stones.saturating_sub(1),
            false => stones.min(last.saturating_mul(2)),
        }
    }

    fn wythoff_lost(spread: u32, Pair(a, b): Pair) -> bool {
        // The larger number is B(n) = A(n) + n · spread.
        let (low, apart) = (a.min(b), a.abs_diff(b));
        apart.is_multiple_of(spread) && u64::from(low) == lower(apart / spread, spread)
    }

    fn stones(&self, Pair(a, b): Pair) -> u64 {
        match self.rule {
            TwoPileRule::Wythoff { .. } => u64::from(a) + u64::from(b),
            _ => a.into(),
        }
    }
}

/// A number as a sum of Fibonacci numbers of which no two are neighbours, the largest first; there
/// is one way to do that (Zeckendorf). O(log n).
///
/// ```
/// use ishitori_solve::play::zeckendorf;
/// assert_eq!(zeckendorf(100), [89, 8, 3]);
/// assert!(zeckendorf(0).is_empty());
/// ```
pub fn zeckendorf(mut n: u32) -> Vec<u32> {
    let mut fibonacci = vec![1u64, 2];
    while fibonacci[fibonacci.len() - 1] <= u64::from(n) {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let mut parts = Vec::new();
    for &f in fibonacci.iter().rev() {
        if let Ok(f) = u32::try_from(f)
            && f <= n
        {
            parts.push(f);
            n -= f;
        }
    }
    parts
}

/// The move that wins in Fibonacci nim when at most `most` stones may be taken: the least part of the
/// stones, if it may be taken; else no move wins (M. J. Whinihan, Fibonacci nim, 1963). What is left
/// then has a least part more than twice as large, and whatever is taken from that leaves a least
/// part that may be taken. O(log n).
fn fibonacci_take(stones: u32, most: u32) -> Option<u32> {
    let least = zeckendorf(stones).last().copied()?;
    (least <= most).then_some(least)
}

/// How many pairs (k, l) with 1 ≤ k ≤ a, 1 ≤ l ≤ b and |k − l| < spread there are. O(spread).
fn count_both(a: u32, b: u32, spread: u32) -> u64 {
    let (a, b, s) = (i64::from(a), i64::from(b), i64::from(spread));
    let difference = |d: i64| (a.min(b + d) - 1.max(1 + d) + 1).max(0);
    (1 - s..s).map(difference).sum::<i64>().unsigned_abs()
}

impl Playable for PairGame<'_> {
    type Position = Pair;

    fn for_each_move(
        &self,
        &Pair(a, b): &Pair,
        _: Player,
        _: &Budget,
        sink: &mut dyn FnMut(Change, Pair) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        if self.count_options(&Pair(a, b)).is_none_or(|count| count > super::MAX_MOVES as u64) {
            return Err(PlayError::TooManyMoves { limit: super::MAX_MOVES });
        }
        let all_but_one = self.opening == Some(a);
        let mut flow = ControlFlow::Continue(());
        self.rule.options((a, b), |to| {
            if flow.is_break() || (all_but_one && to.0 == 0) {
                return;
            }
            let how = match self.rule {
                TwoPileRule::Wythoff { .. } => match (a - to.0, b - to.1) {
                    (taken, 0) => PairChange::First(taken),
                    (0, taken) => PairChange::Second(taken),
                    (first, second) => PairChange::Both(first, second),
                },
                TwoPileRule::NimWithPass if to.0 == a => PairChange::Pass,
                _ => PairChange::Take(a - to.0),
            };
            flow = sink(Change::Pair { from: (a, b), to, how }, Pair(to.0, to.1));
        });
        Ok(())
    }

    /// All moves lead to different pairs; see `TwoPileRule::options`.
    fn count_options(&self, &Pair(a, b): &Pair) -> Option<u64> {
        match self.rule {
            TwoPileRule::Wythoff { spread } => {
                let both = (spread <= MOST_SPREAD).then(|| count_both(a, b, spread));
                both.map(|both| u64::from(a) + u64::from(b) + both)
            }
            TwoPileRule::NimWithPass => Some(u64::from(a) + u64::from(a > 0 && b > 0)),
            TwoPileRule::FibonacciNim => Some(self.most(Pair(a, b)).into()),
            TwoPileRule::Mem => Some((u64::from(a) + 1).saturating_sub(b.max(1).into())),
        }
    }

    fn end(&self, position: &Pair) -> Result<Outcome, PlayError> {
        Ok(self.end.letter(self.stones(*position), false))
    }

    fn moves_exchange_players(&self) -> bool {
        matches!(self.end, EndRule::Moves)
    }

    fn is_impartial(&self) -> bool {
        match self.end {
            EndRule::Moves => false,
            EndRule::Stones(table) => {
                table.letters().iter().all(|letter| matches!(letter, Outcome::N | Outcome::P))
            }
        }
    }

    fn canonical(&self, &Pair(a, b): &Pair) -> Pair {
        match self.rule {
            TwoPileRule::Wythoff { .. } => Pair(a.min(b), a.max(b)),
            rule => {
                let (a, b) = rule.within((a, b));
                Pair(a, b)
            }
        }
    }

    fn shortcut(
        &mut self,
        position: &Pair,
        budget: &Budget,
    ) -> Result<Option<(Outcome, Method)>, PlayError> {
        if !self.end.is_normal() {
            return Ok(None);
        }
        let class = |lost: bool| if lost { Outcome::P } else { Outcome::N };
        if let TwoPileRule::Wythoff { spread } = self.rule {
            return Ok(Some((class(Self::wythoff_lost(spread, *position)), Method::Wythoff)));
        }
        if let Some(g) = self.grundy(position, budget)? {
            return Ok(Some((class(g == [0]), Method::NimSum)));
        }
        Ok(match (self.rule, *position) {
            (TwoPileRule::FibonacciNim, position) => {
                let least = fibonacci_take(position.0, self.most(position));
                Some((class(least.is_none()), Method::Zeckendorf))
            }
            _ => None,
        })
    }

    fn grundy(&mut self, position: &Pair, budget: &Budget) -> Result<Option<Vec<u32>>, PlayError> {
        let Pair(a, b) = self.canonical(position);
        if !self.end.is_normal() {
            return Ok(None);
        }
        let known = |table: &[Vec<u32>]| Some(*table.get(a as usize)?.get(b as usize)?);
        if known(&self.table).is_none() {
            let (rows, columns) = (u64::from(a) + 1, u64::from(b) + 1);
            let cells = match self.rule {
                TwoPileRule::Wythoff { .. } | TwoPileRule::NimWithPass => {
                    rows.saturating_mul(columns)
                }
                _ => rows.saturating_mul(rows),
            };
            if cells.saturating_mul(rows + columns) > TABLE_WORK {
                return Ok(None);
            }
            let table = two_pile_table(self.rule, (a, b), budget)?;
            if let Some(limit) = table.stopped {
                return Err(limit.into());
            }
            self.table = table.rows;
        }
        if self.opening == Some(a) {
            let table = &self.table;
            let after = |taken: u32| {
                let (rest, last) = TwoPileRule::FibonacciNim.within((a - taken, taken));
                Some(*table.get(rest as usize)?.get(last as usize)?)
            };
            let options: Option<FxHashSet<u32>> = (1..a).map(after).collect();
            return Ok(options.and_then(|seen| (0..).find(|g| !seen.contains(g)).map(|g| vec![g])));
        }
        Ok(known(&self.table).map(|g| vec![g]))
    }

    /// In Fibonacci nim the least part of the stones is taken. In Wythoff's game a move reaches one
    /// lost pair with the smaller number, one with the larger number, and one or two with nearly the
    /// same difference.
    fn known_wins(
        &mut self,
        &Pair(a, b): &Pair,
        _: Player,
        most: usize,
        _: &Budget,
    ) -> Result<Option<Vec<Move<Pair>>>, PlayError> {
        if !self.end.is_normal() {
            return Ok(None);
        }
        let spread = match self.rule {
            TwoPileRule::Wythoff { spread } => spread,
            TwoPileRule::FibonacciNim => {
                let wins = fibonacci_take(a, self.most(Pair(a, b))).map(|taken| {
                    let (to, how) = ((a - taken, taken), PairChange::Take(taken));
                    let change = Change::Pair { from: (a, b), to, how };
                    Move { change, position: Pair(to.0, to.1) }
                });
                return Ok(Some(wins.into_iter().take(most).collect()));
            }
            _ => return Ok(None),
        };
        let (low, high) = (a.min(b), a.max(b));
        let nearest = (high - low) / spread;
        let with = |number: u32| {
            let upper = |n: u32| lower(n, spread) + u64::from(n) * u64::from(spread);
            [place_of(number, |n| lower(n, spread)), place_of(number, upper)]
        };
        let candidates = [with(low), with(high), [Some(nearest), Some(nearest + 1)]].concat();
        let mut found: Vec<Move<Pair>> = Vec::new();
        for n in candidates.into_iter().flatten() {
            let small = lower(n, spread);
            let large = small + u64::from(n) * u64::from(spread);
            let (Ok(small), Ok(large)) = (u32::try_from(small), u32::try_from(large)) else {
                continue;
            };
            for to in [(small, large), (large, small)] {
                let (Some(first), Some(second)) = (a.checked_sub(to.0), b.checked_sub(to.1)) else {
                    continue;
                };
                let how = match (first, second) {
                    (0, 0) => continue,
                    (taken, 0) => PairChange::First(taken),
                    (0, taken) => PairChange::Second(taken),
                    _ if first.abs_diff(second) < spread => PairChange::Both(first, second),
                    _ => continue,
                };
                let position = Pair(to.0, to.1);
                if found.len() < most && found.iter().all(|m| m.position != position) {
                    let change = Change::Pair { from: (a, b), to, how };
                    found.push(Move { change, position });
                }
            }
        }
        Ok(Some(found))
    }

    fn drawing(&self, &Pair(a, b): &Pair) -> Drawing {
        let (number, meaning) = match self.rule {
            TwoPileRule::Wythoff { .. } => return Drawing::Heaps(vec![a, b]),
            TwoPileRule::NimWithPass => (b, Meaning::Passes),
            TwoPileRule::FibonacciNim if self.opening == Some(a) => {
                (self.most(Pair(a, b)), Meaning::AtMost)
            }
            TwoPileRule::FibonacciNim => (b.saturating_mul(2), Meaning::AtMost),
            TwoPileRule::Mem => (b.max(1), Meaning::AtLeast),
        };
        Drawing::Stones { stones: a, number, meaning }
    }

    fn written(&self, position: &Pair) -> String {
        match self.opening == Some(position.0) {
            true => position.0.to_string(),
            false => position.to_string(),
        }
    }

    fn numbers(&self, &Pair(a, b): &Pair) -> Vec<i64> {
        match self.opening == Some(a) {
            true => vec![a.into()],
            false => vec![a.into(), b.into()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least number in none of the pairs before, with the larger one `n · spread` above it.
    #[test]
    fn lower_numbers_by_the_definition() {
        for spread in 1..=7u32 {
            let mut used = std::collections::BTreeSet::new();
            for n in 0..400u32 {
                let least = (0..).find(|m| !used.contains(m)).unwrap();
                assert_eq!(lower(n, spread), least, "A({n}) for spread {spread}");
                used.extend([least, least + u64::from(n) * u64::from(spread)]);
            }
        }
        // Far beyond any table: B(n) = A(n) + n, and A, B are complementary.
        assert!(PairGame::wythoff_lost(
            1,
            Pair(lower(600_000_000, 1) as u32, lower(600_000_000, 1) as u32 + 600_000_000)
        ));
    }
}
