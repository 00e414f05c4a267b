//! Values of positions in words.

use ishitori_answers::position::Answer;

use crate::{InWords, Text};

impl InWords for Answer {
    fn in_words(&self, text: &Text) -> String {
        text.game(&self.value, self.style)
    }
}
