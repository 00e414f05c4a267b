//! Which sets of a family satisfy a condition, packed.

use ishitori_sweep::{Expression, Query, StripsError, SweepError, matching_places};
use serde::{Deserialize, Serialize};

use super::{Packed, Sets};
use crate::registration::{Address, Registration};
use crate::{AskError, Context};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::packed("family/places")],
    &[&[("min", "2"), ("max", "7"), ("where", "has_R")]],
);

/// Which sets satisfy the condition?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Request {
    /// The family.
    #[serde(flatten)]
    pub sets: Sets,
    /// The condition; all sets if there is none.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
}

/// One bit for each set of the family, the first in the lowest bit of the first byte, 1 if the
/// condition holds for it.
pub type Answer = Packed;

/// Tests the condition for every set. The cost is that of a sweep.
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let mut query = Query::new(request.sets.end()?);
    let family = request.sets.charted()?;
    if let Some(text) = &request.condition {
        let condition = text.parse::<Expression>().map_err(|error| AskError::Condition {
            field: "where",
            source: text.clone(),
            error,
        })?;
        query.condition = Some(condition);
    }
    let bytes = matching_places(&family, &query, &context.budget).map_err(|error| match error {
        StripsError::Limit(limit) => limit.into(),
        StripsError::Overflow(overflow) => AskError::Sweep(SweepError::Overflow(overflow)),
        StripsError::TooMany { limit } => AskError::Sweep(SweepError::TooManyGroups { limit }),
    })?;
    Ok(Packed { bytes })
}
