//! Any answer in words.

use ishitori_answers::{AnyAnswer, for_each_question};

use ishitori_answers::Answered;
use ishitori_answers::each::Each;
use ishitori_records::Format;

use crate::{Describe, Text};

macro_rules! any {
    ($(($variant:ident, $($module:ident)::+, $name:literal),)*) => {
        impl Describe for AnyAnswer {
            fn describe(&self, text: &Text) -> String {
                match self {
                    $(AnyAnswer::$variant(answer) => answer.describe(text),)*
                    AnyAnswer::Each(answer) => text.each(answer),
                }
            }

            fn localize(&mut self, text: &Text) {
                match self {
                    $(AnyAnswer::$variant(answer) => answer.localize(text),)*
                    AnyAnswer::Each(answer) => {
                        answer.games.iter_mut().for_each(|game| game.answer.localize(text));
                    }
                }
            }
        }
    };
}

for_each_question!(any);

impl Text {
    /// One row for each of several games.
    fn each(&self, each: &Each) -> String {
        let mut out = Vec::new();
        if let Some(rows) = each.rows() {
            // Nothing fails to be written to memory.
            let _ = rows.write_as(Format::Text, None, &mut out);
        }
        let mut out = String::from_utf8_lossy(&out).trim_end_matches('\n').to_string();
        if let Some(stopped) = &each.stopped {
            out += &format!("\n{}", self.stopped_by(stopped));
        }
        out
    }
}
