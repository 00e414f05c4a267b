//! Where results and complaints go.

use std::io::Write;
use std::path::Path;

use serde_json::Value as Json;

use crate::args::Common;
use crate::failure::Failure;
use crate::text::{Lang, Text};

/// How to talk: text or JSON, and the language.
pub struct Output {
    json: bool,
    lang: Lang,
}

impl Output {
    pub fn new(common: &Common) -> Self {
        Output { json: common.json, lang: common.lang.unwrap_or_else(Lang::from_environment) }
    }

    /// Whether the result is to be one JSON object.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// What to say to people.
    pub fn text(&self) -> Text {
        Text(self.lang)
    }

    /// Writes to standard output.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
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
        self.print(&object.to_string())
    }

    /// Writes a file whole or not at all.
    pub fn write_file(&self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
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
        let mut err = std::io::stderr().lock();
        let _ = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush());
    }

    /// Writes to standard error.
    pub fn complain(&self, text: &str) {
        // Nobody is left to be told if this fails.
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }
}
