//! Games that a piece of a sequence comes from.

use ishitori_answers::identify::{Answer, Found};

use crate::{Describe, Text, say, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let (found, tried) = (self.found, self.tried);
        if self.matches.is_empty() {
            return match self.outcomes.is_some() {
                true => say!(text, "heaps.identify.none-rows-atlas-has-these", tried),
                false => say!(text, "heaps.identify.none-games-has-these-values", tried),
            };
        }
        let line = |m: &Found| {
            let name = m.name.as_ref().map(|n| format!("  ({n})")).unwrap_or_default();
            let from = say!(text, "heaps.identify.from-heap", start = m.start, name);
            let end = m.end.as_ref().map(|end| format!("  {end}")).unwrap_or_default();
            (format!("{}{end}", m.rule), from)
        };
        let lines: Vec<(String, String)> = self.matches.iter().map(line).collect();
        let most = text.field("most");
        let tail = match found == self.matches.len() {
            true => String::new(),
            false => say!(text, "heaps.identify.games-all-shows-more", found, most),
        };
        format!("{}{tail}", table(&lines))
    }
}
