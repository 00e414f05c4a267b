//! Signs look like what they mean: the outline of each sign that sentences and captions use is examined, in both fonts.

use std::collections::BTreeSet;
use std::path::Path;

use ttf_parser::{Face, OutlineBuilder};

/// The outline of a glyph as polygons, in the box that it fills: x and y from 0 to 1, y upward.
struct Glyph {
    polygons: Vec<Vec<(f32, f32)>>,
    /// Width by height of the box.
    aspect: f32,
    /// Where the box lies: its lower and upper edge in ems.
    edges: (f32, f32),
}

#[derive(Default)]
struct Flat {
    polygons: Vec<Vec<(f32, f32)>>,
}

impl Flat {
    fn last(&self) -> (f32, f32) {
        *self.polygons.last().and_then(|p| p.last()).unwrap()
    }

    fn to(&mut self, point: (f32, f32)) {
        self.polygons.last_mut().unwrap().push(point);
    }
}

impl OutlineBuilder for Flat {
    fn move_to(&mut self, x: f32, y: f32) {
        self.polygons.push(vec![(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.to((x, y));
    }

    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        let (x0, y0) = self.last();
        for i in 1u8..=8 {
            let t = f32::from(i) / 8.0;
            let (p, q, r) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            self.to((p * x0 + q * a + r * x, p * y0 + q * b + r * y));
        }
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        unreachable!("the outlines of the font are parabolas");
    }

    fn close(&mut self) {}
}

impl Glyph {
    fn of(face: &Face<'_>, sign: char) -> Option<Glyph> {
        let mut flat = Flat::default();
        let bounds = face.outline_glyph(face.glyph_index(sign)?, &mut flat)?;
        let (left, bottom) = (f32::from(bounds.x_min), f32::from(bounds.y_min));
        let (width, height) = (f32::from(bounds.width()), f32::from(bounds.height()));
        for point in flat.polygons.iter_mut().flatten() {
            *point = ((point.0 - left) / width, (point.1 - bottom) / height);
        }
        let em = f32::from(face.units_per_em());
        let edges = (bottom / em, (bottom + height) / em);
        Some(Glyph { polygons: flat.polygons, aspect: width / height, edges })
    }

    /// Whether there is ink at a place: the outline runs around it.
    fn ink(&self, x: f32, y: f32) -> bool {
        let mut winding = 0;
        for polygon in &self.polygons {
            for (i, &(x0, y0)) in polygon.iter().enumerate() {
                let (x1, y1) = polygon[(i + 1) % polygon.len()];
                if (y0 <= y) != (y1 <= y) && x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x {
                    winding += if y1 > y0 { 1 } else { -1 };
                }
            }
        }
        winding != 0
    }

    fn along(&self, ink: impl Fn(f32) -> bool) -> (f32, f32, usize) {
        let places: Vec<(f32, bool)> =
            (0u8..200).map(|i| (f32::from(i) + 0.5) / 200.0).map(|t| (t, ink(t))).collect();
        let inked: Vec<f32> = places.iter().filter(|p| p.1).map(|p| p.0).collect();
        let runs = places.windows(2).filter(|w| !w[0].1 && w[1].1).count();
        let runs = runs + usize::from(places[0].1);
        match (inked.first(), inked.last()) {
            (Some(&first), Some(&last)) => (first, last, runs),
            _ => (0.5, 0.5, 0),
        }
    }

    /// From where to where there is ink at a height, and how often it begins.
    fn row(&self, y: f32) -> (f32, f32, usize) {
        self.along(|x| self.ink(x, y))
    }

    /// The same at a distance from the left edge.
    fn column(&self, x: f32) -> (f32, f32, usize) {
        self.along(|y| self.ink(x, y))
    }

    /// As text, for messages.
    fn show(&self) -> String {
        let place = |i: u8, of: u8| (f32::from(i) + 0.5) / f32::from(of);
        let row = |y: f32| -> String {
            let dot = |i| if self.ink(place(i, 24), y) { '#' } else { '.' };
            (0..24).map(dot).chain(['\n']).collect()
        };
        (0..12).rev().map(|i| row(place(i, 12))).collect()
    }

    fn wide(&self, y: f32) -> f32 {
        let (from, to, _) = self.row(y);
        to - from
    }

    fn high(&self, x: f32) -> f32 {
        let (from, to, _) = self.column(x);
        to - from
    }

    /// How many strokes a line through the middle crosses: across, and up.
    fn crossings(&self) -> (usize, usize) {
        (self.row(0.5).2, self.column(0.5).2)
    }
}

/// A wedge whose point is on the left, above any bar.
fn points_left(g: &Glyph) -> bool {
    let upper = |x: f32| g.column(x).1;
    upper(0.9) > 0.9 && upper(0.08) < 0.75
}

fn points_right(g: &Glyph) -> bool {
    let upper = |x: f32| g.column(x).1;
    upper(0.1) > 0.9 && upper(0.92) < 0.75
}

/// Whether a glyph looks like the sign; nothing for a sign that is not known here.
fn looks_right(sign: char, g: &Glyph) -> Option<bool> {
    let bar = |y: f32| g.row(y) == (0.0025, 0.9975, 1);
    Some(match sign {
        '<' => points_left(g) && !bar(0.02),
        '>' => points_right(g) && !bar(0.02),
        '≤' => points_left(g) && g.wide(0.04) > 0.9 && g.column(0.8).2 == 3,
        '≥' => points_right(g) && g.wide(0.04) > 0.9 && g.column(0.2).2 == 3,
        '↑' => g.wide(0.75) > 0.4 && g.wide(0.2) < 0.3 && g.aspect < 1.0,
        '↓' => g.wide(0.25) > 0.4 && g.wide(0.8) < 0.3 && g.aspect < 1.0,
        '←' => g.high(0.25) > 0.4 && g.high(0.8) < 0.3 && g.aspect > 1.0,
        '→' => g.high(0.75) > 0.4 && g.high(0.2) < 0.3 && g.aspect > 1.0,
        '⇒' => g.column(0.3).2 == 2 && g.high(0.75) > 0.6,
        '+' | '＋' => g.wide(0.5) > 0.9 && g.high(0.5) > 0.9 && !g.ink(0.15, 0.85),
        '±' => g.wide(0.04) > 0.9 && g.column(0.5).2 == 2 && g.column(0.2).2 == 2,
        '-' | '−' | '–' | '—' => {
            g.crossings() == (1, 1) && g.aspect > 2.0 && g.edges.0 > 0.15
        }
        '_' => g.crossings() == (1, 1) && g.aspect > 4.0 && g.edges.1 < 0.0,
        '=' | '＝' => g.column(0.2).2 == 2 && g.column(0.8).2 == 2 && g.row(0.5).2 == 0,
        '≡' => g.column(0.2).2 == 3 && g.column(0.8).2 == 3,
        '≈' => g.column(0.2).2 == 2 && g.column(0.8).2 == 2 && !bar(0.02),
        '≅' => g.column(0.2).2 == 3 && g.wide(0.02) > 0.9,
        '~' | '〜' => g.aspect > 2.0 && g.column(0.25).1 > g.column(0.75).1,
        '×' => g.ink(0.5, 0.5) && g.ink(0.1, 0.1) && g.ink(0.9, 0.1) && !g.ink(0.5, 0.9),
        '*' => g.ink(0.5, 0.5) && g.ink(0.5, 0.9) && g.edges.0 > 0.1,
        '⊕' => {
            g.crossings() == (3, 3)
                && g.ink(0.5, 0.5)
                && g.ink(0.3, 0.5)
                && g.ink(0.5, 0.3)
                && !g.ink(0.3, 0.3)
                && !g.ink(0.02, 0.02)
        }
        '∞' => g.crossings() == (3, 1) && g.column(0.2).2 == 2 && g.column(0.8).2 == 2,
        '∋' => g.row(0.5).1 > 0.9 && g.column(0.2).2 == 3 && !g.ink(0.05, 0.75),
        '√' => {
            g.column(0.95).0 > 0.8
                && g.row(0.02).2 == 1
                && g.row(0.02).0 > 0.1
                && g.row(0.02).0 < 0.5
        }
        '^' => g.wide(0.9) < g.wide(0.1) && g.row(0.1).2 == 2 && g.edges.0 > 0.3,
        '■' => [0.1, 0.5, 0.9].iter().all(|&t| g.ink(t, t) && g.ink(t, 1.0 - t)),
        '●' => g.ink(0.5, 0.5) && g.ink(0.5, 0.05) && g.ink(0.05, 0.5) && !g.ink(0.05, 0.05),
        '◆' => g.ink(0.5, 0.5) && g.ink(0.5, 0.05) && !g.ink(0.2, 0.2) && !g.ink(0.8, 0.8),
        '◇' => {
            !g.ink(0.5, 0.5)
                && g.crossings() == (2, 2)
                && !g.ink(0.1, 0.1)
                && g.row(0.9).2 == 1 + usize::from(!g.ink(0.5, 0.9))
        }
        '★' => g.ink(0.5, 0.5) && g.row(0.05).2 == 2 && g.row(0.95).2 == 1 && g.wide(0.62) > 0.8,
        '(' => g.row(0.5).0 < 0.1 && g.row(0.03).0 > 0.4 && g.aspect < 0.6,
        ')' => g.row(0.5).1 > 0.9 && g.row(0.03).1 < 0.6 && g.aspect < 0.6,
        '[' => g.row(0.5).1 < 0.5 && bar(0.02) && bar(0.98),
        ']' => g.row(0.5).0 > 0.5 && bar(0.02) && bar(0.98),
        '{' => g.row(0.5).0 < 0.1 && g.row(0.03).1 > 0.9 && g.row(0.25).0 > 0.2,
        '}' => g.row(0.5).1 > 0.9 && g.row(0.03).0 < 0.1 && g.row(0.25).1 < 0.8,
        '「' => g.wide(0.98) > 0.9 && g.row(0.02).1 < 0.5,
        '」' => g.wide(0.02) > 0.9 && g.row(0.98).0 > 0.5,
        '|' => g.aspect < 0.2 && g.crossings() == (1, 1),
        '/' => g.row(0.95).0 > g.row(0.05).1,
        '\\' => g.row(0.05).0 > g.row(0.95).1,
        '.' | '·' | '・' => {
            g.crossings() == (1, 1) && g.polygons.len() == 1 && (0.6..1.7).contains(&g.aspect)
        }
        '…' => g.row(0.5).2 == 3 && g.aspect > 4.0,
        ',' => g.edges.0 < 0.0 && g.edges.1 < 0.25 && g.row(0.95).2 == 1,
        '、' => g.edges.1 < 0.4 && g.row(0.9).0 < g.row(0.1).0,
        '。' => g.edges.1 < 0.4 && g.crossings() == (2, 2),
        ':' => g.column(0.5).2 == 2 && g.row(0.5).2 == 0 && g.edges.0 > -0.04,
        ';' => g.column(0.6).2 == 2 && g.edges.0 < -0.04,
        '!' => g.column(0.5).2 == 2 && g.aspect < 0.4,
        '?' | '？' => g.polygons.len() == 2 && g.row(0.03).2 == 1 && g.row(0.7).1 > 0.7,
        '\'' => g.polygons.len() == 1 && g.edges.0 > 0.4 && g.aspect < 0.6,
        '"' => g.polygons.len() == 2 && g.edges.0 > 0.4 && g.crossings().0 == 2,
        '`' => g.polygons.len() == 1 && g.edges.0 > 0.4 && g.row(0.9).0 < g.row(0.1).0,
        '#' => g.row(0.5).2 == 2 && g.column(0.5).2 == 2 && g.polygons.len() >= 2,
        '%' => g.polygons.len() >= 5 && g.row(0.95).2 == 2,
        '$' => g.high(0.5) > 0.9 && g.aspect < 0.8,
        '&' => g.polygons.len() >= 2 && g.wide(0.1) > g.wide(0.9),
        '@' => g.crossings().0 >= 3 && g.polygons.len() >= 2,
        _ => return None,
    })
}

fn used() -> BTreeSet<char> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut used = BTreeSet::new();
    let mut folders =
        ["src", "../words/src", "../answers/src/pictures"].map(|f| root.join(f)).to_vec();
    while let Some(folder) = folders.pop() {
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                // The letters that TeX draws are not in the font.
                false if path.ends_with("tikz.rs") => {}
                false if path.extension().is_some_and(|ending| ending == "rs") => {
                    used.extend(std::fs::read_to_string(path).unwrap().chars());
                }
                false => {}
            }
        }
    }
    assert!(used.contains(&'≤') && used.contains(&'⊕'));
    used
}

