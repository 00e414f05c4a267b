//! Citations: a BibTeX entry is the same in every language.

use ishitori_answers::cite::Answer;

use crate::{Describe, Text};

impl Describe for Answer {
    fn describe(&self, _: &Text) -> String {
        self.bibtex.clone()
    }
}
