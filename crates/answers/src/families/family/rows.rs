//! The rows of a family, packed for a chart that is drawn elsewhere.

use ishitori_sweep::{Sequence, outcome_sequence};
use serde::{Deserialize, Serialize};

use super::{Packed, Sets};
use crate::registration::{Address, Registration};
use crate::{AskError, Context};

/// Rows between two looks at the budget.
const LOOK: u64 = 256;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::packed("family/rows")],
    &[&[("min", "2"), ("max", "7"), ("count", "8"), ("to", "20")]],
);

/// The outcomes of some sets of a family.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Request {
    /// The family.
    #[serde(flatten)]
    pub sets: Sets,
    /// The place of the first set, in the order of the family.
    #[serde(default)]
    pub from: u64,
    /// How many sets.
    #[cfg_attr(feature = "schemas", schemars(range(max = 16_384)))]
    pub count: u64,
    /// The last heap.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    pub to: u64,
}

/// The rows: for each set its numbers, bit s − 1 of ⌈max/32⌉ words of 32 bits for s, then its
/// outcomes for n = 0, …, to, four to a byte, the first in the lowest bits: P 0, N 1, L 2, R 3.
/// Numbers are little-endian.
pub type Answer = Packed;

/// Computes and packs the rows. O(count · (max + to)).
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let end = request.sets.end()?;
    let family = request.sets.charted()?;
    let to = request.to as usize;
    let words = (family.max() as usize).div_ceil(32);
    let last = request.from.saturating_add(request.count).min(family.len());
    let mut bytes = Vec::new();
    let mut sequence = Sequence::default();
    for place in request.from..last {
        if place % LOOK == 0 {
            context.budget.check(bytes.len() as u64)?;
        }
        let set = family.set(place);
        for half in 0..words {
            let word = set.words().get(half / 2).copied().unwrap_or(0);
            bytes.extend(((word >> (32 * (half % 2))) as u32).to_le_bytes());
        }
        outcome_sequence(&set, &end, &mut sequence);
        for start in (0..=to).step_by(4) {
            let code = |i: usize| match start + i <= to {
                true => (sequence.outcome(start + i) as u8) << (2 * i),
                false => 0,
            };
            bytes.push((0..4).map(code).sum());
        }
    }
    Ok(Packed { bytes })
}
