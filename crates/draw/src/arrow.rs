//! Arrows: a bent line and its head.

use crate::colour::Colour;
use crate::scene::{Pen, Scene, Shape};

/// Points along a line that is bent sideways in the middle by `bend` of its length.
pub(crate) fn arc(from: (f64, f64), to: (f64, f64), bend: f64) -> Vec<(f64, f64)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let control = ((from.0 + to.0) / 2.0 - bend * dy, (from.1 + to.1) / 2.0 + bend * dx);
    let steps = if bend == 0.0 { 1 } else { 16 };
    (0..=steps)
        .map(|i| {
            let t = f64::from(i) / f64::from(steps);
            let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            (a * from.0 + b * control.0 + c * to.0, a * from.1 + b * control.1 + c * to.1)
        })
        .collect()
}

/// Paints an arrow along the points, cut off `short` before its end, where the head sits.
pub(crate) fn arrow(
    scene: &mut Scene,
    points: &[(f64, f64)],
    short: f64,
    width: f64,
    colour: Colour,
) {
    let end = points[points.len() - 1];
    let distance = |p: &(f64, f64)| ((p.0 - end.0).powi(2) + (p.1 - end.1).powi(2)).sqrt();
    let Some(last) = points.iter().rposition(|p| distance(p) > short) else { return };
    let from = points[last];
    let next = points.get(last + 1).copied().unwrap_or(end);
    let direction = unit((next.0 - from.0, next.1 - from.1));
    let along = distance(&from) - short;
    let tip = (from.0 + direction.0 * along, from.1 + direction.1 * along);
    let length = 5.0 + 2.0 * width;
    let base = (tip.0 - direction.0 * length, tip.1 - direction.1 * length);
    let mut line: Vec<(f64, f64)> = points[..=last].to_vec();
    line.push(base);
    scene.push(Shape::line(line, Pen::new(width, colour)));
    let half = length * 0.4;
    let side = (-direction.1 * half, direction.0 * half);
    let head = vec![tip, (base.0 + side.0, base.1 + side.1), (base.0 - side.0, base.1 - side.1)];
    scene.push(Shape::Polygon { points: head, fill: colour });
}

fn unit((x, y): (f64, f64)) -> (f64, f64) {
    let length = (x * x + y * y).sqrt();
    if length > 0.0 { (x / length, y / length) } else { (0.0, 0.0) }
}
