//! Several pictures in one: a film strip for paper, an animation for browsers.

use std::fmt::Write;

use crate::error::{DrawError, Missing, Part};
use crate::scene::{Scene, Shape};

/// The tallest strip, in pixels at 96 per inch.
const MAX_HEIGHT: f64 = 60_000.0;

/// The pictures one below the other, as wide as the widest; title, description and provenance are
/// those of the last. O(shapes).
///
/// ```
/// use ishitori_draw::{Provenance, Scene, film_strip};
/// let frame = |title| Scene::new(40.0, 20.0, title, "A frame.", Provenance::default());
/// let strip = film_strip(&[frame("one"), frame("two")]).unwrap();
/// assert_eq!((strip.width, strip.height, strip.title.as_str()), (40.0, 40.0, "two"));
/// ```
pub fn film_strip(frames: &[Scene]) -> Result<Scene, DrawError> {
    let last = frames.last().ok_or(DrawError::Nothing(Missing::Frame))?;
    let height = frames.iter().map(|f| f.height).sum::<f64>();
    if height > MAX_HEIGHT {
        let (found, limit) = (height as u64, MAX_HEIGHT as u64);
        return Err(DrawError::TooLarge { what: Part::PixelsHigh, found, limit });
    }
    let width = frames.iter().map(|f| f.width).fold(0.0, f64::max);
    let (title, description) = (last.title.clone(), last.description.clone());
    let mut strip = Scene::new(width, height, title, description, last.provenance.clone());
    let mut top = 0.0;
    for frame in frames {
        strip.shapes.extend(frame.shapes.iter().map(|shape| lowered(shape, top)));
        top += frame.height;
    }
    Ok(strip)
}

/// An SVG that shows the pictures one after the other, each for `seconds`, the last three times as
/// long, forever; a viewer without animation shows the last. O(shapes).
///
/// ```
/// use ishitori_draw::{Provenance, Scene, animated_svg};
/// let frame = |title| Scene::new(40.0, 20.0, title, "A frame.", Provenance::default());
/// let svg = animated_svg(&[frame("one"), frame("two")], 1.5).unwrap();
/// assert_eq!(svg.matches("<animate ").count(), 2);
/// ```
pub fn animated_svg(frames: &[Scene], seconds: f64) -> Result<String, DrawError> {
    let last = frames.last().ok_or(DrawError::Nothing(Missing::Frame))?;
    let width = frames.iter().map(|f| f.width).fold(0.0, f64::max);
    let height = frames.iter().map(|f| f.height).fold(0.0, f64::max);
    let (title, description) = (last.title.clone(), last.description.clone());
    let page = Scene::new(width, height, title, description, last.provenance.clone());
    let empty = page.to_svg();
    let mut out = empty.strip_suffix("</svg>\n").unwrap_or(&empty).to_string();
    let count = frames.len();
    let steps = count + 2;
    for (i, frame) in frames.iter().enumerate() {
        let shown = if i + 1 == count { "visible" } else { "hidden" };
        let values: Vec<&str> = (0..steps)
            .map(|at| if at.min(count - 1) == i { "visible" } else { "hidden" })
            .collect();
        let _ = write!(
            out,
            "<g visibility=\"{shown}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
             values=\"{}\" dur=\"{}s\" repeatCount=\"indefinite\"/>\n{}</g>\n",
            values.join(";"),
            seconds * steps as f64,
            frame.svg_shapes(),
        );
    }
    out.push_str("</svg>\n");
    Ok(out)
}

fn lowered(shape: &Shape, by: f64) -> Shape {
    let down = |points: &[(f64, f64)]| points.iter().map(|&(x, y)| (x, y + by)).collect();
    match shape.clone() {
        Shape::Rectangle { x, y, width, height, fill } => {
            Shape::Rectangle { x, y: y + by, width, height, fill }
        }
        Shape::Line { points, pen } => Shape::Line { points: down(&points), pen },
        Shape::Polygon { points, fill } => Shape::Polygon { points: down(&points), fill },
        Shape::Dots { points, radius, fill } => Shape::Dots { points: down(&points), radius, fill },
        Shape::Ring { centre, radius, pen } => {
            Shape::Ring { centre: (centre.0, centre.1 + by), radius, pen }
        }
        Shape::Text { at, text, size, anchor, fill } => {
            Shape::Text { at: (at.0, at.1 + by), text, size, anchor, fill }
        }
    }
}
