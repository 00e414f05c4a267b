//! Claims: who works on what, until when.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{
    CLAIM, VERSION, day, entries, folder_name, line, number_of_day, put, text_of, to_text,
};
use super::todo::{done_by, piece};
use crate::{Accepted, Answered, AskError, Context, Finish};

/// The most days of a claim.
const MOST_DAYS: i64 = 366;

/// Take a piece of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimRequest {
    /// The folder.
    pub records: PathBuf,
    /// The piece of work, such as `period 0.135` or `quotient 0.055 misere`.
    pub work: String,
    /// Who takes it.
    pub who: String,
    /// The day, such as 2026-11-17.
    pub date: String,
    /// The last day of the claim.
    pub until: String,
}

/// What became of the claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Claimed {
    /// The piece of work.
    pub work: String,
    /// The command that does it.
    pub command: String,
    /// The file of the claim, if it was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Who has it on that day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holder: Option<ClaimHolder>,
    /// Why it was not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
}

/// Who has a piece of work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClaimHolder {
    /// Who.
    pub who: String,
    /// Since which day.
    pub date: String,
    /// Until which day.
    pub until: String,
}

/// Why a piece of work was not taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// Another person has it.
    Taken,
    /// It is done: this record says so.
    Done(String),
}

impl Answered for Claimed {
    fn finish(&self) -> Finish {
        if self.refused.is_some() { Finish::No } else { Finish::Done }
    }
}

/// A claim as it stands in its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    format: String,
    version: u64,
    pub work: String,
    pub who: String,
    pub date: String,
    pub until: String,
}

impl Claim {
    /// The claim in a text; none if it is not written as this program writes it.
    pub fn read(text: &str) -> Option<Claim> {
        let claim: Claim = serde_json::from_str(text).ok()?;
        let days = days(&claim.date, &claim.until)?;
        let right = claim.format == CLAIM
            && claim.version == VERSION
            && (0..=MOST_DAYS).contains(&days)
            && line("who", &claim.who).is_ok()
            && piece(&claim.work).is_some_and(|piece| piece.work == claim.work);
        (right && to_text(&claim) == text).then_some(claim)
    }
}

/// The days from one to another.
fn days(from: &str, to: &str) -> Option<i64> {
    Some(number_of_day(to)? - number_of_day(from)?)
}

/// The folder of the claims of a piece of work.
pub(super) fn folder_of_work(records: &Path, work: &str) -> PathBuf {
    records.join("claims").join(folder_name(work, work))
}

/// Who has a piece of work: the first who claimed it and whose claim has not expired on this day; of claims of the same day the
/// first file. Without a day no claim is taken to have expired.
pub(super) fn holder(
    records: &Path,
    work: &str,
    today: Option<i64>,
    context: &Context,
) -> Result<Option<ClaimHolder>, AskError> {
    let mut live: Vec<Claim> = Vec::new();
    for path in entries(&folder_of_work(records, work))? {
        let Some(claim) = text_of(&path, context)?.and_then(|text| Claim::read(&text)) else {
            continue;
        };
        let last = number_of_day(&claim.until);
        if claim.work == work && today.is_none_or(|today| last.is_some_and(|last| today <= last)) {
            live.push(claim);
        }
    }
    // The files come in the order of their names, and sorting keeps it for claims of the same day.
    live.sort_by(|one, other| one.date.cmp(&other.date));
    let Some(Claim { who, date, .. }) = live.first().cloned() else { return Ok(None) };
    let longest = live.iter().filter(|claim| claim.who == who).map(|claim| claim.until.clone());
    let until = longest.max().unwrap_or_default();
    Ok(Some(ClaimHolder { who, date, until }))
}

/// Takes the piece of work, unless another person has it or it is done. The person who has it may claim it again for longer. O(files).
pub fn claim(request: &ClaimRequest, context: &Context) -> Result<Claimed, AskError> {
    let refused = |field, value: &str, accepted| AskError::Argument {
        field,
        value: value.to_string(),
        accepted,
    };
    let piece = piece(&request.work)
        .ok_or_else(|| refused("work", &request.work, Accepted::PieceOfWork))?;
    line("who", &request.who)?;
    let today = day("date", &request.date)?;
    let until = day("until", &request.until)?;
    if !(0..=MOST_DAYS).contains(&(until - today)) {
        return Err(refused("until", &request.until, Accepted::WithinAYear));
    }
    let mut claimed = Claimed {
        work: piece.work.clone(),
        command: piece.command.clone(),
        claim: None,
        holder: None,
        refused: None,
    };
    if let Some(record) = done_by(&request.records, &piece, context)? {
        claimed.refused = Some(Refused::Done(record.display().to_string()));
        return Ok(claimed);
    }
    let holder = holder(&request.records, &piece.work, Some(today), context)?;
    if holder.as_ref().is_some_and(|holder| holder.who != request.who) {
        claimed.holder = holder;
        claimed.refused = Some(Refused::Taken);
        return Ok(claimed);
    }
    let ClaimRequest { who, date, until, .. } = request.clone();
    let claim = Claim {
        format: CLAIM.to_string(),
        version: VERSION,
        work: piece.work.clone(),
        who,
        date,
        until,
    };
    let folder = folder_of_work(&request.records, &piece.work);
    let path = put(&request.records, &folder, &to_text(&claim))?;
    claimed.claim = Some(path.display().to_string());
    claimed.holder = Some(ClaimHolder { who: claim.who, date: claim.date, until: claim.until });
    Ok(claimed)
}
