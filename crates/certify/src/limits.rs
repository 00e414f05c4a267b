//! What the checker is willing to spend, so that no document can make it run or grow without end.

use std::ops::ControlFlow;

use crate::condition::Resource;
use crate::verdict::Rejection;

/// Limits on a check. Exceeding one rejects the certificate with [`Rejection::Limit`]; nothing is
/// ever accepted unchecked.
///
/// ```
/// use ishitori_certify::*;
/// let kayles =
///     Certificate::new(Rule::take_and_break([0, 7, 7]), Claim::period(71, 12), Proof::guy_smith());
/// let tight = Limits { steps: 100, ..Limits::default() };
/// let verdict = check_within(&kayles.to_json(), &tight);
/// assert!(matches!(verdict.why, Why::Rejected(Rejection::Limit { .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the document.
    pub document: u64,
    /// Largest number of tokens a rule may name.
    pub largest_digit: u64,
    /// Values held in memory at a time, of four bytes each.
    pub values: u64,
    /// Heaps whose value is computed.
    pub heaps: u64,
    /// Elementary steps (one look-up of a pair of values); 10^9 take about a second.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            document: 1 << 24,
            largest_digit: 1 << 22,
            values: 1 << 27,
            heaps: 1 << 34,
            steps: 1 << 38,
        }
    }
}

/// How far a check has come; see [`check_with`](crate::check_with).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Heaps whose value was recomputed.
    pub heaps: u64,
    /// Heaps to recompute in all.
    pub total: u64,
    /// Elementary steps spent.
    pub steps: u64,
}

/// Steps between two reports of progress, some tens of milliseconds.
const REPORT: u64 = 1 << 24;

/// Counts the steps of one check and reports how far it has come.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    report: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    next_report: u64,
    progress: Progress,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(
        limits: &'a Limits,
        report: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Self {
        let progress = Progress { heaps: 0, total: 0, steps: 0 };
        Meter { limits, report, next_report: 0, progress }
    }

    /// Spends steps, or says that there are none left.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Rejection> {
        self.progress.steps = self.progress.steps.saturating_add(steps);
        if self.progress.steps >= self.next_report {
            self.next_report = self.progress.steps.saturating_add(REPORT);
            if (self.report)(self.progress).is_break() {
                return Err(Rejection::Cancelled);
            }
        }
        within(Resource::Steps, self.progress.steps as u128, self.limits.steps)
    }

    /// Notes that the next heap to compute is `heaps`, out of `total`.
    pub(crate) fn at(&mut self, heaps: u64, total: u64) {
        (self.progress.heaps, self.progress.total) = (heaps, total);
    }

    pub(crate) fn steps(&self) -> u64 {
        self.progress.steps
    }

    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }
}

/// An error unless needed ≤ limit.
pub(crate) fn within(what: Resource, needed: u128, limit: u64) -> Result<(), Rejection> {
    if needed > limit as u128 {
        return Err(Rejection::Limit { what, needed, limit });
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Runs with the default limits.
    pub(crate) fn unlimited<T>(work: impl FnOnce(&mut Meter) -> T) -> T {
        let limits = Limits::default();
        work(&mut Meter::new(&limits, &mut |_| ControlFlow::Continue(())))
    }
}
