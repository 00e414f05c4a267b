//! Lists whose items are looked at one by one, a row each: what the questions about codes, games and rules share, from
//! the fields of requests and answers to shards and their records.

use ishitori_rules::heap::Digit;
use ishitori_sweep::{ListItem, ListSummary};
use ishitori_values::{Budget, Reservation};

use crate::record::{Found, Missing, Record, ShardedQuestion};
use crate::rows::RowsFile;
use crate::shard_plan::{Coverage, ShardPlan, impossible};
use crate::{AskError, Context, Note, Stopped};

/// The request and the answer of a question about a list: its own fields, to which those that all lists have are added.
/// Of an answer the first fields stand before the condition, the second after it, and the last after `stopped`.
macro_rules! list_types {
    (
        $one:literal, $many:literal;
        $(#[$of_request:meta])*
        Request { $($asked:tt)* }
        $(#[$of_answer:meta])*
        Answer { $($counts:tt)* } { $($facts:tt)* } { $($last:tt)* }
    ) => {
        $(#[$of_request])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct Request {
            $($asked)*
            /// Only rows for which this holds: `period > 100 and status == proved`, with the names of the
            /// columns.
            #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
            pub condition: Option<String>,
            #[doc = concat!("Whether the answer lists the ", $many, ", one row each.")]
            #[serde(default)]
            pub list: bool,
            #[doc = concat!(
                "Only this shard of the ", $many,
                ", such as 3/64: the document of the answer is then a record that"
            )]
            /// `merge` adds up with those of the other shards.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub shard: Option<String>,
            #[doc = concat!("Where one row per ", $one, " goes; no program that sends JSON can say that.")]
            #[serde(skip)]
            pub rows: Option<crate::rows::RowsFile>,
        }

        $(#[$of_answer])*
        #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        pub struct Answer {
            $($counts)*
            #[doc = concat!(
                "The condition, if there is one; what follows is about ", $many, " for which it holds."
            )]
            #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
            pub condition: Option<String>,
            /// How many of them satisfy the condition.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub matching: Option<usize>,
            $($facts)*
            #[doc = concat!("The ", $many, " in their order, if they were to be listed.")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub rows: Option<Vec<Row>>,
            /// The file with the rows.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub out: Option<String>,
            /// The limit that ended the sweep.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub stopped: Option<crate::Stopped>,
            $($last)*
            /// Which part of them this is about, if not all.
            #[serde(flatten)]
            pub coverage: crate::shard_plan::Coverage,
            /// The record of a shard.
            #[serde(skip)]
            pub document: Option<String>,
            /// Remarks.
            #[serde(skip)]
            pub notes: Vec<crate::Note>,
        }

        impl crate::list::ListFields for Request {
            fn shard(&self) -> Option<&str> {
                self.shard.as_deref()
            }

            fn file(&self) -> Option<&crate::rows::RowsFile> {
                self.rows.as_ref()
            }

            fn with_rows(self) -> Self {
                Request { list: true, ..self }
            }
        }

        impl crate::list::ListAnswer for Answer {
            fn tail(&mut self) -> crate::list::LastFields<'_> {
                crate::list::LastFields {
                    out: &mut self.out,
                    stopped: &mut self.stopped,
                    coverage: &mut self.coverage,
                    document: &mut self.document,
                    notes: &mut self.notes,
                }
            }

            fn rows_went_to(&mut self, path: String) {
                (self.out, self.rows) = (Some(path), None);
            }
        }

        /// One row for each item that was listed, under the columns of the files of rows.
        impl ishitori_records::Tabular for Answer {
            fn write_as(
                &self,
                format: ishitori_records::Format,
                made: Option<&str>,
                out: &mut dyn std::io::Write,
            ) -> Result<(), ishitori_records::WriteError> {
                let (title, columns) = self.heading();
                let about = crate::rows::about(&title, made, columns);
                let rows = self.rows.as_deref().unwrap_or_default();
                ishitori_records::write(&about, rows, format, out)
            }
        }
    };
}
pub(crate) use list_types;

/// The fields of a request that all lists have.
pub(crate) trait ListFields: Clone {
    /// The shard that is asked for.
    fn shard(&self) -> Option<&str>;

    /// The file that rows go to.
    fn file(&self) -> Option<&RowsFile>;

    /// The same, with rows in the answer.
    fn with_rows(self) -> Self;
}

/// The last fields of an answer about a list.
pub(crate) struct LastFields<'a> {
    pub out: &'a mut Option<String>,
    pub stopped: &'a mut Option<Stopped>,
    pub coverage: &'a mut Coverage,
    pub document: &'a mut Option<String>,
    pub notes: &'a mut Vec<Note>,
}

/// An answer about a list.
pub(crate) trait ListAnswer {
    fn tail(&mut self) -> LastFields<'_>;

    /// Takes the rows out of the answer, which were written to this file.
    fn rows_went_to(&mut self, path: String);
}

