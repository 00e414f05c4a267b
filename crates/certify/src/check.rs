//! Reading a document and choosing the theorem.

use std::ops::ControlFlow;

use crate::canonical::{self, Envelope};
use crate::condition::{Condition, Resource};
use crate::document::{
    Certificate, Claim, CodeDigit, FORMAT, GeneralCode, GrundyPeriod, Proof, Rule, VERSION,
};
use crate::foreign::quoted;
use crate::limits::{Limits, Meter, Progress, within};
use crate::milestones::Pieces;
use crate::verdict::{Evidence, Rejection, Statement, Verdict, Why};
use crate::{
    all_but, arithmetic, board, formula, guy_smith, outcomes, quotient, strict, subtraction,
    values, window,
};

/// Checks a certificate within the default [`Limits`].
///
/// The values are recomputed; see the modules of the theorems for the cost of each.
///
/// ```
/// use ishitori_certify::*;
/// let rule = Rule::subtraction([1, 7, 12, 16]);
/// let certificate = Certificate::new(rule, Claim::period(0, 19), Proof::subtraction());
/// let verdict = check(&certificate.to_json());
/// assert!(verdict.valid);
/// assert_eq!(
///     verdict.claim.unwrap().to_string(),
///     "Subtraction game with S = {1, 7, 12, 16}: G(n + 19) = G(n) for all n ≥ 0, \
///      and neither number can be smaller"
/// );
/// ```
pub fn check(document: &str) -> Verdict {
    check_within(document, &Limits::default())
}

/// Checks a certificate within the given limits. As [`check`].
pub fn check_within(document: &str, limits: &Limits) -> Verdict {
    check_with(document, limits, |_| ControlFlow::Continue(()))
}

/// Checks a certificate within limits, calling `report` every few hundredths of a second; it can
/// stop the check, which then answers [`Rejection::Cancelled`]. As [`check`].
///
/// ```
/// use std::ops::ControlFlow;
/// use ishitori_certify::*;
/// let rule = Rule::subtraction([1, 2]);
/// let text = Certificate::new(rule, Claim::period(0, 3), Proof::subtraction()).to_json();
/// let stopped = check_with(&text, &Limits::default(), |_| ControlFlow::Break(()));
/// assert_eq!(stopped.why, Why::Rejected(Rejection::Cancelled));
/// ```
pub fn check_with(
    document: &str,
    limits: &Limits,
    mut report: impl FnMut(Progress) -> ControlFlow<()>,
) -> Verdict {
    let meter = &mut Meter::new(limits, &mut report);
    let certificate = match read(document, meter) {
        Ok(certificate) => certificate,
        Err(e) => return Verdict { valid: false, claim: None, why: Why::Rejected(e) },
    };
    if let Proof::Milestones(_) = certificate.data {
        return match pieces(certificate, meter) {
            Ok(pieces) => pieces.run(meter),
            Err(verdict) => *verdict,
        };
    }
    decide(certificate, meter)
}

/// Begins the check of a certificate: one with milestones is left in pieces, that can be verified in any
/// order and at the same time; others are checked at once, as by [`check_with`].
///
/// ```
/// use std::ops::ControlFlow;
/// use ishitori_certify::*;
/// let rule = Rule::subtraction([1, 2]);
/// let text = Certificate::new(rule, Claim::period(0, 3), Proof::subtraction()).to_json();
/// let opened = open(&text, &Limits::default(), |_| ControlFlow::Continue(()));
/// assert!(matches!(opened, Opened::Decided(verdict) if verdict.valid));
/// ```
pub fn open(
    document: &str,
    limits: &Limits,
    mut report: impl FnMut(Progress) -> ControlFlow<()>,
) -> Opened {
    let meter = &mut Meter::new(limits, &mut report);
    match read(document, meter) {
        Ok(certificate) if matches!(certificate.data, Proof::Milestones(_)) => {
            match pieces(certificate, meter) {
                Ok(pieces) => Opened::Pieces(Box::new(pieces)),
                Err(verdict) => Opened::Decided(verdict),
            }
        }
        Ok(certificate) => Opened::Decided(Box::new(decide(certificate, meter))),
        Err(e) => {
            Opened::Decided(Box::new(Verdict { valid: false, claim: None, why: Why::Rejected(e) }))
        }
    }
}

/// A check that has begun.
pub enum Opened {
    /// It is over.
    Decided(Box<Verdict>),
    /// It is left to do.
    Pieces(Box<Pieces>),
}

