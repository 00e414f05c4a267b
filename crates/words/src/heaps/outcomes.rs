//! The outcome classes of single heaps.

use std::fmt::Write;

use ishitori_answers::OutcomeClass;
use ishitori_answers::outcomes::Answer;

use crate::common::known::Known;
use crate::{Describe, Text};

/// Letters on one line.
const WIDTH: usize = 100;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut out = format!("{}  {}\n", self.rule, self.end.as_deref().unwrap_or_default());
        for (row, letters) in self.outcomes.as_bytes().chunks(WIDTH).enumerate() {
            let letters = String::from_utf8_lossy(letters);
            let _ = writeln!(out, "{:>8}  {letters}", row * WIDTH);
        }
        let known = Known {
            status: self.status,
            cycle: self.period.zip(self.preperiod),
            saltus: 0,
            looked_at: self.looked_at,
            observed: self.observed.flatten(),
        };
        let last = self.outcomes.len().saturating_sub(1);
        out += "  ";
        out += &text.known("o", last, &known);
        for class in self.classes.iter().flatten() {
            // What is left over needs no list.
            let heaps = match class.outcome {
                OutcomeClass::N => text.say("heaps.outcomes.all-other-n").to_string(),
                _ => text.closed_form(&class.heaps),
            };
            let _ = write!(out, "\n  {}: {heaps}", class.outcome);
        }
        if let Some(path) = &self.certificate {
            let _ = write!(out, "\n  {} {path}", text.say("heaps.outcomes.certificate"));
        }
        out
    }
}
