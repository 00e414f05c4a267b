//! Where results and complaints go.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

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
    /// Standard output, standard error and the files of the machine.
    Person,
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
        Output { json: common.json, lang, to: To::Person }
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
            To::Person => Kept::default(),
            To::Memory { kept, .. } => std::mem::take(&mut *lock(kept)),
        }
    }

    /// The arguments as they were typed.
    pub fn command_line(&self) -> Vec<String> {
        match &self.to {
            To::Person => std::env::args().skip(1).collect(),
            To::Memory { command_line, .. } => command_line.clone(),
        }
    }

    /// Whether somebody is watching how far a command has come.
    pub fn is_watched(&self) -> bool {
        match self.to {
            To::Person => std::io::stderr().is_terminal(),
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
            To::Person => None,
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
    pub fn check_folder(&self, file: &Path) -> Result<(), Failure> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        match (&self.to, folder.map(std::fs::metadata)) {
            (To::Memory { .. }, _) | (_, None | Some(Ok(_))) => Ok(()),
            (_, Some(Err(error))) => Err(Failure::File { path: file.to_path_buf(), error }),
        }
    }

    /// Writes a file whole or not at all.
    pub fn write_file(&self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
        if let To::Memory { kept, .. } = &self.to {
            lock(kept).files.push((file.display().to_string(), bytes.to_vec()));
            return Ok(());
        }
        let mut beside = file.as_os_str().to_owned();
        beside.push(".part");
        let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, file));
        written.map_err(|error| {
            // What was begun is of no use; that it cannot be removed either is not worth telling.
            let _ = std::fs::remove_file(&beside);
            Failure::File { path: file.to_path_buf(), error }
        })
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

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    // Nothing panics while it holds the lock.
    kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