/// The pieces of a certificate with milestones, or the verdict if its beginning is wrong.
fn pieces(certificate: Certificate, meter: &mut Meter) -> Result<Pieces, Box<Verdict>> {
    let hash = certificate.hash().to_owned();
    let Certificate { rule, claim, data, .. } = certificate;
    let statement = Statement { rule, claim };
    let begun = valid_rule(&statement.rule, meter.limits()).and_then(|()| {
        match (&statement.rule, &statement.claim, &data) {
            (Rule::TakeAndBreak(rule), Claim::GrundyPeriod(claim), Proof::Milestones(data)) => {
                valid_claim(claim, meter.limits())?;
                Pieces::new(statement.clone(), &hash, &rule.digits, claim, data, meter)
            }
            (_, Claim::GrundyPeriod(_), _) => Err(Rejection::Proof(Condition::RuleOfAnotherKind)),
            _ => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
        }
    });
    begun.map_err(|rejection| {
        let (claim, why) = (Some(statement), Why::Rejected(rejection));
        Box::new(Verdict { valid: false, claim, why })
    })
}

/// The verdict on a certificate that is checked in one go.
fn decide(certificate: Certificate, meter: &mut Meter) -> Verdict {
    let result = verify(&certificate, meter);
    let statement = Statement { rule: certificate.rule, claim: certificate.claim };
    Verdict {
        valid: result.is_ok(),
        claim: Some(statement),
        why: match result {
            Ok(evidence) => Why::Proved(evidence),
            Err(rejection) => Why::Rejected(rejection),
        },
    }
}

/// The certificate, if it has the format and the hash fits.
fn read(document: &str, meter: &mut Meter) -> Result<Certificate, Rejection> {
    within(Resource::Bytes, document.len() as u128, meter.limits().document)?;
    // Texts in the document, and what is written to take its hash.
    meter.reserve(4 * document.len() as u128)?;
    let envelope: Envelope =
        serde_json::from_str(document).map_err(|e| Rejection::NotJson(e.into()))?;
    let format = envelope.format.ok_or(Rejection::NoField("format"))?;
    if format.0 != format!("{FORMAT:?}") {
        return Err(Rejection::OtherFormat);
    }
    let version = envelope.version.ok_or(Rejection::NoField("version"))?;
    if version.0 != VERSION.to_string() {
        return Err(Rejection::Version(quoted(&version.0)));
    }
    let certificate: Certificate = strict::read(document, meter)?;
    let expected = canonical::hash(document).map_err(|e| Rejection::Malformed(e.into()))?;
    if certificate.hash() != expected {
        return Err(Rejection::Hash { expected });
    }
    // The statement is printed whatever becomes of the proof, so its names come first.
    if let Rule::Tuples(game) = &certificate.rule
        && !formula::names_are_known(game, &certificate.claim)
    {
        return Err(Rejection::Rule(Condition::FormulaNames));
    }
    Ok(certificate)
}

fn verify(certificate: &Certificate, meter: &mut Meter) -> Result<Evidence, Rejection> {
    let limits = meter.limits();
    valid_rule(&certificate.rule, limits)?;
    match &certificate.claim {
        Claim::GrundyPeriod(claim) => {
            valid_claim(claim, limits)?;
            verify_period(certificate, claim, meter)
        }
        Claim::OutcomePeriod(claim) => {
            outcomes::valid_claim(claim, limits)?;
            match (&certificate.data, &certificate.rule) {
                (Proof::Outcomes(_), Rule::Subtraction(rule)) => {
                    outcomes::verify(&rule.set, claim, meter)
                }
                _ => Err(Rejection::Proof(Condition::OutcomesOfSubtraction)),
            }
        }
        Claim::ValuePeriod(claim) => {
            values::valid_claim(claim, limits)?;
            match &certificate.data {
                Proof::Values(_) => values::verify(&certificate.rule, claim, meter),
                _ => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
            }
        }
        Claim::ValueGrowth(claim) => {
            crate::growth::valid_claim(claim, limits)?;
            match &certificate.data {
                Proof::HeapOrder(data) => {
                    crate::growth::verify(&certificate.rule, claim, data, meter)
                }
                _ => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
            }
        }
        Claim::Formula(claim) => match (&certificate.data, &certificate.rule) {
            (Proof::Formula(proof), Rule::Tuples(game)) => {
                formula::grundy::verify(game, claim, proof, meter)
            }
            (Proof::FormulaWins(proof), Rule::Tuples(game)) => {
                formula::wins::verify(game, claim, proof, meter)
            }
            _ => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
        },
        Claim::BoardStrategy(claim) => match (&certificate.data, &certificate.rule) {
            (Proof::BoardStrategy(proof), Rule::Board(rule)) => {
                board::verify(rule, claim, proof, meter)
            }
            _ => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
        },
        Claim::Quotient(_) if matches!(certificate.rule, Rule::Tuples(_) | Rule::Board(_)) => {
            Err(Rejection::Proof(Condition::RuleOfAnotherKind))
        }
        Claim::Quotient(claim) => match &certificate.data {
            Proof::Quotient(data) => quotient::verify(&certificate.rule, claim, data, meter),
            _ => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
        },
    }
}

