//! Where results and complaints go.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard};

use ishitori::prelude::{Budget, LimitReached};
use ishitori_answers::{Note, Stream};
use ishitori_files::{Place, PlaceError};
use serde::Serialize;
use serde_json::Value as Json;

use crate::failure::{Failure, exit, status};
use crate::text::{Lang, Text};
use ishitori_words::InWords;
use ishitori_words::heaps::limit_name;

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
    pub fn new(json: bool, lang: Lang) -> Self {
        Output { json, lang, to: To::Person { places: Mutex::default() } }
    }

    /// Keeps everything, files as well, in memory. `command_line` is what would have been typed.
    pub fn in_memory(
        (json, lang): (bool, Lang),
        command_line: Vec<String>,
        progress: Progress,
    ) -> Self {
        let to = To::Memory { command_line, progress, kept: Mutex::default() };
        Output { json, lang, to }
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
        match self.to {
            To::Person { .. } => Text::new(self.lang),
            To::Memory { .. } => Text::for_json(self.lang),
        }
    }

    /// Writes a line to standard output.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        self.write(text.as_bytes(), b"\n")
    }

    /// Writes a piece of text, and what ends it.
    fn write(&self, text: &[u8], end: &[u8]) -> Result<(), Failure> {
        if let To::Memory { kept, .. } = &self.to {
            let mut kept = lock(kept);
            for piece in [text, end] {
                // Texts are made of strings, cut between characters.
                kept.text.push_str(&String::from_utf8_lossy(piece));
            }
            return Ok(());
        }
        let mut out = std::io::stdout().lock();
        out.write_all(text).and_then(|()| out.write_all(end)).and_then(|()| out.flush()).or_else(
            |error| match error.kind() {
                // The reader has seen enough.
                std::io::ErrorKind::BrokenPipe => std::process::exit(0),
                _ => Err(Failure::Io { what: Stream::Output, error }),
            },
        )
    }

    /// Writes a long text piece by piece, so that it is never held whole; it is cut when the time
    /// to tell it is over. Says whether it was.
    pub fn print_long(
        &self,
        budget: &Budget,
        write: impl FnOnce(&mut Long<'_>) -> Result<(), Failure>,
    ) -> Result<Option<LimitReached>, Failure> {
        let mut long = Long::new(self, budget);
        let written = write(&mut long);
        let cut = match long.failed.take().map_or(written, Err) {
            Err(Failure::Limit(limit)) => Some(limit),
            Err(failure) => return Err(failure),
            Ok(()) => None,
        };
        long.emit()?;
        Ok(cut)
    }

    /// Tells an answer as JSON of which one field, empty there, is a long list.
    pub fn long_answer<T: Serialize>(
        &self,
        answer: &impl Serialize,
        field: &str,
        items: impl Iterator<Item = T>,
        budget: &Budget,
    ) -> Result<Option<LimitReached>, Failure> {
        match serde_json::to_value(answer).map_err(not_json)? {
            Json::Object(object) => self.print_long_json(&object, field, items, budget),
            other => self.print_json(&other).map(|()| None),
        }
    }

    /// Writes a JSON object of which one field is a long list. When the time to tell it is over,
    /// the list ends early and a field `stopped` says why. Says whether it did.
    pub fn print_long_json<T: Serialize>(
        &self,
        object: &serde_json::Map<String, Json>,
        field: &str,
        items: impl Iterator<Item = T>,
        budget: &Budget,
    ) -> Result<Option<LimitReached>, Failure> {
        match &self.to {
            To::Person { .. } => self.stream_json(object, field, items, budget),
            To::Memory { kept, .. } => {
                let budget = budget.to_tell();
                let mut object = object.clone();
                let mut list = Vec::new();
                let mut cut = None;
                for item in items {
                    let bytes = KEPT_ITEM.saturating_mul(list.len() as u64);
                    if list.len().is_multiple_of(256)
                        && let Err(limit) = budget.check(bytes)
                    {
                        cut = Some(limit);
                        object.entry("stopped").or_insert_with(|| limit_name(&limit).into());
                        break;
                    }
                    list.push(serde_json::to_value(item).map_err(not_json)?);
                }
                object.insert(field.to_string(), Json::Array(list));
                lock(kept).object = Some(Json::Object(object));
                Ok(cut)
            }
        }
    }

    fn stream_json<T: Serialize>(
        &self,
        object: &serde_json::Map<String, Json>,
        field: &str,
        items: impl Iterator<Item = T>,
        budget: &Budget,
    ) -> Result<Option<LimitReached>, Failure> {
        let mut long = Long::new(self, budget);
        let mut items = Some(items);
        let mut cut = None;
        for (at, (name, value)) in object.iter().enumerate() {
            long.buffer.push(if at == 0 { b'{' } else { b',' });
            long.json(name)?;
            long.buffer.push(b':');
            let Some(items) = items.take_if(|_| name == field) else {
                long.json(value)?;
                continue;
            };
            long.buffer.push(b'[');
            for (at, item) in items.enumerate() {
                if at > 0 {
                    long.buffer.push(b',');
                }
                long.json(&item)?;
                match long.relieve() {
                    Err(Failure::Limit(limit)) => {
                        cut = Some(limit);
                        break;
                    }
                    other => other?,
                }
            }
            long.buffer.push(b']');
        }
        if let Some(limit) = cut.filter(|_| !object.contains_key("stopped")) {
            long.buffer.extend_from_slice(b",\"stopped\":");
            long.json(limit_name(&limit))?;
        }
        long.buffer.extend_from_slice(b"}\n");
        long.emit()?;
        Ok(cut)
    }

    /// Tells an answer, as text or as JSON, and gives the exit status.
    pub fn answer(&self, mut answer: impl InWords) -> Result<ExitCode, Failure> {
        if self.json {
            answer.fill_in(&self.text());
            self.print_data(&answer)?;
        } else {
            self.print(&answer.in_words(&self.text()))?;
        }
        self.notes(answer.notes());
        Ok(exit(answer.finish()))
    }

    /// Says remarks on standard error, but for those that JSON has already.
    pub fn notes(&self, notes: &[Note]) {
        let said = notes.iter().filter(|note| !(self.json && note.is_in_json()));
        said.for_each(|note| self.complain(&self.text().note(note)));
    }

    /// Writes data as a JSON object to standard output.
    pub fn print_data(&self, data: &impl Serialize) -> Result<(), Failure> {
        self.print_json(&serde_json::to_value(data).map_err(not_json)?)
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

    /// Writes the document of an answer, if there is one and a file for it; gives the name.
    pub fn write_document(
        &self,
        file: Option<&Path>,
        document: Option<&str>,
    ) -> Result<Option<String>, Failure> {
        let Some((file, document)) = file.zip(document) else { return Ok(None) };
        self.write_file(file, document.as_bytes())?;
        Ok(Some(file.display().to_string()))
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

    /// Says what is wrong on standard error and gives the exit status.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        self.complain(&self.text().failure(failure));
        ExitCode::from(status(failure))
    }

    /// Writes to standard error, after the name of the program.
    pub fn complain(&self, text: &str) {
        let text = &shortened(text);
        if let To::Memory { kept, .. } = &self.to {
            return lock(kept).complaints.push(text.to_string());
        }
        // Nobody is left to be told if this fails.
        let _ = writeln!(std::io::stderr().lock(), "ishitori: {text}");
    }
}

/// A line of a complaint that quotes what somebody typed is cut in the middle if it has more letters.
const LONGEST_LINE: usize = 800;
/// So many letters stay at its beginning and at its end.
const KEPT_OF_LINE: usize = 360;

/// A complaint without what makes it too long to be read: an argument can have a hundred thousand letters,
/// and what is wrong with it is said before or after it. O(length).
pub fn shortened(text: &str) -> String {
    let shorter = |line: &str| {
        let count = line.chars().count();
        if count <= LONGEST_LINE {
            return line.to_string();
        }
        let head: String = line.chars().take(KEPT_OF_LINE).collect();
        let tail: String = line.chars().skip(count - KEPT_OF_LINE).collect();
        format!("{head} … {tail}")
    };
    text.split('\n').map(shorter).collect::<Vec<_>>().join("\n")
}

/// What a number costs in a list that is kept in memory as JSON, with its text.
const KEPT_ITEM: u64 = 96;
/// So many bytes are written at a time.
const PIECE: usize = 1 << 16;

/// A long text on its way out.
pub struct Long<'o> {
    output: &'o Output,
    buffer: Vec<u8>,
    budget: Budget,
    /// Why it ended early, where only "it failed" could be told.
    failed: Option<Failure>,
}

