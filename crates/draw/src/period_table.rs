//! Values in rows of one period, coloured.

use crate::axis;
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};

/// The most cells of a table; a larger picture should be a plot.
const MAX_CELLS: u64 = 200_000;

/// A table whose row r holds the values of the heaps r·p, …, r·p + p − 1.
#[derive(Clone, PartialEq, Debug)]
pub struct PeriodTable {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The length p of a row.
    pub columns: u64,
    /// The values from heap 0 on.
    pub values: Vec<u64>,
    /// The heaps that break the period, increasing; their cells are underlined and framed.
    pub exceptions: Vec<u64>,
    /// Explanations under the table: of the ring around zeros, and of the mark of exceptions.
    pub zero_label: String,
    /// The explanation of the mark of exceptions.
    pub exception_label: String,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl PeriodTable {
    /// A table with English labels. O(values).
    ///
    /// ```
    /// use ishitori_draw::PeriodTable;
    /// let table = PeriodTable::new("S = {1,2,3}", 4, vec![0, 1, 2, 3, 0, 1, 2, 3], vec![]);
    /// assert_eq!(table.scene().unwrap().to_svg().matches("<circle").count(), 3);
    /// ```
    pub fn new(
        title: impl Into<String>,
        columns: u64,
        values: Vec<u64>,
        exceptions: Vec<u64>,
    ) -> Self {
        let title = title.into();
        PeriodTable {
            description: format!(
                "Table of {} Grundy values in rows of {columns}: {title}.",
                values.len()
            ),
            title,
            columns,
            values,
            exceptions,
            zero_label: "G(n) = 0: the player to move loses".to_owned(),
            exception_label: "exception to the period".to_owned(),
            provenance: Provenance::default(),
        }
    }

    /// The picture. Cells are 24 wide with the number inside, smaller and without numbers when a
    /// row is long. O(values).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let count = self.values.len() as u64;
        if count == 0 || self.columns == 0 {
            return Err(DrawError::Nothing(Missing::TableCells));
        }
        if count > MAX_CELLS || self.columns > MAX_CELLS {
            let found = count.max(self.columns);
            return Err(DrawError::TooLarge { what: Part::Cells, found, limit: MAX_CELLS });
        }
        let columns = self.columns.min(count) as usize;
        let rows = self.values.len().div_ceil(columns);
        let cell = (1152.0 / columns as f64).clamp(3.0, 24.0);
        let max = self.values.iter().copied().max().unwrap_or(0);
        let labels = cell >= 16.0;
        let row_name = axis::label((rows - 1) as i64 * columns as i64);
        let left = 28.0 + 7.0 * row_name.chars().count() as f64;
        let top = 64.0;
        let table_width = columns as f64 * cell;
        let width = (left + table_width + 20.0).max(420.0);
        let height = top + rows as f64 * cell + 76.0;
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        scene.push(grey((left - 8.0, top - 6.0), "n", Anchor::End));

        let exceptions = &self.exceptions;
        for (n, &v) in self.values.iter().enumerate() {
            let x = left + (n % columns) as f64 * cell;
            let y = top + (n / columns) as f64 * cell;
            let fill = colour_of(v, max);
            let gap = if cell >= 8.0 { 1.0 } else { 0.0 };
            scene.push(Shape::rectangle(x, y, cell - gap, cell - gap, fill));
            let middle = (x + (cell - gap) / 2.0, y + (cell - gap) / 2.0);
            if v == 0 {
                zero_mark(&mut scene, middle, cell);
            }
            if labels {
                let size = if v < 100 { 12.0 } else { 9.0 };
                scene.push(Shape::Text {
                    at: (middle.0, middle.1 + 0.36 * size),
                    text: v.to_string(),
                    size,
                    anchor: Anchor::Middle,
                    fill: fill.ink(),
                });
            }
            if exceptions.binary_search(&(n as u64)).is_ok() {
                exception_mark(&mut scene, (x, y), cell, gap);
            }
        }
        for column in axis::ticks(0, columns as i64 - 1, (table_width / 30.0) as u32) {
            let x = left + (column as f64 + 0.5) * cell;
            scene.push(grey((x, top - 6.0), &axis::label(column), Anchor::Middle));
        }
        let every = (16.0 / cell).ceil() as usize;
        for row in (0..rows).step_by(every) {
            let y = top + (row as f64 + 0.5) * cell + 4.0;
            let name = axis::label((row * columns) as i64);
            scene.push(grey((left - 8.0, y), &name, Anchor::End));
        }
        self.legend(&mut scene, left, height - 56.0, max);
        Ok(scene)
    }

    fn legend(&self, scene: &mut Scene, left: f64, y: f64, max: u64) {
        zero_mark(scene, (left + 8.0, y), 18.0);
        scene.push(Shape::text((left + 24.0, y + 4.0), &self.zero_label, 12.0, Anchor::Start));
        // The scale of the values, in at most twelve equal steps.
        let y = y + 22.0;
        for (i, v) in axis::legend(max).into_iter().enumerate() {
            let fill = colour_of(v, max);
            let x = left + i as f64 * 26.0;
            scene.push(Shape::rectangle(x, y - 9.0, 25.0, 18.0, fill));
            scene.push(Shape::Text {
                at: (x + 12.5, y + 4.0),
                text: v.to_string(),
                size: 11.0,
                anchor: Anchor::Middle,
                fill: fill.ink(),
            });
        }
        if !self.exceptions.is_empty() {
            let y = y + 24.0;
            exception_mark(scene, (left, y - 9.0), 18.0, 1.0);
            let at = (left + 24.0, y + 4.0);
            scene.push(Shape::text(at, &self.exception_label, 12.0, Anchor::Start));
        }
    }
}

fn grey(at: (f64, f64), text: &str, anchor: Anchor) -> Shape {
    Shape::Text { at, text: text.to_owned(), size: 11.0, anchor, fill: Colour::GREY }
}

/// White for 0, then ever darker.
fn colour_of(v: u64, max: u64) -> Colour {
    match v {
        0 => Colour::WHITE,
        _ => Colour::scale((v - 1) as f64 / max.max(2).saturating_sub(1) as f64),
    }
}

/// A ring, which does not depend on colour; a dot where the cell is too small for it.
fn zero_mark(scene: &mut Scene, centre: (f64, f64), cell: f64) {
    if cell >= 8.0 {
        let pen = Pen::new(1.5, Colour::VERMILION);
        scene.push(Shape::Ring { centre, radius: 0.42 * cell, pen });
    } else {
        let points = vec![centre];
        scene.push(Shape::Dots { points, radius: 0.4 * cell, fill: Colour::VERMILION });
    }
}

/// A heavy line under the cell.
fn exception_mark(scene: &mut Scene, (x, y): (f64, f64), cell: f64, gap: f64) {
    let thick = (cell / 8.0).max(1.0);
    let (width, bottom) = (cell - gap, y + cell - gap);
    scene.push(Shape::rectangle(x, bottom - thick, width, thick, Colour::BLACK));
    let corners = [(x, y), (x + width, y), (x + width, bottom), (x, bottom), (x, y)];
    scene.push(Shape::line(corners, Pen::new(thick / 3.0, Colour::BLACK)));
}
