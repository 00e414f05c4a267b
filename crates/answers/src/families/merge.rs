//! The records of all shards of a question, added up to the answer.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use ishitori_records::{Format, RowFile, Tabular, WriteError};
use ishitori_sweep::Shard;
use serde::{Deserialize, Serialize};

use crate::list::{self, ListAnswer, ListFields};
use crate::record::{Found, Missing, Record, RecordError, RowsFileRef, ShardedQuestion};
use crate::registration::{Address, Registration};
use crate::rows::RowsFile;
use crate::{
    Answered, AskError, Context, Finish, Note, census, code_sweep, game_sweep, quotient_sweep,
    sweep,
};

/// The most stretches of missing shards that an error lists.
const LISTED: usize = 100;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(&[Address::object("merge")], &[]);

/// What do the records of all shards of a question say together? Exactly what the question would
/// have been answered in one piece.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The records.
    pub records: Vec<String>,
    /// What to call them, if there is something to complain about; their numbers if not given.
    #[serde(default)]
    pub names: Vec<String>,
    /// Whether to add up what is there if some are missing.
    #[serde(default)]
    pub partial: bool,
    /// Where the rows of all shards go; no program that sends JSON can say that.
    #[serde(skip)]
    pub out: Option<RowsFile>,
    /// The files of the records; those with the rows of sets are next to them.
    #[serde(skip)]
    pub files: Vec<PathBuf>,
}

/// The answer of the question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// That of `sweep`.
    Sweep(Box<sweep::Answer>),
    /// That of `code-sweep`.
    CodeSweep(Box<code_sweep::Answer>),
    /// That of `game-sweep`.
    GameSweep(Box<game_sweep::Answer>),
    /// That of `quotient-sweep`.
    QuotientSweep(Box<quotient_sweep::Answer>),
    /// That of `census`.
    Census(Box<census::Answer>),
}

impl Answer {
    fn any(&self) -> &dyn Answered {
        match self {
            Answer::Sweep(answer) => &**answer,
            Answer::CodeSweep(answer) => &**answer,
            Answer::GameSweep(answer) => &**answer,
            Answer::QuotientSweep(answer) => &**answer,
            Answer::Census(answer) => &**answer,
        }
    }

    /// Writes the rows of a list to a file, which then stand there and not in the answer; those of
    /// sets were joined.
    fn rows_to(&mut self, out: &RowsFile) -> Result<(), AskError> {
        if !matches!(self, Answer::Sweep(_)) {
            let format = RowFile::named(&out.path).expect("looked at before").format();
            out.write(|mut draft| {
                self.write_as(format, Some(&out.heading), &mut draft)?;
                Ok(draft)
            })?;
        }
        let path = out.path.display().to_string();
        match self {
            Answer::Sweep(answer) => answer.out = Some(path),
            Answer::CodeSweep(answer) => answer.rows_went_to(path),
            Answer::GameSweep(answer) => answer.rows_went_to(path),
            Answer::QuotientSweep(answer) => answer.rows_went_to(path),
            // Its rows are in the answer anyway.
            Answer::Census(_) => {}
        }
        Ok(())
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        self.any().finish()
    }

    fn rows(&self) -> Option<&dyn Tabular> {
        self.any().rows()
    }

    fn notes(&self) -> &[Note] {
        self.any().notes()
    }
}

impl Tabular for Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        match self.any().rows() {
            Some(rows) => rows.write_as(format, made, out),
            None => Ok(()),
        }
    }
}

