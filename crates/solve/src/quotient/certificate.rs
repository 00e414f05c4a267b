//! Certificates of quotients, to be checked by `ishitori-certify`.

use ishitori_certify as certify;
use ishitori_certify::{Certificate, Claim};
use ishitori_rules::end::EndRule;
use ishitori_values::Outcome;

use super::Quotient;
use crate::heap::period::certificate::rule;

impl Quotient {
    /// The certificate of this quotient, for all heaps or those computed. `None` if the format
    /// cannot express the rule (partizan, parts of different sizes, all numbers but some) or the
    /// end (`moves`). O(order · generators).
    ///
    /// ```
    /// use ishitori_solve::quotient::QuotientSearch;
    /// use ishitori_values::Budget;
    /// let (rule, end) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
    /// let mut search = QuotientSearch::new(&rule, &end).unwrap();
    /// search.run(None, &Budget::unlimited()).unwrap();
    /// let certificate = search.quotient().certificate().unwrap();
    /// assert!(ishitori_certify::check(&certificate.to_json()).valid);
    /// ```
    pub fn certificate(&self) -> Option<Certificate> {
        let EndRule::Stones(table) = self.end() else { return None };
        let rule = rule(self.rule().code()?)?;
        if matches!(rule, certify::Rule::AllBut(_)) {
            return None;
        }
        let wide = |list: &[u32]| list.iter().map(|&x| u64::from(x)).collect::<Vec<u64>>();
        let letters = |list: &[Outcome]| list.iter().map(Outcome::to_string).collect::<String>();
        let period = self.period();
        let count = |outcome| self.count(outcome) as u64;
        let claim = Claim::Quotient(certify::Quotient {
            end: certify::End { letters: letters(table.letters()), repeat: table.repeat() as u64 },
            up_to: period.is_none().then(|| self.computed_to().into()),
            preperiod: period.map(|p| p.preperiod),
            period: period.map(|p| p.period),
            order: self.order() as u64,
            outcomes: certify::Outcomes {
                p: count(Outcome::P),
                n: count(Outcome::N),
                l: count(Outcome::L),
                r: count(Outcome::R),
            },
        });
        let data = certify::Proof::Quotient(certify::QuotientData {
            generators: wide(self.generators()),
            action: (0..self.generators().len()).map(|i| wide(self.action(i))).collect(),
            outcomes: letters(self.outcomes()),
            phi: wide(self.images()),
        });
        Some(Certificate::new(rule, claim, data))
    }
}
