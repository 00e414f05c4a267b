//! Charts of families of subtraction sets: one row for each set.

use ishitori_draw::{Palette, Provenance, StripChart};
use ishitori_sweep::{Strip, StripsError, SweepError, strips};
use ishitori_values::Budget;

use crate::sweep::{Asked, set_name};
use crate::{Accepted, AskError};

/// Sets that are looked at for rows at most.
const MAX_SETS: u64 = 1 << 26;

/// What the rows of a family are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StripsFor {
    /// One picture.
    Chart,
    /// Tiles, of which more fit.
    Tiles,
}

impl StripsFor {
    fn field(self) -> &'static str {
        match self {
            StripsFor::Chart => "chart",
            StripsFor::Tiles => "tiles",
        }
    }

    fn most(self) -> usize {
        match self {
            StripsFor::Chart => 1 << 18,
            StripsFor::Tiles => 1 << 20,
        }
    }
}

/// The outcomes of the first heaps of the sets of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Strips {
    /// The family.
    pub family: String,
    /// Who wins when no move is left.
    pub end: String,
    /// The condition that all sets satisfy.
    pub condition: Option<String>,
    pub(super) rows: Vec<Strip>,
}

impl Strips {
    /// The outcomes of the heaps 0, …, `to`. The cost is that of a sweep on one thread.
    ///
    /// ```
    /// use ishitori_answers::draw::{Strips, StripsFor};
    /// use ishitori_answers::{Context, sweep};
    /// use ishitori_values::Budget;
    ///
    /// let context = Context::new(Budget::unlimited());
    /// let asked = sweep::Asked::read(&sweep::Request::new(2, 7), &context).unwrap();
    /// let strips = Strips::of(&asked, StripsFor::Chart, 50, &context.budget).unwrap();
    /// assert_eq!(strips.title(), "min 2, max 7, mod2:LR");
    /// assert!(strips.into_chart(None, "a test".into()).scene().is_ok());
    /// ```
    pub fn of(asked: &Asked, for_: StripsFor, to: u32, budget: &Budget) -> Result<Self, AskError> {
        let Asked { family, query, .. } = asked;
        let field = for_.field();
        let refused =
            |value: String| AskError::Argument { field, value, accepted: Accepted::ChartFamily };
        if family.len() > MAX_SETS {
            return Err(refused(format!("{} sets", family.len())));
        }
        let found = strips(family, query, to as usize + 1, for_.most(), budget);
        let rows = found.map_err(|error| match error {
            StripsError::Limit(limit) => AskError::Limit(limit),
            StripsError::Overflow(overflow) => AskError::Sweep(SweepError::Overflow(overflow)),
            StripsError::TooMany { limit } => refused(format!("more than {limit} rows")),
        })?;
        if rows.is_empty() {
            let value = "0 rows".to_string();
            return Err(AskError::Argument { field, value, accepted: Accepted::SomeSet });
        }
        Ok(Strips {
            family: family.describe(),
            end: query.end.to_string(),
            condition: query.condition.as_ref().map(|condition| condition.text().to_string()),
            rows,
        })
    }

    /// What they are of.
    pub fn title(&self) -> String {
        let title = format!("{}, {}", self.family, self.end);
        match &self.condition {
            None => title,
            Some(condition) => format!("{title}, {condition}"),
        }
    }

    /// The chart, under this heading or its own, with English captions. O(rows).
    pub fn into_chart(self, title: Option<&str>, command: String) -> StripChart {
        let (provenance, own) = (self.provenance(command), self.title());
        let rows = self.rows.into_iter().map(|strip| (set_name(&strip.set), strip.outcomes));
        let title = title.map_or(own, str::to_string);
        StripChart { provenance, ..StripChart::new(title, rows.collect()) }
    }

    fn provenance(&self, command: String) -> Provenance {
        let mut parameters = vec![("family", self.family.clone()), ("end", self.end.clone())];
        if let Some(condition) = &self.condition {
            parameters.push(("where", condition.clone()));
        }
        super::provenance(command, &parameters)
    }

    /// The same chart in tiles, with the page that shows them.
    pub fn tiles<'a>(
        &'a self,
        palette: Palette,
        captions: &'a super::TileCaptions,
    ) -> super::Tiles<'a> {
        super::Tiles { strips: self, palette, captions }
    }
}