/// For writers that know nothing of failures but those of input and output.
impl Write for Long<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        self.relieve().map_err(|failure| {
            self.failed = Some(failure);
            std::io::Error::other("the output ended early")
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'o> Long<'o> {
    fn new(output: &'o Output, budget: &Budget) -> Long<'o> {
        Long { output, buffer: Vec::new(), budget: budget.to_tell(), failed: None }
    }

    /// Writes a piece of text.
    pub fn push(&mut self, text: &str) -> Result<(), Failure> {
        self.buffer.extend_from_slice(text.as_bytes());
        self.relieve()
    }

    fn json(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.buffer, value).map_err(not_json)
    }

    /// Hands over what has gathered, if it is much.
    fn relieve(&mut self) -> Result<(), Failure> {
        if self.buffer.len() < PIECE {
            return Ok(());
        }
        self.emit()?;
        let kept = match &self.output.to {
            To::Person { .. } => 0,
            To::Memory { kept, .. } => 2 * lock(kept).text.len() as u64,
        };
        Ok(self.budget.check(kept)?)
    }

    fn emit(&mut self) -> Result<(), Failure> {
        self.output.write(&self.buffer, b"")?;
        self.buffer.clear();
        Ok(())
    }
}

fn not_json(error: serde_json::Error) -> Failure {
    Failure::Io { what: Stream::Json, error: error.into() }
}

/// What is wrong with the place of a file.
fn misplaced(file: &Path) -> impl FnOnce(PlaceError) -> Failure + '_ {
    move |error| Failure::Place { path: file.to_path_buf(), error }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it holds the lock.
    kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
