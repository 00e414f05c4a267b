//! Lists whose items are processed one by one, on several threads: a row each.

use ishitori_records::{Record, Rows};
use ishitori_runtime::Workers;
use ishitori_runtime::clock::Instant;
use ishitori_values::{Budget, LimitReached};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::folder::{FileError, Folder, RowsFile};

/// A list of items to process.
#[derive(Clone, Debug)]
pub struct List<'n> {
    /// Everything that the results depend on, but for the names.
    pub question: String,
    /// The names of the items, in the order of the rows.
    pub names: &'n [String],
    /// The heading of the rows.
    pub about: Rows,
}

/// The results for a list, and why fewer are done than asked for.
#[derive(Clone, Debug)]
pub struct ListSummary<T> {
    /// The results for the items that are done, in their order.
    pub rows: Vec<T>,
    /// The limit that ended it.
    pub stopped: Option<LimitReached>,
    /// How long it took.
    pub seconds: f64,
}

/// A list that was processed, with the file that its rows go to.
#[derive(Debug)]
pub struct ListRun<T> {
    /// The results.
    pub summary: ListSummary<T>,
    folder: Option<Folder>,
}

/// The result for one item of a list; it is kept on the disk until all items are done.
pub trait ListItem: Clone + Send + Serialize + DeserializeOwned {
    /// The name of the item.
    fn name(&self) -> &str;
}

/// Why the results of a list are lost.
#[derive(Debug)]
pub enum ListError<E> {
    /// A file cannot be read or written.
    File(FileError),
    /// An item cannot be processed: the first of those that failed.
    One(E),
}

impl From<ListError<FileError>> for FileError {
    fn from(error: ListError<FileError>) -> Self {
        match error {
            ListError::File(error) | ListError::One(error) => error,
        }
    }
}

/// Why one item of a list is not done.
pub enum ItemError<E> {
    /// A limit of the whole list.
    Limit(LimitReached),
    /// It cannot be processed.
    Refused(E),
}

impl<E> From<LimitReached> for ItemError<E> {
    fn from(limit: LimitReached) -> Self {
        ItemError::Limit(limit)
    }
}

enum Stop<E> {
    One(ItemError<E>),
    File(FileError),
}

impl<E> From<LimitReached> for Stop<E> {
    fn from(limit: LimitReached) -> Self {
        Stop::One(limit.into())
    }
}

/// Processes every item of a list with `look`. With a file, results are kept next to it as they come, so that
/// with `resume` an interrupted list goes on; the rows are written with [`ListRun::write`]. The
/// cost is that of `look`, and O(names).
///
/// ```
/// use ishitori_records::{Column, Rows};
/// use ishitori_sweep::{ListItem, List, ItemError, process_list};
/// use ishitori_values::Budget;
///
/// #[derive(Clone, serde::Serialize, serde::Deserialize)]
/// struct Length(String, usize);
/// impl ListItem for Length {
///     fn name(&self) -> &str {
///         &self.0
///     }
/// }
/// let names = ["kayles".to_string(), "nim".to_string()];
/// let about = Rows::new("names", vec![Column::text("name"), Column::integer("length")]);
/// let list = List { question: "lengths".into(), names: &names, about };
/// let look = |at: usize| Ok::<_, ItemError<()>>(Length(names[at].clone(), names[at].len()));
/// let done = process_list(list, None, 2, &Budget::unlimited(), look).unwrap();
/// let lengths: Vec<usize> = done.summary.rows.iter().map(|row| row.1).collect();
/// assert_eq!(lengths, [6, 3]);
/// ```
pub fn process_list<T: ListItem, E: Send>(
    list: List<'_>,
    file: Option<RowsFile<'_>>,
    threads: usize,
    budget: &Budget,
    look: impl Fn(usize) -> Result<T, ItemError<E>> + Sync,
) -> Result<ListRun<T>, ListError<E>> {
    let started = Instant::now();
    let List { question, names, about } = list;
    let count = names.len();
    let open = |file: RowsFile<'_>| {
        let question = format!("{question}; {}", names.join(" "));
        let about = about.with_provenance(file.heading);
        Folder::open(question, (count as u64, 1), about, file)
    };
    let folder = file.map(open).transpose().map_err(ListError::File)?;
    let one = |_: &mut (), at: u64| {
        let name = &names[at as usize];
        let kept = |folder: &Folder| folder.finished(at, |found: &T| found.name() == name);
        if let Some(found) = folder.as_ref().and_then(kept) {
            return Ok((at, found));
        }
        let found = look(at as usize).map_err(Stop::One)?;
        match &folder {
            // The record says it all: the rows are written from it in the end.
            Some(folder) => {
                let no_rows: [(u8,); 0] = [];
                Ok((at, folder.keep(at, no_rows, found).map_err(Stop::File)?))
            }
            None => Ok((at, found)),
        }
    };
    let mut found: Vec<Option<T>> = vec![None; count];
    let take = |(at, one): (u64, T)| {
        found[at as usize] = Some(one);
        Ok(1)
    };
    let errors = Workers::new(threads, budget).pieces(count as u64, || (), one, take);
    let stopped = match errors.into_iter().next() {
        Some((_, Stop::File(error))) => return Err(ListError::File(error)),
        Some((_, Stop::One(ItemError::Refused(error)))) => return Err(ListError::One(error)),
        Some((_, Stop::One(ItemError::Limit(limit)))) => Some(limit),
        None => None,
    };
    let rows = found.into_iter().flatten().collect();
    let summary = ListSummary { rows, stopped, seconds: started.elapsed().as_secs_f64() };
    Ok(ListRun { summary, folder })
}

impl<T> ListRun<T> {
    /// Writes these rows to the file that was named, if one was and all is done. O(cells).
    pub fn write(&self, rows: impl IntoIterator<Item: Record>) -> Result<(), FileError> {
        match &self.folder {
            Some(folder) if self.summary.stopped.is_none() => folder.finish_with(rows),
            _ => Ok(()),
        }
    }
}
