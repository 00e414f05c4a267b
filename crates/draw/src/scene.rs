//! A picture as data: a few kinds of shapes on a white page.

use crate::colour::Colour;
use crate::font::text_width;

/// A page is not made wider than this for a line of text.
const WIDEST: f64 = 2400.0;

/// A picture: shapes in the order in which they are painted, lengths in pixels at 96 per inch, y
/// downward.
///
/// ```
/// use ishitori_draw::{Colour, Provenance, Scene, Shape};
/// let mut scene = Scene::new(40.0, 20.0, "A square", "A blue square.", Provenance::default());
/// scene.push(Shape::rectangle(5.0, 5.0, 10.0, 10.0, Colour::BLUE));
/// assert!(scene.to_svg().contains("<rect "));
/// assert_eq!(&scene.to_png(2.0).unwrap()[1..4], b"PNG");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// A short name, for readers who cannot see the picture.
    pub title: String,
    /// The description of the picture, in a sentence or two.
    pub description: String,
    /// Where it comes from.
    pub provenance: Provenance,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// How a picture was made; written into the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// The command line.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// Names and values of the parameters.
    pub parameters: Vec<(String, String)>,
}

/// One shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle with corner (x, y).
    Rectangle {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
        /// Colour of the inside.
        fill: Colour,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// The pen.
        pen: Pen,
    },
    /// A filled polygon without an outline.
    Polygon {
        /// The corners.
        points: Vec<(f64, f64)>,
        /// Colour of the inside.
        fill: Colour,
    },
    /// Equal discs, as many as one likes.
    Dots {
        /// The centres.
        points: Vec<(f64, f64)>,
        /// The radius of each.
        radius: f64,
        /// Their colour.
        fill: Colour,
    },
    /// A ring.
    Ring {
        /// The centre.
        centre: (f64, f64),
        /// The radius of the middle of the line.
        radius: f64,
        /// The pen.
        pen: Pen,
    },
    /// One line of text.
    Text {
        /// Where the base line begins, is centred or ends.
        at: (f64, f64),
        /// The text.
        text: String,
        /// Height of the letters (em).
        size: f64,
        /// The meaning of `at`.
        anchor: Anchor,
        /// The colour.
        fill: Colour,
    },
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pen {
    /// Width of the line.
    pub width: f64,
    /// Colour of the line.
    pub colour: Colour,
    /// Whether it is dashed.
    pub dashed: bool,
}

/// Which point of a text is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// The part of the width of a text that is left of the given point.
    pub(crate) fn share(self) -> f32 {
        match self {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        }
    }
}

impl Scene {
    /// An empty page. O(1).
    pub fn new(
        width: f64,
        height: f64,
        title: impl Into<String>,
        description: impl Into<String>,
        provenance: Provenance,
    ) -> Self {
        let (title, description) = (title.into(), description.into());
        Scene { width, height, title, description, provenance, shapes: Vec::new() }
    }

    /// The same picture with another width, everything in proportion. O(shapes).
    ///
    /// ```
    /// use ishitori_draw::{Colour, Provenance, Scene, Shape};
    /// let mut scene = Scene::new(40.0, 20.0, "A square", "A blue square.", Provenance::default());
    /// scene.push(Shape::rectangle(5.0, 5.0, 10.0, 10.0, Colour::BLUE));
    /// let large = scene.resized(400.0);
    /// assert_eq!((large.width, large.height), (400.0, 200.0));
    /// assert_eq!(large.shapes[0], Shape::rectangle(50.0, 50.0, 100.0, 100.0, Colour::BLUE));
    /// ```
    pub fn resized(&self, width: f64) -> Scene {
        let factor = width / self.width;
        let mut scene = self.clone();
        (scene.width, scene.height) = (width, self.height * factor);
        scene.shapes.iter_mut().for_each(|shape| shape.scale(factor));
        scene
    }

    /// The same picture on a page that is wide enough for its lines of text, up to a bound. O(shapes).
    ///
    /// ```
    /// use ishitori_draw::{Anchor, Provenance, Scene, Shape};
    /// let mut scene = Scene::new(40.0, 20.0, "A word", "A long word.", Provenance::default());
    /// scene.push(Shape::text((5.0, 15.0), "antidisestablishmentarianism", 12.0, Anchor::Start));
    /// assert!(scene.with_space_for_text().width > 150.0);
    /// ```
    pub fn with_space_for_text(mut self) -> Scene {
        let ends = self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { at, text, size, anchor: Anchor::Start, .. } => {
                Some(at.0 + text_width(text, *size) + 8.0)
            }
            _ => None,
        });
        let wanted = ends.fold(0.0, f64::max).min(WIDEST);
        self.width = self.width.max(wanted);
        self
    }

    /// Paints a shape over the others. O(1).
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }
}

impl Shape {
    /// A filled rectangle. O(1).
    pub fn rectangle(x: f64, y: f64, width: f64, height: f64, fill: Colour) -> Self {
        Shape::Rectangle { x, y, width, height, fill }
    }

    /// Makes it larger by a factor, seen from the corner of the page.
    fn scale(&mut self, factor: f64) {
        let scale_all = |points: &mut [(f64, f64)]| {
            points.iter_mut().for_each(|(x, y)| (*x, *y) = (*x * factor, *y * factor));
        };
        match self {
            Shape::Rectangle { x, y, width, height, .. } => {
                for length in [x, y, width, height] {
                    *length *= factor;
                }
            }
            Shape::Line { points, pen } => {
                scale_all(points);
                pen.width *= factor;
            }
            Shape::Polygon { points, .. } => scale_all(points),
            Shape::Dots { points, radius, .. } => {
                scale_all(points);
                *radius *= factor;
            }
            Shape::Ring { centre, radius, pen } => {
                scale_all(std::slice::from_mut(centre));
                *radius *= factor;
                pen.width *= factor;
            }
            Shape::Text { at, size, .. } => {
                scale_all(std::slice::from_mut(at));
                *size *= factor;
            }
        }
    }

    /// A line through points. O(points).
    pub fn line(points: impl Into<Vec<(f64, f64)>>, pen: Pen) -> Self {
        Shape::Line { points: points.into(), pen }
    }

    /// A text in black. O(length).
    pub fn text(at: (f64, f64), text: impl Into<String>, size: f64, anchor: Anchor) -> Self {
        Shape::Text { at, text: text.into(), size, anchor, fill: Colour::BLACK }
    }
}

impl Pen {
    /// A plain line. O(1).
    pub const fn new(width: f64, colour: Colour) -> Self {
        Pen { width, colour, dashed: false }
    }

    /// The same line, dashed. O(1).
    pub const fn dashed(self) -> Self {
        Pen { dashed: true, ..self }
    }
}
