//! A family and what is asked about it, read and found possible.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_records::{RowFile, Rows};
use ishitori_sweep::{
    Expression, Family, FileError, Listed, Query, Set, SetRow, SweepError, SweepSummary, Workers,
    digest_of, rows_at, sweep_listed, sweep_places, sweep_to_file,
};
use ishitori_values::Budget;

use super::{Answer, Request, Row, RowsFile};
use crate::devices::{DeviceChoice, NoGpu};
use crate::end::read_end;
use crate::record::{Found, RowsFileRef, ShardedQuestion};
use crate::shard_plan::ShardPlan;
use crate::{Accepted, AskError, Context, Progress};

/// A family of more sets than this wants a second thought.
const ASK_FROM: u64 = 1 << 40;
/// The most sets that a device looks for whose rows go to a file.
const MOST_FOUND: usize = 1 << 22;
/// More rows than this go to a file.
pub const MOST_LISTED: usize = 1 << 20;

/// A request that was read, so that more than one thing can be computed from it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub(crate) family: Family,
    pub(crate) query: Query,
    /// The request in the form that all requests for the same have.
    canonical: Request,
    plan: ShardPlan,
    list: bool,
    rows: Option<RowsFile>,
}

impl Asked {
    /// Reads a request, and refuses one that is wrong or takes very long. O(request).
    pub fn read(request: &Request, context: &Context) -> Result<Asked, AskError> {
        let sizes = (request.min_size, request.max_size.unwrap_or(u32::MAX));
        let (with, without) = (&request.with, &request.without);
        let family = match &request.sets {
            Some(sets) => Family::listed(listed_sets(sets, request)?),
            None => Family::restricted(request.min, request.max, sizes, with, without),
        };
        let family = family.map_err(AskError::Family)?;
        let query = query(request)?;
        request.rows.as_ref().map_or(Ok(()), RowsFile::check)?;
        let plan = ShardPlan::read(request.shard.as_deref(), family.len())?;
        let canonical = canonical(request, &family, &query);
        let (list, rows) = (request.list, request.rows.clone());
        let asked = Asked { family, query, canonical, plan, list, rows };
        let sets = asked.places().end - asked.places().start;
        if sets > ASK_FROM && !request.yes {
            return Err(AskError::TooManySets { sets, seconds: asked.seconds(context.threads) });
        }
        Ok(asked)
    }

    /// About how long it will take with this number of threads. O(1).
    pub fn seconds(&self, threads: usize) -> f64 {
        let sets = self.places().end - self.places().start;
        sets as f64 / (self.query.sets_per_second(&self.family) * threads as f64)
    }

    /// The places that are examined: all, or those of the shard. O(1).
    pub fn places(&self) -> Range<u64> {
        self.plan.places()
    }

    /// How many sets the family has. O(1).
    pub fn sets(&self) -> u64 {
        self.family.len()
    }

    /// Whether rows have Grundy periods. O(expressions).
    pub fn has_grundy(&self) -> bool {
        self.query.needs_grundy()
    }

    /// Hands the rows of the sets at these places that satisfy the condition to `sink`, in order.
    /// The cost is that of a sweep of those sets on one thread.
    pub fn rows_at(
        &self,
        places: Range<u64>,
        budget: &Budget,
        mut sink: impl FnMut(&Set, &ishitori_sweep::Row),
    ) -> Result<(), AskError> {
        rows_at(&self.family, &self.query, places, budget, &mut |_, set, row| sink(set, row))
            .map_err(AskError::Sweep)
    }

