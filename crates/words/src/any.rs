//! Any answer in words.

use ishitori_answers::{AnyAnswer, for_each_question};

use crate::{InWords, Text};

macro_rules! any {
    ($(($variant:ident, $($module:ident)::+, $name:literal),)*) => {
        impl InWords for AnyAnswer {
            fn in_words(&self, text: &Text) -> String {
                match self {
                    $(AnyAnswer::$variant(answer) => answer.in_words(text),)*
                }
            }

            fn fill_in(&mut self, text: &Text) {
                match self {
                    $(AnyAnswer::$variant(answer) => answer.fill_in(text),)*
                }
            }
        }
    };
}

for_each_question!(any);