/// Reads the records and adds them up; refuses what is broken, doubled, missing, of another question
/// or of another version than the first, and names it. O(records).
///
/// ```
/// use ishitori_answers::{Answered, Context, merge, sweep};
/// use ishitori_values::Budget;
///
/// let context = Context::new(Budget::unlimited());
/// let shard = |shard: &str| {
///     let request = sweep::Request { shard: Some(shard.into()), ..sweep::Request::new(2, 8) };
///     sweep::answer(&request, &context).unwrap().document().unwrap().to_string()
/// };
/// let records = ["1/3", "2/3", "3/3"].map(shard).to_vec();
/// let request = merge::Request { records, ..merge::Request::default() };
/// let whole = sweep::answer(&sweep::Request::new(2, 8), &context).unwrap();
/// assert_eq!(merge::answer(&request, &context).unwrap(), merge::Answer::Sweep(Box::new(whole)));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let name = |at: usize| match request.names.get(at) {
        Some(name) => name.clone(),
        None => format!("records[{at}]"),
    };
    let mut records: Vec<(String, Record)> = Vec::with_capacity(request.records.len());
    for (at, text) in request.records.iter().enumerate() {
        context.budget.check(0)?;
        let record = Record::read(&name(at), text).map_err(AskError::Record)?;
        records.push((name(at), record));
    }
    let Some((first, other)) = records.split_first() else {
        return Err(AskError::Record(RecordError::Missing(Missing::Shards(Vec::new()))));
    };
    if let Some((name, _)) = other.iter().find(|(_, record)| !same_question(&first.1, record)) {
        let (name, first) = (name.clone(), first.0.clone());
        return Err(AskError::Record(RecordError::OtherQuestion { name, first }));
    }
    let version = first.1.written_by();
    if let Some((name, record)) = other.iter().find(|(_, record)| record.written_by() != version) {
        let (name, found) = (name.clone(), record.written_by());
        return Err(AskError::Record(RecordError::OtherVersion { name, found, expected: version }));
    }
    let (question, of) = (first.1.question.clone(), first.1.of);
    no_overlaps(&records).map_err(AskError::Record)?;
    let missing = missing(&records, of);
    // What is wrong with those that are there comes before what is not there.
    let refused = missing.clone().filter(|_| !request.partial);
    records.sort_by_key(|(_, record)| record.places);
    if let (Some(missing), Some(_)) = (&refused, &request.out) {
        // No file is written of what is refused.
        return Err(AskError::Record(RecordError::Missing(missing.clone())));
    }
    request.out.as_ref().map_or(Ok(()), RowsFile::check)?;
    let mut sum = match question {
        ShardedQuestion::Sweep(asked) => {
            let with_files: Vec<WithRowsFile> =
                records.iter().map(|one| with_rows_file(one, request)).collect();
            let sum = sweep::merged(&asked, records, of, missing, context)?;
            if let Some(out) = &request.out {
                sweep::joined_rows(&asked, &with_files, out, context)?;
            }
            Answer::Sweep(Box::new(sum))
        }
        ShardedQuestion::CodeSweep(asked) => Answer::CodeSweep(list::merged(
            &listed(*asked, request),
            records,
            of,
            missing,
            context,
        )?),
        ShardedQuestion::GameSweep(asked) => Answer::GameSweep(list::merged(
            &listed(*asked, request),
            records,
            of,
            missing,
            context,
        )?),
        ShardedQuestion::QuotientSweep(asked) => {
            let asked = listed(*asked, request);
            Answer::QuotientSweep(list::merged(&asked, records, of, missing, context)?)
        }
        ShardedQuestion::Census(asked) => {
            Answer::Census(Box::new(census::merged(&asked, records, missing, context)?))
        }
    };
    if let Some(out) = &request.out {
        sum.rows_to(out)?;
    }
    match refused {
        Some(missing) => Err(AskError::Record(RecordError::Missing(missing))),
        None => Ok(sum),
    }
}

/// The question about a list, with rows if these go to a file.
fn listed<Q: ListFields>(asked: Q, request: &Request) -> Q {
    if request.out.is_some() { asked.with_rows() } else { asked }
}

/// A record with its path, and what it says about the file with its rows.
fn with_rows_file((name, record): &(String, Record), request: &Request) -> WithRowsFile {
    let at = request.names.iter().position(|known| known == name);
    let path = at.and_then(|at| request.files.get(at)).cloned().unwrap_or_default();
    let rows = match &record.found {
        Found::Sweep { file, .. } => file.clone(),
        _ => None,
    };
    (name.clone(), path, rows)
}

/// The name of a record, its path, and the reference to the file with its rows.
type WithRowsFile = (String, PathBuf, Option<RowsFileRef>);

fn same_question(first: &Record, other: &Record) -> bool {
    (&first.question, first.of) == (&other.question, other.of)
}

/// Refuses two records about the same place, and two of the same shard.
fn no_overlaps(records: &[(String, Record)]) -> Result<(), RecordError> {
    let mut seen: BTreeMap<Option<Shard>, &str> = BTreeMap::new();
    for (name, record) in records {
        if let Some(other) = seen.insert(record.shard(), name) {
            let shard = record.shard().map(|shard| shard.to_string()).unwrap_or_default();
            let (name, other) = (name.clone(), other.to_string());
            return Err(RecordError::Double { name, other, shard });
        }
    }
    let mut sorted: Vec<&(String, Record)> =
        records.iter().filter(|(_, record)| record.places.0 < record.places.1).collect();
    sorted.sort_by_key(|(_, record)| record.places);
    for pair in sorted.windows(2) {
        let [(other, before), (name, record)] = pair else { continue };
        if record.places.0 < before.places.1 {
            let (name, other) = (name.clone(), other.clone());
            return Err(RecordError::Overlap { name, other });
        }
    }
    Ok(())
}

/// What is in no record: shards, if all records have the same number of shards, or else places.
fn missing(records: &[(String, Record)], of: u64) -> Option<Missing> {
    let shards: BTreeSet<Shard> = records.iter().filter_map(|(_, record)| record.shard()).collect();
    let parts: BTreeSet<u32> = shards.iter().map(|shard| shard.of()).collect();
    let mut gaps = Vec::new();
    let mut reached = 0;
    let mut places: Vec<(u64, u64)> = records.iter().map(|(_, record)| record.places).collect();
    places.sort_unstable();
    for (start, end) in places.into_iter().chain([(of, of)]) {
        if start > reached {
            gaps.push((reached, start - 1));
        }
        reached = reached.max(end);
    }
    if gaps.is_empty() {
        return None;
    }
    let [parts] = parts.into_iter().collect::<Vec<_>>()[..] else {
        gaps.truncate(LISTED);
        return Some(Missing::Places(gaps));
    };
    let numbers: BTreeSet<u64> = shards.iter().map(|shard| u64::from(shard.number())).collect();
    let mut stretches = Vec::new();
    let mut before = 0;
    for number in numbers.into_iter().chain([u64::from(parts) + 1]) {
        if number > before + 1 {
            stretches.push((before + 1, number - 1));
        }
        before = number;
    }
    stretches.truncate(LISTED);
    Some(Missing::Shards(stretches))
}