    /// Answers it; see [`answer`](super::answer).
    pub fn answer(&self, context: &Context) -> Result<Answer, AskError> {
        let Asked { family, query, list, rows, .. } = self;
        let places = self.places();
        let (done, total) = (AtomicU64::new(0), places.end - places.start);
        let advance = |sets| {
            let done = done.fetch_add(sets, Ordering::Relaxed) + sets;
            context.report(Progress::Sets { done, total });
        };
        let workers =
            Workers { progress: Some(&advance), ..Workers::new(context.threads, &context.budget) };
        let mut listed = None;
        let by_device = match rows.is_some() || *list {
            true => self.rows_by_device(places.clone(), &workers, context.device)?,
            false => None,
        };
        let found = match (rows, by_device) {
            (Some(file), Some(found)) => {
                if found.stopped.is_none() {
                    self.write(file, &found.rows)?;
                }
                Ok((found.summary, found.stopped))
            }
            (None, Some(found)) => {
                listed = Some(found.rows);
                Ok((found.summary, found.stopped))
            }
            (Some(file), None) => {
                match sweep_to_file(family, query, places, file.borrowed(), &workers) {
                    Ok(summary) => Ok((summary, None)),
                    Err(FileError::Limit { limit, done }) => Ok((*done, Some(limit))),
                    Err(error) => Err(AskError::SweepFile(error)),
                }
            }
            (None, None) if *list => {
                match sweep_listed(family, query, places, MOST_LISTED, &workers) {
                    Ok(found) => {
                        listed = Some(found.rows);
                        Ok((found.summary, found.stopped))
                    }
                    Err(error) => Err(AskError::Sweep(error)),
                }
            }
            (None, None) => match self.statistics(places, &workers, context.device)? {
                Ok(summary) => Ok((summary, None)),
                Err(SweepError::Limit { limit, done }) => Ok((*done, Some(limit))),
                Err(error) => Err(AskError::Sweep(error)),
            },
        };
        context.report(Progress::Over);
        let (summary, stopped) = found?;
        let columns = query.columns();
        let row = |found: SetRow| Row::new(&found, columns);
        let mut answer = Answer::new(family, query, &summary, stopped, rows.as_ref());
        answer.rows = listed.map(|rows| rows.into_iter().map(row).collect());
        answer.coverage = self.plan.coverage();
        answer.sets_asked = answer.sets_asked.map(|_| total);
        if answer.stopped.is_none() {
            let question = || ShardedQuestion::Sweep(Box::new(self.canonical.clone()));
            let rows = || answer.rows.clone();
            let file = self.rows.as_ref().filter(|_| self.plan.is_part());
            let file = file.map(rows_file_ref).transpose().map_err(AskError::SweepFile)?;
            let found = || Found::Sweep { summary: Box::new(summary), rows: rows(), file };
            answer.document = self.plan.record(question, found);
        }
        Ok(answer)
    }

    /// The rows of the sets that satisfy the condition, if a device is to find these.
    fn rows_by_device(
        &self,
        places: Range<u64>,
        workers: &Workers<'_>,
        choice: DeviceChoice,
    ) -> Result<Option<Listed>, AskError> {
        if choice == DeviceChoice::Cpu {
            return Ok(None);
        }
        let most = if self.list { MOST_LISTED } else { MOST_FOUND };
        let Asked { family, query, .. } = self;
        #[cfg(feature = "gpu")]
        let found = crate::devices::gpu::listed(family, query, places, most, workers);
        #[cfg(not(feature = "gpu"))]
        let found: Result<Result<Listed, SweepError>, AskError> = {
            let _ = (family, query, places, most, workers);
            Err(AskError::Gpu(NoGpu::NotBuilt))
        };
        match (found, choice) {
            (Ok(Ok(found)), _) => Ok(Some(found)),
            // There is none, or it cannot do this.
            (
                Ok(Err(SweepError::TooManyRows { .. }))
                | Err(AskError::Gpu(NoGpu::None | NoGpu::NotBuilt | NoGpu::Lacks(_))),
                DeviceChoice::Auto,
            ) => Ok(None),
            (Ok(Err(error)), _) => Err(AskError::Sweep(error)),
            (Err(error), _) => Err(error),
        }
    }

    /// Writes rows that are known to the file that they are to go to.
    fn write(&self, file: &RowsFile, rows: &[SetRow]) -> Result<(), AskError> {
        let columns = self.query.columns();
        let about = Rows::new(self.family.describe(), columns.all()).with_provenance(&file.heading);
        let format = RowFile::named(&file.path).expect("looked at before");
        file.write(|draft| format.write(&about, rows.iter().map(|row| row.record(columns)), draft))
    }

