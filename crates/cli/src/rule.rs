//! Rules, formulas and positions that may lie in files: only here a name becomes the contents of a file.

use std::path::Path;

use ishitori_answers::RuleSource;
use ishitori_answers::rule::names_file;
use serde::Serialize;

use crate::failure::Failure;

/// The largest file that is read as a game or a formula.
const MAX_FILE: u64 = 1 << 20;

/// Where a rule comes from: the contents of a file that ends in `.game`, or the text itself.
pub fn source(text: &str) -> Result<RuleSource, Failure> {
    let trimmed = text.trim();
    Ok(match names_file(trimmed, "game") {
        true => {
            RuleSource::File { name: trimmed.to_string(), text: read_text(Path::new(trimmed))? }
        }
        false => RuleSource::Text(text.to_string()),
    })
}

/// The text of a game, and its checksum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameText {
    /// The file that it was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The text, or the name or code of the game.
    text: String,
    /// The SHA-256 of the text, in hexadecimal digits.
    sha256: String,
}

impl GameText {
    /// The text of a rule. O(length).
    pub fn of(source: &RuleSource) -> GameText {
        let (file, text) = match source {
            RuleSource::File { name, text } => (Some(name.clone()), text.clone()),
            RuleSource::Text(text) => (None, text.clone()),
        };
        let sha256 = ishitori_answers::sha256(text.as_bytes());
        GameText { file, text, sha256 }
    }
}

/// Where a formula comes from: the contents of a file that ends in `.formula`, or the text itself.
pub fn formula_source(text: &str) -> Result<RuleSource, Failure> {
    Ok(match names_file(text, "formula") {
        true => RuleSource::File { name: text.to_string(), text: read_text(Path::new(text))? },
        false => RuleSource::Text(text.to_string()),
    })
}

/// A position of a board: the contents of a file that ends in `.position`, or the text itself.
pub fn position(text: &str) -> Result<String, Failure> {
    Ok(match names_file(text, "position") {
        true => read_text(Path::new(text.trim()))?.replace("\r\n", "\n"),
        false => text.to_string(),
    })
}

/// Reads a small text file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    crate::input::text(path, MAX_FILE)
}
