//! The records of the shards of a family, added up.

use std::fs::File;
use std::path::{Path, PathBuf};

use ishitori_records::{RowFile, Rows};
use ishitori_sweep::{SweepError, SweepSummary, digest_of};

use super::asked::MOST_LISTED;
use super::{Answer, Asked, Request, Row, RowsFile};
use crate::record::{Found, Missing, Record, RecordError, RowsFileRef};
use crate::shard_plan::{Coverage, impossible};
use crate::{AskError, Context};

/// The answer that the records make up, which are in their order and about different places.
pub(crate) fn merged(
    request: &Request,
    records: Vec<(String, Record)>,
    of: u64,
    missing: Option<Missing>,
    context: &Context,
) -> Result<Answer, AskError> {
    let first = records.first().map(|(name, _)| name.clone()).unwrap_or_default();
    // However large the family is, what is to be computed is done.
    let request = Request { yes: true, ..request.clone() };
    let asked = Asked::read(&request, context).map_err(|_| impossible(&first))?;
    if asked.sets() != of {
        return Err(impossible(&first));
    }
    let mut sum = SweepSummary::new(&asked.query);
    let mut rows: Option<Vec<Row>> = request.list.then(Vec::new);
    for (name, record) in records {
        context.budget.check(0)?;
        let places = record.places.0..record.places.1;
        let Found::Sweep { summary, rows: listed, .. } = record.found else {
            return Err(impossible(&name));
        };
        let as_many = |listed: &Vec<Row>| listed.len() as u64 == summary.matching;
        if !summary.fits(&asked.query, &places)
            || listed.is_some() != rows.is_some()
            || !listed.as_ref().is_none_or(as_many)
        {
            return Err(impossible(&name));
        }
        sum.merge(*summary);
        sum.check_groups().map_err(AskError::Sweep)?;
        if let (Some(rows), Some(listed)) = (&mut rows, listed) {
            rows.extend(listed);
            if rows.len() > MOST_LISTED {
                return Err(AskError::Sweep(SweepError::TooManyRows { limit: MOST_LISTED }));
            }
        }
    }
    // Columns that are not there are read as empty ones.
    let columns = asked.query.columns();
    for row in rows.iter_mut().flatten() {
        row.grundy.take_if(|_| !columns.grundy);
        row.word.take_if(|_| !columns.words);
    }
    let mut answer = Answer::new(&asked.family, &asked.query, &sum, None, None);
    answer.rows = rows;
    answer.sets_asked = missing.as_ref().map(|_| of);
    answer.coverage = Coverage::without(missing);
    Ok(answer)
}

/// Writes the rows of all shards to one file: those next to the records.
pub(crate) fn joined_rows(
    request: &Request,
    records: &[(String, PathBuf, Option<RowsFileRef>)],
    out: &RowsFile,
    context: &Context,
) -> Result<(), AskError> {
    out.check()?;
    let path = &out.path;
    let asked = Asked::read(&Request { yes: true, ..request.clone() }, context)?;
    let about = Rows::new(asked.family.describe(), asked.query.columns().all())
        .with_provenance(&out.heading);
    let format = RowFile::named(path);
    let ending = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files = Vec::with_capacity(records.len());
    for (name, record, rows) in records {
        context.budget.check(0)?;
        let rows = rows.as_ref().filter(|rows| RowFile::named(Path::new(&rows.name)) == format);
        let Some(rows) = rows else {
            let (name, ending) = (name.clone(), ending.clone());
            return Err(AskError::Record(RecordError::NoRows { name, ending }));
        };
        // Nothing but a name: no record leads to another folder.
        let plain = Path::new(&rows.name).file_name().unwrap_or_default();
        let file = record.parent().unwrap_or(Path::new("")).join(plain);
        let found = File::open(&file).and_then(digest_of);
        if !found.is_ok_and(|found| found == (rows.bytes, rows.sha256.clone())) {
            let name = name.clone();
            return Err(AskError::Record(RecordError::OtherRows { name, file }));
        }
        files.push(file);
    }
    let format = format.expect("looked at above");
    out.write(|draft| format.join_files(&about, files.iter().map(File::open), draft))
}
