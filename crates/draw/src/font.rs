//! Text as outlines, so that PNG and PDF need no font of the machine.
//!
//! The font is a subset of BIZ UDPGothic (fonts/OFL.txt): Latin, Greek, kana, the signs of the field
//! and the kanji of this program. A character that it lacks is drawn as an empty box.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FONT: &[u8] = include_bytes!("../fonts/biz-udp-gothic-subset.ttf");
/// A step along an outline, in ems, y upward from the base line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    Move(f32, f32),
    Line(f32, f32),
    /// A parabola: control, end.
    Quad(f32, f32, f32, f32),
    /// A cubic: two controls, end.
    Cubic(f32, f32, f32, f32, f32, f32),
    Close,
}

/// The outline of one line of text from x = 0, and its width in ems. O(length).
pub(crate) fn outline(text: &str) -> (Vec<Step>, f32) {
    let mut pen = Pen { steps: Vec::new(), x: 0.0, rise: 0.0, scale: 1.0 };
    for c in text.chars() {
        pen.draw(c);
    }
    (pen.steps, pen.x)
}

/// How wide a line of text is in this size. O(length).
pub fn text_width(text: &str, size: f64) -> f64 {
    f64::from(outline(text).1) * size
}

fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    // The font is part of the program; a test reads it.
    FACE.get_or_init(|| Face::parse(FONT, 0).ok()).as_ref()
}

/// The width of a box for a character that the font lacks.
const BOX: f32 = 0.6;
/// Small digits above and below the line.
const SMALL: f32 = 0.6;

struct Pen {
    steps: Vec<Step>,
    /// Where the next glyph begins.
    x: f32,
    rise: f32,
    /// Ems for a unit of the glyph.
    scale: f32,
}

impl Pen {
    fn draw(&mut self, c: char) {
        if let Some((c, rise)) = small_digit(c) {
            return self.glyph(c, SMALL, rise);
        }
        match c {
            '∗' => self.glyph('*', 1.0, 0.0),
            '∼' => self.glyph('~', 1.0, 0.0),
            '⋅' => self.glyph('·', 1.0, 0.0),
            '⌊' | '⌋' | '⌈' | '⌉' => self.bracket(c),
            c => self.glyph(c, 1.0, 0.0),
        }
    }

    fn glyph(&mut self, c: char, size: f32, rise: f32) {
        let found = face().and_then(|face| Some((face, face.glyph_index(c)?)));
        let Some((face, id)) = found else {
            return self.missing(size);
        };
        let em = f32::from(face.units_per_em());
        (self.scale, self.rise) = (size / em, rise);
        // A glyph without an outline is a space.
        face.outline_glyph(id, self);
        self.x += advance(face, id) * size / em;
    }

    fn missing(&mut self, size: f32) {
        (self.scale, self.rise) = (size, 0.0);
        self.rectangle(0.06, 0.0, BOX - 0.12, 0.7);
        // The inside runs the other way round, so that it stays empty.
        let (l, r, b, t) = (0.1, BOX - 0.1, 0.04, 0.66);
        self.polygon(&[(l, b), (l, t), (r, t), (r, b)]);
        self.x += BOX * size;
    }

    /// Floor and ceiling brackets, which the font lacks: a bar and a foot.
    fn bracket(&mut self, c: char) {
        (self.scale, self.rise) = (1.0, 0.0);
        let (low, high, thick) = (-0.12, 0.82, 0.07);
        let left = matches!(c, '⌊' | '⌈');
        self.rectangle(if left { 0.1 } else { 0.23 }, low, thick, high - low);
        let foot = if matches!(c, '⌊' | '⌋') { low } else { high - thick };
        self.rectangle(if left { 0.1 } else { 0.08 }, foot, 0.22, thick);
        self.x += 0.4;
    }

    fn rectangle(&mut self, x: f32, y: f32, w: f32, h: f32) {
        self.polygon(&[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]);
    }

    fn polygon(&mut self, points: &[(f32, f32)]) {
        for (i, &(x, y)) in points.iter().enumerate() {
            match i {
                0 => self.move_to(x, y),
                _ => self.line_to(x, y),
            }
        }
        self.close();
    }

    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.rise + y * self.scale)
    }
}

fn advance(face: &Face<'_>, id: GlyphId) -> f32 {
    f32::from(face.glyph_hor_advance(id).unwrap_or(0))
}

/// The digit of a superscript or subscript, and how far it is raised.
fn small_digit(c: char) -> Option<(char, f32)> {
    let digit = |all: &str| all.chars().position(|known| known == c);
    let (digit, rise) = match (digit("⁰¹²³⁴⁵⁶⁷⁸⁹"), digit("₀₁₂₃₄₅₆₇₈₉"))
    {
        (Some(digit), _) => (digit, 0.33),
        (None, Some(digit)) => (digit, -0.12),
        (None, None) => return None,
    };
    Some((char::from_digit(u32::try_from(digit).ok()?, 10)?, rise))
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.steps.push(Step::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.steps.push(Step::Line(x, y));
    }

    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        let ((a, b), (x, y)) = (self.place(a, b), self.place(x, y));
        self.steps.push(Step::Quad(a, b, x, y));
    }

    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        let ((a, b), (c, d), (x, y)) = (self.place(a, b), self.place(c, d), self.place(x, y));
        self.steps.push(Step::Cubic(a, b, c, d, x, y));
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signs that captions use, in both languages.
    #[test]
    fn the_font_has_what_captions_need() {
        let face = face().expect("the font can be read");
        let needed = "Grundy 0123456789 {}|<>=+-×⊕≤≥±↑↓…–・、。「」チョコレートゲームのグランディ数帰結類温度平均値除去可能数集合先手後手必勝";
        let missing: String = needed.chars().filter(|&c| face.glyph_index(c).is_none()).collect();
        assert_eq!(missing, "");
    }

    #[test]
    fn widths_add_up_and_unknown_characters_are_boxes() {
        let (steps, width) = outline("ab");
        assert!(!steps.is_empty());
        assert!((width - outline("a").1 - outline("b").1).abs() < 1e-6);
        assert_eq!(outline("\u{10ffff}").1, BOX);
        assert!(outline("⌊x²⌋").1 > outline("x").1);
        assert_eq!(outline(""), (Vec::new(), 0.0));
    }

    /// Brackets that are drawn here: the bar on the outer side, the foot below or above.
    #[test]
    fn brackets_have_their_feet_where_they_belong() {
        for (sign, bar_left, foot_low) in
            [('⌊', true, true), ('⌋', false, true), ('⌈', true, false), ('⌉', false, false)]
        {
            let points = |step: &Step| match *step {
                Step::Move(x, y) | Step::Line(x, y) => Some((x, y)),
                _ => None,
            };
            let points: Vec<(f32, f32)> =
                outline(&sign.to_string()).0.iter().filter_map(points).collect();
            let (bar, foot) = points.split_at(4);
            let middle = |of: &[(f32, f32)]| {
                let sum = of.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
                (sum.0 / of.len() as f32, sum.1 / of.len() as f32)
            };
            assert_eq!(middle(bar).0 < middle(foot).0, bar_left, "{sign}");
            assert_eq!(middle(foot).1 < middle(bar).1, foot_low, "{sign}");
        }
    }
}
