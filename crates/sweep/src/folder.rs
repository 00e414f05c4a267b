//! The pieces of a file being written.
//!
//! While a sweep runs, its rows lie in a folder next to the file, `FILE.parts`: a manifest that says
//! what is asked, and for each stretch of the family a piece of the file and a record with its
//! statistics. A record has a checksum of its own and names the question, the piece and the
//! checksum of the rows, so that no piece is ever taken for one of another question. Everything is
//! written under another name, brought to the disk and then renamed, the record last; so after an
//! interruption every piece is there entirely or not at all.
//!
//! The folder itself appears with its manifest in it, and it gets another name before it is
//! removed, the manifest last: a folder of this name without a manifest was not made here. One
//! process at a time works on it.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use ishitori_records::{Record as RowRecord, RowFile, Rows, WriteError};
use ishitori_runtime::files::{
    AtomicWriter, Lock, LockError, OutputTarget, OutputTargetError, ReadError, read, write,
};
use ishitori_values::LimitReached;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::expression::{Overflow, RowOverflow};
use crate::sealed::{digest, digest_of};
use crate::summary::SweepSummary;

/// The version of the format of the pieces.
pub const FORMAT: &str = "ishitori rows 3";
const MANIFEST: &str = "manifest.json";
/// The extension of files with the rows of a piece.
const ROWS: &str = "rows";
/// Manifests and records have no more bytes than this.
const MOST_BYTES: u64 = 1 << 26;
/// The most characters that an error quotes of the question of another sweep.
const QUOTED: usize = 300;

/// Where rows go, and whether an interrupted sweep goes on.
#[derive(Clone, Copy, Debug)]
pub struct RowsFile<'p> {
    /// The file; its name says which format it has, see [`RowFile::named`].
    pub path: &'p Path,
    /// How it was made; formats with a place for that say so.
    pub heading: &'p str,
    /// Whether an interrupted sweep goes on.
    pub resume: bool,
}

/// Why the rows were not written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The name does not say which format the file is to have.
    #[error("{}: a name of a file of rows ends in .csv, .tsv, .md, .tex, .jsonl, .html or .parquet", .path.display())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// No file can be written there.
    #[error("{}: {error}", .path.display())]
    Target {
        /// The file.
        path: PathBuf,
        /// The fault of the place.
        error: OutputTargetError,
    },
    /// Another process writes the same file.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A folder with the name of the pieces was not made here.
    #[error("{}: this is not a folder of an interrupted sweep, but unfinished rows need this name", .path.display())]
    NotOurs {
        /// The folder.
        path: PathBuf,
    },
    /// An interrupted sweep of another version is there.
    #[error("{}: the interrupted sweep here is of another version: {found}, not {FORMAT} ({})", .path.display(), env!("CARGO_PKG_VERSION"))]
    OtherVersion {
        /// The folder.
        path: PathBuf,
        /// The version.
        found: String,
    },
    /// An interrupted sweep asked something else.
    #[error("{}: the interrupted sweep here asked something else: {found}", .path.display())]
    OtherQuestion {
        /// The folder.
        path: PathBuf,
        /// Its question, the beginning if that is long.
        found: String,
    },
    /// An interrupted sweep is there, and it was not said what to do with it.
    #[error("{}: there is an interrupted sweep here; continue it, or remove the folder", .path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
    },
    /// An expression is too large for a set.
    #[error(transparent)]
    Overflow(Box<Overflow>),
    /// A condition is too large for a row.
    #[error(transparent)]
    RowOverflow(#[from] Box<RowOverflow>),
    /// The grouping expression has too many values.
    #[error("there are more than {limit} groups; group by something coarser")]
    TooManyGroups {
        /// The most that is accepted.
        limit: usize,
    },
    /// A limit was reached; the pieces that are done stay for another time.
    #[error("{limit}; {} sets are done and saved", .done.sets)]
    Limit {
        /// The limit.
        limit: LimitReached,
        /// The statistics of the sets that were done.
        done: Box<SweepSummary>,
    },
}

/// The manifest of a folder of pieces.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    /// Missing in the first format.
    #[serde(default = "first_format")]
    format: String,
    version: String,
    question: String,
    /// The format of the rows; missing before the third format of the folder.
    #[serde(default)]
    rows: String,
    sets: u64,
    piece: u64,
}

fn first_format() -> String {
    "ishitori rows 1".to_string()
}

/// Known facts about a finished piece. In its file the checksum of the text stands before it.
#[derive(Debug, Serialize, Deserialize)]
struct StoredPiece<S> {
    /// The checksum of the manifest.
    question: String,
    piece: u64,
    bytes: u64,
    sha256: String,
    summary: S,
}

/// Where the pieces of an unfinished file lie.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    out: OutputTarget,
    name: PathBuf,
    format: RowFile,
    about: Rows,
    /// The checksum of the manifest.
    question: String,
    _lock: Lock,
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> FileError + '_ {
    move |error| FileError::Io { path: path.to_path_buf(), error }
}

