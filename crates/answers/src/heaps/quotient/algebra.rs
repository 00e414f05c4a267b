//! A quotient as a text that systems for algebra read: its multiplication table, names, outcomes and Φ.

use std::fmt::Write;

use super::answer::{Answer, Element};

/// A system for algebra.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlgebraSystem {
    /// GAP: places are counted from 1.
    Gap,
    /// Sage, and Python without it: places are counted from 0.
    Sage,
}

impl Answer {
    /// The quotient as a text of a system for algebra, with a comment on how it was made; none without the multiplication
    /// table. In GAP `Q` is a monoid, whose i-th element has the i-th name. O(order²).
    pub fn in_algebra(&self, system: AlgebraSystem, made: &str) -> Option<String> {
        let table = self.table.as_ref()?;
        let (first, assign, end) = match system {
            AlgebraSystem::Gap => (1, ":=", ";"),
            AlgebraSystem::Sage => (0, "=", ""),
        };
        let places = |row: &[u32]| {
            let places: Vec<String> = row.iter().map(|place| (place + first).to_string()).collect();
            format!("[{}]", places.join(", "))
        };
        let words = |words: &mut dyn Iterator<Item = String>| {
            let words: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
            format!("[{}]", words.join(", "))
        };
        let names = words(&mut self.elements.iter().map(|Element { name, .. }| name.clone()));
        let outcomes = words(&mut self.elements.iter().map(|element| element.outcome.to_string()));
        let rows: Vec<String> = table.iter().map(|row| places(row)).collect();
        let mut out = String::new();
        // Nothing fails to be written to memory.
        for line in [made, &format!("{} --end {}: order {}", self.rule, self.end, self.order)] {
            let _ = writeln!(out, "# {}", line.replace(char::is_control, " "));
        }
        if let Some(heap) = self.up_to {
            let _ = writeln!(out, "# the quotient of the heaps up to {heap} only");
        }
        let _ = writeln!(out, "table {assign} [\n  {}\n]{end}", rows.join(",\n  "));
        let _ = writeln!(out, "names {assign} {names}{end}");
        let _ = writeln!(out, "outcomes {assign} {outcomes}{end}");
        let _ = writeln!(out, "# the element of the heap 0, of the heap 1, and so on");
        let _ = writeln!(out, "phi {assign} {}{end}", places(&self.phi_elements));
        if system == AlgebraSystem::Gap {
            let _ = writeln!(out, "Q := MonoidByMultiplicationTable(table);");
        }
        Some(out)
    }
}
