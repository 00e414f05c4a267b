//! Writing a scene as a picture of TikZ, for papers.

use std::fmt::Write;

use crate::colour::Colour;
use crate::error::DrawError;
use crate::font::{self, Step};
use crate::scene::{Anchor, Pen, Scene, Shape};
use crate::svg::number;

/// Points of PostScript for a pixel of the scene: 72 per inch against 96.
const POINTS: f64 = 0.75;
/// TeX has no lengths beyond 16383 points: larger pictures are made smaller.
const LARGEST: f64 = 16_000.0;
/// Points of one path: TeX holds a path in its main memory until it is drawn.
const PATH: usize = 400;
/// Points on a line of the file.
const A_LINE: usize = 8;

impl Scene {
    /// The picture as one `tikzpicture` for a document with `\usepackage{tikz}`. Text is set in the fonts of the document;
    /// a line of text with signs that LaTeX lacks without further packages, such as kana, is drawn as outlines. The same scene
    /// gives the same bytes. O(shapes).
    ///
    /// ```
    /// use ishitori_draw::{Colour, Provenance, Scene, Shape};
    /// let mut scene = Scene::new(40.0, 20.0, "A square", "A blue square.", Provenance::default());
    /// scene.push(Shape::rectangle(5.0, 5.0, 10.0, 10.0, Colour::BLUE));
    /// let picture = scene.to_tikz();
    /// assert!(picture.contains("\\definecolor{c005aa8}{HTML}{005AA8}"));
    /// assert!(picture.contains("\\fill[c005aa8] (5,5) rectangle ++(10,10);"));
    /// ```
    pub fn to_tikz(&self) -> String {
        self.to_tikz_while(&|| true).unwrap_or_default()
    }

    /// The same as long as `go_on` says so, which is asked between shapes and every few dots.
    pub fn to_tikz_while(&self, go_on: &dyn Fn() -> bool) -> Result<String, DrawError> {
        let side = self.width.max(self.height);
        if side > LARGEST {
            return self.resized(self.width * LARGEST / side).to_tikz_while(go_on);
        }
        let mut out = String::new();
        let made = &self.provenance;
        let made = format!("ishitori {}: {}", made.version, made.command);
        for line in [&made, &self.title, &self.description] {
            comment(line, &mut out);
        }
        comment("needs \\usepackage{tikz}", &mut out);
        let _ = writeln!(out, "\\begin{{tikzpicture}}[x={POINTS}bp,y=-{POINTS}bp]");
        for colour in self.colours() {
            let html = colour.to_string().trim_start_matches('#').to_uppercase();
            let _ = writeln!(out, "\\definecolor{{{}}}{{HTML}}{{{html}}}", name(colour));
        }
        let (w, h) = (number(self.width), number(self.height));
        let _ = writeln!(out, "\\path[use as bounding box,fill=white] (0,0) rectangle ({w},{h});");
        for shape in &self.shapes {
            write_shape(shape, &mut out, go_on)?;
        }
        out.push_str("\\end{tikzpicture}\n");
        Ok(out)
    }

    /// The colours of its shapes, each once, in the order of the first use.
    fn colours(&self) -> Vec<Colour> {
        let mut all = Vec::new();
        for shape in &self.shapes {
            let colour = match shape {
                Shape::Rectangle { fill, .. }
                | Shape::Polygon { fill, .. }
                | Shape::Dots { fill, .. }
                | Shape::Text { fill, .. } => fill,
                Shape::Line { pen, .. } | Shape::Ring { pen, .. } => &pen.colour,
            };
            if !all.contains(colour) {
                all.push(*colour);
            }
        }
        all
    }
}

fn comment(line: &str, out: &mut String) {
    if !line.is_empty() {
        let _ = writeln!(out, "% {}", line.replace(char::is_control, " "));
    }
}

/// The name of a colour in the picture.
fn name(colour: Colour) -> String {
    colour.to_string().replace('#', "c")
}

/// A length that does not depend on the unit vectors.
fn length(pixels: f64) -> String {
    format!("{}bp", number(pixels * POINTS))
}

