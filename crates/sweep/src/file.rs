//! One row per set in a CSV or Parquet file that survives interruption.
//!
//! While a sweep runs, its rows lie in a folder beside the file, `FILE.parts`: a manifest that says
//! what is asked, and for each stretch of the family a piece of the file with its statistics and
//! check sum. A piece is written under another name, brought to the disk and then renamed, its
//! record last; so after an interruption every piece is there entirely or not at all. When all are
//! there they are joined, the file gets its name, and the folder is removed.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use ishitori_values::{LimitReached, Outcome};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use parquet::errors::ParquetError;

use crate::family::{Family, Set};
use crate::parquet_file::{Kind, ParquetRows};
use crate::row::{Row, Workspace};
use crate::run::{Query, Summary, shard};
use crate::workers::Workers;

/// Sets in one piece.
const PIECE: u64 = 1 << 16;

/// Why the rows were not written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// An interrupted sweep asked something else.
    #[error("{}: an interrupted sweep lies here that asked something else: {found}", .path.display())]
    OtherQuestion {
        /// The folder.
        path: PathBuf,
        /// What it asked.
        found: String,
    },
    /// An interrupted sweep is there, and it was not said what to do with it.
    #[error("{}: an interrupted sweep lies here; --resume goes on with it, or remove the folder", .path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
    },
    /// A limit was reached; the pieces that are done stay for another time.
    #[error("{limit}; {} sets are done and kept", .done.sets)]
    Limit {
        /// The limit.
        limit: LimitReached,
        /// The statistics of the sets that were done.
        done: Box<Summary>,
    },
}

/// What a folder of pieces is about.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    version: String,
    question: String,
    sets: u64,
    piece: u64,
}

/// What is known about a finished piece.
#[derive(Debug, Serialize, Deserialize)]
struct Record<S> {
    bytes: u64,
    sha256: String,
    summary: S,
}

/// Like [`sweep`](crate::sweep), and writes a row for every set that satisfies the condition to
/// `path`, in the order of the family: Parquet if its name ends in `.parquet`, else CSV, which has
/// `heading` after `# ` for its first line. With `resume`
/// an interrupted sweep that asked the same goes on; nothing is lost or written twice. The bytes do
/// not depend on the number of threads. Memory is one piece per thread.
pub fn sweep_to_file(
    family: &Family,
    query: &Query,
    path: &Path,
    heading: &str,
    resume: bool,
    workers: &Workers<'_>,
) -> Result<Summary, FileError> {
    let folder = Folder::open(question(family, query), family.len(), PIECE, path, resume)?;
    let pieces = family.len().div_ceil(PIECE);
    let piece = |work: &mut Workspace, at| folder.piece(family, query, at, work);
    let (summary, stop) =
        workers.pieces(pieces, query, || Workspace::within(workers.budget), piece, |_| Ok(()));
    match stop {
        Some(Stop::Limit(limit)) => {
            return Err(FileError::Limit { limit, done: Box::new(summary) });
        }
        Some(Stop::File(error)) => return Err(error),
        None => {}
    }
    folder.join(path, heading, &columns(query.needs_grundy()), pieces)?;
    Ok(summary)
}

enum Stop {
    Limit(LimitReached),
    File(FileError),
}

impl From<LimitReached> for Stop {
    fn from(limit: LimitReached) -> Self {
        Stop::Limit(limit)
    }
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Self {
        Stop::File(error)
    }
}

/// Where the pieces of an unfinished file lie.
pub(crate) struct Folder {
    path: PathBuf,
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> FileError + '_ {
    move |error| FileError::Io { path: path.to_path_buf(), error }
}

impl Folder {
    /// The folder for a question about so many games, so many in a piece.
    pub fn open(
        question: String,
        sets: u64,
        piece: u64,
        out: &Path,
        resume: bool,
    ) -> Result<Self, FileError> {
        let mut name = out.as_os_str().to_owned();
        name.push(".parts");
        let folder = Folder { path: PathBuf::from(name) };
        let manifest =
            Manifest { version: env!("CARGO_PKG_VERSION").to_string(), question, sets, piece };
        let path = folder.path.join("manifest.json");
        if path.exists() {
            if !resume {
                return Err(FileError::Unfinished { path: folder.path });
            }
            let text = fs::read_to_string(&path).map_err(failed(&path))?;
            return match serde_json::from_str::<Manifest>(&text) {
                Ok(found) if found == manifest => Ok(folder),
                Ok(found) => {
                    Err(FileError::OtherQuestion { path: folder.path, found: found.question })
                }
                Err(_) => Err(FileError::OtherQuestion { path: folder.path, found: text }),
            };
        }
        fs::create_dir_all(&folder.path).map_err(failed(&folder.path))?;
        let text = serde_json::to_string_pretty(&manifest).expect("a manifest is JSON");
        folder.write("manifest.json", text.as_bytes())?;
        Ok(folder)
    }

