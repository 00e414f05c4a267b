//! Adding what the checker accepts.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::files::{Provenance, Record, entries, put, text_of};
use super::subject::{Strength, Subject, subject};
use crate::{Accepted, Answered, AskError, Context, Finish, Note, check};

/// Add these certificates to a folder of records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddRequest {
    /// The folder.
    pub records: PathBuf,
    /// The names and texts of the files: certificates, or records from another folder, which have their own provenance.
    pub files: Vec<(String, String)>,
    /// Who computed the certificates; records from another folder need none.
    pub provenance: Option<Provenance>,
}

/// What became of the files.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Added {
    /// The folder.
    pub records: String,
    /// The files.
    pub files: Vec<AddedFile>,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// What became of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AddedFile {
    /// Its name.
    pub file: String,
    /// What became of it.
    pub became: AddOutcome,
    /// The record that was written, or the one that already says as much or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The verdict of the checker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<check::Answer>,
}

/// What became of a file that was to be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AddOutcome {
    /// It is a record now.
    Added,
    /// The checker does not accept it.
    NotValid,
    /// A limit ended the check.
    Undecided,
    /// A record that is there already says as much or more.
    NotStronger,
    /// It is neither a certificate nor a record that this program wrote.
    NoCertificate,
}

impl Answered for Added {
    fn finish(&self) -> Finish {
        let became = |what: AddOutcome| self.files.iter().any(|file| file.became == what);
        match self.files.iter().all(|file| file.became == AddOutcome::Added) {
            true => Finish::Done,
            false if became(AddOutcome::Undecided) => Finish::Partial,
            false => Finish::No,
        }
    }

    fn notes(&self) -> &[Note] {
        &self.notes
    }
}

/// Adds them, each by itself: what is added stays if a later one is refused or the program is killed. The cost is that of the
/// checks.
pub fn add(request: &AddRequest, context: &Context) -> Result<Added, AskError> {
    if let Some(provenance) = &request.provenance {
        provenance.verified()?;
    }
    let mut added = Added {
        records: request.records.display().to_string(),
        files: Vec::new(),
        notes: Vec::new(),
    };
    for (name, text) in &request.files {
        let (became, record, check) = add_one(request, name, text, context)?;
        added.notes.extend(check.iter().flat_map(|check| check.notes.clone()));
        added.files.push(AddedFile { file: name.clone(), became, record, check });
    }
    Ok(added)
}

type OneAdded = (AddOutcome, Option<String>, Option<check::Answer>);

fn add_one(
    request: &AddRequest,
    name: &str,
    text: &str,
    context: &Context,
) -> Result<OneAdded, AskError> {
    let record = match (Record::read(text), &request.provenance) {
        (Some(record), _) => Some(record),
        (None, Some(provenance)) => Record::new(provenance.clone(), text),
        (None, None) => {
            return Err(AskError::Argument {
                field: "who",
                value: name.to_string(),
                accepted: Accepted::WhoComputed,
            });
        }
    };
    let about = record.as_ref().and_then(|record| subject(record.certificate.get()));
    let (Some(record), Some((subject, strength))) = (record, about) else {
        return Ok((AddOutcome::NoCertificate, None, None));
    };
    let verdict = checked(record.certificate.get(), context)?;
    match verdict.valid {
        Some(true) => {}
        Some(false) => return Ok((AddOutcome::NotValid, None, Some(verdict))),
        None => return Ok((AddOutcome::Undecided, None, Some(verdict))),
    }
    let folder = folder_of(&request.records, &subject);
    if let Some(path) = as_strong(&folder, &subject, strength, context)? {
        return Ok((AddOutcome::NotStronger, Some(path.display().to_string()), Some(verdict)));
    }
    let path = put(&request.records, &folder, &record.to_text())?;
    Ok((AddOutcome::Added, Some(path.display().to_string()), Some(verdict)))
}

/// The verdict of the independent checker.
pub(super) fn checked(certificate: &str, context: &Context) -> Result<check::Answer, AskError> {
    let request = check::Request { document: certificate.to_string(), steps: None };
    check::answer(&request, context)
}

/// The folder of the records about a subject.
pub(super) fn folder_of(records: &Path, subject: &Subject) -> PathBuf {
    records.join("records").join(&subject.kind).join(&subject.folder)
}

/// A record that says at least as much about a subject and that the checker accepts. One that it does not accept keeps
/// nothing out: any user can write a file.
pub(super) fn as_strong(
    folder: &Path,
    wanted: &Subject,
    strength: Strength,
    context: &Context,
) -> Result<Option<PathBuf>, AskError> {
    for path in entries(folder)? {
        let Some(record) = text_of(&path, context)?.and_then(|text| Record::read(&text)) else {
            continue;
        };
        let Some((subject, there)) = subject(record.certificate.get()) else { continue };
        if subject == *wanted
            && there >= strength
            && checked(record.certificate.get(), context)?.valid == Some(true)
        {
            return Ok(Some(path));
        }
    }
    Ok(None)
}
