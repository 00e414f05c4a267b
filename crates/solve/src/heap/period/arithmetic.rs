//! Arithmetic periods of games that leave three heaps or more: found here, proved by the theorem of
//! [`ishitori_certify::arithmetic`], whose independent checker has to accept the proof.

use ishitori_certify as certify;
use ishitori_rules::heap::HeapCode;

use super::report::{PeriodReport, Periodicity, Proof};
use super::small::arithmetic_periodicity;

/// Longer periods are not looked for; the theorem is checked for each candidate.
const MAX_PERIOD: usize = 64;

/// The arithmetic period that these values, from heap 0 on, show and the theorem proves.
/// `report` makes a report of a candidate, for its certificate.
pub(super) fn find(
    code: &HeapCode,
    values: &[u32],
    report: impl Fn(Periodicity) -> PeriodReport,
) -> Option<Periodicity> {
    let (k, h) = (code.max_take()? as u64, u64::from(code.max_parts()?));
    let (period, saltus) = candidate(values)?;
    // The theorem wants a power of two as saltus, and may want an even period.
    [1, 2, 4].into_iter().find_map(|times| {
        let (q, s) = (period * times, saltus * times as u32);
        if !s.is_power_of_two() {
            return None;
        }
        let periodicity = |proof| arithmetic_periodicity(values, period, saltus, proof);
        let shown = periodicity(Proof::Arithmetic { proved_period: 0, start: 0 });
        let n0 = shown.values.preperiod.max(1);
        let start = h * n0 + 5 * h * q as u64 + k + 1;
        let proved = periodicity(Proof::Arithmetic { proved_period: q as u64, start });
        let document = report(proved.clone()).certificate(code)?;
        certify::check(&document.to_json()).valid.then_some(proved)
    })
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
