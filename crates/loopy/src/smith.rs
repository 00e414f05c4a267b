//! Grundy values of impartial games whose positions can recur.
//!
//! C. A. B. Smith, *Graphs and composite games*, J. Combin. Theory 1 (1966), 51–81; Siegel, CGT, IV.4.

use std::fmt;

use ishitori_values::{Budget, BudgetTicker, LimitReached, Outcome};

use crate::retrograde::GameResult;

/// The value of a position of an impartial game in which play may go on forever.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SmithValue {
    /// A nim heap of this size.
    Finite(u32),
    /// ∞ with the values of the options that are finite, in order, each once.
    Infinite(Vec<u32>),
}

impl SmithValue {
    /// How a sum of positions with these values ends for the player to move (Smith's theorem): heaps add as in Nim, ∞ with
    /// a set K added to a heap is won if the heap is in K and otherwise a draw, and with two ∞ it is a draw. O(values).
    ///
    /// ```
    /// use ishitori_loopy::{GameResult, SmithValue};
    /// let loopy = SmithValue::Infinite(vec![0, 2]);
    /// assert_eq!(SmithValue::ending([&loopy, &SmithValue::Finite(2)]), GameResult::Win);
    /// assert_eq!(SmithValue::ending([&loopy, &SmithValue::Finite(1)]), GameResult::Draw);
    /// assert_eq!(SmithValue::ending([&SmithValue::Finite(3), &SmithValue::Finite(3)]), GameResult::Loss);
    /// ```
    pub fn ending<'a>(values: impl IntoIterator<Item = &'a SmithValue>) -> GameResult {
        let (mut heap, mut infinite) = (0, None);
        for value in values {
            match value {
                SmithValue::Finite(value) => heap ^= value,
                SmithValue::Infinite(_) if infinite.is_some() => return GameResult::Draw,
                SmithValue::Infinite(set) => infinite = Some(set),
            }
        }
        match infinite {
            Some(set) if set.contains(&heap) => GameResult::Win,
            Some(_) => GameResult::Draw,
            None if heap == 0 => GameResult::Loss,
            None => GameResult::Win,
        }
    }

    /// The winner of the heap by itself; `None` for a draw. O(set).
    pub fn outcome(&self) -> Option<Outcome> {
        match SmithValue::ending([self]) {
            GameResult::Loss => Some(Outcome::P),
            GameResult::Win => Some(Outcome::N),
            GameResult::Draw => None,
        }
    }
}

impl fmt::Display for SmithValue {
    /// `3`, `∞` or `∞{0,2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmithValue::Finite(value) => value.fmt(f),
            SmithValue::Infinite(set) if set.is_empty() => f.write_str("∞"),
            SmithValue::Infinite(set) => {
                let set: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "∞{{{}}}", set.join(","))
            }
        }
    }
}

/// The values of all positions, whose options are listed by their numbers.
///
/// A position gets m if m is the least value that none of its options has, and every option without a value has an option
/// with m, back to which the other player goes (Smith; it does not matter in which order values are given). Here they are given by increasing m,
/// each m by counting options that are left, as outcomes are. O((positions + moves) · values).
///
/// ```
/// use ishitori_loopy::smith_values;
/// use ishitori_values::Budget;
/// // 0 ← 1 ⇄ 2, and 2 → 3 → 3.
/// let options: [&[u32]; 4] = [&[], &[0, 2], &[1, 3], &[3]];
/// let values = smith_values(4, |p| options[p as usize].to_vec(), &Budget::unlimited()).unwrap();
/// let shown: Vec<String> = values.iter().map(|value| value.to_string()).collect();
/// assert_eq!(shown, ["0", "∞{0}", "∞", "∞"]);
/// ```
pub fn smith_values(
    positions: u32,
    options: impl Fn(u32) -> Vec<u32>,
    budget: &Budget,
) -> Result<Vec<SmithValue>, LimitReached> {
    let n = positions as usize;
    let _held = budget.reserve(u64::from(positions) * 80)?;
    let mut ticker = BudgetTicker::default();
    let mut to: Vec<Vec<u32>> = Vec::with_capacity(n);
    let mut from: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut moves = 0;
    for p in 0..positions {
        let mut next = options(p);
        next.sort_unstable();
        next.dedup();
        moves += next.len() as u64;
        ticker.step(budget, moves * 8)?;
        next.iter().for_each(|&q| from[q as usize].push(p));
        to.push(next);
    }
    let mut values: Vec<Option<u32>> = vec![None; n];
    // Positions that have options with all values below m; at first all.
    let mut covered = vec![true; n];
    for m in 0.. {
        // Options that still need a way back, and whether there is one to a position with m.
        let open = |p: usize| to[p].iter().filter(|&&q| values[q as usize].is_none()).count();
        let mut left: Vec<usize> = (0..n).map(open).collect();
        let mut reverts = vec![false; n];
        let fits = |p: usize, left: &[usize], reverts: &[bool], values: &[Option<u32>]| {
            values[p].is_none() && covered[p] && !reverts[p] && left[p] == 0
        };
        let mut found: Vec<usize> = (0..n).filter(|&p| fits(p, &left, &reverts, &values)).collect();
        let mut given = 0;
        while let Some(p) = found.pop() {
            if values[p].is_some() || reverts[p] {
                continue;
            }
            values[p] = Some(m);
            given += 1;
            for &q in &from[p] {
                ticker.step(budget, moves * 8)?;
                let q = q as usize;
                if std::mem::replace(&mut reverts[q], true) {
                    continue;
                }
                // The options of others that lead to q need no longer be feared.
                for &r in from[q].iter().filter(|_| values[q].is_none()) {
                    let r = r as usize;
                    left[r] -= 1;
                    if fits(r, &left, &reverts, &values) {
                        found.push(r);
                    }
                }
            }
        }
        if given == 0 {
            break;
        }
        for (p, covered) in covered.iter_mut().enumerate() {
            *covered &= reverts[p];
        }
    }
    let value = |p: usize| match values[p] {
        Some(m) => SmithValue::Finite(m),
        None => {
            let mut set: Vec<u32> = to[p].iter().filter_map(|&q| values[q as usize]).collect();
            set.sort_unstable();
            set.dedup();
            SmithValue::Infinite(set)
        }
    };
    Ok((0..n).map(value).collect())
}
