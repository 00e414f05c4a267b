//! The folder of records of a community, in words.

use ishitori_answers::atlas::records::{
    AddOutcome, Added, AddedFile, Checked, Claimed, Problem, RecordFault, Refused, Todo,
};

use crate::{Describe, Text, say, table};

impl Describe for Added {
    fn describe(&self, text: &Text) -> String {
        let mut localized = self.clone();
        localized.localize(text);
        let (records, all) = (&localized.records, localized.files.len());
        let added = localized.files.iter().filter(|file| file.became == AddOutcome::Added).count();
        let head = say!(text, "program.records.added-head", records, added, all);
        let rows: Vec<(&str, String)> =
            localized.files.iter().map(|file| (file.file.as_str(), text.became(file))).collect();
        format!("{head}\n{}", table(&rows))
    }

    fn localize(&mut self, text: &Text) {
        self.files.iter_mut().flat_map(|file| &mut file.check).for_each(|c| c.localize(text));
    }
}

impl Describe for Checked {
    fn describe(&self, text: &Text) -> String {
        let mut localized = self.clone();
        localized.localize(text);
        let Checked { records, valid, claims, .. } = &localized;
        let head = say!(text, "program.records.checked", records, valid, claims);
        let rows: Vec<(&str, String)> =
            localized.problems.iter().map(|one| (one.file.as_str(), text.problem(one))).collect();
        if rows.is_empty() { head } else { format!("{head}\n{}", table(&rows)) }
    }

    fn localize(&mut self, text: &Text) {
        self.problems.iter_mut().flat_map(|one| &mut one.check).for_each(|c| c.localize(text));
    }
}

impl Describe for Claimed {
    fn describe(&self, text: &Text) -> String {
        let (work, command) = (&self.work, &self.command);
        match (&self.refused, &self.holder) {
            (Some(Refused::Done(record)), _) => say!(text, "program.records.done", work, record),
            (Some(Refused::Taken), Some(holder)) => {
                let (who, until) = (&holder.who, &holder.until);
                say!(text, "program.records.taken", work, who, until)
            }
            (_, Some(holder)) => {
                let (who, until) = (&holder.who, &holder.until);
                let taken = say!(text, "program.records.claimed", work, who, until);
                format!("{taken}\n  {}", say!(text, "program.records.claimed-next", command))
            }
            (_, None) => work.clone(),
        }
    }
}

impl Describe for Todo {
    fn describe(&self, text: &Text) -> String {
        let Todo { records, open, taken, done, .. } = self;
        let head = say!(text, "program.records.todo", records, open, taken, done);
        let row = |work: &ishitori_answers::atlas::records::Work| {
            let holder = work.holder.as_ref().map(|holder| {
                let (who, until) = (&holder.who, &holder.until);
                say!(text, "program.records.holder", who, until)
            });
            (work.work.clone(), holder.unwrap_or_else(|| work.command.clone()))
        };
        let rows: Vec<(String, String)> = self.work.iter().map(row).collect();
        let stopped =
            self.stopped.as_ref().map(|stopped| format!("\n{}", text.stopped_by(stopped)));
        format!("{head}\n{}{}", table(&rows), stopped.unwrap_or_default())
    }
}

impl Text {
    fn became(&self, file: &AddedFile) -> String {
        let record = file.record.as_deref().unwrap_or_default();
        let why = file.check.as_ref().map(|check| check.why.as_str()).unwrap_or_default();
        match file.became {
            AddOutcome::Added => say!(self, "program.records.added", record),
            AddOutcome::NotValid => say!(self, "program.records.not-valid", why),
            AddOutcome::Undecided => say!(self, "program.records.undecided", why),
            AddOutcome::NotStronger => say!(self, "program.records.not-stronger", record),
            AddOutcome::NoCertificate => self.say("program.records.no-certificate").to_string(),
        }
    }

    fn problem(&self, problem: &Problem) -> String {
        let why = problem.check.as_ref().map(|check| check.why.as_str()).unwrap_or_default();
        match problem.wrong {
            RecordFault::NotARecord => self.say("program.records.not-a-record").to_string(),
            RecordFault::Name => self.say("program.records.wrong-name").to_string(),
            RecordFault::Place => self.say("program.records.wrong-place").to_string(),
            RecordFault::NotValid => say!(self, "program.records.not-valid", why),
            RecordFault::Undecided => say!(self, "program.records.undecided", why),
        }
    }
}
