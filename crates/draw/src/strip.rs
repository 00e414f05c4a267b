//! Strip charts: one row per game, one cell per heap, coloured by outcome.

use ishitori_values::Outcome;

use crate::axis;
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::grid::{GridValue, colour_of};
use crate::legend;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};

/// The most cells of a chart before it is thinned out.
const MAX_CELLS: u64 = 1 << 26;
/// Rows that are drawn by themselves; of more, several share a band of mixed colour.
const MAX_BANDS: usize = 1024;
/// Rows that carry their name and whose cells carry letters.
const NAMED_ROWS: usize = 64;

/// Which colours stand for outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    /// Blue and vermilion, which colour-blind readers can distinguish; N black, P white.
    #[default]
    Safe,
    /// Pure blue and red, as in the slides; N black, P white.
    Slides,
}

impl Palette {
    /// The colour of an outcome. O(1).
    pub const fn colour(self, outcome: Outcome) -> Colour {
        match (outcome, self) {
            (Outcome::L, Palette::Safe) => Colour::BLUE,
            (Outcome::R, Palette::Safe) => Colour::VERMILION,
            (Outcome::L, Palette::Slides) => Colour::rgb(0, 0, 255),
            (Outcome::R, Palette::Slides) => Colour::rgb(255, 0, 0),
            (Outcome::N, _) => Colour::BLACK,
            (Outcome::P, _) => Colour::WHITE,
        }
    }
}

/// The cells of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StripCells {
    /// Outcomes of heaps.
    Outcomes(Vec<Outcome>),
    /// Grundy numbers of heaps.
    Numbers(Vec<u16>),
}

impl StripCells {
    /// How many there are. O(1).
    pub fn len(&self) -> usize {
        match self {
            StripCells::Outcomes(cells) => cells.len(),
            StripCells::Numbers(cells) => cells.len(),
        }
    }

    /// Whether there is none. O(1).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The content of a cell, if there is one. O(1).
    pub fn get(&self, n: usize) -> Option<GridValue> {
        match self {
            StripCells::Outcomes(cells) => cells.get(n).copied().map(GridValue::Letter),
            StripCells::Numbers(cells) => cells.get(n).map(|&g| GridValue::Number(g.into())),
        }
    }

    fn largest(&self) -> Option<u64> {
        match self {
            StripCells::Outcomes(_) => None,
            StripCells::Numbers(cells) => cells.iter().max().map(|&g| g.into()),
        }
    }
}

/// A strip chart.
///
/// ```
/// use ishitori_draw::{StripCells, StripChart};
/// use ishitori_values::Outcome::*;
/// let row = StripCells::Outcomes(vec![L, R, L, N, N, L, P]);
/// let chart = StripChart::new("S ∋ 2", vec![("{2,3}".into(), row)]);
/// assert!(chart.scene().unwrap().to_svg().contains("{2,3}"));
///
/// let row = StripCells::Numbers(vec![0, 0, 1, 1, 2, 0]);
/// let chart = StripChart::new("G(n)", vec![("{2,3}".into(), row)]);
/// assert!(chart.scene().unwrap().to_svg().contains(">2<"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct StripChart {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// Name and cells of each game, from heap 0 on; as many cells in every row.
    pub rows: Vec<(String, StripCells)>,
    /// The colours.
    pub palette: Palette,
    /// Explanations of L, R, N and P, in this order.
    pub legend: [String; 4],
    /// Said under a chart whose rows share bands.
    pub thinned_label: String,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl StripChart {
    /// A chart with English labels. O(1).
    pub fn new(title: impl Into<String>, rows: Vec<(String, StripCells)>) -> Self {
        let title = title.into();
        StripChart {
            description: format!(
                "One heap of each of {} games, one row for each: {title}.",
                rows.len()
            ),
            title,
            rows,
            palette: Palette::default(),
            legend: legend::ENGLISH.map(str::to_owned),
            thinned_label: "rows in each line, their colours averaged".to_owned(),
            provenance: Provenance::default(),
        }
    }

    /// The picture. Up to 64 rows have names, and letters in their cells; more than 1024 share
    /// bands whose colour is the mean of their rows. O(cells).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let columns = self.rows.first().map_or(0, |(_, cells)| cells.len());
        if columns == 0 {
            return Err(DrawError::Nothing(Missing::ChartCells));
        }
        let cells = self.rows.len() as u64 * columns as u64;
        if cells > MAX_CELLS {
            return Err(DrawError::TooLarge { what: Part::Cells, found: cells, limit: MAX_CELLS });
        }
        let share = self.rows.len().div_ceil(MAX_BANDS);
        let bands = self.rows.len().div_ceil(share);
        let named = self.rows.len() <= NAMED_ROWS;
        let width = (816.0 / columns as f64).clamp(1.0, 16.0);
        let height = if named { 16.0 } else { (1024.0 / bands as f64).clamp(1.0, 16.0) };
        let longest = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let left = if named { 24.0 + 6.5 * longest as f64 } else { 24.0 };
        let (top, chart_width) = (64.0, columns as f64 * width);
        let bottom = top + bands as f64 * height;
        let page = ((left + chart_width + 20.0).max(520.0), bottom + 76.0);
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(page.0, page.1, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        for n in axis::ticks(0, columns as i64 - 1, (chart_width / 30.0) as u32) {
            let at = (left + (n as f64 + 0.5) * width, top - 6.0);
            scene.push(grey(at, &axis::label(n), Anchor::Middle));
        }
        let max = self.rows.iter().filter_map(|(_, cells)| cells.largest()).max();
        let colour = |value| colour_of(value, max.unwrap_or(0), self.palette);
        for (band, rows) in self.rows.chunks(share).enumerate() {
            let y = top + band as f64 * height;
            band_of(&mut scene, rows, &colour, (left, y), (width, height));
            if named {
                scene.push(grey((left - 6.0, y + 12.0), &rows[0].0, Anchor::End));
                if width >= 12.0 {
                    letters(&mut scene, &rows[0].1, &colour, (left, y), width);
                }
            }
        }
        let corners = [(left, top), (left + chart_width, top), (left + chart_width, bottom)];
        let frame = [&corners[..], &[(left, bottom), (left, top)]].concat();
        scene.push(Shape::line(frame, Pen::new(0.5, Colour::GREY)));
        match max {
            None => legend::draw(&mut scene, self.palette, &self.legend, (left, bottom + 24.0)),
            Some(max) => legend::scale(&mut scene, max, self.palette, (left, bottom + 24.0)),
        }
        if share > 1 {
            let text = format!("{share} {}", self.thinned_label);
            scene.push(grey((left, bottom + 62.0), &text, Anchor::Start));
        }
        Ok(scene)
    }
}

