//! Checking a whole folder: what the continuous integration of its repository runs.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::add::{checked, folder_of};
use super::claim::{Claim, folder_of_work};
use super::files::{Record, entries, name_of, text_of};
use super::subject::subject;
use crate::{Answered, AskError, Context, Finish, Stopped, check as checker};

/// Check every file of a folder of records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckRequest {
    /// The folder.
    pub records: PathBuf,
}

/// What is in the folder.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Checked {
    /// The folder.
    pub records: String,
    /// How many records the checker accepts.
    pub valid: usize,
    /// How many claims of work there are.
    pub claims: usize,
    /// The files that are not what they should be.
    pub problems: Vec<Problem>,
    /// The limit that ended the check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// A file that is not what it should be.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// What is wrong with it.
    pub wrong: RecordFault,
    /// The verdict of the checker, if it is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<checker::Answer>,
}

/// What may be wrong with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordFault {
    /// Nothing of this kind is written there.
    NotARecord,
    /// Its name is not that of its contents: it was changed.
    Name,
    /// It lies in the folder of another subject.
    Place,
    /// The checker does not accept its certificate.
    NotValid,
    /// A limit ended the check of its certificate.
    Undecided,
}

impl Answered for Checked {
    fn finish(&self) -> Finish {
        match self.problems.iter().any(|problem| problem.wrong != RecordFault::Undecided) {
            true => Finish::No,
            false => Finish::unless(&self.stopped),
        }
    }
}

/// Checks every file from scratch. The cost is that of all certificates.
pub fn check(request: &CheckRequest, context: &Context) -> Result<Checked, AskError> {
    let root = &request.records;
    // A folder that is not there is a mistake in the command, not an empty one.
    std::fs::read_dir(root).map_err(|error| AskError::File { path: root.clone(), error })?;
    let mut found = Checked {
        records: root.display().to_string(),
        valid: 0,
        claims: 0,
        problems: Vec::new(),
        stopped: None,
    };
    for path in files_below(&root.join("records"), 2)? {
        let (wrong, verdict) = record(root, &path, context)?;
        match wrong {
            None => found.valid += 1,
            Some(wrong) => {
                let file = path.display().to_string();
                let stopped = verdict.as_ref().and_then(|verdict| verdict.stopped.clone());
                found.stopped = found.stopped.or(stopped);
                found.problems.push(Problem { file, wrong, check: verdict });
            }
        }
        if context.budget.check(0).is_err() && found.stopped.is_some() {
            return Ok(found);
        }
    }
    for path in files_below(&root.join("claims"), 1)? {
        match claim(root, &path, context)? {
            None => found.claims += 1,
            Some(wrong) => {
                let file = path.display().to_string();
                found.problems.push(Problem { file, wrong, check: None });
            }
        }
    }
    Ok(found)
}

/// All files at this depth below a folder; what lies elsewhere is listed too, and is no record.
fn files_below(folder: &Path, depth: usize) -> Result<Vec<PathBuf>, AskError> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        let below = depth > 0 && path.is_dir() && !path.is_symlink();
        match below {
            true => found.extend(files_below(&path, depth - 1)?),
            false => found.push(path),
        }
    }
    Ok(found)
}

type Verdict = (Option<RecordFault>, Option<checker::Answer>);

fn record(root: &Path, path: &Path, context: &Context) -> Result<Verdict, AskError> {
    let text = text_of(path, context)?;
    let read = text.as_deref().and_then(|text| Some((text, Record::read(text)?)));
    let Some((text, record)) = read else { return Ok((Some(RecordFault::NotARecord), None)) };
    let Some((subject, _)) = subject(record.certificate.get()) else {
        return Ok((Some(RecordFault::NotARecord), None));
    };
    if path.file_name().is_none_or(|name| *name != *name_of(text)) {
        return Ok((Some(RecordFault::Name), None));
    }
    if path.parent() != Some(&folder_of(root, &subject)) {
        return Ok((Some(RecordFault::Place), None));
    }
    let verdict = checked(record.certificate.get(), context)?;
    Ok(match verdict.valid {
        Some(true) => (None, None),
        Some(false) => (Some(RecordFault::NotValid), Some(verdict)),
        None => (Some(RecordFault::Undecided), Some(verdict)),
    })
}

fn claim(root: &Path, path: &Path, context: &Context) -> Result<Option<RecordFault>, AskError> {
    let text = text_of(path, context)?;
    let read = text.as_deref().and_then(|text| Some((text, Claim::read(text)?)));
    let Some((text, claim)) = read else { return Ok(Some(RecordFault::NotARecord)) };
    Ok(match path.file_name().is_some_and(|name| *name == *name_of(text)) {
        false => Some(RecordFault::Name),
        true if path.parent() != Some(&folder_of_work(root, &claim.work)) => {
            Some(RecordFault::Place)
        }
        true => None,
    })
}