/// A question about a list: what differs between codes, games and rules.
pub(crate) trait ListRequest: ListFields {
    /// The request as it was read.
    type Query;
    /// An item of the list, whose text is the name of its row.
    type Item: ToString;
    /// What is found about an item.
    type Row: ListItem;
    type Answer: ListAnswer;

    /// Reads it; the items are all of the list, with the memory that they take.
    fn read(&self, context: &Context) -> Result<(Self::Query, Reservation), AskError>;

    fn items(query: &mut Self::Query) -> &mut Vec<Self::Item>;

    /// The request in the form that all requests for the same have: records of shards are added up if these are equal.
    fn canonical(&self, query: &Self::Query) -> ShardedQuestion;

    /// Looks at every item, on all threads of the context.
    fn look(
        &self,
        query: &Self::Query,
        context: &Context,
    ) -> Result<ListSummary<Self::Row>, AskError>;

    /// What is known about this many items, of which those of the summary are done.
    fn answer(
        &self,
        query: &Self::Query,
        items: usize,
        summary: &ListSummary<Self::Row>,
    ) -> Result<Self::Answer, AskError>;

    /// What the record of a shard says.
    fn to_record(summary: ListSummary<Self::Row>) -> Found;

    /// The rows in a record, and how long they took.
    fn of_record(found: Found) -> Option<(Vec<Self::Row>, f64)>;

    /// Whether a row can be one of this list.
    fn fits(_query: &Self::Query, _row: &Self::Row) -> bool {
        true
    }
}

/// Answers a question about a list, or about a shard of it. The cost is that of its items.
pub(crate) fn answer<Q: ListRequest>(
    request: &Q,
    context: &Context,
) -> Result<Q::Answer, AskError> {
    let file = request.file();
    file.map_or(Ok(()), RowsFile::check)?;
    let (mut query, _memory) = request.read(context)?;
    let plan = ShardPlan::read(request.shard(), Q::items(&mut query).len() as u64)?;
    let canonical = plan.is_part().then(|| request.canonical(&query));
    plan.keep_part(Q::items(&mut query));
    let items = Q::items(&mut query).len();
    let summary = request.look(&query, context)?;
    let mut answer = request.answer(&query, items, &summary)?;
    let tail = answer.tail();
    *tail.stopped = summary.stopped.map(Stopped::from);
    *tail.coverage = plan.coverage();
    match (file, summary.stopped) {
        (Some(rows), None) => *tail.out = Some(rows.path.display().to_string()),
        (Some(rows), Some(_)) => tail.notes.push(Note::RowsKept { path: rows.path.clone() }),
        (None, _) => {}
    }
    if let (Some(canonical), None) = (canonical, summary.stopped) {
        *tail.document = plan.record(|| canonical, || Q::to_record(summary));
    }
    Ok(answer)
}

/// The answer that the records make up, which are in their order and about different places; its time is that of all
/// shards together.
pub(crate) fn merged<Q: ListRequest>(
    request: &Q,
    records: Vec<(String, Record)>,
    of: u64,
    missing: Option<Missing>,
    context: &Context,
) -> Result<Box<Q::Answer>, AskError> {
    let first = records.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let (mut query, _memory) = request.read(context).map_err(|error| match error {
        AskError::Limit(_) => error,
        _ => impossible(&first),
    })?;
    let names: Vec<String> = Q::items(&mut query).iter().map(ToString::to_string).collect();
    if names.len() as u64 != of {
        return Err(impossible(&first));
    }
    let mut summary = ListSummary { rows: Vec::new(), stopped: None, seconds: 0.0 };
    for (name, record) in records {
        context.budget.check(0)?;
        let asked = &names[record.places.0 as usize..record.places.1 as usize];
        let (rows, seconds) = Q::of_record(record.found).ok_or_else(|| impossible(&name))?;
        let same = asked.iter().zip(&rows).all(|(name, row)| name == row.name());
        if asked.len() != rows.len() || !same || !rows.iter().all(|row| Q::fits(&query, row)) {
            return Err(impossible(&name));
        }
        summary.rows.extend(rows);
        summary.seconds += seconds;
    }
    let mut answer = request.answer(&query, names.len(), &summary)?;
    *answer.tail().coverage = Coverage::without(missing);
    Ok(Box::new(answer))
}

/// Reads rules one after the other, and reserves the memory that their digits take: one of a few letters may have a
/// million. O(length).
pub(crate) fn reserving<R>(
    texts: &[String],
    budget: &Budget,
    read: impl Fn(&str) -> Result<R, AskError>,
    digits: impl Fn(&R) -> usize,
) -> Result<(Vec<R>, Reservation), AskError> {
    let mut memory = budget.reserve(0)?;
    let mut rules = Vec::new();
    for text in texts {
        budget.check(0)?;
        let rule = read(text)?;
        let bytes = digits(&rule) as u64 * size_of::<Digit>() as u64 + size_of::<R>() as u64;
        memory.resize(memory.bytes().saturating_add(bytes))?;
        rules.push(rule);
    }
    Ok((rules, memory))
}
