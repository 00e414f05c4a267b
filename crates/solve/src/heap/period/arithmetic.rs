//! Arithmetic periods of games that leave three heaps or more: found here, proved by the theorem of
//! [`ishitori_certify::arithmetic`], whose independent checker has to accept the proof.

use std::ops::ControlFlow;

use ishitori_certify as certify;
use ishitori_certify::{Limits, Rejection, Resource, Why};
use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};

use super::report::{PeriodReport, Periodicity, Proof};
use super::small::arithmetic_periodicity;

/// Longer periods are not looked for; the theorem is checked for each candidate.
const MAX_PERIOD: usize = 64;

/// The budget of the proofs of one search. A proof may be far dearer than the values that suggest
/// it, so they share a number of steps that depends on how many heaps are examined, and on nothing
/// else: the same search proves the same on every machine.
pub(super) struct Proofs<'b> {
    steps: u64,
    budget: &'b Budget,
}

impl<'b> Proofs<'b> {
    /// Proofs for a search among `heaps` heaps: n³ steps, as many as three heaps that are left take by
    /// the definition (some 10^9 in a second). O(1).
    pub fn new(heaps: u64, budget: &'b Budget) -> Self {
        Proofs { steps: heaps.saturating_pow(3), budget }
    }

    /// Whether the independent checker accepts the document. `false` also if the steps are used up;
    /// an error if the budget is.
    fn accepted(&mut self, document: &str) -> Result<bool, LimitReached> {
        let defaults = Limits::default();
        // Half of the memory is that of the values.
        let memory = self.budget.memory().map_or(defaults.memory, |limit| limit / 2);
        let limits = Limits {
            steps: self.steps.min(defaults.steps),
            memory: memory.min(defaults.memory),
            ..defaults
        };
        let (mut spent, mut stopped) = (0, None);
        let verdict = certify::check_with(document, &limits, |progress| {
            spent = progress.steps;
            stopped = self.budget.check(0).err();
            if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(limit) = stopped {
            return Err(limit);
        }
        match verdict.why {
            Why::Rejected(Rejection::Limit { what: Resource::Steps, .. }) => self.steps = 0,
            Why::Rejected(Rejection::Limit { what: Resource::Memory, .. }) => {
                let limit = self.budget.memory().filter(|limit| limit / 2 < defaults.memory);
                return limit.map_or(Ok(false), |limit| Err(LimitReached::Memory { limit }));
            }
            _ => self.steps = self.steps.saturating_sub(spent),
        }
        Ok(verdict.valid)
    }
}

/// The arithmetic period that these values, from heap 0 on, show and the theorem proves.
/// `report` makes a report of a candidate, for its certificate.
pub(super) fn find(
    code: &HeapCode,
    values: &[u32],
    proofs: &mut Proofs,
    report: impl Fn(Periodicity) -> PeriodReport,
) -> Result<Option<Periodicity>, LimitReached> {
    let size = code.max_take().zip(code.max_parts());
    let Some(((k, h), (period, saltus))) = size.zip(candidate(values)) else { return Ok(None) };
    let (k, h) = (k as u64, u64::from(h));
    // The theorem wants a power of two as saltus, and may want an even period.
    for times in [1, 2, 4] {
        let (q, s) = (period * times, saltus.checked_mul(times as u32));
        if !s.is_some_and(u32::is_power_of_two) {
            continue;
        }
        let periodicity = |proof| arithmetic_periodicity(values, period, saltus, proof);
        let shown = periodicity(Proof::Arithmetic { proved_period: 0, start: 0 });
        let n0 = shown.values.preperiod.max(1);
        let start = h * n0 + 5 * h * q as u64 + k + 1;
        let proved = periodicity(Proof::Arithmetic { proved_period: q as u64, start });
        let Some(document) = report(proved.clone()).certificate(code) else { return Ok(None) };
        if proofs.accepted(&document.to_json())? {
            return Ok(Some(proved));
        }
    }
    Ok(None)
}

/// The least p and the s > 0 with G(n + p) = G(n) + s on the second half of the values.
fn candidate(values: &[u32]) -> Option<(usize, u32)> {
    let half = values.len() / 2;
    (1..=MAX_PERIOD.min(half / 4)).find_map(|p| {
        let saltus = values[half + p].checked_sub(values[half]).filter(|s| *s > 0)?;
        let agrees = |n: usize| values[n].checked_add(saltus) == Some(values[n + p]);
        (half..values.len() - p).all(agrees).then_some((p, saltus))
    })
}
