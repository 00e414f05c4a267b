//! Open work: what the atlas does not know, without what is recorded already.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ishitori_atlas::{Atlas, Table};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule, Written};
use serde::Serialize;

use super::add::checked;
use super::claim::{Claim, ClaimHolder, holder};
use super::files::{Record, day, entries, folder_name, text_of};
use super::subject::subject;
use crate::{Answered, AskError, Context, Finish, Stopped};

/// List open work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TodoRequest {
    /// The folder.
    pub records: PathBuf,
    /// The day by which claims may have expired; without it none is taken to have expired.
    pub date: Option<String>,
    /// The most pieces that are listed.
    pub limit: usize,
}

/// Open work.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Todo {
    /// The folder.
    pub records: String,
    /// How many pieces of work are open.
    pub open: usize,
    /// The number of them that are taken.
    pub taken: usize,
    /// How many pieces are done: a record says so.
    pub done: usize,
    /// The first open pieces, those that are free before the others.
    pub work: Vec<Work>,
    /// The limit that ended the look at records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// A piece of work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Work {
    /// Its name.
    pub work: String,
    /// The command that does it.
    pub command: String,
    /// Who has taken it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holder: Option<ClaimHolder>,
}

impl Answered for Todo {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }
}

/// A piece of work, read from its name.
pub(super) struct Piece {
    /// Its name in standard form.
    pub work: String,
    /// The command that does it.
    pub command: String,
    /// The kind of the claim that does it.
    kind: &'static str,
    rule: String,
    end: String,
}

/// Reads `period RULE` or `quotient RULE END`.
pub(super) fn piece(text: &str) -> Option<Piece> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (kind, rule, end) = match words.as_slice() {
        ["period", rule] => ("grundy-period", *rule, None),
        ["quotient", rule, end] => ("quotient", *rule, Some(*end)),
        _ => return None,
    };
    let Ok(HeapRule::Impartial(code)) = rule.parse::<HeapRule>() else { return None };
    let rule = standard(code)?;
    let end = match end {
        Some(end) => end.parse::<EndRule>().ok()?.to_string(),
        None => String::new(),
    };
    let (work, command) = match kind {
        "quotient" => (
            format!("quotient {rule} {end}"),
            format!("ishitori quotient {rule} --end {end} --certificate FILE"),
        ),
        _ => (format!("period {rule}"), format!("ishitori period {rule} --certificate FILE")),
    };
    Some(Piece { work, command, kind, rule, end })
}

/// A code as certificates say it: a set if it is a subtraction game, else digits.
fn standard(code: HeapCode) -> Option<String> {
    let joined =
        |numbers: Vec<u32>| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    if let Some(excluded) = code.excluded_takes() {
        return Some(format!("allbut:{}", joined(excluded)));
    }
    match code.max_take() {
        Some(most) if code.is_subtraction() => {
            Some(format!("sub:{}", joined(code.takes_up_to(most))))
        }
        _ => {
            let text = code.written_as(Written::Digits).to_string();
            (text.len() <= 60).then_some(text)
        }
    }
}

/// The record that does a piece of work, if the checker accepts one.
pub(super) fn done_by(
    records: &Path,
    piece: &Piece,
    context: &Context,
) -> Result<Option<PathBuf>, AskError> {
    let readable = match piece.end.is_empty() {
        true => piece.rule.clone(),
        false => format!("{}-{}", piece.rule, piece.end),
    };
    let name = folder_name(&readable, "");
    let prefix = name.rsplit_once('-').map_or("", |(prefix, _)| prefix);
    for folder in entries(&records.join("records").join(piece.kind))? {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let same = name.is_some_and(|name| name.rsplit_once('-').is_some_and(|(p, _)| p == prefix));
        if !same || !folder.is_dir() {
            continue;
        }
        for path in entries(&folder)? {
            let Some(record) = text_of(&path, context)?.and_then(|text| Record::read(&text)) else {
                continue;
            };
            let Some((about, strength)) = subject(record.certificate.get()) else { continue };
            let right = about.kind == piece.kind
                && about.rule == piece.rule
                && about.end == piece.end
                && strength.is_complete();
            if right && checked(record.certificate.get(), context)?.valid == Some(true) {
                return Ok(Some(path));
            }
        }
    }
    Ok(None)
}

