//! Certificates of long periods, which can be checked in pieces.

use ishitori_certify as certify;
use ishitori_certify::milestones::digits_of_values;
use ishitori_certify::{Certificate, Claim, GrundyPeriod};

use super::certificate::rule;
use super::report::{PeriodReport, Proof};
use super::search::{PeriodSearch, Search, State};
use crate::heap::rare::Cell;

/// Certificates of sequences that are known up to this heap or further have milestones.
const LONG: u64 = 1 << 26;
/// Milestones in one certificate: as many as keep it below a megabyte, and a byte more per `HEAPS_PER_BYTE` heaps, because more
/// stretches keep more threads busy; but not fewer than `LEAST`.
const BYTES: u64 = 900_000;
const HEAPS_PER_BYTE: u64 = 100_000;
const LEAST: u64 = 64;
/// Heaps compared in one go.
const STRETCH: u64 = 1 << 16;

impl PeriodSearch {
    /// The certificate of what this search has proved, as [`PeriodReport::certificate`]; for a long
    /// period one that can be checked in pieces, from the values that the search remembers. O(windows), and the cost of computing a few
    /// stretches between them again.
    pub fn certificate(&self, report: &PeriodReport) -> Option<Certificate> {
        let long = report.periodicity.as_ref().is_some_and(|found| {
            found.values.preperiod.saturating_add(found.values.period) >= LONG
        });
        let in_pieces = if long { self.certificate_in_pieces(report, None) } else { None };
        in_pieces.or_else(|| report.certificate(&self.code))
    }

    /// A certificate with milestones, in the given or a suitable number, however short the period is; `None`
    /// where there can be none. Cost as above.
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// use ishitori_solve::heap::PeriodSearch;
    /// use ishitori_values::Budget;
    /// let code = HeapCode::from_bits(&[1, 0, 4]); // 0.104 is longer; this one has no long period
    /// let mut search = PeriodSearch::new(&code, 10_000);
    /// let report = loop {
    ///     if let Some(report) = search.step(&Budget::unlimited()).unwrap() {
    ///         break report;
    ///     }
    /// };
    /// assert!(search.certificate_in_pieces(&report, Some(4)).is_none());
    /// ```
    pub fn certificate_in_pieces(
        &self,
        report: &PeriodReport,
        count: Option<u64>,
    ) -> Option<Certificate> {
        let found = report.periodicity.as_ref()?;
        let rule = rule(&self.code)?;
        let Proof::Window { shift, mask, position, last_rare, rare_count, reach, .. } = found.proof
        else {
            return None;
        };
        let (n0, p) = (found.values.preperiod, found.values.period);
        let window = reach + self.code.max_take()? as u64 + 2;
        if shift != p || n0 <= window {
            return None;
        }
        let plan = Plan { n0, p, window, count };
        let (milestones, differing) = match &self.state {
            State::Narrow(search) => (plan.milestones(search)?, plan.differing(search)?),
            State::Wide(search) => (plan.milestones(search)?, plan.differing(search)?),
            State::Small => return None,
        };
        let claim = Claim::GrundyPeriod(GrundyPeriod {
            preperiod: n0,
            period: p,
            saltus: 0,
            least: true,
            max_value: Some(report.max_value.into()),
            win_lose: None,
        });
        let data = certify::Proof::Milestones(certify::Milestones {
            mask: mask.into(),
            position,
            reach,
            rare_count,
            last_rare,
            milestones,
            differing,
        });
        Some(Certificate::new(rule, claim, data))
    }
}

/// The settings of the milestones.
struct Plan {
    n0: u64,
    p: u64,
    /// How many values stand before each.
    window: u64,
    count: Option<u64>,
}

impl Plan {
    /// The heaps of the milestones: where the search has windows, or evenly where it has all values.
    fn heaps<V: Cell>(&self, search: &Search<V>) -> Vec<u64> {
        let start = self.n0 + self.window;
        let (first, end) = (2 * self.window + 2, start + self.p);
        let bytes = BYTES + end / HEAPS_PER_BYTE;
        let count = self.count.unwrap_or((bytes / (self.window + 60)).max(LEAST));
        let mut heaps: Vec<u64> = match search.machine.history.is_whole() {
            true => {
                let spacing = ((end - first) / count).max(1);
                (0..count).map(|i| first + i * spacing).collect()
            }
            // A window that is too short is continued by a few values.
            false => search
                .grid
                .points
                .iter()
                .map(|(heap, values)| heap + self.window.saturating_sub(values.len() as u64))
                .collect(),
        };
        // Heaps of one parity are checked together.
        heaps.iter_mut().for_each(|heap| *heap += *heap % 2);
        heaps.retain(|heap| (first..end).contains(heap));
        let step = heaps.len().div_ceil(count.max(1) as usize).max(1);
        let mut heaps: Vec<u64> = heaps.into_iter().step_by(step).collect();
        heaps.push(start);
        // What is before the first one is checked one heap after the other. The first values are remembered.
        let settled = search.machine.codable_from().max(first).next_multiple_of(2);
        if settled <= search.machine.history.first().len() as u64 && settled < start {
            heaps.push(settled);
        }
        heaps.sort_unstable();
        heaps.dedup();
        heaps
    }

    fn milestones<V: Cell>(&self, search: &Search<V>) -> Option<Vec<certify::Milestone>> {
        let heaps = self.heaps(search).into_iter();
        heaps
            .map(|heap| {
                let values = search.grid.segment(&search.machine, heap - self.window, heap)?;
                let values: Vec<u32> = values.into_iter().map(Into::into).collect();
                Some(certify::Milestone { heap, values: digits_of_values(&values)? })
            })
            .collect()
    }

    /// For each prime divisor r of the period, a heap n from the preperiod on with G(n + p/r) ≠ G(n).
    fn differing<V: Cell>(&self, search: &Search<V>) -> Option<Vec<u64>> {
        primes(self.p).into_iter().map(|r| self.difference(search, self.p / r)).collect()
    }

    fn difference<V: Cell>(&self, search: &Search<V>, shift: u64) -> Option<u64> {
        let mut at = self.n0;
        // The values are known up to one period beyond the preperiod, and a little further.
        let end = self.n0 + self.p - shift;
        while at < end {
            let stop = end.min(at + STRETCH);
            let [here, there] = [at, at + shift]
                .map(|from| search.grid.segment(&search.machine, from, from + stop - at));
            let (here, there) = (here?, there?);
            if let Some(i) = (0..here.len()).find(|&i| here[i] != there[i]) {
                return Some(at + i as u64);
            }
            at = stop;
        }
        None
    }
}

/// The primes dividing a number, increasing. O(√n).
fn primes(mut n: u64) -> Vec<u64> {
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
    primes.extend((n > 1).then_some(n));
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prime_divisors() {
        assert_eq!(primes(360), [2, 3, 5]);
        assert!(primes(1).is_empty());
        assert_eq!(primes(2 * 149_459), [2, 149_459]);
    }
}
