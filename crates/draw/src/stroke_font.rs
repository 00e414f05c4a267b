//! A small single-line font for PNGs, so that they need no font on the machine.
//!
//! Each glyph is drawn with a round pen on a grid with the base line at 0, capitals 14 high,
//! small letters 9, descenders to −5. M moves, L draws a line, Q a parabola (control, end).

/// The height of capitals and the size of the em on the grid.
pub(crate) const CAPITAL: f32 = 14.0;
pub(crate) const EM: f32 = 19.5;
/// The space between two glyphs.
const GAP: f32 = 3.6;

/// A step of the pen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    Move(f32, f32),
    Line(f32, f32),
    Curve(f32, f32, f32, f32),
}

/// The steps of a text on one line from x = 0, and its width. A character without a glyph is drawn
/// as an empty box. O(length).
pub(crate) fn outline(text: &str) -> (Vec<Step>, f32) {
    let (mut steps, mut x) = (Vec::new(), 0.0);
    for c in text.chars() {
        let (c, size, rise) = match raised(c) {
            Some(digit) => (digit, 0.6, 7.0),
            None => (c, 1.0, 0.0),
        };
        let (width, path) = glyph(c);
        let place = |a: f32, b: f32| (a * size + x, b * size + rise);
        steps.extend(parse(path).map(|step| match step {
            Step::Move(a, b) => Step::Move(place(a, b).0, place(a, b).1),
            Step::Line(a, b) => Step::Line(place(a, b).0, place(a, b).1),
            Step::Curve(a, b, c, d) => {
                Step::Curve(place(a, b).0, place(a, b).1, place(c, d).0, place(c, d).1)
            }
        }));
        x += width * size + GAP;
    }
    (steps, (x - GAP).max(0.0))
}

/// The digit of a superscript.
fn raised(c: char) -> Option<char> {
    let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|superscript| superscript == c)?;
    char::from_digit(digit as u32, 10)
}

fn parse(path: &'static str) -> impl Iterator<Item = Step> {
    let starts: Vec<usize> =
        path.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(i, _)| i).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([path.len()]).collect();
    starts.into_iter().zip(ends).map(move |(start, end)| {
        let n: Vec<f32> =
            path[start + 1..end].split(' ').map(|x| x.parse().expect("a number")).collect();
        match (&path[start..=start], &n[..]) {
            ("M", &[x, y]) => Step::Move(x, y),
            ("L", &[x, y]) => Step::Line(x, y),
            ("Q", &[a, b, x, y]) => Step::Curve(a, b, x, y),
            _ => unreachable!("a glyph is made of M, L and Q"),
        }
    })
}

