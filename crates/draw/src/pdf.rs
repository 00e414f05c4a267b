//! Writing a scene as a PDF of one page, text as outlines.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Buf, Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use crate::colour::Colour;
use crate::error::{DrawError, Missing};
use crate::font::{self, Step};
use crate::scene::{Anchor, Pen, Scene, Shape};

/// Points of a PDF for a pixel of the scene: 72 per inch against 96.
const POINTS: f32 = 0.75;
/// The control points of a quarter of a circle of radius 1.
const ROUND: f32 = 0.552_284_8;

/// Bytes that are compressed between two questions whether to go on.
const PIECE: usize = 1 << 18;
/// Steps of an outline between two such questions.
const STEPS: usize = 1 << 12;

impl Scene {
    /// The picture as a PDF of its own size, for papers. The same scene gives the same bytes.
    /// O(shapes).
    ///
    /// ```
    /// use ishitori_draw::{Colour, Provenance, Scene, Shape};
    /// let mut scene = Scene::new(40.0, 20.0, "四角", "A square.", Provenance::default());
    /// scene.push(Shape::rectangle(5.0, 5.0, 10.0, 10.0, Colour::BLUE));
    /// assert!(scene.to_pdf().unwrap().starts_with(b"%PDF-"));
    /// ```
    pub fn to_pdf(&self) -> Result<Vec<u8>, DrawError> {
        self.to_pdf_while(&|| true)
    }

    /// The same as long as `go_on` says so, which is asked between shapes and every few dots.
    pub fn to_pdf_while(&self, go_on: &dyn Fn() -> bool) -> Result<Vec<u8>, DrawError> {
        if !(self.width > 0.0 && self.height > 0.0) {
            return Err(DrawError::Nothing(Missing::Picture));
        }
        let ids: Vec<Ref> = (1..=5).map(Ref::new).collect();
        let [catalog, pages, page, content, info] = ids[..] else { unreachable!("five ids") };
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        let (width, height) = (self.width as f32 * POINTS, self.height as f32 * POINTS);
        pdf.page(page)
            .parent(pages)
            .media_box(Rect::new(0.0, 0.0, width, height))
            .contents(content)
            .resources()
            .finish();
        let compressed = deflate(&self.pdf_content(height, go_on)?, go_on)?;
        pdf.stream(content, &compressed).filter(Filter::FlateDecode);
        let made = &self.provenance;
        let mut about = pdf.document_info(info);
        about.title(TextStr(&self.title)).subject(TextStr(&self.description));
        about.producer(TextStr(&format!("ishitori {}", made.version)));
        let parameters: Vec<String> =
            made.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        about.keywords(TextStr(&format!("{}; {}", made.command, parameters.join("; "))));
        about.insert(Name(b"Command")).primitive(TextStr(&made.command));
        about.finish();
        Ok(pdf.finish())
    }

    fn pdf_content(&self, height: f32, go_on: &dyn Fn() -> bool) -> Result<Buf, DrawError> {
        let mut page = Page { content: Content::new() };
        // Pixels from the upper left corner become points from the lower left one.
        page.content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]);
        page.content.set_line_join(LineJoinStyle::RoundJoin);
        for shape in &self.shapes {
            page.shape(shape, go_on)?;
        }
        Ok(page.content.finish())
    }
}

fn deflate(bytes: &[u8], go_on: &dyn Fn() -> bool) -> Result<Vec<u8>, DrawError> {
    let failed = |error: std::io::Error| DrawError::Pdf(error.to_string());
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    for piece in bytes.chunks(PIECE) {
        if !go_on() {
            return Err(DrawError::GivenUp);
        }
        encoder.write_all(piece).map_err(failed)?;
    }
    encoder.finish().map_err(failed)
}

struct Page {
    content: Content,
}

