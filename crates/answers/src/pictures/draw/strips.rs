//! Charts of families of subtraction sets: one row for each set.

use ishitori_draw::{Palette, Provenance, StripCells, StripChart};
use ishitori_sweep::{self as family, Cells, Strip, StripsError, SweepError, strips};
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use super::{Colours, Look, Plot, drawn, picture_request};
use crate::registration::{Registration, pictures};
use crate::sweep::{self, Asked, set_name};
use crate::{Accepted, AskError, Context};

pub use super::Answer;

/// Sets that are examined for rows at most.
const MAX_SETS: u64 = 1 << 26;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!(
        "draw/strips",
        [svg, png, pdf, tex],
        &[
            ("min", 1024),
            ("max", 1024),
            ("min-size", 1024),
            ("max-size", 1024),
            ("chart-to", 1000),
            ("size", 16_384)
        ],
        &[]
    ),
    &[&[("min", "2"), ("max", "7")]],
);

picture_request! {
    /// How do the outcomes or Grundy numbers of the sets of a family look, one row for each set?
    Request {
        /// Smallest number of every set.
        pub min: u32,
        /// Upper bound on the largest number of a set.
        pub max: u32,
        /// Who wins when no move is left.
        #[serde(default = "end")]
        pub end: String,
        /// Minimum size of a set.
        #[serde(default = "min_size")]
        pub min_size: u32,
        /// Maximum size of a set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub max_size: Option<u32>,
        /// Numbers that every set has.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub with: Vec<u32>,
        /// Numbers that no set has.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub without: Vec<u32>,
        /// Only sets for which this holds.
        #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
        pub condition: Option<String>,
        /// The last heap of the chart.
        #[serde(default = "chart_to")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 5000)))]
        pub chart_to: u32,
        /// What is shown of a heap.
        #[serde(default, skip_serializing_if = "Shown::is_outcome")]
        pub show: Shown,
    }
}

/// What is shown of a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Its outcome class.
    #[default]
    Outcome,
    /// Its Grundy number.
    Grundy,
}

impl Shown {
    fn is_outcome(&self) -> bool {
        *self == Shown::Outcome
    }
}

fn end() -> String {
    "mod2:LR".to_string()
}

fn min_size() -> u32 {
    1
}

fn chart_to() -> u32 {
    50
}

/// Draws it. The cost is that of a sweep on one thread, and of the cells.
///
/// ```
/// use ishitori_answers::draw::strips;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "min": 2, "max": 7 });
/// let request: strips::Request = serde_json::from_value(request).unwrap();
/// let picture = strips::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(picture.title, "min 2, max 7, mod2:LR");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let family = sweep::Request {
        end: request.end.clone(),
        min_size: request.min_size,
        max_size: request.max_size,
        with: request.with.clone(),
        without: request.without.clone(),
        condition: request.condition.clone(),
        ..sweep::Request::new(request.min, request.max)
    };
    let asked = Asked::read(&family, context)?;
    let strips =
        Strips::of(&asked, StripsFor::Chart(request.show), request.chart_to, &context.budget)?;
    strips.draw(request.look(), request.palette, request.command(), context)
}

impl Request {
    /// What one would type for the same chart, which says so. O(request).
    pub fn command(&self) -> String {
        let list = |name: &str, numbers: &[u32]| match numbers {
            [] => String::new(),
            numbers => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                format!(" --{name} {}", numbers.join(","))
            }
        };
        let Request { min, max, end, min_size, chart_to, .. } = self;
        let max_size = self.max_size.map_or(String::new(), |n| format!(" --max-size {n}"));
        let condition =
            self.condition.as_ref().map_or(String::new(), |c| format!(" --where '{c}'"));
        let show = if self.show.is_outcome() { "" } else { " --chart-show grundy" };
        format!(
            "ishitori sweep --min {min} --max {max} --end {end} --min-size {min_size}{max_size}{}{}{condition} --chart-to {chart_to}{show}",
            list("with", &self.with),
            list("without", &self.without)
        )
    }
}

/// What the rows of a family are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StripsFor {
    /// One picture.
    Chart(Shown),
    /// Tiles, of which more fit.
    Tiles,
}

impl StripsFor {
    fn field(self) -> &'static str {
        match self {
            StripsFor::Chart(_) => "chart",
            StripsFor::Tiles => "tiles",
        }
    }

    fn most(self) -> usize {
        match self {
            StripsFor::Chart(_) => 1 << 18,
            StripsFor::Tiles => 1 << 20,
        }
    }

    fn shown(self) -> family::Shown {
        match self {
            StripsFor::Chart(Shown::Grundy) => family::Shown::Grundy,
            StripsFor::Chart(Shown::Outcome) | StripsFor::Tiles => family::Shown::Outcomes,
        }
    }
}

/// The outcomes or Grundy numbers of the first heaps of the sets of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Strips {
    /// The family.
    pub family: String,
    /// Who wins when no move is left, or that Grundy numbers are shown.
    pub end: String,
    /// The condition that all sets satisfy.
    pub condition: Option<String>,
    pub(super) rows: Vec<Strip>,
}

impl Strips {
    /// What the heaps 0, …, `to` have. The cost is that of a sweep on one thread.
    ///
    /// ```
    /// use ishitori_answers::draw::{Strips, StripsFor, strips::Shown};
    /// use ishitori_answers::{Context, sweep};
    /// use ishitori_values::Budget;
    ///
    /// let context = Context::new(Budget::unlimited());
    /// let asked = sweep::Asked::read(&sweep::Request::new(2, 7), &context).unwrap();
    /// let chart = StripsFor::Chart(Shown::Outcome);
    /// let strips = Strips::of(&asked, chart, 50, &context.budget).unwrap();
    /// assert_eq!(strips.title(), "min 2, max 7, mod2:LR");
    /// ```
    pub fn of(asked: &Asked, for_: StripsFor, to: u32, budget: &Budget) -> Result<Self, AskError> {
        let Asked { family, query, .. } = asked;
        let field = for_.field();
        let refused =
            |value: String| AskError::Argument { field, value, accepted: Accepted::ChartFamily };
        if family.len() > MAX_SETS {
            return Err(refused(format!("{} sets", family.len())));
        }
        let found = strips(family, query, for_.shown(), to as usize + 1, for_.most(), budget);
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
            end: match for_.shown() {
                family::Shown::Outcomes => query.end.to_string(),
                family::Shown::Grundy => "G(n)".to_string(),
            },
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

    /// The chart. O(cells).
    pub fn draw(
        self,
        look: Look<'_>,
        colours: Colours,
        command: String,
        context: &Context,
    ) -> Result<Answer, AskError> {
        let (provenance, title) = (self.provenance(command), self.title());
        let rows = self.rows.into_iter().map(|strip| {
            let cells = match strip.cells {
                Cells::Outcomes(outcomes) => StripCells::Outcomes(outcomes),
                Cells::Grundy(numbers) => StripCells::Numbers(numbers),
            };
            (set_name(&strip.set), cells)
        });
        let palette = colours.into();
        let chart = StripChart { provenance, palette, ..StripChart::new(title, rows.collect()) };
        drawn(Plot::Strips(chart), look, context)
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
