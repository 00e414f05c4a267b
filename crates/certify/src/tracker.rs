//! Comparing a stream of values with a claim.

use crate::condition::Resource;
use crate::document::{GrundyPeriod, WinLosePeriod};
use crate::limits::{Meter, within};
use crate::numbers::{size, word};
use crate::verdict::Rejection;

/// Reads G(0), G(1), G(2), … in order and compares them with the claim
/// "G(n + p) = G(n) + s for n ≥ n0".
///
/// It verifies, for the heaps n0 ≤ n < `until`, that G(n + q) = G(n) + (q/p)·s, where q is the
/// multiple of p to which a theorem is applied. Once the theorem has extended that to all n ≥ n0,
/// the rest of the claim is finite too:
///
/// * p itself, if q ≠ p: G(n + p) = G(n) + s for n0 ≤ n < n0 + q suffices.
/// * n0 is least if n0 = 0 or n0 − 1 does not fit. (If some multiple of p fitted from an earlier
///   heap on, so would p: go up by many multiples, along p, and down again.)
/// * p is least if p/r does not fit for any prime r dividing p, since the periods together with
///   their saltus are closed under differences: the least one divides every other. One heap in
///   the compared range that does not fit is enough.
/// * The greatest value and the zeros are known from n < n0 + p.
pub(crate) struct Tracker<'a> {
    claim: &'a GrundyPeriod,
    /// G from heap `first` on, as far as `kept_end`.
    kept: Vec<u32>,
    first: u64,
    kept_end: u64,
    shifts: Vec<Shift>,
    before_fits: bool,
    zeros: Vec<u64>,
    max: u64,
    end: u64,
}

/// A comparison of G(n + by) with G(n) + jump for n0 ≤ n < until.
struct Shift {
    by: u64,
    jump: u64,
    until: u64,
    purpose: Purpose,
}

#[derive(PartialEq)]
enum Purpose {
    /// Every heap must fit.
    Agree,
    /// Some heap must not fit; whether one was found.
    Differ(bool),
}

impl<'a> Tracker<'a> {
    /// A tracker for G(n + q) = G(n) + (q/p)·s, n0 ≤ n < until. O(√p) and the memory for the
    /// values to compare.
    pub(crate) fn new(
        claim: &'a GrundyPeriod,
        q: u64,
        until: u64,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        let limits = meter.limits();
        let (n0, p) = (claim.preperiod, claim.period);
        let jump = (q / p) as u128 * claim.saltus as u128;
        within(Resource::Saltus, jump, limits.heaps)?;
        let mut shifts = vec![Shift { by: q, jump: word(jump), until, purpose: Purpose::Agree }];
        if q != p {
            let until = n0 + q;
            shifts.push(Shift { by: p, jump: claim.saltus, until, purpose: Purpose::Agree });
        }
        if claim.least {
            for r in prime_divisors(p).into_iter().filter(|r| claim.saltus.is_multiple_of(*r)) {
                let (by, jump) = (p / r, claim.saltus / r);
                shifts.push(Shift { by, jump, until, purpose: Purpose::Differ(false) });
            }
        }
        let kept_end = shifts.iter().map(|s| s.until).max().unwrap_or(0).max(n0);
        let first = n0.saturating_sub(1);
        let end = shifts.iter().map(|s| s.until as u128 + s.by as u128).max().unwrap_or(0);
        let end = end.max(n0 as u128 + p as u128);
        within(Resource::Heaps, end, limits.heaps)?;
        let kept = meter.vec_with_capacity(u128::from(kept_end - first))?;
        let zeros = match claim.win_lose {
            Some(_) => meter.vec_with_capacity((u128::from(n0) + u128::from(p)).div_ceil(64))?,
            None => Vec::new(),
        };
        Ok(Tracker {
            claim,
            kept,
            first,
            kept_end,
            shifts,
            before_fits: n0 > 0,
            zeros,
            max: 0,
            end: word(end),
        })
    }

    /// The tracker wants the values below this heap.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Takes the values that `next` gives, n = 0, 1, …, and then decides the whole claim, given
    /// that the comparison of the values proves the period.
    pub(crate) fn run(
        &mut self,
        meter: &mut Meter,
        mut next: impl FnMut(u64, &mut Meter) -> Result<u32, Rejection>,
    ) -> Result<(), Rejection> {
        for n in 0..self.end {
            meter.at(n, self.end);
            let value = next(n, meter)?;
            self.push(n, value)?;
        }
        self.finish(meter)
    }

