//! Layouts of games in words.

use ishitori_answers::fmt::Answer;

use crate::{Describe, Text, say};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        if self.shown {
            return self.text.trim_end().to_string();
        }
        let file = &self.file;
        match (self.changed, self.check) {
            (false, _) => say!(text, "program.fmt.already-formatted", file),
            (true, true) => say!(text, "program.fmt.would-formatted", file),
            (true, false) => say!(text, "program.fmt.formatted", file),
        }
    }
}
