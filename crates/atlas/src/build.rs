//! Building an atlas: pieces of rows that survive interruption, then the tables.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishitori_records::{ParquetFile, Rows, WriteError};
use ishitori_runtime::Workers;
use ishitori_runtime::files::{Lock, LockError, OutputTargetError, remove_remains, write};
use ishitori_sweep::{digest, open_sealed, seal};
use ishitori_values::LimitReached;
use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::manifest::{FORMAT, MANIFEST, Manifest, TableFile};
use crate::row_builder::{CellValue, RowBuilder};
use crate::subject::Subject;
use crate::table::Table;

/// The folder of pieces within that of the atlas.
const PIECES: &str = "pieces";
/// The effort of a piece: some seconds at most.
const PIECE_EFFORT: u64 = 256;

/// The settings of a build: the tables, and their folder.
pub struct Build<'b> {
    /// The folder of the tables.
    pub out: &'b Path,
    /// How far everything is computed.
    pub limits: &'b Limits,
    /// The limits of the tables.
    pub subjects: &'b [Box<dyn Subject>],
    /// The day, for the manifest.
    pub date: Option<&'b str>,
    /// The folder that certificates are written to, each under its checksum.
    pub certificates: Option<&'b Path>,
}

/// Why there are no tables.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A file cannot go where it is wanted.
    #[error("{}: {error}", .path.display())]
    Target {
        /// The file.
        path: PathBuf,
        /// The fault of the place.
        error: OutputTargetError,
    },
    /// The folder holds something else.
    #[error("{}: this folder is not empty, and no atlas lies in it", .path.display())]
    NotAnAtlas {
        /// The folder.
        path: PathBuf,
    },
    /// Another process builds in the same folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A limit was reached; the pieces that are done stay, and the same command goes on with them.
    #[error("{0}")]
    Limit(#[from] LimitReached),
}

/// A piece as it is kept.
#[derive(Serialize, Deserialize)]
struct Piece {
    question: String,
    rows: Vec<RowBuilder>,
}

