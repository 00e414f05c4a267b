//! The legends of colours.

use ishitori_values::Outcome;

use crate::axis;
use crate::colour::Colour;
use crate::font::text_width;
use crate::grid::{GridValue, colour_of};
use crate::scene::{Anchor, Pen, Scene, Shape};
use crate::strip::Palette;

/// The order in which outcomes are explained.
pub(crate) const ORDER: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

/// English explanations of L, R, N and P.
pub(crate) const ENGLISH: [&str; 4] =
    ["L: Left wins", "R: Right wins", "N: the next player", "P: the previous player"];

/// A colour and what it means.
pub(crate) struct Entry<'a> {
    pub(crate) fill: Colour,
    pub(crate) label: &'a str,
}

impl Entry<'_> {
    /// How wide it is, with its square.
    pub(crate) fn wide(&self) -> f64 {
        20.0 + text_width(self.label, SIZE)
    }
}

/// How entries stand in columns and rows: in as many columns as fit.
pub(crate) struct LegendLayout {
    columns: usize,
    wide: f64,
}

impl LegendLayout {
    /// From one row to the next.
    pub(crate) const ROW: f64 = 20.0;

    pub(crate) fn new(entries: &[Entry<'_>], width: f64) -> LegendLayout {
        let wide = entries.iter().map(Entry::wide).fold(0.0, f64::max) + 24.0;
        // Two at a time look best; four in a row are easily read as one sentence.
        let columns = if 2.0 * wide - 24.0 <= width { 2 } else { 1 };
        LegendLayout { columns, wide: wide.max(200.0) }
    }

    /// How high the entries are together.
    pub(crate) fn height(&self, entries: &[Entry<'_>]) -> f64 {
        entries.len().div_ceil(self.columns) as f64 * LegendLayout::ROW
    }

    /// Paints the entries from the base line of the first.
    pub(crate) fn draw(&self, scene: &mut Scene, entries: &[Entry<'_>], at: (f64, f64)) {
        for (i, found) in entries.iter().enumerate() {
            let (row, column) = (i / self.columns, i % self.columns);
            let at = (at.0 + self.wide * column as f64, at.1 + LegendLayout::ROW * row as f64);
            entry(scene, found.fill, found.label, at);
        }
    }
}

/// The size of letters in legends.
const SIZE: f64 = 12.0;

/// Paints two rows of two explanations from the base line of the first.
pub(crate) fn draw(scene: &mut Scene, palette: Palette, labels: &[String; 4], at: (f64, f64)) {
    for (i, (outcome, label)) in ORDER.into_iter().zip(labels).enumerate() {
        let at = (at.0 + 230.0 * (i % 2) as f64, at.1 + 20.0 * (i / 2) as f64);
        entry(scene, palette.colour(outcome), label, at);
    }
}

/// Paints a square and what it means.
pub(crate) fn entry(scene: &mut Scene, fill: Colour, label: &str, (x, y): (f64, f64)) {
    scene.push(Shape::rectangle(x, y - 11.0, 14.0, 14.0, fill));
    let corners = [(0.0, -11.0), (14.0, -11.0), (14.0, 3.0), (0.0, 3.0), (0.0, -11.0)];
    let corners: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    scene.push(Shape::line(corners, Pen::new(0.5, Colour::GREY)));
    scene.push(Shape::text((x + 20.0, y), label, SIZE, Anchor::Start));
}

/// The colours of Grundy numbers up to the largest, with the numbers in them; the middle of the
/// first box is 5 above `at`.
pub(crate) fn scale(scene: &mut Scene, max: u64, palette: Palette, (left, y): (f64, f64)) {
    for (i, v) in axis::legend(max).into_iter().enumerate() {
        let fill = colour_of(GridValue::Number(v), max, palette);
        let x = left + i as f64 * 30.0;
        scene.push(Shape::rectangle(x, y - 13.0, 29.0, 18.0, fill));
        scene.push(Shape::Text {
            at: (x + 14.5, y),
            text: v.to_string(),
            size: 11.0,
            anchor: Anchor::Middle,
            fill: fill.ink(),
        });
    }
}
