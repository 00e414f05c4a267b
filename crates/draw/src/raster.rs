//! Painting a scene into a PNG, without any font of the machine.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::font::{self, Step};
use crate::scene::{Anchor, Pen, Scene, Shape};

/// The most pixels of a PNG.
const MAX_PIXELS: u64 = 1 << 27;

impl Scene {
    /// The picture as a PNG with `scale` pixels per unit (2 or 3 for print). The same scene gives
    /// the same bytes. O(pixels + shapes).
    ///
    /// Text is drawn with a built-in font that knows Latin, Greek, kana, the kanji of this program
    /// and the signs of the field; another character becomes an empty box.
    pub fn to_png(&self, scale: f64) -> Result<Vec<u8>, DrawError> {
        self.to_png_while(scale, &|| true)
    }

    /// The same as long as `go_on` says so, which is asked between shapes and every few dots.
    pub fn to_png_while(&self, scale: f64, go_on: &dyn Fn() -> bool) -> Result<Vec<u8>, DrawError> {
        let (w, h) = ((self.width * scale).ceil(), (self.height * scale).ceil());
        if !(w >= 1.0 && h >= 1.0) {
            return Err(DrawError::Nothing(Missing::Picture));
        }
        if w * h > MAX_PIXELS as f64 {
            let found = (w * h) as u64;
            return Err(DrawError::TooLarge { what: Part::Pixels, found, limit: MAX_PIXELS });
        }
        let mut page = Pixmap::new(w as u32, h as u32).ok_or(DrawError::TooLarge {
            what: Part::Pixels,
            found: (w * h) as u64,
            limit: MAX_PIXELS,
        })?;
        page.fill(tiny_skia::Color::WHITE);
        let mut painter =
            Painter { page, transform: Transform::from_scale(scale as f32, scale as f32) };
        for shape in &self.shapes {
            painter.shape(shape, go_on)?;
        }
        self.encode(&painter.page)
    }

    /// The page as RGB, since every pixel is opaque, with the provenance as text chunks.
    fn encode(&self, page: &Pixmap) -> Result<Vec<u8>, DrawError> {
        let failed = |e: png::EncodingError| DrawError::Png(e.to_string());
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, page.width(), page.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let made = &self.provenance;
        let parameters: Vec<String> =
            made.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        for (keyword, text) in [
            ("Title", &self.title),
            ("Description", &self.description),
            ("Software", &format!("ishitori {}", made.version)),
            ("Command", &made.command),
            ("Parameters", &parameters.join("; ")),
        ] {
            encoder.add_itxt_chunk(keyword.to_owned(), text.clone()).map_err(failed)?;
        }
        let mut writer = encoder.write_header().map_err(failed)?;
        let rgb: Vec<u8> =
            page.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
        writer.write_image_data(&rgb).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(out)
    }
}

struct Painter {
    page: Pixmap,
    transform: Transform,
}

impl Painter {
    fn shape(&mut self, shape: &Shape, go_on: &dyn Fn() -> bool) -> Result<(), DrawError> {
        if !go_on() {
            return Err(DrawError::GivenUp);
        }
        match shape {
            Shape::Rectangle { x, y, width, height, fill } => {
                let [x, y, w, h] = [x, y, width, height].map(|v| *v as f32);
                if let Some(rect) = Rect::from_xywh(x, y, w, h) {
                    self.page.fill_rect(rect, &paint(*fill), self.transform, None);
                }
            }
            Shape::Line { points, pen } => {
                self.stroke(trace(points), *pen);
            }
            Shape::Polygon { points, fill } => {
                let mut path = trace(points);
                path.close();
                self.fill(path, *fill);
            }
            Shape::Dots { points, radius, fill } => {
                for (at, (x, y)) in points.iter().enumerate() {
                    if at % 1024 == 1023 && !go_on() {
                        return Err(DrawError::GivenUp);
                    }
                    let mut path = PathBuilder::new();
                    path.push_circle(*x as f32, *y as f32, *radius as f32);
                    self.fill(path, *fill);
                }
            }
            Shape::Ring { centre, radius, pen } => {
                let mut path = PathBuilder::new();
                path.push_circle(centre.0 as f32, centre.1 as f32, *radius as f32);
                self.stroke(path, *pen);
            }
            Shape::Text { at, text, size, anchor, fill } => {
                self.text(*at, text, *size as f32, *anchor, *fill);
            }
        }
        Ok(())
    }

    fn text(&mut self, at: (f64, f64), text: &str, size: f32, anchor: Anchor, fill: Colour) {
        let (steps, width) = font::outline(text);
        let start = at.0 as f32 - anchor.share() * width * size;
        let place = |x: f32, y: f32| (start + x * size, at.1 as f32 - y * size);
        let mut path = PathBuilder::new();
        for step in steps {
            match step {
                Step::Move(x, y) => {
                    let (x, y) = place(x, y);
                    path.move_to(x, y);
                }
                Step::Line(x, y) => {
                    let (x, y) = place(x, y);
                    path.line_to(x, y);
                }
                Step::Quad(a, b, x, y) => {
                    let ((a, b), (x, y)) = (place(a, b), place(x, y));
                    path.quad_to(a, b, x, y);
                }
                Step::Cubic(a, b, c, d, x, y) => {
                    let ((a, b), (c, d), (x, y)) = (place(a, b), place(c, d), place(x, y));
                    path.cubic_to(a, b, c, d, x, y);
                }
                Step::Close => path.close(),
            }
        }
        self.fill(path, fill);
    }

    fn fill(&mut self, path: PathBuilder, fill: Colour) {
        if let Some(path) = path.finish() {
            let rule = FillRule::Winding;
            self.page.fill_path(&path, &paint(fill), rule, self.transform, None);
        }
    }

    fn stroke(&mut self, path: PathBuilder, pen: Pen) {
        let stroke = Stroke {
            width: pen.width as f32,
            line_cap: LineCap::Butt,
            line_join: LineJoin::Round,
            dash: if pen.dashed { StrokeDash::new(vec![4.0, 3.0], 0.0) } else { None },
            ..Stroke::default()
        };
        if let Some(path) = path.finish() {
            self.page.stroke_path(&path, &paint(pen.colour), &stroke, self.transform, None);
        }
    }
}

fn trace(points: &[(f64, f64)]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (i, (x, y)) in points.iter().enumerate() {
        match i {
            0 => path.move_to(*x as f32, *y as f32),
            _ => path.line_to(*x as f32, *y as f32),
        }
    }
    path
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour.red, colour.green, colour.blue, 255);
    paint.anti_alias = true;
    paint
}
