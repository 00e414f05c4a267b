//! Charts as tiles, with a page that zooms into them.

use ishitori_draw::{Colour, Palette, StripTiles, TILE};
use ishitori_sweep::{Cells, Strip};
use ishitori_values::Outcome;
use serde::Serialize;

use super::{LEGEND, Strips};
use crate::AskError;

/// The page that shows tiles.
const VIEWER: &str = include_str!("viewer/tiles.html");
/// The place of the metadata in it.
const METADATA: &str = "/*METADATA*/null";

/// A chart that is cut into tiles.
#[derive(Clone, Copy, Debug)]
pub struct Tiles<'a> {
    pub(super) strips: &'a Strips,
    pub(super) palette: Palette,
    pub(super) captions: &'a TileCaptions,
}

/// What is said on the page of tiles; `ishitori-words` says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileCaptions {
    /// What the page shows, for readers who cannot see it.
    pub description: String,
    /// How to use the page.
    pub note: String,
    /// Before the numbers of the rows that are shown.
    pub rows_label: String,
    /// The language, as web pages name it.
    pub lang: String,
    /// Who wins, for L, R, N and P.
    pub outcomes: [String; 4],
    /// How the tiles were made.
    pub command: String,
}

#[derive(Serialize)]
struct Metadata<'a> {
    title: String,
    description: &'a str,
    note: &'a str,
    rows_label: &'a str,
    lang: &'a str,
    family: &'a str,
    end: &'a str,
    #[serde(rename = "where")]
    condition: Option<&'a str>,
    rows: usize,
    columns: usize,
    tile: usize,
    levels: u32,
    path: &'static str,
    rows_per_pixel: Vec<usize>,
    columns_per_pixel: usize,
    legend: Vec<Entry<'a>>,
    command: &'a str,
    version: &'static str,
}

#[derive(Serialize)]
struct Entry<'a> {
    letter: String,
    colour: String,
    ink: String,
    label: &'a str,
}

impl Strips {
    /// How many rows and columns a chart of them has.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows.first().map_or(0, |strip| outcomes(strip).len()))
    }
}

impl Tiles<'_> {
    /// Makes all files of the folder one after another: hands their names and contents on. O(cells).
    pub fn write(
        &self,
        mut write: impl FnMut(&str, &[u8]) -> Result<(), AskError>,
    ) -> Result<(), AskError> {
        let rows = self.strips.rows.iter().map(outcomes).collect();
        let mut tiles = StripTiles::new(rows).map_err(AskError::Draw)?;
        tiles.palette = self.palette;
        for (place, png) in tiles.tiles() {
            write(&place.to_string(), &png.map_err(AskError::Draw)?)?;
        }
        for (y, strips) in self.strips.rows.chunks(TILE).enumerate() {
            let entries: Vec<String> = strips.iter().map(entry).collect();
            let entries = serde_json::Value::from(entries);
            write(&format!("rows/{y}.js"), format!("rowsLoaded({y},{entries});\n").as_bytes())?;
        }
        let metadata = serde_json::to_string_pretty(&self.metadata(&tiles));
        // It is made of strings and numbers.
        let pretty = format!("{}\n", metadata.expect("metadata is JSON"));
        write("metadata.json", pretty.as_bytes())?;
        // Within a script, `</` would end it.
        let page = VIEWER.replace(METADATA, &pretty.replace("</", "<\\/"));
        write("index.html", page.as_bytes())
    }

    fn metadata(&self, tiles: &StripTiles<'_>) -> Metadata<'_> {
        let (strips, captions) = (self.strips, self.captions);
        let hex = |c: Colour| format!("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
        let legend = LEGEND.iter().zip(&captions.outcomes).map(|(&outcome, label)| {
            let colour = self.palette.colour(outcome);
            Entry {
                letter: outcome.to_string(),
                colour: hex(colour),
                ink: hex(colour.ink()),
                label,
            }
        });
        Metadata {
            title: strips.title(),
            description: &captions.description,
            note: &captions.note,
            rows_label: &captions.rows_label,
            lang: &captions.lang,
            family: &strips.family,
            end: &strips.end,
            condition: strips.condition.as_deref(),
            rows: tiles.rows(),
            columns: tiles.columns(),
            tile: TILE,
            levels: tiles.levels(),
            path: "{z}/{x}/{y}.png",
            rows_per_pixel: (0..tiles.levels()).map(|z| tiles.rows_per_pixel(z)).collect(),
            columns_per_pixel: 1,
            legend: legend.collect(),
            command: &captions.command,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// The outcomes of a row, which tiles are made of.
fn outcomes(strip: &Strip) -> &[Outcome] {
    match &strip.cells {
        Cells::Outcomes(outcomes) => outcomes,
        Cells::Grundy(_) => &[],
    }
}

/// A row for the viewer: the set as a hexadecimal mask, bit s − 1 for s, and its outcomes, two to
/// a hexadecimal digit, in the order P, N, L, R.
fn entry(strip: &Strip) -> String {
    let words = strip.set.words().iter().rev();
    let mask: String = words.map(|word| format!("{word:016x}")).collect();
    let pairs = outcomes(strip).chunks(2).map(|pair| {
        let code = |i: usize| pair.get(i).map_or(0, |&outcome| outcome as u32);
        char::from_digit(4 * code(0) + code(1), 16).unwrap_or('0')
    });
    format!("{} {}", mask.trim_start_matches('0'), pairs.collect::<String>())
}
