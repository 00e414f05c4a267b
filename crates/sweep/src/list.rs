//! A list of things that are looked at one by one, on several threads: a row each.

use ishitori_parallel::Workers;
use ishitori_records::{Record, Rows};
use ishitori_values::{Budget, LimitReached};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::folder::{FileError, Folder, RowsFile};

/// What is looked at.
#[derive(Clone, Debug)]
pub struct List<'n> {
    /// Everything that the findings depend on, but for the names.
    pub question: String,
    /// The things, in the order of the rows.
    pub names: &'n [String],
    /// What is said about the rows.
    pub about: Rows,
}

/// What was found, and why less than asked for.
#[derive(Debug)]
pub struct Findings<T> {
    /// In the order of the list.
    pub found: Vec<T>,
    /// The limit that ended it.
    pub stopped: Option<LimitReached>,
    folder: Option<Folder>,
}

/// What was found about one thing of a list: it is kept on the disk until all are done.
pub trait Finding: Clone + Send + Serialize + DeserializeOwned {
    /// The thing that it is about.
    fn name(&self) -> &str;
}

/// Why the findings about a list are lost.
#[derive(Debug)]
pub enum ListError<E> {
    /// A file cannot be read or written.
    File(FileError),
    /// Something cannot be looked at: that with the least number of those that were tried.
    One(E),
}

/// Why one thing of a list is not done.
pub enum NotDone<E> {
    /// A limit of the whole list.
    Limit(LimitReached),
    /// It cannot be looked at.
    Refused(E),
}

impl<E> From<LimitReached> for NotDone<E> {
    fn from(limit: LimitReached) -> Self {
        NotDone::Limit(limit)
    }
}

enum Stop<E> {
    One(NotDone<E>),
    File(FileError),
}

impl<E> From<LimitReached> for Stop<E> {
    fn from(limit: LimitReached) -> Self {
        Stop::One(limit.into())
    }
}

/// Looks at every thing of a list. With a file what is found is kept beside it as it comes, so that
/// with `resume` an interrupted list goes on; the rows are written with [`Findings::write`]. The
/// cost is that of `look`, and O(names).
///
/// ```
/// use ishitori_records::{Column, Rows};
/// use ishitori_sweep::{Finding, List, NotDone, look_at_each};
/// use ishitori_values::Budget;
///
/// #[derive(Clone, serde::Serialize, serde::Deserialize)]
/// struct Length(String, usize);
/// impl Finding for Length {
///     fn name(&self) -> &str {
///         &self.0
///     }
/// }
/// let names = ["kayles".to_string(), "nim".to_string()];
/// let about = Rows::new("names", vec![Column::text("name"), Column::integer("length")]);
/// let list = List { question: "lengths".into(), names: &names, about };
/// let look = |at: usize| Ok::<_, NotDone<()>>(Length(names[at].clone(), names[at].len()));
/// let done = look_at_each(list, None, 2, &Budget::unlimited(), look).unwrap();
/// assert_eq!((done.found[0].1, done.found[1].1), (6, 3));
/// ```
pub fn look_at_each<T: Finding, E: Send>(
    list: List<'_>,
    file: Option<RowsFile<'_>>,
    threads: usize,
    budget: &Budget,
    look: impl Fn(usize) -> Result<T, NotDone<E>> + Sync,
) -> Result<Findings<T>, ListError<E>> {
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
        Some((_, Stop::One(NotDone::Refused(error)))) => return Err(ListError::One(error)),
        Some((_, Stop::One(NotDone::Limit(limit)))) => Some(limit),
        None => None,
    };
    Ok(Findings { found: found.into_iter().flatten().collect(), stopped, folder })
}

impl<T> Findings<T> {
    /// Writes these rows to the file that was named, if one was and all is done. O(cells).
    pub fn write(&self, rows: impl IntoIterator<Item: Record>) -> Result<(), FileError> {
        match &self.folder {
            Some(folder) if self.stopped.is_none() => folder.finish_with(rows),
            _ => Ok(()),
        }
    }
}
