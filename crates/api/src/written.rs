//! Answers as bytes.

use http::StatusCode;

use crate::call::{Answer, Content, File};
use crate::language::Language;
use crate::refusal::Refusal;
use ishitori_words::{say, visible_json};

/// An answer as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The media type.
    pub media_type: &'static str,
    /// The name under which a browser saves it; shown in the browser if not given.
    pub save_as: Option<String>,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether it is all that was asked for.
    pub complete: bool,
    /// Documents that belong to it.
    pub files: Vec<File>,
}

impl Written {
    /// The media type of objects.
    pub const JSON: &'static str = "application/json";

    /// Serialises an answer if it has at most `most` bytes. O(length).
    pub fn new(answer: Answer, language: Language, most: usize) -> Result<Written, Refusal> {
        let Answer { content, complete, files } = answer;
        let (media_type, save_as, bytes) = match content {
            Content::Json(object) => {
                (Written::JSON, None, visible_json(&object.to_string()).into_owned().into_bytes())
            }
            Content::Bytes { media_type, save_as, bytes } => (media_type, save_as, bytes),
        };
        let of_files: usize = files.iter().map(|file| file.bytes.len()).sum();
        if bytes.len() + of_files > most {
            return Err(too_long(most, language));
        }
        Ok(Written { media_type, save_as, bytes, complete, files })
    }
}

/// An answer has more bytes than are sent.
pub(crate) fn too_long(most: usize, language: Language) -> Refusal {
    let message = say!(language, "server.written.answer-has-more-than-bytes", most);
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "answer-too-large", message)
}

impl File {
    /// The media type, by its name. O(1).
    pub fn media_type(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("json") => Written::JSON,
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            _ => "application/octet-stream",
        }
    }
}

/// A name that any system can save a file under: at most a hundred letters, digits, `.`, `_` and `-`.
/// O(length).
pub fn safe_name(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    name.chars().take(100).map(safe).collect()
}
