//! Checkpoints: a search is saved at intervals, and at its end.

use std::path::Path;
use std::time::Duration;

use ishitori_runtime::clock::Instant;
use ishitori_runtime::files::{Lock, OutputTarget};
use ishitori_solve::heap::CheckpointError;

use crate::note::{NotSaved, Note};
use crate::{AskError, Context};

/// The interval between two saves.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Whether there are files: a browser has none.
const FILES: bool = cfg!(not(target_family = "wasm"));

/// The checkpoint file of a search, if there is one, with its lock.
pub struct Checkpoint<'a> {
    path: Option<&'a Path>,
    saved: Instant,
    failed: bool,
    notes: Vec<Note>,
    _lock: Option<Lock>,
}

impl<'a> Checkpoint<'a> {
    /// Checks the file that the context names and takes its lock, before anything is computed.
    pub fn of(context: &'a Context) -> Result<Self, AskError> {
        Checkpoint::open(context.checkpoint.as_deref())
    }

    /// The same for any file.
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

    /// The file to resume from, if there is one.
    #[inline]
    pub fn found(&self) -> Option<&'a Path> {
        self.place().filter(|path| path.is_file())
    }

    /// Saves the search if the interval has passed. A failure does not end the
    /// search: it goes on, and the next save may succeed.
    pub fn now_and_then(&mut self, save: impl FnOnce(&Path) -> Result<(), CheckpointError>) {
        if self.saved.elapsed() > SAVE_EVERY {
            self.save(save);
            self.saved = Instant::now();
        }
    }

    /// Saves the search at its end; one that was stopped can resume from there.
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

    /// Whether the last save failed, which is among the notes.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// The notes about it.
    pub fn into_notes(self) -> Vec<Note> {
        self.notes
    }
}
