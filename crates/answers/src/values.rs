//! Values of heaps.

use ishitori_solve::ending::Recurrence;
use ishitori_values::notation::Style;
use ishitori_values::{LimitReached, Session};
use serde_json::{Value as Json, json};

/// A rule by which values grow, printed.
pub struct GrowthInWords {
    /// The distance of heaps that belong together.
    pub step: usize,
    /// It was checked for all heaps from here …
    pub from: usize,
    /// … to before this one.
    pub checked: usize,
    /// The name of each family, its first game, and the next one in terms of one.
    pub families: Vec<(String, String, String)>,
    /// The first heap of each progression, and its values in terms of i = 0, 1, ….
    pub heaps: Vec<(usize, String)>,
}

impl GrowthInWords {
    /// Prints it.
    pub fn new(
        found: &Recurrence,
        style: Style,
        session: &mut Session<'_>,
    ) -> Result<GrowthInWords, LimitReached> {
        let name = |at: usize| match at {
            0..7 => char::from(b"TUVWXYZ"[at]).to_string(),
            _ => format!("T{at}"),
        };
        let mut families = Vec::new();
        for (at, family) in found.families.iter().enumerate() {
            let start = session.print_as(family.start, style).unwrap_or_else(|_| "…".to_string());
            let next = family.context.print(&format!("{}(k)", name(at)), style, session)?;
            families.push((name(at), start, next));
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
            heaps.push((progression.first, progression.context.print(&hole, style, session)?));
        }
        let Recurrence { step, from, checked, .. } = *found;
        Ok(GrowthInWords { step, from, checked, families, heaps })
    }

    /// As JSON.
    pub fn to_json(&self) -> Json {
        let families = self.families.iter();
        let heaps = self.heaps.iter();
        json!({
            "status": "evidence",
            "step": self.step,
            "from": self.from,
            "checked_below": self.checked,
            "families": families
                .map(|(name, start, next)| json!({ "name": name, "start": start, "next": next }))
                .collect::<Vec<_>>(),
            "heaps": heaps
                .map(|(first, value)| json!({ "first": first, "value": value }))
                .collect::<Vec<_>>(),
        })
    }
}
