//! Notes that accompany an answer.

use ishitori_answers::{NoCertificate, Note};

use crate::{Text, one_line, say};

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,=+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

impl Text {
    /// A note that accompanies an answer.
    pub fn note(&self, note: &Note) -> String {
        one_line(&self.remark(note)).into_owned()
    }

    /// The remark with foreign text as it is.
    fn remark(&self, note: &Note) -> String {
        match note {
            Note::OnlyHeaps { heaps, stopped } => {
                let why = self.stopped_by(stopped);
                say!(self, "common.note.only-heaps-were-computed", heaps, why)
            }
            Note::Stopped(stopped) => self.stopped_by(stopped),
            Note::SearchSaved { path } => self.search_is_saved(path),
            Note::NotSaved(why) => {
                format!("{}: {}", self.field("checkpoint"), self.checkpoint_error(why.error()))
            }
            Note::NoQuotientTheorem { certificate } => self.no_quotient_theorem(*certificate),
            Note::RowsKept { path } => self.rows_are_kept(path),
            Note::MayBeDecided { command } => {
                let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
                let command = format!("ishitori {}", words.join(" "));
                say!(self, "common.note.automaton-may-decide-game-all", command)
            }
            Note::IdleMove { line, text } => {
                say!(self, "common.note.line-fits-nowhere-board", line, text)
            }
            Note::NoCertificate(why) => {
                format!("{}: {}", self.field("certificate"), self.no_certificate(*why))
            }
        }
    }

    /// Why there is no certificate.
    fn no_certificate(&self, why: NoCertificate) -> String {
        let why = match why {
            NoCertificate::Rule => self.say("common.note.format-cannot-express-rule-nothing"),
            NoCertificate::RuleOrEnd => self.say("common.note.format-has-subtraction-sets-ends"),
            NoCertificate::Formula => self.say("common.note.format-has-formulas-grundy-numbers"),
            NoCertificate::NothingProved => self.say("common.note.nothing-proved-so-nothing-was"),
            NoCertificate::NoTheorem => self.say("common.note.no-theorem-covers-values-rule"),
            NoCertificate::NotFound { heaps } => {
                let limit = self.field("limit");
                return say!(self, "common.note.no-period-was-found-among", heaps, limit);
            }
            NoCertificate::TooLarge => self.say("common.note.values-have-too-many-followers"),
        };
        why.to_string()
    }
}
