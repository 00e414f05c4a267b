//! Periods read off a sequence that is known from heap 0 on.

use super::report::Period;
use crate::observed::suffix_agreement;

/// The least period p with its preperiod n0 such that agreement from n0 on, as far as the values
/// reach, satisfies `enough(n0, p)`. O(n) calls.
pub(super) fn least_period<V: Copy + Eq>(
    values: &[V],
    enough: impl Fn(u64, u64) -> bool,
) -> Option<Period> {
    let agreement = suffix_agreement(values);
    let periods = (1..values.len()).map(|p| Period {
        period: p as u64,
        preperiod: (values.len() - p - agreement[p] as usize) as u64,
    });
    let mut proved = periods.filter(|p| agreement[p.period as usize] > 0);
    proved.find(|p| enough(p.preperiod, p.period))
}

/// The heaps n < `preperiod` with a value other than that of the heaps n + p, n + 2p, … from the
/// preperiod on (less their saltus). The values must reach over one period. O(preperiod).
pub(super) fn exceptions(value: impl Fn(u64) -> u64, period: Period, saltus: u64) -> Vec<u64> {
    let Period { period, preperiod } = period;
    let differs = |&n: &u64| {
        let turns = (preperiod - n).div_ceil(period);
        value(n) + turns * saltus != value(n + turns * period)
    };
    (0..preperiod).filter(differs).collect()
}

/// The least period of a sequence whose terms from `preperiod` on repeat with `period`: a divisor.
pub(super) fn least_divisor(period: u64, mut is_period: impl FnMut(u64) -> bool) -> u64 {
    let mut least = period;
    let mut rest = period;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest.is_multiple_of(prime) {
            rest /= prime;
            while least.is_multiple_of(prime) && is_period(least / prime) {
                least /= prime;
            }
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
        }
        prime += 1;
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_of_a_short_sequence() {
        let values = [9, 1, 2, 3, 1, 2, 3, 1, 2, 3];
        assert_eq!(suffix_agreement(&values)[3], 6);
        let found = least_period(&values, |n0, p| n0 + 2 * p < 10);
        assert_eq!(found, Some(Period { period: 3, preperiod: 1 }));
    }

    #[test]
    fn least_divisors() {
        assert_eq!(least_divisor(360, |p| p % 12 == 0), 12);
        assert_eq!(least_divisor(7, |p| p % 7 == 0), 7);
        assert_eq!(least_divisor(64, |_| true), 1);
    }
}
