//! Arguments that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishitori_answers::draw::Colours;
use ishitori_answers::{BoxBounds, Style};
use ishitori_rules::to_halfwidth;
use ishitori_solve::heap::MAX_HEAPS;

use crate::text::usage::Refused;
use ishitori_words::say;

/// Values for the parameters of a game.
#[derive(Args, Clone, Debug, Default)]
pub struct Settings {
    /// The value of a parameter of the game: k=3, or S=1,2,5 for a set; may be given several times.
    /// k=2..20 asks about one game after the other, one row each.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

/// Styles of notation.
#[derive(Clone, Copy, ValueEnum)]
pub enum StyleArg {
    /// ^ v * +-
    Ascii,
    /// ↑ ↓ ∗ ±
    Unicode,
    /// For a math environment
    Latex,
}

impl StyleArg {
    pub fn style(self) -> Style {
        match self {
            StyleArg::Ascii => Style::Ascii,
            StyleArg::Unicode => Style::Unicode,
            StyleArg::Latex => Style::Latex,
        }
    }
}

/// Colours of charts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PaletteArg {
    /// Blue and vermilion, for all readers
    Safe,
    /// Blue and red
    Slides,
}

impl PaletteArg {
    pub fn colours(self) -> Colours {
        match self {
            PaletteArg::Safe => Colours::Safe,
            PaletteArg::Slides => Colours::Slides,
        }
    }
}

/// The file of a picture, and how it looks.
#[derive(Args)]
pub struct PictureFile {
    /// The file, which ends in .svg, .png, .pdf or .tex.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// The heading of the picture.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// The width of the picture in pixels, 96 to an inch.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub size: Option<u32>,
    /// The colours of outcomes.
    #[arg(long, value_enum, default_value = "safe")]
    pub palette: PaletteArg,
}

/// Reads the last value of each coordinate.
pub fn box_bounds(text: &str) -> Result<BoxBounds, Refused> {
    text.parse().map_err(|_| Refused::of(|lang| lang.say("commands.refused.box").to_string()))
}

/// The last heap of a list, all of which is kept.
pub fn heap(text: &str) -> Result<u64, Refused> {
    let too_large =
        Refused::of(|lang| say!(lang, "commands.refused.too-many-heaps", most = MAX_HEAPS));
    number_of_stones(text, MAX_HEAPS, too_large)
}

/// Reads a number of stones below a limit; digits may be grouped.
pub fn number_of_stones(text: &str, limit: u64, too_large: Refused) -> Result<u64, Refused> {
    let digits: String =
        text.chars().map(to_halfwidth).filter(|c| !matches!(c, '_' | ',')).collect();
    match digits.parse::<u64>() {
        Ok(n) if n < limit => Ok(n),
        _ if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) => Err(too_large),
        _ => Err(Refused::of(|lang| lang.say("commands.refused.stones").to_string())),
    }
}
