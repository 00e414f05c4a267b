//! Tables of two coordinates, coloured.

use ishitori_values::Outcome;

use crate::axis;
use crate::colour::Colour;
use crate::error::DrawError;
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
    /// The cells, row by row.
    pub rows: Vec<Vec<Option<GridValue>>>,
    /// The explanation of the ring around lost positions.
    pub lost_label: String,
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
            rows,
            lost_label: "the player to move loses (P-position)".to_owned(),
            provenance: Provenance::default(),
        }
    }

    /// The picture: cells of 24 with their values inside, smaller and without them in large
    /// grids. O(cells).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return Err(DrawError::Nothing("the table has no cells"));
        }
        let count = self.rows.len() as u64 * columns as u64;
        if count > MAX_CELLS {
            return Err(DrawError::TooLarge { what: "cells", found: count, limit: MAX_CELLS });
        }
        let cell = (1152.0 / columns.max(self.rows.len()) as f64).clamp(1.0, 24.0);
        let gap = if cell >= 8.0 { 1.0 } else { 0.0 };
        let numbers = self.rows.iter().flatten().flatten().filter_map(|value| match value {
            GridValue::Number(n) => Some(*n),
            GridValue::Letter(_) => None,
        });
        let max = numbers.max();
        let last_row = axis::label(self.rows.len() as i64 - 1);
        let left = 28.0 + 7.0 * last_row.chars().count() as f64;
        let top = 64.0;
        let grid = (columns as f64 * cell, self.rows.len() as f64 * cell);
        let (width, height) = ((left + grid.0 + 20.0).max(420.0), top + grid.1 + 76.0);
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        let corner = match self.names.0.as_str() {
            "" => self.names.1.clone(),
            row => format!("{row} \\ {}", self.names.1),
        };
        scene.push(grey((left - 4.0, top - 20.0), &corner, Anchor::End));
        for (r, row) in self.rows.iter().enumerate() {
            for (c, value) in row.iter().enumerate() {
                let Some(value) = value else { continue };
                let (x, y) = (left + c as f64 * cell, top + r as f64 * cell);
                self.cell(&mut scene, (x, y), cell, gap, *value, max.unwrap_or(0));
            }
        }
        for column in axis::ticks(0, columns as i64 - 1, (grid.0 / 26.0).max(1.0) as u32) {
            let x = left + (column as f64 + 0.5) * cell;
            scene.push(grey((x, top - 6.0), &axis::label(column), Anchor::Middle));
        }
        if !self.names.0.is_empty() {
            let wanted = (grid.1 / 18.0).max(1.0) as u32;
            for row in axis::ticks(0, self.rows.len() as i64 - 1, wanted) {
                let y = top + (row as f64 + 0.5) * cell + 4.0;
                scene.push(grey((left - 8.0, y), &axis::label(row), Anchor::End));
            }
        }
        self.legend(&mut scene, left, height - 56.0, max);
        Ok(scene)
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
        let fill = colour_of(value, max);
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

    fn legend(&self, scene: &mut Scene, left: f64, y: f64, max: Option<u64>) {
        lost_mark(scene, (left + 8.0, y), 18.0);
        scene.push(Shape::text((left + 24.0, y + 4.0), &self.lost_label, 12.0, Anchor::Start));
        let Some(max) = max else { return };
        let y = y + 24.0;
        let steps = max.min(11);
        for i in 0..=steps {
            let v = if max <= 11 { i } else { i * max / 11 };
            let fill = colour_of(GridValue::Number(v), max);
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

fn colour_of(value: GridValue, max: u64) -> Colour {
    match value {
        GridValue::Number(0) => Colour::WHITE,
        GridValue::Number(v) => Colour::scale((v - 1) as f64 / max.max(2).saturating_sub(1) as f64),
        GridValue::Letter(Outcome::N) => Colour::PALE,
        GridValue::Letter(letter) => Palette::Safe.colour(letter),
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
