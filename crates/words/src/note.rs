//! Remarks beside an answer.

use ishitori_answers::Note;

use crate::{Lang, Text};

impl Text {
    /// A remark beside an answer.
    pub fn note(&self, note: &Note) -> String {
        match note {
            Note::OnlyHeaps { heaps, stopped } => {
                let why = self.stopped_by(stopped);
                match self.lang {
                    Lang::En => format!("only {heaps} heaps were computed: {why}"),
                    Lang::Ja => format!("山 {heaps} 個までで中断しました: {why}"),
                }
            }
            Note::Stopped(stopped) => self.stopped_by(stopped),
            Note::SearchSaved { path } => self.search_is_saved(path),
        }
    }
}
