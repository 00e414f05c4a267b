//! Multiplication tables of quotients, coloured by outcome.

use ishitori_values::Outcome;

use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::legend;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// The most elements of a table.
const MAX_ORDER: u64 = 1024;
/// Elements up to this many have their names in the cells.
const NAMED: usize = 48;

/// The multiplication table of a finite commutative monoid whose elements have outcomes.
///
/// ```
/// use ishitori_draw::MonoidTable;
/// use ishitori_values::Outcome::{N, P};
/// // {1, a | a² = 1}: one heap of one stone under misère play.
/// let names = vec!["1".into(), "a".into()];
/// let table = MonoidTable::new("0.3, misère", names, vec![N, P], vec![0, 1, 1, 0]);
/// assert!(table.scene().unwrap().to_svg().contains(">a<"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct MonoidTable {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The names of the elements, the identity first.
    pub names: Vec<String>,
    /// The outcome of each element.
    pub outcomes: Vec<Outcome>,
    /// The products, row by row.
    pub products: Vec<usize>,
    /// The colours.
    pub palette: Palette,
    /// Explanations of L, R, N and P, in this order.
    pub legend: [String; 4],
    /// How the picture was made.
    pub provenance: Provenance,
}

impl MonoidTable {
    /// A table with English labels. O(1).
    pub fn new(
        title: impl Into<String>,
        names: Vec<String>,
        outcomes: Vec<Outcome>,
        products: Vec<usize>,
    ) -> Self {
        let title = title.into();
        MonoidTable {
            description: format!(
                "Multiplication table of {} elements, coloured by outcome: {title}.",
                names.len()
            ),
            title,
            names,
            outcomes,
            products,
            palette: Palette::default(),
            legend: legend::ENGLISH.map(str::to_owned),
            provenance: Provenance::default(),
        }
    }

    /// The picture: row x, column y shows x·y in the colour of its outcome, with its name if there
    /// are at most 48 elements. O(order²).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let order = self.names.len();
        if order == 0 {
            return Err(DrawError::Nothing(Missing::TableElements));
        }
        if order as u64 > MAX_ORDER {
            let found = order as u64;
            return Err(DrawError::TooLarge { what: Part::Elements, found, limit: MAX_ORDER });
        }
        let named = order <= NAMED;
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        let cell = match named {
            true => (10.0 + 6.0 * longest as f64).clamp(22.0, 48.0),
            false => (1000.0 / order as f64).clamp(1.0, 22.0),
        };
        let size = (cell * 1.5 / longest as f64).clamp(5.0, 12.0);
        let head = if named { cell + 6.0 } else { 0.0 };
        let (left, top) = (24.0 + head, 56.0 + head);
        let side = order as f64 * cell;
        let page = ((left + side + 24.0).max(520.0), top + side + 64.0);
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(page.0, page.1, title, description, self.provenance.clone());
        scene.push(Shape::text((24.0, 28.0), &self.title, 16.0, Anchor::Start));
        let gap = if cell >= 8.0 { 0.5 } else { 0.0 };
        if gap > 0.0 {
            scene.push(Shape::rectangle(left, top, side, side, Colour::GREY));
        }
        for x in 0..order {
            for y in 0..order {
                let product = self.products[x * order + y];
                let fill = self.palette.colour(self.outcomes[product]);
                let at = (left + y as f64 * cell, top + x as f64 * cell);
                let length = cell - 2.0 * gap;
                scene.push(Shape::rectangle(at.0 + gap, at.1 + gap, length, length, fill));
                if named {
                    let at = (at.0 + cell / 2.0, at.1 + cell / 2.0 + 0.36 * size);
                    scene.push(label(at, &self.names[product], size, fill.ink()));
                }
            }
        }
        if named {
            for (i, name) in self.names.iter().enumerate() {
                let along = (i as f64 + 0.5) * cell;
                let down = 0.36 * size;
                let middle = head / 2.0;
                scene.push(label((left + along, top - middle + down), name, size, Colour::BLACK));
                scene.push(label((left - middle, top + along + down), name, size, Colour::BLACK));
            }
        }
        let corners = [
            (left, top),
            (left + side, top),
            (left + side, top + side),
            (left, top + side),
            (left, top),
        ];
        scene.push(Shape::line(corners, Pen::new(1.0, Colour::BLACK)));
        legend::draw(&mut scene, self.palette, &self.legend, (left, top + side + 28.0));
        Ok(scene)
    }
}

fn label(at: (f64, f64), text: &str, size: f64, fill: Colour) -> Shape {
    Shape::Text { at, text: text.to_owned(), size, anchor: Anchor::Middle, fill }
}
