//! Tables of positions.

use ishitori_answers::table::Answer;
use ishitori_records::Format;

use crate::{InWords, Text};

impl InWords for Answer {
    fn in_words(&self, _text: &Text) -> String {
        let mut out = Vec::new();
        // Nothing fails to be written to memory.
        let _ = self.grid(None).write(Format::Text, &mut out);
        String::from_utf8_lossy(&out).trim_end_matches('\n').to_string()
    }
}