    /// Writes a file so that it is there entirely or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path.join(name);
        let temporary = self.path.join(format!("{name}.new"));
        let written = File::create(&temporary)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
        written.and_then(|()| fs::rename(&temporary, &path)).map_err(failed(&path))
    }

    /// The statistics of a piece, from its record if it is there and whole, or computed.
    fn piece(
        &self,
        family: &Family,
        query: &Query,
        piece: u64,
        work: &mut Workspace,
    ) -> Result<Summary, Stop> {
        if let Some(summary) = self.finished(piece) {
            return Ok(summary);
        }
        let mut rows = String::new();
        let grundy = query.needs_grundy();
        let places = piece * PIECE..family.len().min((piece + 1) * PIECE);
        let summary = shard(family, query, places, work, &mut |_, set, row| {
            write_row(&mut rows, set, row, grundy);
        })?;
        Ok(self.keep(piece, &rows, summary)?)
    }

    /// The statistics of a piece, if it is there and whole.
    pub fn finished<S: DeserializeOwned>(&self, piece: u64) -> Option<S> {
        let text = fs::read_to_string(self.path.join(format!("{piece}.json"))).ok()?;
        let record: Record<S> = serde_json::from_str(&text).ok()?;
        let rows = fs::read(self.path.join(format!("{piece}.csv"))).ok()?;
        let whole = rows.len() as u64 == record.bytes && check_sum(&rows) == record.sha256;
        whole.then_some(record.summary)
    }

    /// Keeps the rows of a piece and their statistics, the record last.
    pub fn keep<S: Serialize>(&self, piece: u64, rows: &str, summary: S) -> Result<S, FileError> {
        self.write(&format!("{piece}.csv"), rows.as_bytes())?;
        let sha256 = check_sum(rows.as_bytes());
        let record = Record { bytes: rows.len() as u64, sha256, summary };
        let text = serde_json::to_string(&record).expect("a record is JSON");
        self.write(&format!("{piece}.json"), text.as_bytes())?;
        Ok(record.summary)
    }

    /// Joins the pieces to the file, and removes the folder.
    pub fn join(
        &self,
        out: &Path,
        heading: &str,
        columns: &[(&'static str, Kind)],
        pieces: u64,
    ) -> Result<(), FileError> {
        let temporary = self.path.join("all.new");
        let file = File::create(&temporary).map_err(failed(&temporary))?;
        let heading = heading.replace('\n', " ");
        let pieces = (0..pieces).map(|piece| self.path.join(format!("{piece}.csv")));
        let parquet = out.extension().is_some_and(|e| e.eq_ignore_ascii_case("parquet"));
        let file = if parquet {
            let broken = |error: ParquetError| failed(&temporary)(io::Error::other(error));
            let mut rows = ParquetRows::new(file, columns, &heading).map_err(broken)?;
            for path in pieces {
                rows.add(&fs::read_to_string(&path).map_err(failed(&path))?).map_err(broken)?;
            }
            rows.finish().map_err(broken)?
        } else {
            let mut writer = BufWriter::new(file);
            let names: Vec<&str> = columns.iter().map(|&(name, _)| name).collect();
            let head = format!("# {heading}\n{}\n", names.join(","));
            writer.write_all(head.as_bytes()).map_err(failed(&temporary))?;
            for path in pieces {
                let mut reader = BufReader::new(File::open(&path).map_err(failed(&path))?);
                io::copy(&mut reader, &mut writer).map_err(failed(&temporary))?;
            }
            writer.into_inner().map_err(|e| failed(&temporary)(e.into_error()))?
        };
        file.sync_all().map_err(failed(&temporary))?;
        fs::rename(&temporary, out).map_err(failed(out))?;
        fs::remove_dir_all(&self.path).map_err(failed(&self.path))
    }
}

fn check_sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Everything that the rows and statistics depend on.
fn question(family: &Family, query: &Query) -> String {
    let texts = |list: &[crate::Expression]| {
        list.iter().map(|e| e.text().to_string()).collect::<Vec<_>>().join("; ")
    };
    let checks: Vec<String> = query.checks.iter().map(|c| c.to_string()).collect();
    format!(
        "{}; end {}; where {}; count {}; total {}; group by {}; check {}; grundy {}",
        family.describe(),
        query.end,
        query.condition.as_ref().map_or("", |e| e.text()),
        texts(&query.counts),
        texts(&query.totals),
        query.group_by.as_ref().map_or("", |e| e.text()),
        checks.join(" "),
        query.needs_grundy(),
    )
}

fn columns(grundy: bool) -> Vec<(&'static str, Kind)> {
    let mut columns = vec![("set", Kind::Text), ("size", Kind::Number), ("max", Kind::Number)];
    columns.extend([("period", Kind::Number), ("preperiod", Kind::Number)]);
    columns.push(("eventually", Kind::Text));
    let by_letter = ["count_P", "count_N", "count_L", "count_R"]
        .into_iter()
        .chain(["first_P", "first_N", "first_L", "first_R"]);
    columns.extend(by_letter.map(|name| (name, Kind::Number)));
    if grundy {
        columns.extend([("grundy_period", Kind::Number), ("grundy_preperiod", Kind::Number)]);
        columns.extend([("divides", Kind::Truth), ("coprime", Kind::Truth)]);
    }
    columns
}

/// One line; what is not known or does not exist is empty.
fn write_row(out: &mut String, set: &Set, row: &Row, grundy: bool) {
    use std::fmt::Write;
    for (i, s) in set.numbers().enumerate() {
        let _ = write!(out, "{}{s}", if i > 0 { " " } else { "" });
    }
    let _ = write!(out, ",{},{}", set.size(), set.max());
    let found = row.period > 0;
    optional(out, found.then_some(row.period));
    optional(out, found.then_some(row.preperiod));
    optional(out, row.eventually);
    let order = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
    order.iter().for_each(|&o| optional(out, Some(row.counts[o as usize])));
    order.iter().for_each(|&o| optional(out, row.first[o as usize]));
    if grundy {
        optional(out, row.grundy.map(|g| g.period));
        optional(out, row.grundy.map(|g| g.preperiod));
        optional(out, row.divides().map(u8::from));
        optional(out, row.coprime().map(u8::from));
    }
    out.push('\n');
}

fn optional(out: &mut String, value: Option<impl std::fmt::Display>) {
    use std::fmt::Write;
    out.push(',');
    if let Some(value) = value {
        let _ = write!(out, "{value}");
    }
}
