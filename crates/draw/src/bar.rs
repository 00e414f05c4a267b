//! Bars of chocolate, of which one square is bitter.

use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};

/// The most squares of a bar.
const MAX_SQUARES: u64 = 1 << 16;

const SWEET: Colour = Colour::rgb(196, 150, 104);
const BITTER: Colour = Colour::rgb(62, 36, 20);
const BROKEN_OFF: Colour = Colour::rgb(240, 226, 208);

/// A bar of chocolate: columns of squares on a common ground, the coordinates counted from the
/// bitter square, and perhaps a cut.
///
/// ```
/// use ishitori_draw::ChocolateBar;
/// let mut bar = ChocolateBar::new("(2, 7)", vec![1, 1, 1, 2, 2, 2, 3, 3], (0, 0));
/// bar.after = Some(vec![1, 1, 1, 2, 2]);
/// let svg = bar.scene().unwrap().to_svg();
/// assert!(svg.contains("stroke-dasharray"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ChocolateBar {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The height of each column, from the left.
    pub columns: Vec<u32>,
    /// Column and row of the bitter square, the lowest row being 0.
    pub bitter: (u32, u32),
    /// The heights of the columns that a cut leaves.
    pub after: Option<Vec<u32>>,
    /// The explanation of the bitter square.
    pub bitter_label: String,
    /// The explanation of the squares that the cut breaks off.
    pub broken_label: String,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl ChocolateBar {
    /// A bar with English labels. O(1).
    pub fn new(title: impl Into<String>, columns: Vec<u32>, bitter: (u32, u32)) -> Self {
        let title = title.into();
        ChocolateBar {
            description: format!("The bar of chocolate {title}."),
            title,
            columns,
            bitter,
            after: None,
            bitter_label: "bitter square".to_owned(),
            broken_label: "broken off".to_owned(),
            provenance: Provenance::default(),
        }
    }

    /// The picture. O(squares).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let squares: u64 = self.columns.iter().map(|&height| u64::from(height)).sum();
        if squares == 0 {
            return Err(DrawError::Nothing(Missing::Picture));
        }
        if squares > MAX_SQUARES {
            let (what, limit) = (Part::Cells, MAX_SQUARES);
            return Err(DrawError::TooLarge { what, found: squares, limit });
        }
        let (across, high) = (self.columns.len(), self.highest());
        let cell = (960.0 / across.max(high as usize) as f64).clamp(3.0, 32.0);
        let (left, top) = (48.0, 52.0);
        let ground = top + f64::from(high) * cell;
        let width = (left + across as f64 * cell + 24.0).max(320.0);
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene =
            Scene::new(width, ground + 74.0, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 28.0), &self.title, 16.0, Anchor::Start));
        let pen = Pen::new((cell / 20.0).clamp(0.4, 1.2), Colour::BLACK);
        for (column, &height) in self.columns.iter().enumerate() {
            let kept = self.kept(column).unwrap_or(height);
            for row in 0..height {
                let x = left + column as f64 * cell;
                let y = ground - f64::from(row + 1) * cell;
                let fill = match (column as u32, row) == self.bitter {
                    true => BITTER,
                    false if row >= kept => BROKEN_OFF,
                    false => SWEET,
                };
                square(&mut scene, (x, y), cell, fill, pen);
            }
        }
        self.cut(&mut scene, (left, ground), cell);
        self.coordinates(&mut scene, (left, ground), cell);
        self.legend(&mut scene, (left, ground + 40.0));
        Ok(scene)
    }

    fn highest(&self) -> u32 {
        self.columns.iter().copied().max().unwrap_or(0)
    }

    /// How many squares of a column a cut leaves; none if there is no cut.
    fn kept(&self, column: usize) -> Option<u32> {
        self.after.as_ref().map(|after| after.get(column).copied().unwrap_or(0))
    }

    /// A dashed line between what is left and what is broken off.
    fn cut(&self, scene: &mut Scene, (left, ground): (f64, f64), cell: f64) {
        let pen = Pen::new((cell / 8.0).clamp(1.0, 3.0), Colour::VERMILION).dashed();
        let mut line: Vec<(f64, f64)> = Vec::new();
        for (column, &height) in self.columns.iter().enumerate() {
            let Some(kept) = self.kept(column).filter(|&kept| kept < height) else { continue };
            let y = ground - f64::from(kept) * cell;
            let x = left + column as f64 * cell;
            // A cut from above goes down the side of its first column.
            if kept == 0 && line.is_empty() {
                line.push((x, ground - f64::from(height) * cell - cell / 2.0));
                line.push((x, ground + cell / 2.0));
                break;
            }
            line.extend([(x, y), (x + cell, y)]);
        }
        if !line.is_empty() {
            scene.push(Shape::line(line, pen));
        }
    }

    /// The coordinates of columns and rows, counted from the bitter square.
    fn coordinates(&self, scene: &mut Scene, (left, ground): (f64, f64), cell: f64) {
        let grey = |at, text: i64, anchor| Shape::Text {
            at,
            text: text.to_string(),
            size: 11.0,
            anchor,
            fill: Colour::GREY,
        };
        let step = |cell: f64, wanted: f64| (wanted / cell).ceil().max(1.0) as usize;
        for column in (0..self.columns.len()).step_by(step(cell, 22.0)) {
            let at = (left + (column as f64 + 0.5) * cell, ground + 15.0);
            scene.push(grey(at, column as i64 - i64::from(self.bitter.0), Anchor::Middle));
        }
        for row in (0..self.highest() as usize).step_by(step(cell, 14.0)) {
            let at = (left - 8.0, ground - (row as f64 + 0.5) * cell + 4.0);
            scene.push(grey(at, row as i64 - i64::from(self.bitter.1), Anchor::End));
        }
    }

    fn legend(&self, scene: &mut Scene, (left, top): (f64, f64)) {
        let pen = Pen::new(0.8, Colour::BLACK);
        let mut x = left;
        let broken = self.after.is_some().then_some((BROKEN_OFF, &self.broken_label));
        for (fill, label) in [Some((BITTER, &self.bitter_label)), broken].into_iter().flatten() {
            square(scene, (x, top), 12.0, fill, pen);
            scene.push(Shape::text((x + 18.0, top + 10.5), label, 12.0, Anchor::Start));
            x += 46.0 + 12.0 * label.chars().count() as f64;
        }
    }
}

fn square(scene: &mut Scene, (x, y): (f64, f64), size: f64, fill: Colour, pen: Pen) {
    scene.push(Shape::rectangle(x, y, size, size, fill));
    let corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)];
    scene.push(Shape::line(corners, pen));
}