fn write_shape(shape: &Shape, out: &mut String, go_on: &dyn Fn() -> bool) -> Result<(), DrawError> {
    if !go_on() {
        return Err(DrawError::GivenUp);
    }
    match shape {
        Shape::Rectangle { x, y, width, height, fill } => {
            let [x, y, w, h] = [x, y, width, height].map(|v| number(*v));
            let _ = writeln!(out, "\\fill[{}] ({x},{y}) rectangle ++({w},{h});", name(*fill));
        }
        Shape::Line { points, pen } => {
            // Pieces begin where the one before ends, and so look like one line.
            let mut rest = points.as_slice();
            loop {
                let (piece, more) = rest.split_at(rest.len().min(PATH));
                let _ = writeln!(out, "\\draw[{}] {};", pen_options(pen), path(piece));
                if more.is_empty() {
                    break;
                }
                rest = &rest[PATH - 1..];
            }
        }
        Shape::Polygon { points, fill } => {
            let close = if points.is_empty() { "" } else { " -- cycle" };
            let _ = writeln!(out, "\\fill[{}] {}{close};", name(*fill), path(points));
        }
        Shape::Dots { points, radius, fill } => {
            for piece in points.chunks(PATH) {
                if !go_on() {
                    return Err(DrawError::GivenUp);
                }
                let _ = write!(out, "\\fill[{},radius={}]", name(*fill), length(*radius));
                for (at, point) in piece.iter().enumerate() {
                    let gap = if at % A_LINE == 0 && at > 0 { "\n  " } else { " " };
                    let _ = write!(out, "{gap}{} circle[]", pair(*point));
                }
                out.push_str(";\n");
            }
        }
        Shape::Ring { centre, radius, pen } => {
            let (pen, radius) = (pen_options(pen), length(*radius));
            let _ = writeln!(out, "\\draw[{pen}] {} circle[radius={radius}];", pair(*centre));
        }
        Shape::Text { at, text, size, anchor, fill } => match latex(text) {
            Some(latex) => {
                let anchor = match anchor {
                    Anchor::Start => "base west",
                    Anchor::Middle => "base",
                    Anchor::End => "base east",
                };
                let size = length(*size);
                let _ = writeln!(
                    out,
                    "\\node[anchor={anchor},inner sep=0pt,{},font=\\sffamily\\fontsize{{{size}}}{{{size}}}\\selectfont] at {} {{{latex}}};",
                    name(*fill),
                    pair(*at)
                );
            }
            None => outline(*at, text, *size, *anchor, *fill, out),
        },
    }
    Ok(())
}

fn pen_options(pen: &Pen) -> String {
    let dashes = match pen.dashed {
        true => format!(",dash pattern=on {} off {}", length(4.0), length(3.0)),
        false => String::new(),
    };
    format!("{},line width={},line join=round{dashes}", name(pen.colour), length(pen.width))
}

fn pair((x, y): (f64, f64)) -> String {
    format!("({},{})", number(x), number(y))
}

/// Points with lines between them.
fn path(points: &[(f64, f64)]) -> String {
    let mut out = String::new();
    for (at, point) in points.iter().enumerate() {
        out.push_str(match at {
            0 => "",
            at if at % A_LINE == 0 => "\n  -- ",
            _ => " -- ",
        });
        out.push_str(&pair(*point));
    }
    out
}

/// A line of text as LaTeX reads it; none where a sign has no name in LaTeX without packages. O(length).
fn latex(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => out.extend(['$', c, '$']),
            '*' => out.push_str("$\\ast$"),
            '"' => out.push_str("\\char34{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            // Two of them would become one sign.
            '-' | '\'' if out.ends_with(c) => out.extend(['{', '}', c]),
            c if c.is_control() => out.push(' '),
            c if c.is_ascii() => out.push(c),
            c => {
                let (_, name) = SIGNS.iter().find(|(sign, _)| *sign == c)?;
                out.push_str(name);
            }
        }
    }
    Some(out)
}