    /// The statistics, by the device that was chosen.
    fn statistics(
        &self,
        places: Range<u64>,
        workers: &Workers<'_>,
        choice: DeviceChoice,
    ) -> Result<Result<SweepSummary, SweepError>, AskError> {
        let Asked { family, query, .. } = self;
        if choice != DeviceChoice::Cpu {
            #[cfg(feature = "gpu")]
            let found = crate::devices::gpu::statistics(family, query, places.clone(), workers);
            #[cfg(not(feature = "gpu"))]
            let found = Err(AskError::Gpu(NoGpu::NotBuilt));
            match (found, choice) {
                // There is none, or it cannot do this.
                (
                    Err(AskError::Gpu(NoGpu::None | NoGpu::NotBuilt | NoGpu::Lacks(_))),
                    DeviceChoice::Auto,
                ) => {}
                (found, _) => return found,
            }
        }
        Ok(sweep_places(family, query, places, workers))
    }
}

/// The reference of a record to the file that was written.
fn rows_file_ref(rows: &RowsFile) -> Result<RowsFileRef, FileError> {
    let path = &rows.path;
    let read = || digest_of(std::fs::File::open(path)?);
    let (bytes, sha256) = read().map_err(|error| FileError::Io { path: path.clone(), error })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(RowsFileRef { name, bytes, sha256 })
}

/// Most sets that can be given one by one.
const MOST_GIVEN: usize = 1 << 20;

/// The sets that were given one by one, but for those that the bounds leave out.
fn listed_sets(texts: &[String], request: &Request) -> Result<Vec<Set>, AskError> {
    let refused =
        |value: String| AskError::Argument { field: "sets", value, accepted: Accepted::Sets };
    if texts.len() > MOST_GIVEN {
        return Err(refused(texts.len().to_string()));
    }
    let sizes = request.min_size..=request.max_size.unwrap_or(u32::MAX);
    let wanted = |set: &Set| {
        sizes.contains(&set.size())
            && request.with.iter().all(|&s| set.contains(s))
            && !request.without.iter().any(|&s| set.contains(s))
    };
    let mut sets = Vec::new();
    for text in texts {
        let set = read_set(text).ok_or_else(|| refused(text.clone()))?;
        sets.extend(wanted(&set).then_some(set));
    }
    Ok(sets)
}

/// A set such as `2,3,5`, `2 3 5`, `{2,3,5}` or `sub:2,3,5`.
fn read_set(text: &str) -> Option<Set> {
    let text = text.trim();
    let text = text.strip_prefix("sub:").unwrap_or(text);
    let text = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text);
    let parts = text.split([',', ' ', '\t']).filter(|part| !part.is_empty());
    let numbers: Vec<u32> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let bounds = 1..=Family::MAX;
    (!numbers.is_empty() && numbers.iter().all(|s| bounds.contains(s))).then(|| Set::new(&numbers))
}

/// The request in the form that all requests for the same have: records of shards are added up if
/// these are equal.
fn canonical(request: &Request, family: &Family, query: &Query) -> Request {
    let sorted = |numbers: &[u32]| {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    Request {
        end: query.end.to_string(),
        min_size: request.min_size.max(1),
        with: sorted(&request.with),
        without: sorted(&request.without),
        sets: request.sets.as_ref().map(|_| {
            let name = |at| family.set(at).numbers().map(|s| s.to_string()).collect::<Vec<_>>();
            (0..family.len()).map(|at| name(at).join(",")).collect()
        }),
        check: query.checks.iter().map(|check| check.to_string()).collect(),
        grundy: query.needs_grundy(),
        yes: false,
        shard: None,
        rows: None,
        ..request.clone()
    }
}

fn query(request: &Request) -> Result<Query, AskError> {
    let mut query = Query::new(read_end(&request.end)?);
    let read = |field: &'static str, text: &String| {
        let failed = |error| AskError::Condition { field, source: text.clone(), error };
        text.parse::<Expression>().map_err(failed)
    };
    query.condition = request.condition.as_ref().map(|text| read("where", text)).transpose()?;
    query.counts =
        request.count.iter().map(|text| read("count", text)).collect::<Result<_, _>>()?;
    query.totals =
        request.total.iter().map(|text| read("total", text)).collect::<Result<_, _>>()?;
    query.group_by = request.group_by.as_ref().map(|text| read("group-by", text)).transpose()?;
    let checks = request.check.iter().map(|text| text.parse().map_err(AskError::Check));
    query.checks = checks.collect::<Result<_, _>>()?;
    query.grundy = request.grundy;
    query.words = request.words;
    Ok(query)
}
