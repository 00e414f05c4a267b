//! The records of the shards of a family, added up.

use ishitori_sweep::{SweepError, SweepSummary};

use super::asked::MOST_LISTED;
use super::{Answer, Asked, Request, Row};
use crate::record::{Found, Missing, Record, RecordError};
use crate::{AskError, Context};

/// The answer that the records make up, which are in their order and about different places.
pub(crate) fn merged(
    request: &Request,
    records: Vec<(String, Record)>,
    of: u64,
    missing: Option<Missing>,
    context: &Context,
) -> Result<Answer, AskError> {
    let impossible = |name: String| AskError::Record(RecordError::Impossible { name });
    let first = records.first().map(|(name, _)| name.clone()).unwrap_or_default();
    // However large the family is, what is to be computed is done.
    let request = Request { yes: true, ..request.clone() };
    let asked = Asked::read(&request, context).map_err(|_| impossible(first.clone()))?;
    if asked.sets() != of {
        return Err(impossible(first));
    }
    let mut sum = SweepSummary::new(&asked.query);
    let mut rows: Option<Vec<Row>> = request.list.then(Vec::new);
    for (name, record) in records {
        context.budget.check(0)?;
        let places = record.places.0..record.places.1;
        let Found::Sweep { summary, rows: listed } = record.found else {
            return Err(impossible(name));
        };
        let as_many = |listed: &Vec<Row>| listed.len() as u64 == summary.matching;
        if !summary.fits(&asked.query, &places)
            || listed.is_some() != rows.is_some()
            || !listed.as_ref().is_none_or(as_many)
        {
            return Err(impossible(name));
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
    if !asked.has_grundy() {
        // Columns that are not there are read as empty ones.
        rows.iter_mut().flatten().for_each(|row| row.grundy = None);
    }
    let mut answer = Answer::new(&asked.family, &asked.query, &sum, None, None);
    answer.rows = rows;
    answer.sets_asked = missing.as_ref().map(|_| of);
    answer.missing = missing;
    Ok(answer)
}
