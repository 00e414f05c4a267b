//! Pictures as bytes.

use ishitori_draw::{DrawError, Scene};
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use crate::{Accepted, AskError};

/// Pixels per unit of a PNG: ready for print at 192 per inch.
const SCALE: f64 = 2.0;

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Scalable Vector Graphics.
    #[default]
    Svg,
    /// Portable Network Graphics.
    Png,
    /// Portable Document Format.
    Pdf,
    /// A picture of TikZ, for LaTeX.
    Tex,
    /// Plain text, of graphs; of automata the text of Walnut.
    Txt,
    /// The language of Graphviz, of graphs and automata.
    Dot,
}

impl Format {
    /// By the end of a file name, without its dot.
    ///
    /// ```
    /// use ishitori_answers::draw::Format;
    ///
    /// assert_eq!(Format::of_ending("SVG"), Some(Format::Svg));
    /// assert_eq!(Format::of_ending("doc"), None);
    /// ```
    pub fn of_ending(ending: &str) -> Option<Format> {
        match ending.to_lowercase().as_str() {
            "svg" => Some(Format::Svg),
            "png" => Some(Format::Png),
            "pdf" => Some(Format::Pdf),
            "tex" => Some(Format::Tex),
            "txt" => Some(Format::Txt),
            "dot" | "gv" => Some(Format::Dot),
            _ => None,
        }
    }

    /// Whether it is text, which only graphs and automata can be written as.
    pub fn is_text(self) -> bool {
        matches!(self, Format::Txt | Format::Dot)
    }

    /// The refusal of a picture that is not a text.
    pub(super) fn refused(self) -> AskError {
        let value = if self == Format::Dot { "dot" } else { "txt" }.to_string();
        AskError::Argument { field: "format", value, accepted: Accepted::Picture }
    }
}

/// A scene as a file of this format, with the given width, if any; given up at the end of the grace period of the
/// budget. O(shapes), for PNG O(pixels).
pub fn render(
    scene: &Scene,
    format: Format,
    width: Option<u32>,
    budget: &Budget,
) -> Result<Vec<u8>, AskError> {
    let resized = width.map(|width| scene.resized(width.into()));
    let scene = resized.as_ref().unwrap_or(scene);
    let grace = budget.with_grace_period();
    let go_on = || grace.check(0).is_ok();
    let bytes = match format {
        Format::Svg => scene.to_svg_while(&go_on).map(String::into_bytes),
        Format::Png => scene.to_png_while(SCALE, &go_on),
        Format::Pdf => scene.to_pdf_while(&go_on),
        Format::Tex => scene.to_tikz_while(&go_on).map(String::into_bytes),
        Format::Txt | Format::Dot => return Err(format.refused()),
    };
    bytes.map_err(|error| match (error, grace.check(0)) {
        (DrawError::GivenUp, Err(limit)) => AskError::Limit(limit),
        (error, _) => AskError::Draw(error),
    })
}
