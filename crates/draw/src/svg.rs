//! Writing a scene as SVG.

use std::fmt::Write;

use crate::error::DrawError;
use crate::scene::{Anchor, Pen, Scene, Shape};

/// Latin fonts first, then the usual Japanese ones; a viewer takes what it has.
const FONTS: &str = "Helvetica, Arial, 'Noto Sans', 'Hiragino Sans', 'Yu Gothic', \
                     'Noto Sans CJK JP', sans-serif";

impl Scene {
    /// The picture as an SVG document. The same scene gives the same bytes. O(shapes).
    pub fn to_svg(&self) -> String {
        self.to_svg_while(&|| true).unwrap_or_default()
    }

    /// The same as long as `go_on` says so, which is asked between shapes and every few dots.
    pub fn to_svg_while(&self, go_on: &dyn Fn() -> bool) -> Result<String, DrawError> {
        let mut out = String::new();
        let (w, h) = (number(self.width), number(self.height));
        let title = escaped(&self.title);
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\" aria-label=\"{title}\" \
             font-family=\"{FONTS}\">\n\
             <title>{title}</title>\n<desc>{}</desc>\n",
            escaped(&self.description),
        );
        self.write_metadata(&mut out);
        let _ = writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>");
        for shape in &self.shapes {
            write_shape(shape, &mut out, go_on)?;
        }
        out.push_str("</svg>\n");
        Ok(out)
    }

    /// The shapes alone.
    pub(crate) fn svg_shapes(&self) -> String {
        let mut out = String::new();
        for shape in &self.shapes {
            // Never cancelled.
            let _ = write_shape(shape, &mut out, &|| true);
        }
        out
    }

    fn write_metadata(&self, out: &mut String) {
        let made = &self.provenance;
        let _ = write!(
            out,
            "<metadata><made xmlns=\"urn:ishitori:picture\" command=\"{}\" version=\"{}\">",
            escaped(&made.command),
            escaped(&made.version),
        );
        for (name, value) in &made.parameters {
            let (name, value) = (escaped(name), escaped(value));
            let _ = write!(out, "<parameter name=\"{name}\" value=\"{value}\"/>");
        }
        out.push_str("</made></metadata>\n");
    }
}

fn write_shape(shape: &Shape, out: &mut String, go_on: &dyn Fn() -> bool) -> Result<(), DrawError> {
    if !go_on() {
        return Err(DrawError::GivenUp);
    }
    match shape {
        Shape::Rectangle { x, y, width, height, fill } => {
            let [x, y, w, h] = [x, y, width, height].map(|v| number(*v));
            let _ = write!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>"
            );
        }
        Shape::Line { points, pen } => {
            let _ = write!(out, "<polyline points=\"{}\" fill=\"none\" ", list(points));
            write_pen(pen, out);
            out.push_str("/>");
        }
        Shape::Polygon { points, fill } => {
            let _ = write!(out, "<polygon points=\"{}\" fill=\"{fill}\"/>", list(points));
        }
        Shape::Dots { points, radius, fill } => {
            // One path of points without length, drawn with a round pen.
            out.push_str("<path d=\"");
            for (at, (x, y)) in points.iter().enumerate() {
                if at % 1024 == 1023 && !go_on() {
                    return Err(DrawError::GivenUp);
                }
                let _ = write!(out, "M{} {}h0", number(*x), number(*y));
            }
            let width = number(2.0 * radius);
            let _ = write!(
                out,
                "\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>"
            );
        }
        Shape::Ring { centre, radius, pen } => {
            let [x, y, r] = [centre.0, centre.1, *radius].map(number);
            let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" ");
            write_pen(pen, out);
            out.push_str("/>");
        }
        Shape::Text { at, text, size, anchor, fill } => {
            let [x, y, size] = [at.0, at.1, *size].map(number);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let _ = write!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                 fill=\"{fill}\">{}</text>",
                escaped(text)
            );
        }
    }
    out.push('\n');
    Ok(())
}

fn write_pen(pen: &Pen, out: &mut String) {
    let width = number(pen.width);
    let _ =
        write!(out, "stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"", pen.colour);
    if pen.dashed {
        let _ = write!(out, " stroke-dasharray=\"{} {}\"", number(4.0), number(3.0));
    }
}

fn list(points: &[(f64, f64)]) -> String {
    let pairs: Vec<String> =
        points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
    pairs.join(" ")
}

/// With at most two decimals, none of them a final zero.
pub(crate) fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text as XML content or attribute; characters that XML forbids become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || ('\u{fffe}'..='\u{ffff}').contains(&c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
