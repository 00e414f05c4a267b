//! Where results and complaints go.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use ishitori_files::{Place, PlaceError};
use serde_json::Value as Json;

use crate::args::Common;
use crate::failure::Failure;
use crate::text::{Lang, Text};

/// How to talk: text or JSON, and the language.
pub struct Output {
    json: bool,
    lang: Lang,
    to: To,
}

/// Who is told.
enum To {
    /// Standard output, standard error and the files of the machine, with those that were looked at
    /// before.
    Person { places: Mutex<Vec<(PathBuf, Place)>> },
    /// Nothing outside: everything is kept for a caller within the program.
    Memory { command_line: Vec<String>, progress: Progress, kept: Mutex<Kept> },
}

/// Takes lines of progress.
pub type Progress = Arc<dyn Fn(&str) + Send + Sync>;

/// What a command has said.
#[derive(Default)]
pub struct Kept {
    pub object: Option<Json>,
    pub text: String,
    pub complaints: Vec<String>,
    pub files: Vec<(String, Vec<u8>)>,
}

impl Output {
    pub fn new(common: &Common) -> Self {
        let lang = common.language();
        Output { json: common.json, lang, to: To::Person { places: Mutex::default() } }
    }

    /// Keeps everything, files as well, in memory. `command_line` is what would have been typed.
    pub fn in_memory(common: &Common, command_line: Vec<String>, progress: Progress) -> Self {
        let lang = common.lang.unwrap_or(Lang::En);
        let to = To::Memory { command_line, progress, kept: Mutex::default() };
        Output { json: common.json, lang, to }
    }

    /// What was kept in memory, once.
    pub fn take(&self) -> Kept {
        match &self.to {
            To::Person { .. } => Kept::default(),
            To::Memory { kept, .. } => std::mem::take(&mut *lock(kept)),
        }
    }

    /// The arguments as they were typed.
    pub fn command_line(&self) -> Vec<String> {
        match &self.to {
            To::Person { .. } => {
                let words = std::env::args_os().skip(1);
                words.map(|word| word.to_string_lossy().into_owned()).collect()
            }
            To::Memory { command_line, .. } => command_line.clone(),
        }
    }

    /// Whether somebody is watching how far a command has come.
    pub fn is_watched(&self) -> bool {
        match self.to {
            To::Person { .. } => std::io::stderr().is_terminal(),
            To::Memory { .. } => true,
        }
    }

    /// Whether the result is to be one JSON object.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Who is told within the program how far a command has come.
    pub fn listener(&self) -> Option<Progress> {
        match &self.to {
            To::Person { .. } => None,
            To::Memory { progress, .. } => Some(progress.clone()),
        }
    }

    /// What to say to people.
    pub fn text(&self) -> Text {
        Text(self.lang)
    }

    /// Writes to standard output.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        if let To::Memory { kept, .. } = &self.to {
            let mut kept = lock(kept);
            kept.text.push_str(text);
            kept.text.push('\n');
            return Ok(());
        }
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush())
            .or_else(|error| match error.kind() {
                // The reader has seen enough.
                std::io::ErrorKind::BrokenPipe => std::process::exit(0),
                _ => Err(Failure::Io { what: "standard output", error }),
            })
    }

    /// Writes a JSON object to standard output.
    pub fn print_json(&self, object: &Json) -> Result<(), Failure> {
        if let To::Memory { kept, .. } = &self.to {
            lock(kept).object = Some(object.clone());
            return Ok(());
        }
        self.print(&object.to_string())
    }

    /// Whether a file can be put where it is wanted, before anything long is computed for it.
    pub fn check_place(&self, file: &Path) -> Result<(), Failure> {
        if let To::Person { places } = &self.to {
            let place = Place::check(file).map_err(misplaced(file))?;
            lock(places).push((file.to_path_buf(), place));
        }
        Ok(())
    }

    /// Removes an old file from a place that was looked at, so that nobody takes it for the one
    /// that is yet to be written.
    pub fn withdraw(&self, file: &Path) -> Result<(), Failure> {
        let To::Person { places } = &self.to else { return Ok(()) };
        let places = lock(places);
        let found = places.iter().find(|(path, _)| path == file);
        found.map_or(Ok(()), |(path, place)| {
            place.withdraw().map_err(|error| Failure::File { path: path.clone(), error })
        })
    }

    /// Writes a file whole or not at all.
    pub fn write_file(&self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let places = match &self.to {
            To::Memory { kept, .. } => {
                lock(kept).files.push((file.display().to_string(), bytes.to_vec()));
                return Ok(());
            }
            To::Person { places } => lock(places),
        };
        let written = match places.iter().find(|(path, _)| path == file) {
            Some((_, place)) => place.write(bytes).map_err(PlaceError::Io),
            None => ishitori_files::write(file, bytes),
        };
        written.map_err(misplaced(file))
    }

    /// Makes a folder for files, unless it is there. The folders above it are the user's business.
    pub fn make_folder(&self, folder: &Path) -> Result<(), Failure> {
        if matches!(self.to, To::Memory { .. }) || folder.is_dir() {
            return Ok(());
        }
        let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
        if let Some(above) = above.filter(|above| !above.exists()) {
            let error = PlaceError::NoFolder { folder: above.to_path_buf() };
            return Err(misplaced(folder)(error));
        }
        std::fs::create_dir(folder)
            .map_err(|error| Failure::File { path: folder.to_path_buf(), error })
    }

    /// Writes a line of progress over the last one on standard error; an empty one clears it.
    pub fn progress(&self, line: &str) {
        if let To::Memory { progress, .. } = &self.to {
            return progress(line);
        }
        let mut err = std::io::stderr().lock();
        let _ = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush());
    }

    /// Writes to standard error.
    pub fn complain(&self, text: &str) {
        if let To::Memory { kept, .. } = &self.to {
            return lock(kept).complaints.push(text.to_string());
        }
        // Nobody is left to be told if this fails.
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }
}

/// What is wrong with the place of a file.
fn misplaced(file: &Path) -> impl FnOnce(PlaceError) -> Failure + '_ {
    move |error| Failure::Place { path: file.to_path_buf(), error }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it holds the lock.
    kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