/// Signs of captions that LaTeX has without packages.
const SIGNS: &[(char, &str)] = &[
    ('–', "--"),
    ('—', "---"),
    ('…', "\\ldots{}"),
    ('’', "'"),
    ('‘', "`"),
    ('“', "``"),
    ('”', "''"),
    ('\u{a0}', "~"),
    ('−', "$-$"),
    ('±', "$\\pm$"),
    ('×', "$\\times$"),
    ('·', "$\\cdot$"),
    ('⋅', "$\\cdot$"),
    ('∗', "$\\ast$"),
    ('∼', "$\\sim$"),
    ('⊕', "$\\oplus$"),
    ('⊗', "$\\otimes$"),
    ('≤', "$\\leq$"),
    ('≥', "$\\geq$"),
    ('≠', "$\\neq$"),
    ('≡', "$\\equiv$"),
    ('≈', "$\\approx$"),
    ('∞', "$\\infty$"),
    ('∈', "$\\in$"),
    ('∅', "$\\emptyset$"),
    ('∧', "$\\wedge$"),
    ('∨', "$\\vee$"),
    ('¬', "$\\neg$"),
    ('↑', "$\\uparrow$"),
    ('↓', "$\\downarrow$"),
    ('⇑', "$\\Uparrow$"),
    ('⇓', "$\\Downarrow$"),
    ('→', "$\\rightarrow$"),
    ('←', "$\\leftarrow$"),
    ('⇒', "$\\Rightarrow$"),
    ('⟨', "$\\langle$"),
    ('⟩', "$\\rangle$"),
    ('⌊', "$\\lfloor$"),
    ('⌋', "$\\rfloor$"),
    ('⌈', "$\\lceil$"),
    ('⌉', "$\\rceil$"),
    ('★', "$\\star$"),
    ('•', "$\\bullet$"),
    ('α', "$\\alpha$"),
    ('β', "$\\beta$"),
    ('γ', "$\\gamma$"),
    ('δ', "$\\delta$"),
    ('ε', "$\\varepsilon$"),
    ('φ', "$\\varphi$"),
    ('Φ', "$\\Phi$"),
    ('é', "\\'e"),
    ('è', "\\`e"),
    ('ö', "\\\"o"),
    ('ü', "\\\"u"),
    ('⁰', "$^0$"),
    ('¹', "$^1$"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('⁴', "$^4$"),
    ('⁵', "$^5$"),
    ('⁶', "$^6$"),
    ('⁷', "$^7$"),
    ('⁸', "$^8$"),
    ('⁹', "$^9$"),
    ('₀', "$_0$"),
    ('₁', "$_1$"),
    ('₂', "$_2$"),
    ('₃', "$_3$"),
    ('₄', "$_4$"),
    ('₅', "$_5$"),
    ('₆', "$_6$"),
    ('₇', "$_7$"),
    ('₈', "$_8$"),
    ('₉', "$_9$"),
];

/// A line of text as outlines, for signs that LaTeX lacks.
fn outline(at: (f64, f64), text: &str, size: f64, anchor: Anchor, fill: Colour, out: &mut String) {
    let (steps, width) = font::outline(text);
    let start = at.0 - f64::from(anchor.share() * width) * size;
    let place = |x: f32, y: f32| (start + f64::from(x) * size, at.1 - f64::from(y) * size);
    // What the picture says, for those who read the file.
    comment(text, out);
    let _ = write!(out, "\\fill[{}]", name(fill));
    let mut from = (0.0, 0.0);
    for step in steps {
        match step {
            Step::Move(x, y) => {
                from = place(x, y);
                let _ = write!(out, "\n  {}", pair(from));
            }
            Step::Line(x, y) => {
                from = place(x, y);
                let _ = write!(out, " -- {}", pair(from));
            }
            Step::Quad(a, b, x, y) => {
                // A parabola as a cubic: its controls are two thirds of the way to the control.
                let (control, to) = (place(a, b), place(x, y));
                let near = |end: (f64, f64)| {
                    let part = |end: f64, control: f64| end + (control - end) * 2.0 / 3.0;
                    (part(end.0, control.0), part(end.1, control.1))
                };
                cubic(near(from), near(to), to, out);
                from = to;
            }
            Step::Cubic(a, b, c, d, x, y) => {
                from = place(x, y);
                cubic(place(a, b), place(c, d), from, out);
            }
            Step::Close => out.push_str(" -- cycle"),
        }
    }
    out.push_str(";\n");
}

fn cubic(first: (f64, f64), second: (f64, f64), to: (f64, f64), out: &mut String) {
    let _ = write!(out, " .. controls {} and {} .. {}", pair(first), pair(second), pair(to));
}
