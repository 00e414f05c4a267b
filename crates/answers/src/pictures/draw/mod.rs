//! Pictures: what is in them is computed here, what is said in them comes from `ishitori-words`
//! through the [`Context`](crate::Context).

mod answer;
pub mod automaton;
pub mod bar;
pub mod board;
pub mod graph;
pub mod grid;
mod quotient;
mod recurrence;
mod render;
mod sequence;
mod several;
pub mod strips;
mod structure;
pub mod thermograph;
mod tiles;
pub mod tree;

use ishitori_draw::{Palette, Provenance};
use ishitori_values::Outcome;
use serde::{Deserialize, Serialize};

use crate::{Accepted, AskError, RuleSource};

pub use answer::{Answer, Captions, Drawn, Look, Mark, Plot};
pub use quotient::{cayley_graph, monoid_table};
pub use recurrence::{Recurrence, RecurringPosition};
pub use render::{Format, render};
pub use strips::{Strips, StripsFor};
pub use structure::{Transition, Transitions, Vertex};
pub use tiles::{TileCaptions, Tiles};

use answer::{drawn, picture_request};

/// Legends begin with the players.
pub const LEGEND: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

/// The Grundy numbers of a heap game as dots.
pub mod scatter {
    pub use super::Answer;
    pub use super::sequence::Request;
    use crate::registration::{Registration, pictures};
    use crate::{AskError, Context};

    /// The registration of the question, read by every front end of the program.
    pub const REGISTRATION: Registration = Registration::new(
        pictures!(
            "draw/scatter",
            [svg, png, pdf, tex],
            &[("to", 100_000), ("columns", 10_000), ("size", 16_384)],
            &[]
        ),
        &[&[("rule", "0.77"), ("to", "20")]],
    );

    /// Draws them. The cost is that of the numbers, and of looking for their period.
    ///
    /// ```
    /// use ishitori_answers::draw::scatter;
    /// use ishitori_answers::Context;
    /// use ishitori_values::Budget;
    ///
    /// let request = serde_json::json!({ "rule": "kayles", "to": 100 });
    /// let request: scatter::Request = serde_json::from_value(request).unwrap();
    /// let picture = scatter::answer(&request, &Context::new(Budget::unlimited())).unwrap();
    /// assert_eq!(picture.title, "kayles");
    /// ```
    pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
        super::sequence::answer(request, super::sequence::Layout::Scatter, context)
    }
}

/// The Grundy numbers of a heap game as a coloured table, aligned by the period.
pub mod period_table {
    pub use super::Answer;
    pub use super::sequence::Request;
    use crate::registration::{Registration, pictures};
    use crate::{AskError, Context};

    /// The registration of the question, read by every front end of the program.
    pub const REGISTRATION: Registration = Registration::new(
        pictures!(
            "draw/table",
            [svg, png, pdf, tex],
            &[("to", 100_000), ("columns", 10_000), ("size", 16_384)],
            &[]
        ),
        &[&[("rule", "0.77"), ("to", "20")]],
    );

    /// Draws it. The cost is that of the numbers, and of looking for their period.
    ///
    /// ```
    /// use ishitori_answers::draw::period_table;
    /// use ishitori_answers::Context;
    /// use ishitori_values::Budget;
    ///
    /// let request = serde_json::json!({ "rule": "0.07", "to": 203, "format": "png" });
    /// let request: period_table::Request = serde_json::from_value(request).unwrap();
    /// let picture = period_table::answer(&request, &Context::new(Budget::unlimited())).unwrap();
    /// assert!(picture.width > picture.height);
    /// ```
    pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
        super::sequence::answer(request, super::sequence::Layout::Table, context)
    }
}

/// The multiplication table of a quotient, coloured by outcome.
pub mod monoid {
    pub use super::Answer;
    pub use super::quotient::Request;
    use crate::registration::{Registration, pictures};
    use crate::{AskError, Context};

    /// The registration of the question, read by every front end of the program.
    pub const REGISTRATION: Registration = Registration::new(
        pictures!("draw/monoid", [svg, png, pdf, tex], &[("to", 1_000_000), ("size", 16_384)], &[]),
        &[&[("rule", "sub:2,3"), ("end", "mod2:LR")]],
    );

    /// Draws it. The cost is that of the quotient, and of its order squared.
    ///
    /// ```
    /// use ishitori_answers::draw::monoid;
    /// use ishitori_answers::Context;
    /// use ishitori_values::Budget;
    ///
    /// let request = serde_json::json!({ "rule": "sub:3,5", "end": "mod2:LR" });
    /// let request: monoid::Request = serde_json::from_value(request).unwrap();
    /// let picture = monoid::answer(&request, &Context::new(Budget::unlimited())).unwrap();
    /// assert_eq!(picture.order, Some(8));
    /// ```
    pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
        super::quotient::answer(request, super::quotient::View::Table, context)
    }
}

/// The Cayley graph of a quotient: what its generators do.
pub mod cayley {
    pub use super::Answer;
    pub use super::quotient::Request;
    use crate::registration::{Registration, pictures};
    use crate::{AskError, Context};

    /// The registration of the question, read by every front end of the program.
    pub const REGISTRATION: Registration = Registration::new(
        pictures!("draw/cayley", [svg, png, pdf, tex], &[("to", 1_000_000), ("size", 16_384)], &[]),
        &[&[("rule", "sub:2,3"), ("end", "mod2:LR")]],
    );

    /// Draws it. The cost is that of the quotient, and of its order squared.
    ///
    /// ```
    /// use ishitori_answers::draw::cayley;
    /// use ishitori_answers::Context;
    /// use ishitori_values::Budget;
    ///
    /// let request = serde_json::json!({ "rule": "sub:3,5", "end": "mod2:LR" });
    /// let request: cayley::Request = serde_json::from_value(request).unwrap();
    /// let picture = cayley::answer(&request, &Context::new(Budget::unlimited())).unwrap();
    /// assert_eq!(picture.order, Some(8));
    /// ```
    pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
        super::quotient::answer(request, super::quotient::View::Cayley, context)
    }
}

/// The colours of outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    /// Blue and vermilion, for all readers.
    #[default]
    Safe,
    /// Blue and red.
    Slides,
}

impl Colours {
    /// Refuses other colours of outcomes where a picture has none.
    fn refuse(self) -> Result<(), AskError> {
        match self {
            Colours::Safe => Ok(()),
            Colours::Slides => {
                let (value, accepted) = ("slides".to_string(), Accepted::NoPalette);
                Err(AskError::Argument { field: "palette", value, accepted })
            }
        }
    }
}

impl From<Colours> for Palette {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Safe => Palette::Safe,
            Colours::Slides => Palette::Slides,
        }
    }
}

/// How a picture was made.
fn provenance(command: String, parameters: &[(&str, String)]) -> Provenance {
    Provenance {
        command,
        version: env!("CARGO_PKG_VERSION").to_string(),
        parameters: parameters.iter().map(|(k, v)| ((*k).to_string(), v.clone())).collect(),
    }
}

/// A rule as it was typed.
fn typed(rule: &RuleSource) -> &str {
    match rule {
        RuleSource::Text(text) => text,
        RuleSource::File { name, .. } => name,
    }
}