impl Page {
    fn shape(&mut self, shape: &Shape, go_on: &dyn Fn() -> bool) -> Result<(), DrawError> {
        if !go_on() {
            return Err(DrawError::GivenUp);
        }
        match shape {
            Shape::Rectangle { x, y, width, height, fill } => {
                self.fill_colour(*fill);
                let [x, y, w, h] = [x, y, width, height].map(|v| *v as f32);
                self.content.rect(x, y, w, h).fill_nonzero();
            }
            Shape::Line { points, pen } => {
                self.pen(*pen);
                self.trace(points);
                self.content.stroke();
            }
            Shape::Polygon { points, fill } => {
                self.fill_colour(*fill);
                self.trace(points);
                self.content.close_path().fill_nonzero();
            }
            Shape::Dots { points, radius, fill } => {
                // Points without length, drawn with a round pen.
                self.content.save_state();
                self.stroke_colour(*fill);
                self.content.set_line_cap(LineCapStyle::RoundCap);
                self.content.set_line_width(2.0 * *radius as f32);
                for (at, (x, y)) in points.iter().enumerate() {
                    if at % 1024 == 1023 && !go_on() {
                        return Err(DrawError::GivenUp);
                    }
                    let (x, y) = (*x as f32, *y as f32);
                    self.content.move_to(x, y).line_to(x, y);
                }
                self.content.stroke();
                self.content.restore_state();
            }
            Shape::Ring { centre, radius, pen } => {
                self.pen(*pen);
                self.circle((centre.0 as f32, centre.1 as f32), *radius as f32);
                self.content.stroke();
            }
            Shape::Text { at, text, size, anchor, fill } => {
                self.fill_colour(*fill);
                self.text((at.0 as f32, at.1 as f32), text, *size as f32, *anchor, go_on)?;
            }
        }
        Ok(())
    }

    fn text(
        &mut self,
        at: (f32, f32),
        text: &str,
        size: f32,
        anchor: Anchor,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), DrawError> {
        let (steps, width) = font::outline(text);
        let start = at.0 - anchor.share() * width * size;
        let place = |x: f32, y: f32| (start + x * size, at.1 - y * size);
        let mut from = (0.0, 0.0);
        for (at, step) in steps.into_iter().enumerate() {
            if at % STEPS == STEPS - 1 && !go_on() {
                return Err(DrawError::GivenUp);
            }
            match step {
                Step::Move(x, y) => {
                    from = place(x, y);
                    self.content.move_to(from.0, from.1);
                }
                Step::Line(x, y) => {
                    from = place(x, y);
                    self.content.line_to(from.0, from.1);
                }
                Step::Quad(a, b, x, y) => {
                    // A parabola as a cubic: its controls are two thirds of the way to the control.
                    let (control, to) = (place(a, b), place(x, y));
                    let near = |end: (f32, f32)| {
                        let part = |end: f32, control: f32| end + (control - end) * 2.0 / 3.0;
                        (part(end.0, control.0), part(end.1, control.1))
                    };
                    let (c, d) = (near(from), near(to));
                    self.content.cubic_to(c.0, c.1, d.0, d.1, to.0, to.1);
                    from = to;
                }
                Step::Cubic(a, b, c, d, x, y) => {
                    let (first, second, to) = (place(a, b), place(c, d), place(x, y));
                    self.content.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
                    from = to;
                }
                Step::Close => {
                    self.content.close_path();
                }
            }
        }
        self.content.fill_nonzero();
        Ok(())
    }

    fn circle(&mut self, (x, y): (f32, f32), r: f32) {
        let k = ROUND * r;
        self.content.move_to(x + r, y);
        self.content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
        self.content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
        self.content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
        self.content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
        self.content.close_path();
    }

    fn trace(&mut self, points: &[(f64, f64)]) {
        for (i, (x, y)) in points.iter().enumerate() {
            let (x, y) = (*x as f32, *y as f32);
            match i {
                0 => self.content.move_to(x, y),
                _ => self.content.line_to(x, y),
            };
        }
    }

    fn pen(&mut self, pen: Pen) {
        self.stroke_colour(pen.colour);
        self.content.set_line_width(pen.width as f32);
        let dashes: &[f32] = if pen.dashed { &[4.0, 3.0] } else { &[] };
        self.content.set_dash_pattern(dashes.iter().copied(), 0.0);
    }

    fn fill_colour(&mut self, colour: Colour) {
        let [r, g, b] = rgb(colour);
        self.content.set_fill_rgb(r, g, b);
    }

    fn stroke_colour(&mut self, colour: Colour) {
        let [r, g, b] = rgb(colour);
        self.content.set_stroke_rgb(r, g, b);
    }
}

fn rgb(colour: Colour) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}
