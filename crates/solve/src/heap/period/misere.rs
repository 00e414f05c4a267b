//! Periods of misère Grundy sequences of single heaps.

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};

use super::report::{PeriodReport, Proof, Status};
use super::{direct, exact, guy_smith_bound};
use crate::heap::engine::{Engine, HeapError};
use crate::heap::misere::misere;
use crate::observed::observed_period;

/// Searches the period of the misère Grundy numbers of single heaps, among the first `limit` ones.
/// A heap is lost by the player to move exactly if its number is 0, so `win_lose` is the period of
/// the outcomes.
///
/// If nothing is ever broken, the number of a heap n > k, with k the largest number taken, is a
/// function of the k numbers before it (their mex over the numbers taken, or 1 without a move), so
/// k agreements prove a period; T = O(t·n) for t numbers taken. Where heaps are broken no such theorem
/// is known, not even for octal codes: the report says [`Status::NoTheorem`], and how far canonical
/// forms could be computed.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::{Period, Status, find_misere_period};
/// use ishitori_values::Budget;
/// let report = find_misere_period(&HeapCode::subtraction(&[1, 2]), 1000, &Budget::unlimited()).unwrap();
/// assert_eq!(report.status, Status::Proved);
/// assert_eq!(report.periodicity.unwrap().values, Period { period: 3, preperiod: 0 });
/// ```
pub fn find_misere_period(
    code: &HeapCode,
    limit: u64,
    budget: &Budget,
) -> Result<PeriodReport, HeapError> {
    let whole = code.max_take().filter(|_| code.max_parts().is_some_and(|parts| parts <= 1));
    let Some(k) = whole else {
        let run = misere(code, limit as usize, budget)?;
        return Ok(report(&run.values(), None, Status::NoTheorem, run.stopped));
    };
    let (wholes, takes) = (code.wholes_up_to(k), code.takes_up_to(k));
    let mut values: Vec<u32> = Vec::new();
    let mut seen = vec![false; takes.len() + 3];
    let mut next = 64;
    loop {
        let stop = limit.min(next) as usize;
        while values.len() < stop {
            let n = values.len();
            if n.is_multiple_of(1 << 14)
                && let Err(limit) = budget.check(24 * n as u64)
            {
                return Ok(report(&values, None, Status::NotFound, Some(limit)));
            }
            values.push(next_value(n, &wholes, &takes, &values, &mut seen));
        }
        let known = values.len() as u64;
        let enough = |n0, p| guy_smith_bound(1, n0, p, k as u64) + p <= known;
        if let Some(period) = direct::least_period(&values, enough) {
            let at = period.preperiod.max(1) + k as u64;
            let proof = Proof::Subtraction { max_take: k as u64, at };
            let found = exact::periodicity_of_whole(&values, period, proof);
            return Ok(report(&values, Some(found), Status::Proved, None));
        }
        if known == limit {
            return Ok(report(&values, None, Status::NotFound, None));
        }
        next = 2 * known;
    }
}

/// The misère Grundy number of heap n: the mex of its options, or 1 if it has none.
fn next_value(n: usize, wholes: &[u32], takes: &[u32], values: &[u32], seen: &mut [bool]) -> u32 {
    seen.fill(false);
    // Values are at most one more than there are options, so all fit.
    let whole = (n > 0 && wholes.binary_search(&(n as u32)).is_ok()).then_some(0);
    let taken = takes.iter().map(|&t| t as usize).take_while(|&t| t < n).map(|t| n - t);
    let mut stuck = true;
    for option in whole.into_iter().chain(taken) {
        seen[values[option] as usize] = true;
        stuck = false;
    }
    match stuck {
        true => 1,
        false => seen.iter().position(|&s| !s).expect("more values than options") as u32,
    }
}

fn report(
    values: &[u32],
    periodicity: Option<super::report::Periodicity>,
    status: Status,
    stopped: Option<LimitReached>,
) -> PeriodReport {
    PeriodReport {
        status,
        observed: if periodicity.is_none() { observed_period(values) } else { None },
        periodicity,
        max_value: values.iter().copied().max().unwrap_or(0),
        computed_to: values.len() as u64,
        engine: Engine::Naive,
        rares: None,
        stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks a report against canonical forms, twice as far as the period was proved from.
    fn check(code: &HeapCode) -> Result<(), TestCaseError> {
        let report = find_misere_period(code, 5000, &Budget::unlimited()).unwrap();
        let count = (2 * report.computed_to).min(600) as usize;
        let values = misere(code, count, &Budget::unlimited()).unwrap().values();
        if let Some(found) = &report.periodicity {
            let (p, n0) = (found.values.period as usize, found.values.preperiod as usize);
            for n in n0..count.saturating_sub(p) {
                prop_assert_eq!(values[n], values[n + p], "{} at heap {}", code, n);
            }
            if n0 > 0 && n0 + p < count {
                prop_assert_ne!(values[n0 - 1], values[n0 - 1 + p], "{} has a shorter tail", code);
            }
        }
        prop_assert!(report.status == Status::Proved || report.computed_to == 5000);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn misere_periods_of_takes(bits in prop::collection::vec(0u32..4, 1..9)) {
            check(&HeapCode::from_bits(&bits))?;
        }
    }

    #[test]
    fn breaking_games_are_not_proved() {
        let report = find_misere_period(&HeapCode::from_bits(&[7, 7]), 20, &Budget::unlimited());
        let report = report.unwrap();
        assert_eq!((report.status, report.computed_to), (Status::NoTheorem, 20));
    }
}
