//! Pictures: what is in them is computed here, what is said in them comes from `ishitori-words`.

mod render;
mod strips;
mod tiles;

use ishitori_draw::{Palette, Provenance};
use ishitori_values::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use render::{Format, render};
pub use strips::{Strips, StripsFor};
pub use tiles::{TileCaptions, Tiles};

/// Legends begin with the players.
pub const LEGEND: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

/// The colours of outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    /// Blue and vermilion, for all readers.
    #[default]
    Safe,
    /// Blue and red.
    Slides,
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
