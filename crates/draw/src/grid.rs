//! Tables of two coordinates, coloured.

use std::fmt;

use ishitori_values::Outcome;

use crate::axis;
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::filling::Filling;
use crate::font::text_width;
use crate::grid_cell::{EndlessLabels, GridCell};
use crate::legend::{self, Entry, LegendLayout};
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// The most cells of a grid.
const MAX_CELLS: u64 = 1 << 21;

/// The content of a cell of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridValue {
    /// A Grundy number.
    Number(u64),
    /// An outcome class.
    Letter(Outcome),
}

impl From<u64> for GridValue {
    fn from(number: u64) -> Self {
        GridValue::Number(number)
    }
}

/// As in a cell.
impl fmt::Display for GridValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridValue::Number(n) => n.fmt(f),
            GridValue::Letter(letter) => letter.fmt(f),
        }
    }
}

/// A piece of a table: rows of cells with a heading of their own.
#[derive(Clone, PartialEq, Debug)]
pub struct GridSlice {
    /// The name of the slice, such as `x = 3`; may be empty.
    pub heading: String,
    /// The cells, row by row.
    pub rows: Vec<Vec<Option<GridCell>>>,
}

/// How the first piece of a table is filled in.
#[derive(Clone, PartialEq, Debug)]
pub struct GridFilling {
    /// The positions, their moves and results.
    pub filling: Filling,
    /// The row and the column of each position.
    pub cells: Vec<(usize, usize)>,
}

