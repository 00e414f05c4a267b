//! Certificates for proved periods, to be checked by `ishitori-certify`.

use ishitori_certify as certify;
use ishitori_certify::{Certificate, Claim, GrundyPeriod, WinLosePeriod};
use ishitori_rules::heap::{HeapCode, Sizes};

use super::report::{PeriodReport, Proof};

impl PeriodReport {
    /// The certificate of a proved period of `code`, the rule of this report. `None` if nothing is
    /// proved or if the format cannot express the rule (parts of different sizes, or no move
    /// at all). O(digits).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// use ishitori_solve::heap::find_period;
    /// use ishitori_values::Budget;
    /// let dawson = HeapCode::from_bits(&[0, 7]);
    /// let report = find_period(&dawson, 1000, &Budget::unlimited()).unwrap();
    /// let certificate = report.certificate(&dawson).unwrap();
    /// assert!(ishitori_certify::check(&certificate.to_json()).valid);
    /// ```
    pub fn certificate(&self, code: &HeapCode) -> Option<Certificate> {
        let found = self.periodicity.as_ref()?;
        let rule = rule(code)?;
        let claim = Claim::GrundyPeriod(GrundyPeriod {
            preperiod: found.values.preperiod,
            period: found.values.period,
            saltus: found.saltus,
            least: true,
            max_value: (found.saltus == 0).then(|| self.max_value.into()),
            win_lose: found
                .win_lose
                .map(|w| WinLosePeriod { preperiod: w.preperiod, period: w.period }),
        });
        let data = match (&rule, found.proof) {
            (certify::Rule::AllBut(_), _) => certify::Proof::all_but(),
            (certify::Rule::Subtraction(_), _) => certify::Proof::subtraction(),
            (_, Proof::Window { shift, mask, position, last_rare, rare_count, reach, .. }) => {
                let window = reach + code.max_take()? as u64 + 2;
                certify::Proof::Window(certify::Window {
                    mask: mask.into(),
                    position,
                    reach,
                    start: (2 * window + 1).max(found.values.preperiod + window),
                    proved_period: shift,
                    rare_count,
                    last_rare,
                })
            }
            (_, Proof::Arithmetic { proved_period, start }) => {
                certify::Proof::Arithmetic(certify::Arithmetic { proved_period, start })
            }
            _ => certify::Proof::guy_smith(),
        };
        Some(Certificate::new(rule, claim, data))
    }
}

/// The rule in the words of the format, if it has them.
pub(crate) fn rule(code: &HeapCode) -> Option<certify::Rule> {
    if let Some(excluded) = code.excluded_takes() {
        let excluded: Vec<u64> = excluded.into_iter().map(u64::from).collect();
        return Some(certify::Rule::all_but(excluded));
    }
    let max_take = code.max_take()?;
    if code.is_subtraction() && max_take > 0 {
        let set: Vec<u64> = code.takes_up_to(max_take).into_iter().map(u64::from).collect();
        return Some(certify::Rule::subtraction(set));
    }
    code.max_parts()?;
    let plain = code.digits().iter().all(|d| d.sizes() == Sizes::Any);
    let digits: Vec<u32> = code.digits().iter().map(|d| d.bits()).collect();
    (plain && !digits.is_empty()).then(|| certify::Rule::take_and_break(digits))
}
