//! A claim of the user: a period and a preperiod.

use ishitori_solve::heap::Periodicity;
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use super::Request;
use super::heaps::Numbers;
use crate::{Accepted, AskError};

/// Numbers up to this heap are computed to look at a claim.
const MOST: u64 = 1 << 24;
/// The heaps beyond the claim that are examined where nothing is proved.
const BEYOND: u64 = 100_000;

/// The verdict on the claim that G(n + period) = G(n) for all n ≥ preperiod.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The claimed preperiod.
    pub preperiod: u64,
    /// The claimed period.
    pub period: u64,
    /// Whether it is true.
    pub verdict: Verdict,
    /// Whether neither a smaller preperiod nor a smaller period is true, if it is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<bool>,
    /// The first n at which it fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
    /// The last number that was compared, where nothing is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_to: Option<u64>,
}

/// Whether a claim is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is, for all n.
    Proved,
    /// It is not.
    Refuted,
    /// It is as far as the numbers go, which proves nothing.
    Observed,
    /// There are too few numbers to look at it.
    Unknown,
}

/// Two numbers that differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The place n.
    pub n: u64,
    /// The number there.
    pub value: u32,
    /// The number one claimed period later.
    pub later: u32,
}

impl Claim {
    /// Reads `53,34`: preperiod and period.
    pub(super) fn read(request: &Request) -> Result<Option<(u64, u64)>, AskError> {
        let Some(text) = &request.claim else { return Ok(None) };
        let refused = || AskError::Argument {
            field: "claim",
            value: text.clone(),
            accepted: Accepted::Claim,
        };
        let halfwidth: String = text.chars().map(ishitori_rules::to_halfwidth).collect();
        let (n0, p) = halfwidth.split_once(',').ok_or_else(refused)?;
        let number = |s: &str| s.trim().parse::<u64>().ok().filter(|&n| n < 1 << 62);
        let (n0, p) = number(n0).zip(number(p)).ok_or_else(refused)?;
        if p == 0 { Err(refused()) } else { Ok(Some((n0, p))) }
    }

    /// Looks at a claim about numbers that are all there, the first of them at `first`. O(n).
    pub(super) fn about(values: &[u32], first: u64, (preperiod, period): (u64, u64)) -> Claim {
        let counterexample = differs(values, first, preperiod, period);
        let end = first + values.len() as u64;
        let compared = preperiod.max(first).saturating_add(period) < end;
        let verdict = match counterexample {
            Some(_) => Verdict::Refuted,
            None if compared => Verdict::Observed,
            None => Verdict::Unknown,
        };
        let checked_to = (verdict == Verdict::Observed).then_some(end.saturating_sub(1));
        Claim { preperiod, period, verdict, least: None, counterexample, checked_to }
    }

    /// Looks at a claim about a rule whose period is known or not. The cost of the numbers up to the end
    /// of the claim.
    pub(super) fn about_rule(
        numbers: &mut Numbers<'_>,
        found: Option<&Periodicity>,
        (preperiod, period): (u64, u64),
        budget: &Budget,
    ) -> Result<Claim, AskError> {
        let true_for_all = found.filter(|found| {
            let known = found.values;
            found.saltus == 0 && period.is_multiple_of(known.period) && preperiod >= known.preperiod
        });
        if let Some(found) = true_for_all {
            let least = (found.values.preperiod, found.values.period) == (preperiod, period);
            return Ok(Claim {
                preperiod,
                period,
                verdict: Verdict::Proved,
                least: Some(least),
                counterexample: None,
                checked_to: None,
            });
        }
        // A claim that is wrong about a known period fails within one more period.
        let ends = match found {
            Some(found) => preperiod
                .max(found.values.preperiod)
                .saturating_add(found.values.period)
                .saturating_add(period),
            None => preperiod.saturating_add(period).saturating_add(BEYOND),
        };
        let heaps = ends.saturating_add(1).min(MOST);
        let (values, _) = numbers.below(heaps, budget).map_err(AskError::Heap)?;
        let mut claim = Claim::about(values, 0, (preperiod, period));
        if found.is_some() {
            claim = Claim { verdict: Verdict::Refuted, checked_to: None, ..claim };
        }
        Ok(claim)
    }
}

/// The first n ≥ preperiod with another number one period later.
fn differs(values: &[u32], first: u64, preperiod: u64, period: u64) -> Option<Counterexample> {
    let start = usize::try_from(preperiod.saturating_sub(first)).ok()?;
    let period = usize::try_from(period).ok()?;
    let later = values.get(start.checked_add(period)?..)?;
    let pairs = values[start..].iter().zip(later).zip(start as u64..);
    let mut wrong = pairs.filter(|((value, later), _)| value != later);
    wrong.next().map(|((&value, &later), at)| Counterexample { n: first + at, value, later })
}
