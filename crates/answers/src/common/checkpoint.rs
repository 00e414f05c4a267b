//! A search that is saved now and then, and at its end.

use std::path::Path;
use std::time::Duration;

use ishitori_files::{Lock, OutputTarget};
use ishitori_solve::heap::CheckpointError;
use ishitori_values::clock::Instant;

use crate::note::{NotSaved, Note};
use crate::{AskError, Context};

/// Between two saves.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Whether there are files: a browser has none, and names none.
const FILES: bool = cfg!(not(target_family = "wasm"));

/// Where a search is saved, if it is, with the right to write there.
pub struct Checkpoint<'a> {
    path: Option<&'a Path>,
    saved: Instant,
    failed: bool,
    notes: Vec<Note>,
    _lock: Option<Lock>,
}

impl<'a> Checkpoint<'a> {
    /// Looks at the place that the context names and takes its lock, before anything is computed.
    pub fn of(context: &'a Context) -> Result<Self, AskError> {
        Checkpoint::open(context.checkpoint.as_deref())
    }

    /// The same for any place.
    pub fn open(path: Option<&'a Path>) -> Result<Self, AskError> {
        let mut lock = None;
        let path = path.filter(|_| FILES);
        if let Some(path) = path {
            let place = OutputTarget::check(path)
                .map_err(|error| AskError::Target { path: path.to_path_buf(), error })?;
            let file = place.file();
            lock = file.map(|file| Lock::take(file).map_err(AskError::Lock)).transpose()?;
        }
        let (saved, notes) = (Instant::now(), Vec::new());
        Ok(Checkpoint { path, saved, failed: false, notes, _lock: lock })
    }

    /// The place; known to be none where there are no files, so that nothing is compiled that reads or writes there.
    #[inline]
    fn place(&self) -> Option<&'a Path> {
        if FILES { self.path } else { None }
    }

    /// The file to go on from, if there is one.
    #[inline]
    pub fn found(&self) -> Option<&'a Path> {
        self.place().filter(|path| path.is_file())
    }

    /// Saves the search if it was not for a while. That it cannot be saved is no reason to throw
    /// it away: it goes on, and the next time it may work.
    pub fn now_and_then(&mut self, save: impl FnOnce(&Path) -> Result<(), CheckpointError>) {
        if self.saved.elapsed() > SAVE_EVERY {
            self.save(save);
            self.saved = Instant::now();
        }
    }

    /// Saves the search at its end; one that was stopped can go on from there.
    pub fn finally(
        &mut self,
        stopped: bool,
        save: impl FnOnce(&Path) -> Result<(), CheckpointError>,
    ) {
        self.save(save);
        if let Some(path) = self.place().filter(|_| stopped && !self.failed) {
            self.notes.push(Note::SearchSaved { path: path.to_path_buf() });
        }
    }

    fn save(&mut self, save: impl FnOnce(&Path) -> Result<(), CheckpointError>) {
        let Some(path) = self.place() else { return };
        let saved = save(path);
        self.failed = saved.is_err();
        if let Err(error) = saved {
            let note = Note::NotSaved(NotSaved::from(error));
            // A repeated failure is reported once.
            if self.notes.last() != Some(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Whether the last save did not work, which is among the notes.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// The notes about it.
    pub fn into_notes(self) -> Vec<Note> {
        self.notes
    }
}