/// Codes of up to three digits without a known period, quotients that are known for some heaps only, and what else is claimed.
/// The cost is that of the checks of records about them.
pub fn todo(request: &TodoRequest, context: &Context) -> Result<Todo, AskError> {
    let today = request.date.as_deref().map(|date| day("date", date)).transpose()?;
    let mut found = Todo {
        records: request.records.display().to_string(),
        open: 0,
        taken: 0,
        done: 0,
        work: Vec::new(),
        stopped: None,
    };
    let (mut free, mut taken) = (Vec::new(), Vec::new());
    for piece in pieces(&request.records, context)? {
        if let Err(limit) = context.budget.check(0) {
            found.stopped = Some(limit.into());
            break;
        }
        if done_by(&request.records, &piece, context)?.is_some() {
            found.done += 1;
            continue;
        }
        let holder = holder(&request.records, &piece.work, today, context)?;
        let list = if holder.is_some() { &mut taken } else { &mut free };
        list.push(Work { work: piece.work, command: piece.command, holder });
    }
    (found.open, found.taken) = (free.len() + taken.len(), taken.len());
    // What is taken is few; it stands at the end, whatever the limit is.
    free.truncate(request.limit);
    found.work = free.into_iter().chain(taken).collect();
    Ok(found)
}

/// All pieces of work, each once.
fn pieces(records: &Path, context: &Context) -> Result<Vec<Piece>, AskError> {
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    let mut push = |text: &str| {
        if let Some(piece) = piece(text).filter(|piece| seen.insert(piece.work.clone())) {
            all.push(piece);
        }
    };
    let atlas = Atlas::shipped();
    for table in [Table::Octal, Table::Hexadecimal, Table::Quotients] {
        let rows = atlas.table(table).map_err(AskError::Atlas)?;
        let column = |name: &str| rows.column(name);
        let (Some(status), code) = (column("status"), 0) else { continue };
        for row in 0..rows.len() {
            let text = |column: Option<usize>| column.and_then(|column| rows.text(row, column));
            let Some(rule) = rows.text(row, code) else { continue };
            // Codes with the same sequence are one piece of work: that of the first of them.
            let first = text(column("class")).is_none_or(|class| class.is_empty() || class == rule);
            match (table, text(Some(status))) {
                (Table::Quotients, Some("partial")) => {
                    push(&format!("quotient {rule} {}", text(column("end")).unwrap_or("misere")));
                }
                (Table::Octal | Table::Hexadecimal, Some("not-found")) if first => {
                    push(&format!("period {rule}"));
                }
                _ => {}
            }
        }
    }
    for folder in entries(&records.join("claims"))?.into_iter().filter(|folder| folder.is_dir()) {
        for path in entries(&folder)? {
            if let Some(claim) = text_of(&path, context)?.and_then(|text| Claim::read(&text)) {
                push(&claim.work);
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_work_have_one_form() {
        let name = |text: &str| piece(text).map(|piece| piece.work);
        assert_eq!(name(" period  .77").as_deref(), Some("period 0.77"));
        assert_eq!(name("period kayles").as_deref(), Some("period 0.77"));
        assert_eq!(name("period 0.33").as_deref(), Some("period sub:1,2"));
        assert_eq!(name("quotient 0.055 misere").as_deref(), Some("quotient 0.055 misere"));
        for no in ["", "period", "period 0.9x", "quotient 0.77", "grundy 0.77", "period psub:1/2"] {
            assert_eq!(name(no), None, "{no}");
        }
    }
}
