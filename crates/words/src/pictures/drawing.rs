//! Positions as a terminal shows them.

use ishitori_answers::setup::{Drawing, DrawnEdge, DrawnVertex, NumberMeaning, Picture};

use crate::{Text, say};

/// Stones of a heap that are drawn one by one.
const STONES: u32 = 60;
/// Stones in a group.
const GROUP: u32 = 5;

fn stones(n: u32) -> String {
    let shown = if n > STONES { 2 * GROUP } else { n };
    let mut row = String::new();
    for i in 0..shown {
        if i > 0 && i % GROUP == 0 {
            row.push(' ');
        }
        row.push('●');
    }
    match n {
        0 => "·".to_string(),
        _ if n > STONES => row + " …",
        _ => row,
    }
}

/// Rows with their numbers from below, columns with letters; each row is `lean` characters further right.
fn squares(rows: &[String], lean: usize) -> String {
    let width = rows.len().to_string().len();
    let spaced = |row: &str| row.chars().map(shown).collect::<Vec<_>>().join(" ");
    let mut lines: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let indent = " ".repeat(lean * i);
            format!("  {:>width$}  {indent}{}", rows.len() - i, spaced(row))
        })
        .collect();
    let columns = rows.first().map_or(0, |row| row.chars().count());
    // Beyond z there would be two letters, which do not fit.
    let letters: Vec<String> =
        (0..columns.min(26)).map(|c| char::from(b'a' + c as u8).to_string()).collect();
    let indent = " ".repeat(width + 4 + lean * rows.len());
    lines.push(format!("{indent}{}", letters.join(" ")));
    lines.join("\n")
}

/// A row with the numbers of its cells under it.
fn strip(cells: &str) -> String {
    let n = cells.chars().count();
    let width = n.to_string().len();
    let row: Vec<String> = cells.chars().map(|c| format!("{:>width$}", shown(c))).collect();
    let numbers: Vec<String> = (1..=n).map(|i| format!("{i:>width$}")).collect();
    format!("  {}\n  {}", row.join(" "), numbers.join(" "))
}

/// A cell; there is none where `#` stands.
fn shown(c: char) -> String {
    if c == '#' { " ".to_string() } else { c.to_string() }
}

impl Text {
    /// The edges of a graph, and what stands at its vertices.
    fn graph_picture(&self, vertices: &[DrawnVertex], edges: &[DrawnEdge]) -> String {
        let edge = |e: &DrawnEdge| {
            let kind = if e.one_way { '>' } else { e.kind };
            format!("{}{kind}{}", e.from, e.to)
        };
        let vertex = |v: &DrawnVertex| {
            let ground = if v.on_ground { "@" } else { "" };
            match v.piece {
                '.' => format!("{ground}{}", v.name),
                piece => format!("{ground}{}:{piece}", v.name),
            }
        };
        let listed = |words: Vec<String>| match words.is_empty() {
            true => "–".to_string(),
            false => words.join("  "),
        };
        let rows = [
            (self.say("pictures.drawing.vertices"), listed(vertices.iter().map(vertex).collect())),
            (self.say("pictures.drawing.edges"), listed(edges.iter().map(edge).collect())),
        ];
        crate::table(&rows)
    }

    /// A position as a terminal shows it.
    pub fn drawing(&self, drawing: &Drawing) -> String {
        let picture = self.picture(&drawing.picture);
        let Some(numbers) = &drawing.numbers else { return picture };
        let named: Vec<String> = numbers.iter().map(|(name, n)| format!("{name} = {n}")).collect();
        let named = format!("  {}", named.join(", "));
        match drawing.picture {
            Picture::Numbers => named,
            _ => format!("{picture}\n{named}"),
        }
    }

    fn picture(&self, picture: &Picture) -> String {
        match picture {
            Picture::Heaps { heaps } if heaps.is_empty() => {
                format!("  {}", self.say("pictures.drawing.no-stones"))
            }
            Picture::Heaps { heaps } => {
                let width = heaps.iter().map(|h| h.to_string().len()).max().unwrap_or(1);
                let lead = heaps.len().to_string().len();
                let lines: Vec<String> = heaps
                    .iter()
                    .enumerate()
                    .map(|(i, &h)| match heaps.len() {
                        1 => format!("  {h:>width$} | {}", stones(h)),
                        _ => format!("  {:>lead$}: {h:>width$} | {}", i + 1, stones(h)),
                    })
                    .collect();
                lines.join("\n")
            }
            Picture::Stones { stones: n, number, meaning } => {
                let what = match meaning {
                    NumberMeaning::AtMost => say!(self, "pictures.drawing.take-most", number),
                    NumberMeaning::AtLeast => say!(self, "pictures.drawing.take-least", number),
                    NumberMeaning::Passes => say!(self, "pictures.drawing.passes-left", number),
                };
                format!("  {n} | {}   ({what})", stones(*n))
            }
            Picture::Bar { columns, bitter } => {
                let top = columns.iter().copied().max().unwrap_or(0);
                let row = |r: u32| {
                    let cell = |(c, &height): (usize, &u32)| match r < height {
                        true if [c as u32, r] == *bitter => '×',
                        true => '■',
                        false => ' ',
                    };
                    format!("  {}", columns.iter().enumerate().map(cell).collect::<String>())
                };
                (0..top).rev().map(row).collect::<Vec<_>>().join("\n")
            }
            Picture::Grid { rows } if rows.is_empty() => "  ·".to_string(),
            Picture::Grid { rows } => {
                let lines: Vec<String> = rows.iter().map(|row| format!("  {row}")).collect();
                lines.join("\n")
            }
            Picture::Squares { rows } => squares(rows, 0),
            Picture::Hexagons { rows } => squares(rows, 1),
            Picture::Strip { cells } => strip(cells),
            Picture::Graph { vertices, edges } => self.graph_picture(vertices, edges),
            Picture::Written { text } => format!("  {text}"),
            Picture::Numbers => String::new(),
            Picture::Sum { parts } if parts.is_empty() => "  0".to_string(),
            Picture::Sum { parts } => {
                let parts: Vec<String> = parts.iter().map(|part| self.drawing(part)).collect();
                parts.join("\n  +\n")
            }
        }
    }
}
