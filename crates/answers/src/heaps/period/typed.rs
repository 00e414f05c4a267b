//! The apparent period of a sequence that the user typed.

use ishitori_solve::known::{observed_period, shortest_cycle};
use serde::{Deserialize, Serialize};

use super::{Claim, Request};
use crate::known::{Observed, Status};
use crate::sequence::read_values;
use crate::{Accepted, AskError};

/// The apparent period of a sequence of numbers that the user typed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Typed {
    /// The numbers, the first of them at 0.
    pub sequence: Vec<u32>,
    /// That nothing is proved by finitely many numbers.
    pub status: Status,
    /// Nothing is proved.
    pub period: Option<u64>,
    /// Nothing is proved.
    pub preperiod: Option<u64>,
    /// Nothing is proved.
    pub saltus: Option<u64>,
    /// The largest number.
    pub max_value: Option<u32>,
    /// The period with the shortest description that is seen at least twice.
    pub observed: Option<Observed>,
    /// How many whole periods are seen.
    pub times: Option<u64>,
    /// The verdict on the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}

pub(super) fn answer(text: &str, request: &Request) -> Result<Typed, AskError> {
    let refused = |field, value: &str, accepted| AskError::Argument {
        field,
        value: value.to_string(),
        accepted,
    };
    if let Some(value) = request.set.first() {
        return Err(refused("set", value, Accepted::RuleOrSequence));
    }
    if let Some(value) = request.row.first() {
        return Err(refused("row", value, Accepted::RuleOrSequence));
    }
    if request.certificate {
        return Err(refused("certificate", text, Accepted::HeapRuleHere));
    }
    let sequence = read_values(text).ok_or_else(|| refused("sequence", text, Accepted::Numbers))?;
    let seen = shortest_cycle(&sequence).or_else(|| observed_period(&sequence));
    let times = seen.map(|seen| ((sequence.len() - seen.preperiod) / seen.period) as u64);
    let claim = Claim::read(request)?.map(|claim| Claim::about(&sequence, 0, claim));
    Ok(Typed {
        status: Status::NoTheorem,
        period: None,
        preperiod: None,
        saltus: None,
        max_value: sequence.iter().max().copied(),
        observed: seen.map(Observed::from),
        times,
        claim,
        sequence,
    })
}