/// One rectangle for each stretch of equal colour.
fn band_of(
    scene: &mut Scene,
    rows: &[(String, StripCells)],
    colour: &impl Fn(GridValue) -> Colour,
    (left, y): (f64, f64),
    (width, height): (f64, f64),
) {
    let columns = rows[0].1.len();
    let colours: Vec<Colour> = (0..columns).map(|n| mixed(rows, n, colour)).collect();
    let mut start = 0;
    for end in 1..=columns {
        if end == columns || colours[end] != colours[start] {
            let (x, w) = (left + start as f64 * width, (end - start) as f64 * width);
            scene.push(Shape::rectangle(x, y, w, height, colours[start]));
            start = end;
        }
    }
}

/// The mean of the colours of a column.
fn mixed(rows: &[(String, StripCells)], n: usize, colour: &impl Fn(GridValue) -> Colour) -> Colour {
    let mut sum = [0u64; 3];
    for (_, cells) in rows {
        let colour = cells.get(n).map_or(Colour::WHITE, colour);
        for (part, value) in sum.iter_mut().zip([colour.red, colour.green, colour.blue]) {
            *part += u64::from(value);
        }
    }
    let [red, green, blue] = sum.map(|part| (part / rows.len() as u64) as u8);
    Colour::rgb(red, green, blue)
}

fn letters(
    scene: &mut Scene,
    cells: &StripCells,
    colour: &impl Fn(GridValue) -> Colour,
    (left, y): (f64, f64),
    width: f64,
) {
    for (n, value) in (0..cells.len()).filter_map(|n| Some((n, cells.get(n)?))) {
        scene.push(Shape::Text {
            at: (left + (n as f64 + 0.5) * width, y + 11.5),
            text: value.to_string(),
            size: 10.0,
            anchor: Anchor::Middle,
            fill: colour(value).ink(),
        });
    }
}

fn grey(at: (f64, f64), text: &str, anchor: Anchor) -> Shape {
    Shape::Text { at, text: text.to_owned(), size: 11.0, anchor, fill: Colour::GREY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_rows_share_bands() {
        let row = |i: usize| {
            let cells = vec![Outcome::L, [Outcome::R, Outcome::P][i % 2]];
            (i.to_string(), StripCells::Outcomes(cells))
        };
        let chart = StripChart::new("many", (0..4096).map(row).collect());
        let scene = chart.scene().unwrap();
        let mixed = Colour::rgb(230, 168, 127);
        let bands = scene
            .shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Rectangle { fill, .. } if *fill == mixed));
        assert_eq!(bands.count(), 1024);
        assert!(StripChart::new("none", vec![]).scene().is_err());
    }
}
