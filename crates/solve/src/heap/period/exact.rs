//! From a proved period to the least preperiod, the exceptions and the win/lose pattern.

use super::direct::{self, least_divisor};
use super::grid::Grid;
use super::report::{Period, Periodicity, Proof};
use crate::heap::rare::{Cell, SequenceMachine};

/// Exceptions are listed when the preperiod is at most this.
const LISTED_PREPERIOD: u64 = 1_000_000;
/// Heaps looked at in one go.
const STRETCH: u64 = 1 << 20;
/// The zeros of a period longer than this are not examined: a bit for each would take too much memory.
const MOST_ZEROS: u64 = 1 << 32;

/// The facts about a sequence known from heap 0 on whose period and preperiod are certain. O(n).
pub(super) fn periodicity_of_whole<V: Copy + Into<u32>>(
    values: &[V],
    period: Period,
    proof: Proof,
) -> Periodicity {
    let Period { period: p, preperiod: n0 } = period;
    let known = values.len() as u64;
    let value = |n: u64| -> u64 {
        let turns = (n + 1).saturating_sub(known).div_ceil(p);
        u64::from(values[(n - turns * p) as usize].into())
    };
    let zero = |n: u64| value(n) == 0;
    let q = least_divisor(p, |q| (n0..n0 + p).all(|n| zero(n) == zero(n + q)));
    let last = (0..n0).rev().find(|&n| zero(n) != zero(n + q));
    let listed = n0 <= LISTED_PREPERIOD;
    Periodicity {
        values: period,
        saltus: 0,
        win_lose: Some(Period { period: q, preperiod: last.map_or(0, |n| n + 1) }),
        exceptions: listed.then(|| direct::exceptions(value, period, 0)),
        proof,
    }
}

/// A run whose values repeat with `shift` from `from` on, for certain. Works out the least period
/// and preperiod, computing forgotten stretches again where needed. `None` if the run does not
/// remember enough to do so.
pub(super) fn periodicity_of_run<V: Cell>(
    machine: &SequenceMachine<V>,
    grid: &Grid<V>,
    from: u64,
    shift: u64,
    proof: Proof,
) -> Option<Periodicity> {
    let run = Run { machine, grid };
    let mut forgotten = false;
    let repeats = |q| run.agree(from, from + shift, q);
    let p = if machine.has_splits() {
        // An odd period can have been proved as its double only.
        let half = shift / 2;
        let halved = shift.is_multiple_of(2) && half % 2 == 1 && repeats(half)?;
        if halved { half } else { shift }
    } else {
        least_divisor(shift, |q| {
            let answer = repeats(q);
            forgotten |= answer.is_none();
            answer == Some(true)
        })
    };
    if forgotten {
        return None;
    }
    if machine.history.is_whole() {
        let values = &machine.history.recent[..];
        let known = values.len();
        // The values may not reach over two periods; those before `from + shift` decide.
        let agreeing = (0..(known as u64 - p).min(from) as usize).rev();
        let last = agreeing.clone().find(|&n| values[n] != values[n + p as usize]);
        let period = Period { period: p, preperiod: last.map_or(0, |n| n as u64 + 1) };
        return Some(periodicity_of_whole(values, period, proof));
    }
    let preperiod = run.preperiod(from, p)?;
    let period = Period { period: p, preperiod };
    Some(Periodicity {
        values: period,
        saltus: 0,
        win_lose: (p <= MOST_ZEROS).then(|| run.win_lose(period)).flatten(),
        exceptions: None,
        proof,
    })
}

struct Run<'a, V> {
    machine: &'a SequenceMachine<V>,
    grid: &'a Grid<V>,
}

