//! Layouts of games in words.

use ishitori_answers::fmt::Answer;

use crate::{Describe, Lang, Text};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        if self.shown {
            return self.text.trim_end().to_string();
        }
        let file = &self.file;
        match (self.changed, self.check, text.lang) {
            (false, _, Lang::En) => format!("{file}: already formatted"),
            (false, _, Lang::Ja) => format!("{file}: 整形済みです"),
            (true, true, Lang::En) => format!("{file}: would be formatted"),
            (true, true, Lang::Ja) => format!("{file}: 整形が必要です"),
            (true, false, Lang::En) => format!("{file}: formatted"),
            (true, false, Lang::Ja) => format!("{file}: 整形しました"),
        }
    }
}
