//! What the checker is willing to spend, so that no document can make it run or grow without end.

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

/// Counts the steps of one check.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    steps: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Meter { limits, steps: 0 }
    }

    /// Spends steps, or says that there are none left.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Rejection> {
        self.steps = self.steps.saturating_add(steps);
        within("steps", self.steps as u128, self.limits.steps)
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }
}

/// An error unless needed ≤ limit.
pub(crate) fn within(what: &'static str, needed: u128, limit: u64) -> Result<(), Rejection> {
    if needed > limit as u128 {
        return Err(Rejection::Limit { what, needed, limit });
    }
    Ok(())
}
