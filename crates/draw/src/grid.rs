//! Tables of two coordinates, coloured.

use ishitori_values::Outcome;

use crate::axis;
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::legend;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// The most cells of a grid.
const MAX_CELLS: u64 = 1 << 21;

/// What a cell of a grid holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridValue {
    /// A Grundy number.
    Number(u64),
    /// An outcome class.
    Letter(Outcome),
}

/// A piece of a table: rows of cells with a heading of their own.
#[derive(Clone, PartialEq, Debug)]
pub struct GridSlice {
    /// What the piece is, such as `x = 3`; may be empty.
    pub heading: String,
    /// The cells, row by row.
    pub rows: Vec<Vec<Option<GridValue>>>,
}

/// A table with rows and columns from 0 on; cells without a position stay empty.
///
/// ```
/// use ishitori_draw::{Grid, GridValue};
/// let cell = |y: u64, z: u64| (y <= z / 3).then_some(GridValue::Number(y ^ z));
/// let rows = (0..8).map(|z| (0..3).map(|y| cell(y, z)).collect()).collect();
/// let grid = Grid::new("a bar of chocolate", ("z", "y"), rows);
/// assert!(grid.scene().unwrap().to_svg().contains("<circle"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// The heading.
    pub title: String,
    /// What the picture shows, for readers who cannot see it.
    pub description: String,
    /// The coordinate that counts rows, and the one that counts columns.
    pub names: (String, String),
    /// The pieces of the table, side by side and below each other; mostly one.
    pub slices: Vec<GridSlice>,
    /// The explanation of the ring around lost positions.
    pub lost_label: String,
    /// The explanations of L, R, N and P.
    pub outcome_labels: [String; 4],
    /// Whether the cells are empty, to be filled in by hand.
    pub blank: bool,
    /// The colours of outcomes.
    pub palette: Palette,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl Grid {
    /// A grid with English labels. O(1).
    pub fn new(
        title: impl Into<String>,
        names: (&str, &str),
        rows: Vec<Vec<Option<GridValue>>>,
    ) -> Self {
        let title = title.into();
        Grid {
            description: format!("Table of {title}. Lost positions are ringed."),
            title,
            names: (names.0.to_owned(), names.1.to_owned()),
            slices: vec![GridSlice { heading: String::new(), rows }],
            lost_label: "the player to move loses (P-position)".to_owned(),
            outcome_labels: legend::ENGLISH.map(str::to_owned),
            blank: false,
            palette: Palette::default(),
            provenance: Provenance::default(),
        }
    }

    /// The picture: cells of 24 with their values inside, smaller and without them in large
    /// grids. O(cells).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let all_rows = || self.slices.iter().flat_map(|slice| &slice.rows);
        let columns = all_rows().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return Err(DrawError::Nothing(Missing::TableCells));
        }
        let rows = self.slices.iter().map(|slice| slice.rows.len()).max().unwrap_or(0);
        let count = self.slices.len() as u64 * rows as u64 * columns as u64;
        if count > MAX_CELLS {
            return Err(DrawError::TooLarge { what: Part::Cells, found: count, limit: MAX_CELLS });
        }
        let across = (self.slices.len() as f64).sqrt().ceil() as usize;
        let down = self.slices.len().div_ceil(across);
        let cell = (1152.0 / (columns * across).max(rows * down) as f64).clamp(1.0, 24.0);
        let numbers = all_rows().flatten().flatten().filter_map(|value| match value {
            GridValue::Number(n) => Some(*n),
            GridValue::Letter(_) => None,
        });
        let max = numbers.max();
        let occurs =
            |letter: &Outcome| all_rows().flatten().any(|v| *v == Some(GridValue::Letter(*letter)));
        let letters: Vec<Outcome> = legend::ORDER.into_iter().filter(occurs).collect();
        let left = 28.0 + 7.0 * axis::label(rows as i64 - 1).chars().count() as f64;
        let top = 64.0;
        let grid = (columns as f64 * cell, rows as f64 * cell);
        let piece = (left + grid.0 + if across > 1 { 8.0 } else { 20.0 }, grid.1 + 44.0);
        let width = (piece.0 * across as f64).max(420.0);
        let height = top
            + piece.1 * (down - 1) as f64
            + grid.1
            + 76.0
            + 20.0 * letters.len().div_ceil(2).saturating_sub(1) as f64;
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        for (i, slice) in self.slices.iter().enumerate() {
            let corner =
                (left + piece.0 * (i % across) as f64, top + piece.1 * (i / across) as f64);
            self.slice(&mut scene, slice, corner, cell, max.unwrap_or(0));
        }
        let below = top + piece.1 * (down - 1) as f64 + grid.1 + 20.0;
        if !self.blank {
            self.legend(&mut scene, left, below, max, &letters);
        }
        Ok(scene)
    }

    /// One piece, whose first cell has the corner (left, top).
    fn slice(
        &self,
        scene: &mut Scene,
        slice: &GridSlice,
        (left, top): (f64, f64),
        cell: f64,
        max: u64,
    ) {
        let columns = slice.rows.iter().map(Vec::len).max().unwrap_or(0);
        let gap = if cell >= 8.0 { 1.0 } else { 0.0 };
        if !slice.heading.is_empty() {
            scene.push(Shape::text((left, top - 21.0), &slice.heading, 12.0, Anchor::Start));
        }
        if columns == 0 {
            return;
        }
        let corner = match self.names.0.as_str() {
            "" => self.names.1.clone(),
            row => format!("{row} \\ {}", self.names.1),
        };
        let above = if slice.heading.is_empty() { 20.0 } else { 6.0 };
        scene.push(grey((left - 4.0, top - above), &corner, Anchor::End));
        for (r, row) in slice.rows.iter().enumerate() {
            for (c, value) in row.iter().enumerate() {
                let Some(value) = value else { continue };
                let (x, y) = (left + c as f64 * cell, top + r as f64 * cell);
                self.cell(scene, (x, y), cell, gap, *value, max);
            }
        }
        let wanted = (columns as f64 * cell / 26.0).max(1.0) as u32;
        for column in axis::ticks(0, columns as i64 - 1, wanted) {
            let x = left + (column as f64 + 0.5) * cell;
            scene.push(grey((x, top - 6.0), &axis::label(column), Anchor::Middle));
        }
        if !self.names.0.is_empty() {
            let wanted = (slice.rows.len() as f64 * cell / 18.0).max(1.0) as u32;
            for row in axis::ticks(0, slice.rows.len() as i64 - 1, wanted) {
                let y = top + (row as f64 + 0.5) * cell + 4.0;
                scene.push(grey((left - 8.0, y), &axis::label(row), Anchor::End));
            }
        }
    }

    fn cell(
        &self,
        scene: &mut Scene,
        (x, y): (f64, f64),
        cell: f64,
        gap: f64,
        value: GridValue,
        max: u64,
    ) {
        if self.blank {
            let corners = [(x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell), (x, y)];
            scene.push(Shape::line(corners, Pen::new(1.0, Colour::BLACK)));
            return;
        }
        let fill = colour_of(value, max, self.palette);
        if gap > 0.0 && fill == Colour::WHITE {
            scene.push(Shape::rectangle(x, y, cell - gap, cell - gap, Colour::PALE));
            scene.push(Shape::rectangle(x + 1.0, y + 1.0, cell - 3.0, cell - 3.0, fill));
        } else {
            scene.push(Shape::rectangle(x, y, cell - gap, cell - gap, fill));
        }
        let middle = (x + (cell - gap) / 2.0, y + (cell - gap) / 2.0);
        let lost = matches!(value, GridValue::Number(0) | GridValue::Letter(Outcome::P));
        if lost {
            lost_mark(scene, middle, cell);
        }
        if cell >= 16.0 {
            let text = match value {
                GridValue::Number(n) => n.to_string(),
                GridValue::Letter(letter) => letter.to_string(),
            };
            let size = match text.len() {
                0..=2 => 12.0,
                3 => 10.0,
                _ => 7.0,
            };
            scene.push(Shape::Text {
                at: (middle.0, middle.1 + 0.36 * size),
                text,
                size,
                anchor: Anchor::Middle,
                fill: fill.ink(),
            });
        }
    }

    fn legend(&self, scene: &mut Scene, left: f64, y: f64, max: Option<u64>, letters: &[Outcome]) {
        lost_mark(scene, (left + 8.0, y), 18.0);
        scene.push(Shape::text((left + 24.0, y + 4.0), &self.lost_label, 12.0, Anchor::Start));
        let y = y + 24.0;
        for (i, &letter) in letters.iter().enumerate() {
            let place = legend::ORDER.iter().position(|&o| o == letter).unwrap_or(0);
            let at = (left + 200.0 * (i % 2) as f64, y + 4.0 + 20.0 * (i / 2) as f64);
            let fill = colour_of(GridValue::Letter(letter), 0, self.palette);
            legend::entry(scene, fill, &self.outcome_labels[place], at);
        }
        let Some(max) = max else { return };
        for (i, v) in axis::legend(max).into_iter().enumerate() {
            let fill = colour_of(GridValue::Number(v), max, self.palette);
            let x = left + i as f64 * 30.0;
            scene.push(Shape::rectangle(x, y - 9.0, 29.0, 18.0, fill));
            scene.push(Shape::Text {
                at: (x + 14.5, y + 4.0),
                text: v.to_string(),
                size: 11.0,
                anchor: Anchor::Middle,
                fill: fill.ink(),
            });
        }
    }
}

pub(crate) fn colour_of(value: GridValue, max: u64, palette: Palette) -> Colour {
    match value {
        GridValue::Number(0) => Colour::WHITE,
        GridValue::Number(v) => Colour::scale((v - 1) as f64 / max.max(2).saturating_sub(1) as f64),
        GridValue::Letter(letter) => palette.colour(letter),
    }
}

fn grey(at: (f64, f64), text: &str, anchor: Anchor) -> Shape {
    Shape::Text { at, text: text.to_owned(), size: 11.0, anchor, fill: Colour::GREY }
}

/// A ring, which does not depend on colour; a dot where the cell is too small for it.
fn lost_mark(scene: &mut Scene, centre: (f64, f64), cell: f64) {
    if cell >= 8.0 {
        let pen = Pen::new(1.5, Colour::VERMILION);
        scene.push(Shape::Ring { centre, radius: 0.42 * cell, pen });
    } else {
        let points = vec![centre];
        scene.push(Shape::Dots { points, radius: 0.4 * cell, fill: Colour::VERMILION });
    }
}
