//! How far a computation is.

use ishitori_answers::Progress;

use crate::{Lang, Text};

impl Text {
    /// A line that says how far a computation is; empty when it is over.
    pub fn progress_line(&self, progress: &Progress) -> String {
        match (progress, self.lang) {
            (Progress::Values { found, time }, _) => self.solving(*found, *time),
            (Progress::Counted { done, total }, Lang::En) => format!("{done} of {total}"),
            (Progress::Counted { done, total }, Lang::Ja) => format!("{total} のうち {done}"),
            (Progress::Sets { done, total }, _) => format!("{done} / {total} {}", self.sets()),
            (Progress::Over, _) => String::new(),
        }
    }
}