/// A step of a series: the cells that are filled in, the one in turn, and where its moves lead.
struct Step<'a> {
    filled: Vec<(usize, usize)>,
    current: (usize, usize),
    options: Vec<(usize, usize)>,
    reason: String,
    marks_label: &'a str,
    /// The width of the longest reason, so that all steps are equally wide.
    longest: f64,
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
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The coordinate that counts rows, and the one that counts columns.
    pub names: (String, String),
    /// The pieces of the table, side by side and below each other; mostly one.
    pub slices: Vec<GridSlice>,
    /// The explanation of the ring around lost positions.
    pub lost_label: String,
    /// The explanations of L, R, N and P.
    pub outcome_labels: [String; 4],
    /// The explanations of what only games have whose positions recur.
    pub endless_labels: EndlessLabels,
    /// Whether the cells are empty, to be filled in by hand.
    pub blank: bool,
    /// How the cells are filled in step by step, if they can be.
    pub filling: Option<GridFilling>,
    /// The colours of outcomes.
    pub palette: Palette,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl Grid {
    /// The most cells that are filled in step by step.
    pub const MAX_STEPS: u64 = 128;

    /// A grid with English labels. O(1).
    pub fn new(
        title: impl Into<String>,
        names: (&str, &str),
        rows: Vec<Vec<Option<GridValue>>>,
    ) -> Self {
        let title = title.into();
        let cell = |value: Option<GridValue>| value.map(GridCell::from);
        let rows = rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        Grid {
            description: format!("Table of {title}. Lost positions are ringed."),
            title,
            names: (names.0.to_owned(), names.1.to_owned()),
            slices: vec![GridSlice { heading: String::new(), rows }],
            lost_label: "the player to move loses (P-position)".to_owned(),
            outcome_labels: legend::ENGLISH.map(str::to_owned),
            endless_labels: EndlessLabels::default(),
            blank: false,
            filling: None,
            palette: Palette::default(),
            provenance: Provenance::default(),
        }
    }

    /// The picture: cells of 24 with their values inside, smaller and without them in large
    /// grids. O(cells).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        self.draw(None)
    }

    /// A picture for each cell that is filled in (★) from those that its moves lead to (◆), with
    /// the reason; nothing if it is not said how. O(steps · (cells + moves)).
    pub fn steps(&self) -> Result<Vec<Scene>, DrawError> {
        let Some(GridFilling { filling, cells }) = &self.filling else { return Ok(Vec::new()) };
        let found = cells.len() as u64;
        if found > Self::MAX_STEPS {
            return Err(DrawError::TooLarge { what: Part::Cells, found, limit: Self::MAX_STEPS });
        }
        let order = filling.order().ok_or(DrawError::Nothing(Missing::Order))?;
        let reasons = (0..cells.len()).map(|n| text_width(&filling.reason(n), 13.0));
        let longest = reasons.fold(text_width(&filling.marks_label, 12.0), f64::max);
        let step = |(i, &n): (usize, &usize)| {
            let options = (0..cells.len()).filter(|&to| filling.leads(n, to));
            self.draw(Some(&Step {
                filled: order[..=i].iter().map(|&n| cells[n]).collect(),
                current: cells[n],
                options: options.map(|to| cells[to]).collect(),
                reason: filling.reason(n),
                marks_label: &filling.marks_label,
                longest,
            }))
        };
        order.iter().enumerate().map(step).collect()
    }

    fn draw(&self, step: Option<&Step<'_>>) -> Result<Scene, DrawError> {
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
        let cell = 1152.0 / (columns * across).max(rows * down) as f64;
        // Marks need space next to the numbers.
        let cell = cell.clamp(1.0, if step.is_some() { 36.0 } else { 24.0 });
        let numbers = all_rows().flatten().flatten().filter_map(|cell| match cell {
            GridCell::Value(GridValue::Number(n)) => Some(*n),
            _ => None,
        });
        let max = numbers.max();
        let entries = self.entries(all_rows().flatten().flatten());
        let left = 28.0 + 7.0 * axis::label(rows as i64 - 1).chars().count() as f64;
        let top = 64.0;
        let grid = (columns as f64 * cell, rows as f64 * cell);
        let piece = (left + grid.0 + if across > 1 { 8.0 } else { 20.0 }, grid.1 + 44.0);
        let said = step.map_or(0.0, |step| left + 20.0 + step.longest);
        let entries_wide = entries.iter().map(|entry| entry.wide()).fold(0.0, f64::max);
        let width = (piece.0 * across as f64).max(420.0).max(said).max(left + entries_wide + 20.0);
        let flow = LegendLayout::new(&entries, width - left - 20.0);
        let height = top + piece.1 * (down - 1) as f64 + grid.1 + 76.0 + flow.height(&entries)
            - if max.is_some() || entries.is_empty() { 0.0 } else { LegendLayout::ROW };
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        for (i, slice) in self.slices.iter().enumerate() {
            let corner =
                (left + piece.0 * (i % across) as f64, top + piece.1 * (i / across) as f64);
            self.slice(&mut scene, slice, corner, cell, max.unwrap_or(0), step);
        }
        let below = top + piece.1 * (down - 1) as f64 + grid.1 + 20.0;
        if let Some(step) = step {
            scene.push(Shape::text((left, below + 4.0), &step.reason, 13.0, Anchor::Start));
            scene.push(Shape::text((left, below + 26.0), step.marks_label, 12.0, Anchor::Start));
        } else if !self.blank {
            self.legend(&mut scene, (left, below), max, (&entries, &flow));
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
        step: Option<&Step<'_>>,
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
                let Some(shown) = value else { continue };
                let at = (left + c as f64 * cell, top + r as f64 * cell);
                let empty = step.is_some_and(|step| !step.filled.contains(&(r, c)));
                if self.blank || empty {
                    let colour = if self.blank { Colour::BLACK } else { Colour::PALE };
                    outline(scene, at, cell, 0.0, Pen::new(1.0, colour));
                } else {
                    self.cell(scene, at, cell, gap, shown, max);
                }
                if let Some(step) = step {
                    mark(scene, at, cell, step, (r, c));
                }
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
        shown: &GridCell,
        max: u64,
    ) {
        let fill = shown.colour(max, self.palette);
        if gap > 0.0 && fill == Colour::WHITE {
            scene.push(Shape::rectangle(x, y, cell - gap, cell - gap, Colour::PALE));
            scene.push(Shape::rectangle(x + 1.0, y + 1.0, cell - 3.0, cell - 3.0, fill));
        } else {
            scene.push(Shape::rectangle(x, y, cell - gap, cell - gap, fill));
        }
        let middle = (x + (cell - gap) / 2.0, y + (cell - gap) / 2.0);
        if shown.is_lost() {
            lost_mark(scene, middle, cell);
        }
        if cell >= 16.0 {
            let (text, size) = shown.written(cell - gap - 2.0);
            scene.push(Shape::Text {
                at: (middle.0, middle.1 + 0.36 * size),
                text,
                size,
                anchor: Anchor::Middle,
                fill: fill.ink(),
            });
        }
    }

    /// The meaning of the colours of these cells; those of numbers have a scale of their own.
    fn entries<'a>(&'a self, cells: impl Iterator<Item = &'a GridCell> + Clone) -> Vec<Entry<'a>> {
        let mut entries = Vec::new();
        for (label, letter) in self.outcome_labels.iter().zip(legend::ORDER) {
            let cell = GridCell::Value(GridValue::Letter(letter));
            if cells.clone().any(|found| *found == cell) {
                entries.push(Entry { fill: cell.colour(0, self.palette), label });
            }
        }
        for (label, is_it) in self.endless_labels.each() {
            if let Some(cell) = cells.clone().find(|cell| is_it(cell)) {
                entries.push(Entry { fill: cell.colour(0, self.palette), label });
            }
        }
        entries
    }

    fn legend(
        &self,
        scene: &mut Scene,
        (left, y): (f64, f64),
        max: Option<u64>,
        (entries, flow): (&[Entry<'_>], &LegendLayout),
    ) {
        lost_mark(scene, (left + 8.0, y), 18.0);
        scene.push(Shape::text((left + 24.0, y + 4.0), &self.lost_label, 12.0, Anchor::Start));
        let y = y + 28.0;
        flow.draw(scene, entries, (left, y));
        let Some(max) = max else { return };
        legend::scale(scene, max, self.palette, (left, y + flow.height(entries)));
    }
}

pub(crate) fn colour_of(value: GridValue, max: u64, palette: Palette) -> Colour {
    match value {
        GridValue::Number(0) => Colour::WHITE,
        GridValue::Number(v) => Colour::scale((v - 1) as f64 / max.max(2).saturating_sub(1) as f64),
        GridValue::Letter(letter) => palette.colour(letter),
    }
}

fn outline(scene: &mut Scene, (x, y): (f64, f64), cell: f64, inset: f64, pen: Pen) {
    let (x, y, cell) = (x + inset, y + inset, cell - 2.0 * inset);
    let corners = [(x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell), (x, y)];
    scene.push(Shape::line(corners, pen));
}

/// The mark of a cell in a step: a frame, and ★ or ◆ in its corner.
fn mark(scene: &mut Scene, (x, y): (f64, f64), cell: f64, step: &Step<'_>, at: (usize, usize)) {
    let (sign, colour) = match at {
        at if at == step.current => ("★", Colour::VERMILION),
        at if step.options.contains(&at) => ("◆", Colour::BLACK),
        _ => return,
    };
    outline(scene, (x, y), cell - 1.0, 1.0, Pen::new(2.0, colour));
    let corner = (x + cell - 6.0, y + 7.0);
    let paper = (corner.0 - 4.5, corner.1 - 7.0);
    scene.push(Shape::rectangle(paper.0, paper.1, 9.0, 9.0, Colour::WHITE));
    let (text, anchor) = (sign.to_owned(), Anchor::Middle);
    scene.push(Shape::Text { at: corner, text, size: 9.0, anchor, fill: colour });
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