/// The path with a suffix after its name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

impl Folder {
    /// The folder for a question about `sets` games, `piece` of them in a piece, whose rows go to
    /// a file.
    pub fn open(
        question: String,
        (sets, piece): (u64, u64),
        about: Rows,
        RowsFile { path: name, resume, .. }: RowsFile<'_>,
    ) -> Result<Self, FileError> {
        let unknown = || FileError::UnknownFormat { path: name.to_path_buf() };
        let format = RowFile::named(name).ok_or_else(unknown)?;
        let out = OutputTarget::check(name)
            .map_err(|error| FileError::Target { path: name.to_path_buf(), error })?;
        let file = out.file().unwrap_or(name).to_path_buf();
        let lock = Lock::take(&file)?;
        let manifest = Manifest {
            format: FORMAT.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            question,
            rows: format.name().to_string(),
            sets,
            piece,
        };
        let text = serde_json::to_string_pretty(&manifest).expect("a manifest is JSON");
        let question = digest(text.as_bytes());
        let path = with_suffix(&file, ".parts");
        let folder = Folder { path, out, name: file, format, about, question, _lock: lock };
        folder.remove_remains()?;
        match fs::symlink_metadata(&folder.path) {
            Ok(_) => folder.accept(&manifest, resume)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => folder.create(&text)?,
            Err(error) => return Err(failed(&folder.path)(error)),
        }
        Ok(folder)
    }

    /// Goes on with what is there, if it is what is asked.
    fn accept(&self, wanted: &Manifest, resume: bool) -> Result<(), FileError> {
        let path = self.path.clone();
        let Some(found) = manifest(&self.path)? else { return Err(FileError::NotOurs { path }) };
        if !resume {
            return Err(FileError::Unfinished { path });
        }
        if (&found.format, &found.version) != (&wanted.format, &wanted.version) {
            let found = format!("{} ({})", found.format, found.version);
            return Err(FileError::OtherVersion { path, found: shortened(&found) });
        }
        if found != *wanted {
            return Err(FileError::OtherQuestion { path, found: shortened(&found.question) });
        }
        Ok(())
    }

    /// The folder appears with its manifest in it.
    fn create(&self, text: &str) -> Result<(), FileError> {
        let begun = with_suffix(&self.path, ".new");
        remove_begun(&begun)?;
        fs::create_dir(&begun).map_err(failed(&begun))?;
        let path = begun.join(MANIFEST);
        let made = write(&path, text.as_bytes())
            .map_err(|error| FileError::Target { path: path.clone(), error })
            .and_then(|()| fs::rename(&begun, &self.path).map_err(failed(&self.path)));
        if made.is_err() {
            // The unfinished folder is useless; a failure to remove it as well is not reported.
            let _ = fs::remove_file(&path).and_then(|()| fs::remove_dir(&begun));
        }
        made
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path.join(name);
        write(&path, bytes).map_err(|error| FileError::Target { path, error })
    }

    /// The statistics of a piece, if it is there and whole, an answer to this question and
    /// acceptable.
    pub fn finished<S: DeserializeOwned>(
        &self,
        piece: u64,
        accept: impl Fn(&S) -> bool,
    ) -> Option<S> {
        let text = text(&self.path.join(format!("{piece}.record"))).ok()?;
        let (sum, text) = text.split_once('\n')?;
        if digest(text.as_bytes()) != sum {
            return None;
        }
        let record: StoredPiece<S> = serde_json::from_str(text).ok()?;
        let asked = record.question == self.question && record.piece == piece;
        let whole = asked && {
            let rows = File::open(self.rows_of(piece)).ok()?;
            check_sum_of(rows, record.bytes).ok()? == Some(record.sha256)
        };
        (whole && accept(&record.summary)).then_some(record.summary)
    }

    fn rows_of(&self, piece: u64) -> PathBuf {
        self.path.join(format!("{piece}.{ROWS}"))
    }

    /// Keeps the rows of a piece and their statistics, the record last.
    pub fn keep<S: Serialize>(
        &self,
        piece: u64,
        rows: impl IntoIterator<Item: RowRecord>,
        summary: S,
    ) -> Result<S, FileError> {
        let rows = self.format.stretch(&self.about, rows).map_err(self.unwritten())?;
        self.write(&format!("{piece}.{ROWS}"), &rows)?;
        let (question, sha256) = (self.question.clone(), digest(&rows));
        let record = StoredPiece { question, piece, bytes: rows.len() as u64, sha256, summary };
        let text = serde_json::to_string(&record).expect("a record is JSON");
        let text = format!("{}\n{text}", digest(text.as_bytes()));
        self.write(&format!("{piece}.record"), text.as_bytes())?;
        Ok(record.summary)
    }