impl Build<'_> {
    /// Builds the tables, on all threads; pieces that an interrupted build of the same version left in
    /// the folder are taken over. The tables do not depend on the threads, nor on interruptions. The
    /// cost is that of the subjects; memory is that of all rows.
    pub fn run(&self, workers: &Workers<'_>) -> Result<Manifest, BuildError> {
        let Limits { values_bytes, quotient_bytes, set_quotient_bytes, board_bytes, .. } =
            *self.limits;
        let most = values_bytes.max(quotient_bytes).max(set_quotient_bytes).max(board_bytes);
        let most = most * workers.threads.max(1) as u64;
        // With less memory for all than each may take, rows would depend on it.
        workers.budget.check(most)?;
        self.open()?;
        let _lock = Lock::take(&self.out.join(MANIFEST))?;
        // What a build that was killed had begun to write.
        remove_remains(self.out);
        remove_remains(&self.out.join(PIECES));
        self.certificates.into_iter().for_each(remove_remains);
        let pieces = self.pieces();
        let mut found: Vec<Option<Vec<RowBuilder>>> = vec![None; pieces.len()];
        let make = |_: &mut (), at: u64| {
            Ok::<_, BuildError>((at, self.piece(at as usize, &pieces, workers)?))
        };
        let take = |(at, rows): (u64, Vec<RowBuilder>)| {
            found[at as usize] = Some(rows);
            Ok::<_, BuildError>(pieces[at as usize].len() as u64)
        };
        let errors = workers.pieces(pieces.len() as u64, || (), make, take);
        if let Some((_, error)) = errors.into_iter().next() {
            return Err(error);
        }
        let manifest = self.write(found.into_iter().flatten().flatten().collect())?;
        let kept = self.out.join(PIECES);
        fs::remove_dir_all(&kept).map_err(|error| BuildError::Io { path: kept, error })?;
        Ok(manifest)
    }

    /// Looks at the folder, and makes it.
    fn open(&self) -> Result<(), BuildError> {
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| BuildError::Io { path, error }
        };
        let kept = self.out.join(PIECES);
        if self.out.exists() && !kept.exists() && !self.out.join(MANIFEST).exists() {
            let mut entries = fs::read_dir(self.out).map_err(failed(self.out))?;
            if entries.next().is_some() {
                return Err(BuildError::NotAnAtlas { path: self.out.to_path_buf() });
            }
        }
        fs::create_dir_all(&kept).map_err(failed(&kept))?;
        self.certificates
            .map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(failed(folder)))
    }

    /// The subjects of each piece.
    fn pieces(&self) -> Vec<&[Box<dyn Subject>]> {
        let (mut pieces, mut first, mut effort) = (Vec::new(), 0, 0);
        for (at, subject) in self.subjects.iter().enumerate() {
            effort += subject.effort();
            if effort >= PIECE_EFFORT {
                pieces.push(&self.subjects[first..=at]);
                (first, effort) = (at + 1, 0);
            }
        }
        if first < self.subjects.len() {
            pieces.push(&self.subjects[first..]);
        }
        pieces
    }

    /// The rows of a piece: those that are kept, or computed and then kept.
    fn piece(
        &self,
        at: usize,
        pieces: &[&[Box<dyn Subject>]],
        workers: &Workers<'_>,
    ) -> Result<Vec<RowBuilder>, BuildError> {
        let subjects = pieces[at];
        let names: Vec<String> = subjects.iter().map(|subject| subject.name()).collect();
        let limits = serde_json::to_string(self.limits).expect("plain data is JSON");
        let question = format!(
            "{FORMAT} {} {limits} {:?} {}",
            env!("CARGO_PKG_VERSION"),
            self.certificates,
            names.join(" ")
        );
        let question = digest(question.as_bytes());
        let path = self.out.join(PIECES).join(format!("{at:05}.json"));
        if let Some(rows) = kept(&path, &question) {
            return Ok(rows);
        }
        let mut rows = Vec::new();
        for subject in subjects {
            rows.extend(subject.rows(workers.budget)?);
        }
        for row in &mut rows {
            if let (Some(document), Some(folder)) = (row.document.take(), self.certificates) {
                let path = folder.join(format!("{}.json", digest(document.as_bytes())));
                save(path, document.as_bytes())?;
            }
        }
        let piece = Piece { question, rows };
        let text = serde_json::to_string(&piece).expect("plain data is JSON");
        save(path, seal(&text).as_bytes())?;
        Ok(piece.rows)
    }

    /// Writes the tables, and what is in them last.
    fn write(&self, rows: Vec<RowBuilder>) -> Result<Manifest, BuildError> {
        let mut by_table: HashMap<String, Vec<RowBuilder>> = HashMap::new();
        for row in rows {
            by_table.entry(row.table.clone()).or_default().push(row);
        }
        let mut tables = Vec::new();
        for table in Table::ALL {
            let mut rows = by_table.remove(table.name()).unwrap_or_default();
            classify(table, &mut rows);
            let file = format!("{}.parquet", table.name());
            let path = self.out.join(&file);
            let failed = |error| BuildError::Io { path: path.clone(), error };
            let bytes = bytes(table, &rows).map_err(|error| match error {
                WriteError::Io(error) => failed(error),
                error => failed(io::Error::other(error)),
            })?;
            save(path.clone(), &bytes)?;
            let certified = table.columns().iter().position(|column| column.name == "certificate");
            let certified = certified.map_or(0, |at| {
                rows.iter().filter(|row| row.cells.get(at) != Some(&CellValue::Empty)).count()
            });
            tables.push(TableFile {
                name: table.name().to_string(),
                file,
                rows: rows.len(),
                certificates: certified,
                bytes: bytes.len() as u64,
                sha256: digest(&bytes),
            });
        }
        let manifest = Manifest {
            format: FORMAT.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            date: self.date.map(str::to_string),
            limits: self.limits.clone(),
            tables,
        };
        save(self.out.join(MANIFEST), manifest.to_json().as_bytes())?;
        Ok(manifest)
    }
}

fn save(path: PathBuf, bytes: &[u8]) -> Result<(), BuildError> {
    write(&path, bytes).map_err(|error| BuildError::Target { path, error })
}

/// The rows of a piece that is kept, if it is whole and answers this question.
fn kept(path: &Path, question: &str) -> Option<Vec<RowBuilder>> {
    let text = fs::read_to_string(path).ok()?;
    let piece: Piece = serde_json::from_str(open_sealed(&text).ok()?).ok()?;
    let whole = |row: &RowBuilder| {
        Table::named(&row.table).is_some_and(|table| table.columns().len() == row.cells.len())
    };
    (piece.question == question && piece.rows.iter().all(whole)).then_some(piece.rows)
}

/// Fills in the first code of each class.
fn classify(table: Table, rows: &mut [RowBuilder]) {
    let Some(at) = table.columns().iter().position(|column| column.name == "class") else { return };
    let mut first: HashMap<String, String> = HashMap::new();
    for row in rows {
        if let Some(key) = &row.key {
            let code = first.entry(key.clone()).or_insert_with(|| row.code().to_string());
            row.cells[at] = CellValue::Text(code.clone());
        }
    }
}

/// The file of a table.
fn bytes(table: Table, rows: &[RowBuilder]) -> Result<Vec<u8>, WriteError> {
    let about = Rows::new(format!("ishitori atlas: {}", table.name()), table.columns());
    let mut out = Vec::new();
    let mut file = ParquetFile::small(&about)?;
    file.add(rows.iter().map(|row| &row.cells), &mut out)?;
    file.finish(&mut out)?;
    Ok(out)
}