/// Letters, kana, kanji and digits are not examined; in old releases of the font ≤ and ≥ stood for each other.
#[test]
fn every_sign_that_is_used_has_its_shape() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts");
    let used = used();
    for name in ["biz-udp-gothic-subset.ttf"] {
        let bytes = std::fs::read(root.join(name)).unwrap();
        let face = Face::parse(&bytes, 0).unwrap();
        let mut wrong = String::new();
        for &sign in used.iter().filter(|c| !c.is_alphanumeric()) {
            if let Some(glyph) = Glyph::of(&face, sign)
                && looks_right(sign, &glyph) != Some(true)
            {
                wrong += &format!("{sign} {:?} {}\n{}", glyph.edges, glyph.aspect, glyph.show());
            }
        }
        assert!(wrong.is_empty(), "{name}: not said here, or looking like another sign:\n{wrong}");
    }
}

/// The description of signs in the test above distinguishes those that are easily mistaken for each other.
#[test]
fn signs_are_not_taken_for_their_mirror_images() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts");
    let bytes = std::fs::read(root.join("biz-udp-gothic-subset.ttf")).unwrap();
    let face = Face::parse(&bytes, 0).unwrap();
    for [one, other] in
        ["≤≥", "<>", "↑↓", "←→", "()", "[]", "{}", "「」", "/\\", "◆◇", "=≡", "+×", "-_"]
            .map(|pair| [pair.chars().next().unwrap(), pair.chars().next_back().unwrap()])
    {
        for (sign, glyph) in [(one, other), (other, one)] {
            let glyph = Glyph::of(&face, glyph).unwrap();
            assert_eq!(looks_right(sign, &glyph), Some(false), "{sign}");
        }
    }
}
