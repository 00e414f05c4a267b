//! Certificates of quotients, to be checked by `ishitori-certify`.

use ishitori_certify as certify;
use ishitori_certify::{Certificate, Claim, QuotientEnd};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{Digit, HeapCode, HeapRule, Sizes};
use ishitori_values::Outcome;

use super::{Quotient, QuotientSearch};
use crate::heap::period::certificate::rule as rule_of;

impl Quotient {
    /// The certificate of this quotient, for all heaps or those computed. O(order · generators).
    ///
    /// ```
    /// use ishitori_solve::quotient::QuotientSearch;
    /// use ishitori_values::Budget;
    /// let (rule, end) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
    /// let mut search = QuotientSearch::new(&rule, &end).unwrap();
    /// search.run(None, &Budget::unlimited()).unwrap();
    /// let certificate = search.quotient().certificate();
    /// assert!(ishitori_certify::check(&certificate.to_json()).valid);
    /// ```
    pub fn certificate(&self) -> Certificate {
        let wide = |list: &[u32]| list.iter().map(|&x| u64::from(x)).collect::<Vec<u64>>();
        let letters = |list: &[Outcome]| list.iter().map(Outcome::to_string).collect::<String>();
        let period = self.period();
        let count = |outcome| self.count(outcome) as u64;
        let claim = Claim::Quotient(certify::Quotient {
            end: match self.end() {
                EndRule::Moves => QuotientEnd::moves(),
                EndRule::Stones(table) => {
                    QuotientEnd::stones(letters(table.letters()), table.repeat() as u64)
                }
            },
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
        Certificate::new(heap_rule(self.rule()), claim, data)
    }
}

impl QuotientSearch {
    /// Whether the quotient of all heaps can be proved at all, if it is finite: there is a theorem by
    /// which large heaps are like smaller ones. There is none if a move may leave any number of
    /// heaps; then there are only quotients, and certificates, for heaps up to some size. O(digits).
    ///
    /// ```
    /// use ishitori_rules::end::EndRule;
    /// use ishitori_solve::quotient::QuotientSearch;
    /// let search = |rule: &str| {
    ///     QuotientSearch::new(&rule.parse().unwrap(), &EndRule::misere()).unwrap()
    /// };
    /// assert!(search("grundys-game").has_theorem());
    /// assert!(!search("0.{2+}").has_theorem());
    /// ```
    pub fn has_theorem(&self) -> bool {
        self.learner.play.window().is_some()
    }
}

/// The rule in the words of the format.
fn heap_rule(rule: &HeapRule) -> certify::Rule {
    let wide = |set: &[u32]| set.iter().map(|&s| u64::from(s)).collect::<Vec<u64>>();
    match rule {
        HeapRule::Impartial(code) => rule_of(code).unwrap_or_else(|| general(code)),
        HeapRule::Partizan(rule) => {
            certify::Rule::partizan(wide(rule.left()), wide(rule.right()), rule.splits())
        }
        HeapRule::TwoPile(_) => unreachable!("there are no quotients of rules on pairs of heaps"),
    }
}

/// Any code, digit by digit.
fn general(code: &HeapCode) -> certify::Rule {
    let digit = |digit: &Digit| {
        let every_from = digit.every_count_from();
        let named = 0..every_from.map_or(Digit::MAX_COUNT + 1, u32::from);
        certify::CodeDigit {
            parts: named.filter(|&j| digit.allows(j)).map(u64::from).collect(),
            every_from: every_from.map(u64::from),
            sizes: match digit.sizes() {
                Sizes::Any => certify::Sizes::Any,
                Sizes::Distinct => certify::Sizes::Distinct,
                Sizes::Equal => certify::Sizes::Equal,
            },
        }
    };
    let digits: Vec<certify::CodeDigit> = code.digits().iter().map(digit).collect();
    certify::Rule::code(digits, code.repeat() as u64)
}