    fn unwritten(&self) -> impl Fn(WriteError) -> FileError + '_ {
        |error| {
            let error = match error {
                WriteError::Io(error) => error,
                error => io::Error::other(error),
            };
            failed(&self.name)(error)
        }
    }

    /// Joins the pieces to the file, and removes the folder.
    pub fn join(&self, pieces: u64) -> Result<(), FileError> {
        let pieces = (0..pieces).map(|piece| File::open(self.rows_of(piece)));
        self.finish(|draft| self.format.join(&self.about, pieces, draft))
    }

    /// Writes rows that are still known to the file, and removes the folder.
    pub fn finish_with(&self, rows: impl IntoIterator<Item: RowRecord>) -> Result<(), FileError> {
        self.finish(|draft| self.format.write(&self.about, rows, draft))
    }

    fn finish(
        &self,
        write: impl FnOnce(BufWriter<AtomicWriter>) -> Result<BufWriter<AtomicWriter>, WriteError>,
    ) -> Result<(), FileError> {
        let out = || failed(&self.name);
        let writer = BufWriter::new(self.out.writer().map_err(out())?);
        let written = write(writer).map_err(self.unwritten())?;
        let writer = written.into_inner().map_err(|error| out()(error.into_error()))?;
        writer.finish().map_err(out())?;
        self.remove()
    }

    /// Where the folder goes before it is removed.
    fn remains(&self) -> PathBuf {
        with_suffix(&self.path, ".old")
    }

    /// Removes the folder under another name, so that a part of it is never found under its own.
    fn remove(&self) -> Result<(), FileError> {
        let remains = self.remains();
        match fs::symlink_metadata(&remains) {
            // A user's own folder has that name: the pieces go one by one.
            Ok(_) => remove_ours(&self.path),
            Err(_) => {
                fs::rename(&self.path, &remains).map_err(failed(&self.path))?;
                remove_ours(&remains)
            }
        }
    }

    /// Removes what a killed process had begun to remove.
    fn remove_remains(&self) -> Result<(), FileError> {
        let remains = self.remains();
        match fs::symlink_metadata(&remains) {
            Ok(found) if found.is_dir() && manifest(&remains)?.is_some() => remove_ours(&remains),
            Ok(found) if found.is_dir() => {
                // The manifest went last: there is nothing in it, or it was not made here and stays.
                let _ = fs::remove_dir(&remains);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The manifest of a folder, if it is one of a sweep.
fn manifest(folder: &Path) -> Result<Option<Manifest>, FileError> {
    let path = folder.join(MANIFEST);
    match text(&path) {
        Ok(text) => Ok(serde_json::from_str::<Manifest>(&text).ok()),
        Err(error) => match error.kind() {
            io::ErrorKind::PermissionDenied => Err(failed(&path)(error)),
            _ => Ok(None),
        },
    }
}

/// Removes a folder that a killed process had begun to make: nothing is in it, or only a manifest or
/// a part of one.
fn remove_begun(folder: &Path) -> Result<(), FileError> {
    if !fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
        return Ok(());
    }
    if manifest(folder)?.is_some() {
        return remove_ours(folder);
    }
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let entry = entry.map_err(failed(folder))?;
        if !is_begun(&entry.file_name().to_string_lossy()) {
            return Ok(());
        }
        fs::remove_file(entry.path()).map_err(failed(&entry.path()))?;
    }
    fs::remove_dir(folder).map_err(failed(folder))
}

/// Removes the files of a sweep, the manifest last, and the folder if nothing else is in it.
fn remove_ours(folder: &Path) -> Result<(), FileError> {
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let entry = entry.map_err(failed(folder))?;
        if is_piece(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path()).map_err(failed(&entry.path()))?;
        }
    }
    let path = folder.join(MANIFEST);
    fs::remove_file(&path).map_err(failed(&path))?;
    match fs::remove_dir(folder) {
        Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => {
            Err(failed(folder)(error))
        }
        _ => Ok(()),
    }
}

/// Whether a file in a folder is a piece, its record, or one of them being written.
fn is_piece(name: &str) -> bool {
    let numbered = |ending: &str| {
        name.strip_suffix(ending).is_some_and(|number| number.parse::<u64>().is_ok())
    };
    // Before the third format rows were always CSV.
    is_begun(name) || [".rows", ".csv", ".record"].into_iter().any(numbered)
}

/// Whether a file is one being written.
fn is_begun(name: &str) -> bool {
    name.starts_with(".ishitori-") && name.ends_with(".new")
}

fn text(path: &Path) -> io::Result<String> {
    let bytes =
        read(path, MOST_BYTES, &mut || Ok(())).map_err(
            |error: ReadError<io::Error>| match error {
                ReadError::Io(error) | ReadError::Stopped(error) => error,
                ReadError::TooLarge { .. } => io::ErrorKind::FileTooLarge.into(),
            },
        )?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The checksum of a file of a known length.
fn check_sum_of(file: File, bytes: u64) -> io::Result<Option<String>> {
    if file.metadata()?.len() != bytes {
        return Ok(None);
    }
    digest_of(file).map(|(_, sum)| Some(sum))
}
