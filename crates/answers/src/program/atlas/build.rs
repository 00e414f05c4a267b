//! Building an atlas.

use std::path::PathBuf;

use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_atlas::{Build, BuildError, Limits, Manifest, Subject, heap_subjects};
use ishitori_runtime::Workers;
use serde::Serialize;

use super::games::game_subjects;
use crate::{Accepted, Answered, AskError, Context, Finish, Progress};

/// Build an atlas in this folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildRequest {
    /// The folder of the tables: empty, new, or that of an interrupted build, which goes on.
    pub out: PathBuf,
    /// The day of the build, such as 2026-11-17.
    pub date: Option<String>,
    /// The folder that certificates are written to, each under its checksum.
    pub certificates: Option<PathBuf>,
    /// How far everything is computed.
    pub limits: Limits,
}

/// The tables that were built.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Built {
    /// The folder.
    pub out: String,
    /// The version of the program.
    pub version: String,
    /// The day of the build, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tables.
    pub tables: Vec<BuiltTable>,
    /// Bytes of all tables.
    pub bytes: u64,
}

/// A table that was built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BuiltTable {
    /// Its name.
    pub table: String,
    /// How many rows it has.
    pub rows: usize,
    /// How many of them have a certificate.
    pub certificates: usize,
    /// Bytes of its file.
    pub bytes: u64,
    /// Their checksum.
    pub sha256: String,
}

impl Answered for Built {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Builds the tables, on all threads of the context: some minutes with the limits of the atlas that the
/// program ships with. The bytes do not depend on the machine.
pub fn build(request: &BuildRequest, context: &Context) -> Result<Built, AskError> {
    if let Some(date) = request.date.as_ref().filter(|date| !is_date(date)) {
        return Err(AskError::Argument {
            field: "date",
            value: date.clone(),
            accepted: Accepted::Date,
        });
    }
    let subjects = subjects(&request.limits);
    let (done, total) = (AtomicU64::new(0), subjects.len() as u64);
    let report = |more: u64| {
        let done = done.fetch_add(more, Ordering::Relaxed) + more;
        context.report(Progress::Counted { done, total });
    };
    let workers =
        Workers { progress: Some(&report), ..Workers::new(context.threads, &context.budget) };
    let build = Build {
        out: &request.out,
        limits: &request.limits,
        subjects: &subjects,
        date: request.date.as_deref(),
        certificates: request.certificates.as_deref(),
    };
    let built = build.run(&workers);
    context.report(Progress::Over);
    let manifest = built.map_err(|error| match error {
        BuildError::Io { path, error } => AskError::File { path, error },
        BuildError::Target { path, error } => AskError::Target { path, error },
        BuildError::Lock(error) => AskError::Lock(error),
        BuildError::Limit(limit) => AskError::Limit(limit),
        BuildError::NotAnAtlas { path } => AskError::Argument {
            field: "out",
            value: path.display().to_string(),
            accepted: Accepted::AtlasFolder,
        },
    })?;
    Ok(Built::new(request, manifest))
}

/// Everything that the atlas is about: heap games, then those that have a name.
pub fn subjects(limits: &Limits) -> Vec<Box<dyn Subject>> {
    let mut subjects = heap_subjects(limits);
    subjects.extend(game_subjects(limits));
    subjects
}

impl Built {
    fn new(request: &BuildRequest, manifest: Manifest) -> Built {
        let bytes = manifest.bytes();
        let tables = manifest.tables.into_iter().map(|table| BuiltTable {
            table: table.name,
            rows: table.rows,
            certificates: table.certificates,
            bytes: table.bytes,
            sha256: table.sha256,
        });
        Built {
            out: request.out.display().to_string(),
            version: manifest.version,
            date: manifest.date,
            tables: tables.collect(),
            bytes,
        }
    }
}

/// Whether this is a day such as 2026-11-17.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |at: usize, c: u8| match at {
        4 | 7 => c == b'-',
        _ => c.is_ascii_digit(),
    };
    bytes.len() == 10 && bytes.iter().enumerate().all(|(at, &c)| digits(at, c))
}
