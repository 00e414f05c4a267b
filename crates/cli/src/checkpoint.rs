//! A search that is saved now and then, and at its end.

use std::path::Path;
use std::time::{Duration, Instant};

use ishitori::solve::heap::CheckpointError;
use ishitori_files::{Lock, Place};

use crate::failure::Failure;
use crate::output::Output;

/// Between two saves.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Where a search is saved, if it is, with the right to write there.
pub struct Checkpoint<'a> {
    path: Option<&'a Path>,
    output: &'a Output,
    saved: Instant,
    failed: bool,
    _lock: Option<Lock>,
}

impl<'a> Checkpoint<'a> {
    /// Looks at the place and takes its lock, before anything is computed.
    pub fn open(path: Option<&'a Path>, output: &'a Output) -> Result<Self, Failure> {
        let mut lock = None;
        if let Some(path) = path {
            let place = Place::check(path)
                .map_err(|error| Failure::Place { path: path.to_path_buf(), error })?;
            let file = place.file();
            lock = file.map(|file| Lock::take(file).map_err(Failure::Lock)).transpose()?;
        }
        Ok(Checkpoint { path, output, saved: Instant::now(), failed: false, _lock: lock })
    }

    /// The file to go on from, if there is one.
    pub fn found(&self) -> Option<&'a Path> {
        self.path.filter(|path| path.is_file())
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
        if let Some(path) = self.path.filter(|_| stopped && !self.failed) {
            self.output.complain(&self.output.text().search_is_saved(path));
        }
    }

    fn save(&mut self, save: impl FnOnce(&Path) -> Result<(), CheckpointError>) {
        let Some(path) = self.path else { return };
        let saved = save(path);
        self.failed = saved.is_err();
        if let Err(error) = saved {
            let text = self.output.text();
            let why = text.checkpoint_error(&error);
            self.output.complain(&format!("{}: {why}", text.field("checkpoint")));
        }
    }

    /// Whether the last save did not work, which was told.
    pub fn failed(&self) -> bool {
        self.failed
    }
}