impl<V: Cell> Run<'_, V> {
    fn segment(&self, start: u64, end: u64) -> Option<Vec<V>> {
        self.grid.segment(self.machine, start, end)
    }

    /// Whether G(n + p) = G(n) for all n with n and n + p between `start` and `end`.
    fn agree(&self, start: u64, end: u64, p: u64) -> Option<bool> {
        let mut at = start;
        while at + p < end {
            let stop = (at + STRETCH).min(end - p);
            if self.segment(at, stop)? != self.segment(at + p, stop + p)? {
                return Some(false);
            }
            at = stop;
        }
        Some(true)
    }

    /// The least n0 with G(n + p) = G(n) from n0 on, given that it holds from `from` on.
    fn preperiod(&self, from: u64, p: u64) -> Option<u64> {
        // A window decides all that follows, so agreement before a grid point is monotone.
        let points = &self.grid.points;
        let inside = points.partition_point(|(heap, _)| *heap <= from);
        let mut failed = None;
        let agrees = points[..inside].partition_point(|(heap, window)| {
            let start = heap - window.len() as u64 + p;
            match self.segment(start, heap + p) {
                Some(shifted) => shifted != *window,
                None => {
                    failed = Some(());
                    true
                }
            }
        });
        if failed.is_some() {
            return None;
        }
        // The period holds from the start of the window before the point `agrees`, and not from
        // the start of the window before.
        let mut end = points
            .get(agrees)
            .filter(|_| agrees < inside)
            .map_or(from, |(heap, w)| heap - w.len() as u64);
        if let Some((heap, window)) = agrees.checked_sub(1).map(|last| &points[last]) {
            if let Some(heap) = self.last_difference(*heap, end, p)? {
                return Some(heap + 1);
            }
            let first = heap - window.len() as u64;
            let shifted = self.segment(first + p, heap + p)?;
            let differs = (0..window.len()).rev().find(|&i| window[i] != shifted[i]);
            return differs.map(|i| first + i as u64 + 1);
        }
        while end > 0 {
            let start = end.saturating_sub(STRETCH);
            let (here, there) = (self.segment(start, end)?, self.segment(start + p, end + p)?);
            if let Some(i) = (0..here.len()).rev().find(|&i| here[i] != there[i]) {
                return Some(start + i as u64 + 1);
            }
            end = start;
        }
        Some(0)
    }

    /// The last heap n of `start` to `end` with G(n + p) ≠ G(n), if there is one, where a point of the grid stands at
    /// `start`. O(end − start + spacing).
    fn last_difference(&self, start: u64, end: u64, p: u64) -> Option<Option<u64>> {
        let [mut here, mut there] =
            [self.grid.walk(self.machine, start)?, self.grid.walk(self.machine, start + p)?];
        let mut last = None;
        let mut at = start;
        while at < end {
            let count = STRETCH.min(end - at);
            let (here, there) = (here.take(count)?, there.take(count)?);
            let differs = (0..here.len()).rev().find(|&i| here[i] != there[i]);
            last = differs.map(|i| at + i as u64).or(last);
            at += count;
        }
        Some(last)
    }

    /// Period and preperiod of the zeros.
    fn win_lose(&self, period: Period) -> Option<Period> {
        let Period { period: p, preperiod: n0 } = period;
        let zero: V = V::of(0);
        let mut zeros = vec![0u64; p.div_ceil(64) as usize];
        let mut at = 0;
        let mut walk = self.grid.walk(self.machine, n0);
        while at < p {
            let stop = (at + STRETCH).min(p);
            let values = match &mut walk {
                Some(walk) => walk.take(stop - at)?,
                None => self.segment(n0 + at, n0 + stop)?,
            };
            for (i, _) in (at..).zip(values).filter(|(_, v)| *v == zero) {
                zeros[i as usize / 64] |= 1 << (i % 64);
            }
            at = stop;
        }
        let is_zero = |i: u64| zeros[(i % p) as usize / 64] >> (i % p % 64) & 1 == 1;
        let q = least_divisor(p, |q| (0..p).all(|i| is_zero(i) == is_zero(i + q)));
        let mut end = n0;
        while end > 0 {
            let start = end.saturating_sub(STRETCH);
            let values = self.segment(start, end)?;
            // Heap n < n0 corresponds to the place n − n0 modulo the period.
            let place = |n: u64| q - 1 - (n0 - 1 - n) % q;
            let differs = |&i: &usize| (values[i] == zero) != is_zero(place(start + i as u64));
            if let Some(i) = (0..values.len()).rev().find(differs) {
                return Some(Period { period: q, preperiod: start + i as u64 + 1 });
            }
            end = start;
        }
        Some(Period { period: q, preperiod: 0 })
    }
}
