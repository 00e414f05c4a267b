//! Tables of positions.

use ishitori_answers::table::Answer;
use ishitori_records::Format;

use crate::{Describe, Text, say};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        if let Some(positions) = &self.positions {
            return text.p_positions(self, positions);
        }
        let mut out = Vec::new();
        // Nothing fails to be written to memory.
        let _ = self.grid(None).write(Format::Text, &mut out);
        String::from_utf8_lossy(&out).trim_end_matches('\n').to_string()
    }
}

/// Characters on one line.
const WIDTH: usize = 90;

impl Text {
    /// How many P-positions there are, and all of them.
    fn p_positions(&self, table: &Answer, positions: &[Vec<i64>]) -> String {
        let count = positions.len();
        let names = table.coordinates.join(", ");
        let mut out = say!(self, "tuples.table.p-position", rule = table.rule, count, names);
        let mut width = WIDTH;
        for position in positions {
            let numbers: Vec<String> = position.iter().map(i64::to_string).collect();
            let shown = format!("  ({})", numbers.join(","));
            if width + shown.len() > WIDTH {
                out.push('\n');
                width = 0;
            }
            width += shown.len();
            out += &shown;
        }
        out
    }
}
