//! Rules by which values grow.

use ishitori_solve::ending::Recurrence;
use ishitori_values::notation::Style;
use ishitori_values::{LimitReached, Session};
use serde::{Deserialize, Serialize};

/// A rule by which values grow, seen and perhaps proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Growth {
    /// Whether it is proved for all heaps, or evidence.
    pub status: GrowthStatus,
    /// The distance of heaps that belong together.
    pub step: usize,
    /// It was checked for all heaps from here …
    pub from: usize,
    /// … to before this one.
    pub checked_below: usize,
    /// Games in terms of the ones before them.
    pub families: Vec<Family>,
    /// The heaps in terms of these games.
    pub heaps: Vec<Progression>,
}

/// The basis of a rule for growth: proved or seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GrowthStatus {
    /// It holds for all heaps.
    Proved,
    /// It was seen, not proved.
    Evidence,
}

/// Games each of which is made of the one before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Family {
    /// Its name, such as T.
    pub name: String,
    /// T(0).
    pub start: String,
    /// T(k+1) in terms of T(k).
    pub next: String,
}

/// Heaps at equal distances.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Progression {
    /// The first of them.
    pub first: usize,
    /// Their values in terms of i = 0, 1, ….
    pub value: String,
}

impl Growth {
    /// Prints a rule that was found.
    pub(super) fn new(
        found: &Recurrence,
        status: GrowthStatus,
        style: Style,
        session: &mut Session<'_>,
    ) -> Result<Growth, LimitReached> {
        let name = |at: usize| match at {
            0..7 => char::from(b"TUVWXYZ"[at]).to_string(),
            _ => format!("T{at}"),
        };
        let mut families = Vec::new();
        for (at, family) in found.families.iter().enumerate() {
            let start = session.print_as(family.start, style).unwrap_or_else(|_| "…".to_string());
            let next = family.context.print(&format!("{}(k)", name(at)), style, session)?;
            families.push(Family { name: name(at), start, next });
        }
        let mut heaps = Vec::new();
        for progression in &found.heaps {
            let advance = match progression.advance {
                1 => "i".to_string(),
                m => format!("{m}i"),
            };
            let place = match progression.index {
                0 => advance,
                k => format!("{k}+{advance}"),
            };
            let hole = format!("{}({place})", name(progression.family));
            let value = progression.context.print(&hole, style, session)?;
            heaps.push(Progression { first: progression.first, value });
        }
        let Recurrence { step, from, checked: checked_below, .. } = *found;
        Ok(Growth { status, step, from, checked_below, families, heaps })
    }
}