/// Width and path.
fn glyph(c: char) -> (f32, &'static str) {
    match c {
        ' ' => (3.0, ""),
        '\u{2009}' => (0.0, ""),
        '0' => (8.0, "M4 0Q0 0 0 7Q0 14 4 14Q8 14 8 7Q8 0 4 0"),
        '1' => (8.0, "M1 11L5 14L5 0"),
        '2' => (8.0, "M0 11Q0 14 4 14Q8 14 8 10Q8 7 0 0L8 0"),
        '3' => (8.0, "M0 12Q1 14 4 14Q8 14 8 11Q8 7 3 7M4 7Q8 7 8 4Q8 0 4 0Q1 0 0 2"),
        '4' => (8.0, "M6 0L6 14L0 4L8 4"),
        '5' => (8.0, "M7 14L1 14L1 8Q2 9 4 9Q8 9 8 5Q8 0 4 0Q1 0 0 2"),
        '6' => (8.0, "M7 13Q6 14 4 14Q0 14 0 6Q0 0 4 0Q8 0 8 4Q8 9 4 9Q1 9 0 5"),
        '7' => (8.0, "M0 14L8 14Q3 8 3 0"),
        '8' => (8.0, "M4 8Q0 8 0 11Q0 14 4 14Q8 14 8 11Q8 8 4 8Q0 8 0 4Q0 0 4 0Q8 0 8 4Q8 8 4 8"),
        '9' => (8.0, "M8 9Q7 5 4 5Q0 5 0 10Q0 14 4 14Q8 14 8 8Q8 0 4 0Q2 0 1 1"),
        'A' => (10.0, "M0 0L5 14L10 0M2 5L8 5"),
        'B' => (10.0, "M0 0L0 14L5 14Q9 14 9 11Q9 7 5 7L0 7M5 7Q10 7 10 4Q10 0 5 0L0 0"),
        'C' => (10.0, "M10 11Q9 14 6 14Q0 14 0 7Q0 0 6 0Q9 0 10 3"),
        'D' => (10.0, "M0 0L0 14L4 14Q10 14 10 7Q10 0 4 0L0 0"),
        'E' => (9.0, "M9 14L0 14L0 0L9 0M0 7L7 7"),
        'F' => (9.0, "M9 14L0 14L0 0M0 7L7 7"),
        'G' => (10.0, "M10 11Q9 14 6 14Q0 14 0 7Q0 0 6 0Q10 0 10 4L10 6L6 6"),
        'H' => (9.0, "M0 0L0 14M9 0L9 14M0 7L9 7"),
        'I' => (1.0, "M0 0L0 14"),
        'J' => (6.0, "M6 14L6 4Q6 0 3 0Q0 0 0 3"),
        'K' => (9.0, "M0 0L0 14M9 14L0 5M3 8L9 0"),
        'L' => (8.0, "M0 14L0 0L8 0"),
        'M' => (11.0, "M0 0L0 14L5.5 4L11 14L11 0"),
        'N' => (9.0, "M0 0L0 14L9 0L9 14"),
        'O' => (11.0, "M5.5 0Q0 0 0 7Q0 14 5.5 14Q11 14 11 7Q11 0 5.5 0"),
        'P' => (9.0, "M0 0L0 14L5 14Q9 14 9 10Q9 6 5 6L0 6"),
        'Q' => (11.0, "M5.5 0Q0 0 0 7Q0 14 5.5 14Q11 14 11 7Q11 0 5.5 0M7 4L11 -1"),
        'R' => (9.0, "M0 0L0 14L5 14Q9 14 9 10Q9 6 5 6L0 6M5 6L9 0"),
        'S' => (9.0, "M9 12Q8 14 5 14Q0 14 0 11Q0 8 5 7Q9 6 9 3Q9 0 5 0Q1 0 0 2"),
        'T' => (10.0, "M0 14L10 14M5 14L5 0"),
        'U' => (9.0, "M0 14L0 5Q0 0 4.5 0Q9 0 9 5L9 14"),
        'V' => (10.0, "M0 14L5 0L10 14"),
        'W' => (14.0, "M0 14L3.5 0L7 14L10.5 0L14 14"),
        'X' => (9.0, "M0 14L9 0M9 14L0 0"),
        'Y' => (10.0, "M0 14L5 7L5 0M10 14L5 7"),
        'Z' => (9.0, "M0 14L9 14L0 0L9 0"),
        'a' => (7.0, "M7 9L7 0M7 6Q6 9 3 9Q0 9 0 4Q0 0 3 0Q6 0 7 3"),
        'b' => (7.0, "M0 14L0 0M0 6Q1 9 4 9Q7 9 7 4Q7 0 4 0Q1 0 0 3"),
        'c' => (7.0, "M7 7Q6 9 4 9Q0 9 0 4Q0 0 4 0Q6 0 7 2"),
        'd' => (7.0, "M7 14L7 0M7 6Q6 9 3 9Q0 9 0 4Q0 0 3 0Q6 0 7 3"),
        'e' => (7.0, "M0 5L7 5Q7 9 4 9Q0 9 0 4Q0 0 4 0Q6 0 7 2"),
        'è' => (7.0, "M0 5L7 5Q7 9 4 9Q0 9 0 4Q0 0 4 0Q6 0 7 2M2 14L5 11"),
        'é' => (7.0, "M0 5L7 5Q7 9 4 9Q0 9 0 4Q0 0 4 0Q6 0 7 2M3 11L6 14"),
        'f' => (5.0, "M5 14Q2 14 2 11L2 0M0 9L5 9"),
        'g' => (7.0, "M7 9L7 -1Q7 -5 3 -5Q1 -5 0 -4M7 6Q6 9 3 9Q0 9 0 4Q0 0 3 0Q6 0 7 3"),
        'h' => (7.0, "M0 14L0 0M0 6Q1 9 4 9Q7 9 7 5L7 0"),
        'i' => (1.0, "M0 9L0 0M0 13L0 12.5"),
        'j' => (2.0, "M2 9L2 -2Q2 -5 0 -5M2 13L2 12.5"),
        'k' => (7.0, "M0 14L0 0M6 9L0 4M2 5.5L7 0"),
        'l' => (1.0, "M0 14L0 0"),
        'm' => (10.0, "M0 9L0 0M0 6Q1 9 3 9Q5 9 5 5L5 0M5 6Q6 9 8 9Q10 9 10 5L10 0"),
        'n' => (7.0, "M0 9L0 0M0 6Q1 9 4 9Q7 9 7 5L7 0"),
        'o' => (7.0, "M3.5 0Q0 0 0 4.5Q0 9 3.5 9Q7 9 7 4.5Q7 0 3.5 0"),
        'p' => (7.0, "M0 9L0 -5M0 6Q1 9 4 9Q7 9 7 4Q7 0 4 0Q1 0 0 3"),
        'q' => (7.0, "M7 9L7 -5M7 6Q6 9 3 9Q0 9 0 4Q0 0 3 0Q6 0 7 3"),
        'r' => (5.0, "M0 9L0 0M0 5Q1 9 5 9"),
        's' => (6.0, "M6 8Q5 9 3 9Q0 9 0 7Q0 5 3 4.6Q6 4 6 2Q6 0 3 0Q1 0 0 1"),
        't' => (5.0, "M2 13L2 3Q2 0 5 0M0 9L5 9"),
        'u' => (7.0, "M0 9L0 4Q0 0 3 0Q6 0 7 3M7 9L7 0"),
        'v' => (7.0, "M0 9L3.5 0L7 9"),
        'w' => (10.0, "M0 9L2.5 0L5 9L7.5 0L10 9"),
        'x' => (7.0, "M0 9L7 0M7 9L0 0"),
        'y' => (7.0, "M0 9L3.5 0M7 9L3.5 0Q2 -5 0 -5"),
        'z' => (6.5, "M0 9L6.5 9L0 0L6.5 0"),
        '.' => (1.0, "M0 0L0 0.5"),
        ',' => (2.0, "M1.5 0.5L0 -3"),
        ':' => (1.0, "M0 0L0 0.5M0 8L0 8.5"),
        ';' => (2.0, "M1.5 0.5L0 -3M1.5 8L1.5 8.5"),
        '!' => (1.0, "M0 14L0 4M0 0L0 0.5"),
        '?' => (7.0, "M0 11Q0 14 3.5 14Q7 14 7 11Q7 9 3.5 7L3.5 4M3.5 0L3.5 0.5"),
        '\'' | '’' => (1.0, "M0 14L0 10"),
        '"' => (4.0, "M0 14L0 10M4 14L4 10"),
        '(' => (3.0, "M3 16Q0 12 0 6Q0 0 3 -4"),
        ')' => (3.0, "M0 16Q3 12 3 6Q3 0 0 -4"),
        '[' => (3.0, "M3 16L0 16L0 -4L3 -4"),
        ']' => (3.0, "M0 16L3 16L3 -4L0 -4"),
        '{' => (4.0, "M4 16Q2 16 2 13L2 9Q2 6 0 6Q2 6 2 3L2 -1Q2 -4 4 -4"),
        '}' => (4.0, "M0 16Q2 16 2 13L2 9Q2 6 4 6Q2 6 2 3L2 -1Q2 -4 0 -4"),
        '|' => (1.0, "M0 16L0 -4"),
        '/' => (6.0, "M0 -2L6 15"),
        '\\' => (6.0, "M0 15L6 -2"),
        '+' => (8.0, "M0 6L8 6M4 10L4 2"),
        '-' => (5.0, "M0 6L5 6"),
        '−' | '–' => (8.0, "M0 6L8 6"),
        '=' => (8.0, "M0 8L8 8M0 4L8 4"),
        '<' => (8.0, "M8 10L0 6L8 2"),
        '>' => (8.0, "M0 10L8 6L0 2"),
        '≤' => (8.0, "M8 11L0 7.5L8 4M0 1L8 1"),
        '≥' => (8.0, "M0 11L8 7.5L0 4M0 1L8 1"),
        '≠' => (8.0, "M0 8L8 8M0 4L8 4M6 12L2 0"),
        '±' => (8.0, "M0 8L8 8M4 12L4 4M0 1L8 1"),
        '×' => (8.0, "M1 9L7 3M7 9L1 3"),
        '·' => (1.0, "M0 6L0 6.5"),
        '…' => (8.0, "M0 0L0 0.5M4 0L4 0.5M8 0L8 0.5"),
        '⊕' => (10.0, "M5 1Q0 1 0 6Q0 11 5 11Q10 11 10 6Q10 1 5 1M5 11L5 1M0 6L10 6"),
        '⌊' => (3.0, "M0 16L0 -4L3 -4"),
        '⌋' => (3.0, "M3 16L3 -4L0 -4"),
        '↑' => (8.0, "M4 0L4 14M0 9L4 14L8 9"),
        '↓' => (8.0, "M4 14L4 0M0 5L4 0L8 5"),
        '→' => (11.0, "M0 6L11 6M7 10L11 6L7 2"),
        '*' => (6.0, "M3 14L3 7M0 12.3L6 8.7M6 12.3L0 8.7"),
        '^' => (6.0, "M0 9L3 14L6 9"),
        '_' => (8.0, "M0 -2L8 -2"),
        '~' => (8.0, "M0 5Q1 8 4 6Q7 4 8 7"),
        '#' => (9.0, "M2 1L4 13M6 1L8 13M0 9L9 9M0 5L9 5"),
        '%' => (
            12.0,
            "M2.5 8Q0 8 0 11Q0 14 2.5 14Q5 14 5 11Q5 8 2.5 8M11 14L1 0M9.5 0Q7 0 7 3Q7 6 9.5 6Q12 6 12 3Q12 0 9.5 0",
        ),
        '&' => (10.0, "M10 0L2 10Q1 14 4 14Q7 14 6 10Q5 8 2 6Q0 5 0 3Q0 0 4 0Q8 0 9 6"),
        '@' => (
            12.0,
            "M9 9L8.5 5Q8.5 3 10 3Q12 4 12 7Q12 13 6 13Q0 13 0 6Q0 -1 6 -1L9 -0.5M9 7Q8 9.5 6 9.5Q3 9 3 6Q3 3 5.5 3Q8 4 8.5 6",
        ),
        '`' => (3.0, "M0 14L3 11"),
        '★' => (14.0, "M7 14L2.8 1L14 9L0 9L11.2 1L7 14"),
        '◆' => (10.0, "M5 13L0 7L5 1L10 7L5 13M5 10L2.5 7L5 4L7.5 7L5 10"),
        '$' => (9.0, "M9 11Q8 13 5 13Q0 13 0 10Q0 8 5 7Q9 6 9 4Q9 1 5 1Q1 1 0 3M4.5 15L4.5 -1"),
        _ => (8.0, "M0 0L0 14L8 14L8 0L0 0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_ascii_has_glyphs() {
        let (_, missing) = glyph('\u{0}');
        for c in ' '..='~' {
            assert!(glyph(c).1 != missing, "{c}");
            let (width, path) = glyph(c);
            for step in parse(path) {
                let (Step::Move(x, y) | Step::Line(x, y) | Step::Curve(_, _, x, y)) = step;
                assert!((0.0..=width).contains(&x) && (-5.0..=16.0).contains(&y), "{c}");
            }
        }
    }
}