fn verify_period(
    certificate: &Certificate,
    claim: &GrundyPeriod,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    match (&certificate.data, &certificate.rule) {
        (Proof::GuySmith(_), Rule::TakeAndBreak(rule)) => {
            guy_smith::verify(&rule.digits, claim, meter)
        }
        (Proof::Subtraction(_), Rule::Subtraction(rule)) => {
            subtraction::verify(&rule.set, claim, meter)
        }
        (Proof::AllBut(_), Rule::AllBut(rule)) => all_but::verify(&rule.excluded, claim, meter),
        (Proof::Arithmetic(data), Rule::TakeAndBreak(rule)) => {
            arithmetic::verify(&rule.digits, claim, data, meter)
        }
        (Proof::Window(data), Rule::TakeAndBreak(rule)) => {
            window::verify(&rule.digits, claim, data, meter)
        }
        (Proof::HeapOrder(_), _) => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
        // These are checked in pieces.
        (Proof::Milestones(_), _) => Err(Rejection::Proof(Condition::RuleOfAnotherKind)),
        (
            Proof::Quotient(_)
            | Proof::Outcomes(_)
            | Proof::Values(_)
            | Proof::Formula(_)
            | Proof::FormulaWins(_)
            | Proof::BoardStrategy(_),
            _,
        ) => Err(Rejection::Proof(Condition::ClaimOfAnotherKind)),
        _ => Err(Rejection::Proof(Condition::RuleOfAnotherKind)),
    }
}

fn valid_rule(rule: &Rule, limits: &Limits) -> Result<(), Rejection> {
    let increasing = |set: &[u64]| {
        let positive = set.first() != Some(&0);
        positive && set.windows(2).all(|pair| pair[0] < pair[1])
    };
    let largest = match rule {
        Rule::TakeAndBreak(rule) => {
            if rule.digits.last().is_none_or(|&d| d == 0) {
                return Err(Rejection::Rule(Condition::LastDigitZero));
            }
            if rule.digits[0] & 3 != 0 {
                return Err(Rejection::Rule(Condition::NothingTaken));
            }
            rule.digits.len() as u64 - 1
        }
        Rule::Subtraction(rule) => {
            if rule.set.is_empty() || !increasing(&rule.set) {
                return Err(Rejection::Rule(Condition::SetNotIncreasing));
            }
            rule.set[rule.set.len() - 1]
        }
        Rule::AllBut(rule) => {
            if !increasing(&rule.excluded) {
                return Err(Rejection::Rule(Condition::ExcludedNotIncreasing));
            }
            rule.excluded.last().copied().unwrap_or(0)
        }
        Rule::Partizan(rule) => {
            if !increasing(&rule.left) || !increasing(&rule.right) {
                return Err(Rejection::Rule(Condition::SetsNotIncreasing));
            }
            rule.left.iter().chain(&rule.right).copied().max().unwrap_or(0)
        }
        // What a game on tuples needs is checked with the formula.
        Rule::Tuples(_) => 0,
        // The text of a board game is read with the strategy.
        Rule::Board(_) => 0,
        Rule::Code(rule) => {
            valid_digits(rule)?;
            rule.digits.len() as u64
        }
    };
    within(Resource::Tokens, largest as u128, limits.largest_digit)
}

/// No digit names a larger number of heaps.
const MAX_PARTS: u64 = 31;

fn valid_digits(code: &GeneralCode) -> Result<(), Rejection> {
    let count = code.digits.len() as u64;
    if code.repeat > 0 && code.repeat >= count {
        return Err(Rejection::Rule(Condition::RepeatsFirst));
    }
    for (d, digit) in code.digits.iter().enumerate() {
        let CodeDigit { parts, every_from, .. } = digit;
        let mut counts = parts.iter().chain(every_from);
        if !counts.clone().zip(counts.clone().skip(1)).all(|(a, b)| a < b) {
            return Err(Rejection::Rule(Condition::PartsNotIncreasing));
        }
        if counts.clone().any(|&j| j > MAX_PARTS) {
            return Err(Rejection::Rule(Condition::ManyParts));
        }
        if d == 0 && counts.any(|&j| j < 2) {
            return Err(Rejection::Rule(Condition::NothingTaken));
        }
    }
    Ok(())
}

fn valid_claim(claim: &GrundyPeriod, limits: &Limits) -> Result<(), Rejection> {
    if claim.period == 0 || claim.win_lose.as_ref().is_some_and(|w| w.period == 0) {
        return Err(Rejection::Claim(Condition::PeriodZero));
    }
    if claim.saltus > 0 && claim.max_value.is_some() {
        return Err(Rejection::Claim(Condition::MaxWithSaltus));
    }
    within(Resource::Heaps, claim.preperiod as u128 + claim.period as u128, limits.heaps)?;
    within(Resource::Heaps, claim.saltus as u128, limits.heaps)?;
    if let Some(w) = &claim.win_lose {
        let end = w.preperiod as u128 + w.period as u128 + claim.period as u128;
        within(Resource::Heaps, end, limits.heaps)?;
    }
    Ok(())
}