    /// Takes G(n), n counting up from 0. O(number of comparisons).
    fn push(&mut self, n: u64, value: u32) -> Result<(), Rejection> {
        let (n0, p) = (self.claim.preperiod, self.claim.period);
        if n >= self.first && n < self.kept_end {
            self.kept.push(value);
        }
        if n < n0 + p {
            self.max = self.max.max(value as u64);
            if self.claim.win_lose.is_some() {
                if n.is_multiple_of(64) {
                    self.zeros.push(0);
                }
                self.zeros[(n / 64) as usize] |= ((value == 0) as u64) << (n % 64);
            }
        }
        if n0 > 0 && n == n0 - 1 + p {
            self.before_fits =
                value as u64 == (self.kept[0] as u64).saturating_add(self.claim.saltus);
        }
        for shift in &mut self.shifts {
            if n < n0 + shift.by || n - shift.by >= shift.until {
                continue;
            }
            let heap = n - shift.by;
            let earlier = self.kept[size(heap - self.first)] as u64;
            let expected = earlier.saturating_add(shift.jump);
            let fits = value as u64 == expected;
            match &mut shift.purpose {
                Purpose::Differ(found) => *found |= !fits,
                Purpose::Agree if fits => {}
                Purpose::Agree => {
                    return Err(Rejection::Disagreement {
                        heap,
                        shift: shift.by,
                        value: earlier,
                        later: value as u64,
                        expected,
                    });
                }
            }
        }
        Ok(())
    }

    /// The verdict on the whole claim, once all values below [`Tracker::end`] were taken. O(p) with
    /// a pattern of zeros.
    fn finish(&self, meter: &mut Meter) -> Result<(), Rejection> {
        if self.claim.least {
            if self.before_fits {
                return Err(Rejection::PreperiodNotLeast);
            }
            let fitting = |s: &&Shift| s.purpose == Purpose::Differ(false);
            if let Some(shift) = self.shifts.iter().find(fitting) {
                return Err(Rejection::PeriodNotLeast { smaller: shift.by });
            }
        }
        if self.claim.max_value.is_some_and(|max| max != self.max) {
            return Err(Rejection::MaxValue { found: self.max });
        }
        match &self.claim.win_lose {
            Some(pattern) => self.finish_zeros(pattern, meter),
            None => Ok(()),
        }
    }

    /// Whether G(n) = 0, for any n, by the proved period.
    fn zero(&self, mut n: u64) -> bool {
        let (n0, p) = (self.claim.preperiod, self.claim.period);
        if n >= n0 + p {
            if self.claim.saltus > 0 {
                return false;
            }
            n = n0 + (n - n0) % p;
        }
        self.zeros[(n / 64) as usize] >> (n % 64) & 1 == 1
    }

    fn finish_zeros(&self, pattern: &WinLosePeriod, meter: &mut Meter) -> Result<(), Rejection> {
        let (n0, p) = (self.claim.preperiod, self.claim.period);
        let (from, by) = (pattern.preperiod, pattern.period);
        // From max(n0, from) on the pattern has period p, or is free of zeros after one period.
        // Neither sum overflows: the claim is within the limits on heaps.
        let heaps = from..n0.max(from) + p;
        let steps = heaps.end - heaps.start;
        meter.spend(steps)?;
        if let Some(heap) = heaps.clone().find(|&n| self.zero(n) != self.zero(n + by)) {
            return Err(Rejection::WinLose { heap, shift: by });
        }
        if self.claim.least {
            let smaller_start = from > 0 && self.zero(from - 1) == self.zero(from - 1 + by);
            let fits = |r: u64| heaps.clone().all(|n| self.zero(n) == self.zero(n + by / r));
            for r in prime_divisors(by) {
                meter.spend(steps)?;
                if fits(r) {
                    return Err(Rejection::WinLoseNotLeast);
                }
            }
            if smaller_start {
                return Err(Rejection::WinLoseNotLeast);
            }
        }
        Ok(())
    }
}

/// The primes dividing n ≥ 1, increasing. O(√n).
pub(crate) fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut d = 2;
    while d <= n / d {
        if n.is_multiple_of(d) {
            primes.push(d);
            while n.is_multiple_of(d) {
                n /= d;
            }
        }
        d += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}
