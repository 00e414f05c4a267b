//! The scatter plot of a sequence n ↦ G(n).

use crate::axis;
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};

/// The most points of a scatter plot.
const MAX_POINTS: u64 = 2_000_000;

/// The largest coordinate, up to which a floating-point number is exact.
const MAX_COORDINATE: u64 = 1 << 53;

/// The data of a scatter plot. All texts come from the caller, in the language of the reader.
#[derive(Clone, PartialEq, Debug)]
pub struct Scatter {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The name of the horizontal axis.
    pub x_label: String,
    /// The name of the vertical axis.
    pub y_label: String,
    /// The first n.
    pub first: u64,
    /// The values from there on.
    pub values: Vec<u64>,
    /// Heaps at which a dashed upright line is drawn with a label, such as the preperiod.
    pub marks: Vec<(u64, String)>,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl Scatter {
    /// A plot of G(0), G(1), … with the usual names of the axes. O(values).
    ///
    /// ```
    /// use ishitori_draw::Scatter;
    /// let plot = Scatter::new("Kayles", vec![0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    /// assert!(plot.scene().unwrap().to_svg().starts_with("<svg "));
    /// ```
    pub fn new(title: impl Into<String>, values: Vec<u64>) -> Self {
        let title = title.into();
        Scatter {
            description: format!("Scatter plot of {} Grundy values: {title}.", values.len()),
            title,
            x_label: "n".to_owned(),
            y_label: "G(n)".to_owned(),
            first: 0,
            values,
            marks: Vec::new(),
            provenance: Provenance::default(),
        }
    }

    /// The picture, 720 by 405. Zeros, the positions lost for the player to move, are vermilion.
    /// O(values).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let count = self.values.len() as u64;
        if count == 0 {
            return Err(DrawError::Nothing(Missing::Sequence));
        }
        if count > MAX_POINTS {
            let limit = MAX_POINTS;
            return Err(DrawError::TooLarge { what: Part::Points, found: count, limit });
        }
        let largest = self.values.iter().copied().max().unwrap_or(0).max(self.first);
        if largest > MAX_COORDINATE {
            let limit = MAX_COORDINATE;
            return Err(DrawError::TooLarge { what: Part::LengthUnits, found: largest, limit });
        }
        let (width, height) = (720.0, 405.0);
        let (left, right, top, bottom) = (64.0, 20.0, 52.0, 52.0);
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        let max = self.values.iter().copied().max().unwrap_or(0).max(1);
        let (plot_width, plot_height) = (width - left - right, height - top - bottom);
        // Half a step of margin around the points.
        let (x_margin, y_margin) =
            (0.5_f64.max(0.01 * count as f64), 0.4_f64.max(0.03 * max as f64));
        let x_unit = plot_width / (count as f64 - 1.0 + 2.0 * x_margin);
        let y_unit = plot_height / (max as f64 + 2.0 * y_margin);
        let x = |n: f64| left + (n - self.first as f64 + x_margin) * x_unit;
        let y = |v: f64| top + plot_height - (v + y_margin) * y_unit;
        let (floor, ceiling) = (top + plot_height, top);

        let hair = Pen::new(0.75, Colour::PALE);
        let axis_pen = Pen::new(1.0, Colour::GREY);
        for v in axis::ticks(0, max as i64, 10) {
            let at = y(v as f64);
            scene.push(Shape::line([(left, at), (width - right, at)], hair));
            scene.push(Shape::line([(left - 4.0, at), (left, at)], axis_pen));
            let label = Shape::text((left - 8.0, at + 4.0), axis::label(v), 12.0, Anchor::End);
            scene.push(label);
        }
        for n in axis::ticks(self.first as i64, (self.first + count - 1) as i64, 10) {
            let at = x(n as f64);
            scene.push(Shape::line([(at, floor), (at, floor + 4.0)], axis_pen));
            let label = Shape::text((at, floor + 18.0), axis::label(n), 12.0, Anchor::Middle);
            scene.push(label);
        }
        for (n, label) in &self.marks {
            let at = x(*n as f64 - 0.5);
            if at >= left && at <= width - right {
                let pen = Pen::new(1.0, Colour::VERMILION).dashed();
                scene.push(Shape::line([(at, floor), (at, ceiling)], pen));
                let nearer_left = at < left + plot_width / 2.0;
                let (anchor, shift) =
                    if nearer_left { (Anchor::Start, -3.0) } else { (Anchor::End, 3.0) };
                // Above the plot, where no point can be.
                scene.push(Shape::text((at + shift, ceiling - 4.0), label, 12.0, anchor));
            }
        }
        let radius = (0.42 * x_unit.min(y_unit)).clamp(0.8, 3.0);
        let points = |zero: bool| -> Vec<(f64, f64)> {
            let chosen = self.values.iter().enumerate().filter(|&(_, &v)| (v == 0) == zero);
            chosen.map(|(i, &v)| (x(self.first as f64 + i as f64), y(v as f64))).collect()
        };
        scene.push(Shape::Dots { points: points(false), radius, fill: Colour::BLUE });
        scene.push(Shape::Dots { points: points(true), radius, fill: Colour::VERMILION });
        scene.push(Shape::line([(left, ceiling), (left, floor), (width - right, floor)], axis_pen));
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        let middle = left + plot_width / 2.0;
        scene.push(Shape::text((middle, height - 14.0), &self.x_label, 13.0, Anchor::Middle));
        scene.push(Shape::text((left - 8.0, top - 10.0), &self.y_label, 13.0, Anchor::End));
        Ok(scene)
    }
}
