//! Certificates for the periods of outcomes, to be checked by `ishitori-certify`.

use ishitori_certify as certify;
use ishitori_certify::{Certificate, Claim};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_values::{Budget, Outcome};

use super::outcomes::{Outcomes, outcomes};
use super::{Cycle, EndingError};

impl Outcomes {
    /// The certificate of a proved period of this rule and end, of which these are the outcomes.
    /// `None` if nothing is proved or the format cannot express it: it has subtraction sets, and
    /// ends over the stones left. At most the cost of preperiod + period outcomes.
    ///
    /// ```
    /// use ishitori_solve::ending::outcomes;
    /// use ishitori_values::Budget;
    /// let (rule, end) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
    /// let run = outcomes(&rule, &end, 3, &Budget::unlimited()).unwrap();
    /// let certificate = run.certificate(&rule, &end, &Budget::unlimited()).unwrap().unwrap();
    /// assert!(ishitori_certify::check(&certificate.to_json()).valid);
    /// ```
    pub fn certificate(
        &self,
        rule: &HeapRule,
        end: &EndRule,
        budget: &Budget,
    ) -> Result<Option<Certificate>, EndingError> {
        let (Some(Cycle { period, preperiod }), EndRule::Stones(table)) =
            (self.knowledge.cycle(), end)
        else {
            return Ok(None);
        };
        let code = rule.code().filter(|code| code.is_subtraction());
        let Some((code, largest)) = code.zip(code.and_then(|c| c.max_take())) else {
            return Ok(None);
        };
        let set: Vec<u64> = code.takes_up_to(largest).into_iter().map(u64::from).collect();
        if set.is_empty() {
            return Ok(None);
        }
        let needed = preperiod + period;
        let more = match self.outcomes.len() < needed {
            true => Some(outcomes(rule, end, needed, budget)?),
            false => None,
        };
        let letters = &more.as_ref().unwrap_or(self).outcomes;
        if letters.len() < needed {
            return Ok(None);
        }
        let claim = Claim::OutcomePeriod(certify::OutcomePeriod {
            end: certify::End { letters: word(table.letters()), repeat: table.repeat() as u64 },
            preperiod: preperiod as u64,
            period: period as u64,
            least: true,
            outcomes: word(&letters[..needed]),
        });
        let rule = certify::Rule::subtraction(set);
        Ok(Some(Certificate::new(rule, claim, certify::Proof::outcomes())))
    }
}

fn word(letters: &[Outcome]) -> String {
    letters.iter().map(|letter| letter.to_string()).collect()
}
