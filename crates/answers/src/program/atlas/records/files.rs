//! The files of the folder, and their names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishitori_runtime::files::{OutputTargetError, ReadError, read, write};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Accepted, AskError, Context, sha256};

/// What the field `format` of a record says.
pub(super) const RECORD: &str = "ishitori-record";
/// What the field `format` of a claim says.
pub(super) const CLAIM: &str = "ishitori-claim";
/// The version of both formats.
pub(super) const VERSION: u64 = 1;
/// The largest file of the folder that is read.
pub(super) const LARGEST: u64 = 256 << 20;
/// The digits of the SHA-256 sum of a file that are its name.
const NAME_DIGITS: usize = 32;
/// The longest text about who computed something.
const LONGEST: usize = 200;
/// The most files of a folder that are looked at.
const MOST_FILES: usize = 1_000_000;

/// Who computed something, as they say it themselves: the program looks at no name, no clock and no machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Who computed it.
    pub who: String,
    /// The day, such as 2026-11-17.
    pub date: String,
    /// On which machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// With which version of which program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

impl Provenance {
    /// Refuses what is no line of text, and what is no day.
    pub(super) fn verified(&self) -> Result<(), AskError> {
        let texts = [
            ("who", Some(&self.who)),
            ("machine", self.machine.as_ref()),
            ("made-with", self.version.as_ref()),
        ];
        for (field, text) in texts {
            if let Some(text) = text {
                line(field, text)?;
            }
        }
        day("date", &self.date).map(drop)
    }
}

/// A line of text that is not empty.
pub(super) fn line(field: &'static str, text: &str) -> Result<(), AskError> {
    let good = !text.trim().is_empty()
        && text.chars().count() <= LONGEST
        && !text.chars().any(char::is_control);
    match good {
        true => Ok(()),
        false => {
            let (value, accepted) = (text.to_string(), Accepted::LineOfText);
            Err(AskError::Argument { field, value, accepted })
        }
    }
}

/// The number of a day such as 2026-11-17, counted from the first day of the year 0.
pub(super) fn day(field: &'static str, text: &str) -> Result<i64, AskError> {
    number_of_day(text).ok_or_else(|| AskError::Argument {
        field,
        value: text.to_string(),
        accepted: Accepted::Date,
    })
}

/// The number of a day of the Gregorian calendar; none if there is no such day.
pub(super) fn number_of_day(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let shape = |at: usize, c: u8| if at == 4 || at == 7 { c == b'-' } else { c.is_ascii_digit() };
    if bytes.len() != 10 || !bytes.iter().enumerate().all(|(at, &c)| shape(at, c)) {
        return None;
    }
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let month = usize::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    if !(1..=lengths[month - 1]).contains(&day) {
        return None;
    }
    // Leap years before this one; the year 0 is one.
    let leaps =
        if year == 0 { 0 } else { (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1 };
    Some(365 * year + leaps + lengths[..month - 1].iter().sum::<i64>() + day)
}

/// A record as it stands in its file: the certificate keeps its own text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    format: String,
    version: u64,
    pub provenance: Provenance,
    pub certificate: Box<RawValue>,
}

impl Record {
    /// The record of a certificate; none if that is no JSON.
    pub fn new(provenance: Provenance, certificate: &str) -> Option<Record> {
        let certificate = RawValue::from_string(certificate.trim().to_string()).ok()?;
        Some(Record { format: RECORD.to_string(), version: VERSION, provenance, certificate })
    }

    /// The record in a text; none if it is not written as this program writes it, to the last byte.
    pub fn read(text: &str) -> Option<Record> {
        let record: Record = serde_json::from_str(text).ok()?;
        let right = record.format == RECORD
            && record.version == VERSION
            && record.provenance.verified().is_ok();
        (right && record.to_text() == text).then_some(record)
    }

    /// Its file.
    pub fn to_text(&self) -> String {
        to_text(self)
    }
}

/// An object as the text of a file: indented, with a final line break.
pub(super) fn to_text(object: &impl Serialize) -> String {
    // Plain data is JSON.
    let mut text = serde_json::to_string_pretty(object).unwrap_or_default();
    text.push('\n');
    text
}

/// The name of a file, made from what is in it.
pub(super) fn name_of(text: &str) -> String {
    format!("{}.json", &sha256(text.as_bytes())[..NAME_DIGITS])
}

/// A name for a folder: what can be read in it, and a sum of all of it.
pub(super) fn folder_name(readable: &str, all: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let readable: String = readable.chars().take(40).map(plain).collect();
    format!("{readable}-{}", &sha256(all.as_bytes())[..8])
}

/// Writes a file below the folder of the records under its name, whole or not at all; gives its path. A file that is there has
/// the same bytes. A symbolic link on the way is refused: a repository may hold one that leads anywhere.
pub(super) fn put(records: &Path, folder: &Path, text: &str) -> Result<PathBuf, AskError> {
    let path = folder.join(name_of(text));
    let failed = |error| AskError::File { path: folder.to_path_buf(), error };
    fs::create_dir_all(folder).map_err(failed)?;
    let below = folder.strip_prefix(records).unwrap_or(folder);
    let wanted = fs::canonicalize(records).map_err(failed)?.join(below);
    if fs::canonicalize(folder).map_err(failed)? != wanted {
        return Err(failed(io::ErrorKind::NotADirectory.into()));
    }
    write(&path, text.as_bytes())
        .map_err(|error: OutputTargetError| AskError::Target { path: path.clone(), error })?;
    Ok(path)
}

/// The names in a folder, sorted; none if there is no such folder. What begins with a dot is passed over: it belongs to git,
/// or was begun by a process that was killed.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, AskError> {
    let failed = |error| AskError::File { path: folder.to_path_buf(), error };
    let list = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        list => list.map_err(failed)?,
    };
    let mut found = Vec::new();
    for entry in list.take(MOST_FILES) {
        let entry = entry.map_err(failed)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a file of the folder; none if it is no text. Symbolic links are not followed: they may lead anywhere.
pub(super) fn text_of(path: &Path, context: &Context) -> Result<Option<String>, AskError> {
    let failed = |error| AskError::File { path: path.to_path_buf(), error };
    if !fs::symlink_metadata(path).map_err(failed)?.is_file() {
        return Ok(None);
    }
    match read(path, LARGEST, &mut || context.budget.check(0)) {
        Ok(bytes) => Ok(String::from_utf8(bytes).ok()),
        Err(ReadError::Io(error)) => Err(failed(error)),
        Err(ReadError::TooLarge { .. }) => Ok(None),
        Err(ReadError::Stopped(limit)) => Err(AskError::Limit(limit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Days are counted one by one.
    #[test]
    fn days_follow_each_other() {
        let mut before = number_of_day("0000-01-01").unwrap() - 1;
        let mut days = 0;
        for year in (0..2105).chain(9990..10_000) {
            if year == 9990 {
                before = number_of_day("9989-12-31").unwrap();
            }
            for month in 0..14 {
                for day in 0..33 {
                    let text = format!("{year:04}-{month:02}-{day:02}");
                    if let Some(number) = number_of_day(&text) {
                        assert_eq!(number, before + 1, "{text}");
                        (before, days) = (number, days + 1);
                    }
                }
            }
        }
        // 400 years of the Gregorian calendar have 146097 days.
        let four_centuries =
            number_of_day("2000-03-01").unwrap() - number_of_day("1600-03-01").unwrap();
        assert_eq!(four_centuries, 146_097);
        assert!(days > 700_000);
        for no in ["2026-02-29", "1900-02-29", "2026-13-01", "26-01-01", "2026/01/01", "２０２６"]
        {
            assert_eq!(number_of_day(no), None, "{no}");
        }
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let provenance = Provenance {
            who: "A".to_string(),
            date: "2026-11-17".to_string(),
            machine: None,
            version: None,
        };
        let record = Record::new(provenance, "{\n  \"a\": [1,\n 2]\n}\n").unwrap();
        let text = record.to_text();
        let again = Record::read(&text).unwrap();
        assert_eq!(again.certificate.get(), "{\n  \"a\": [1,\n 2]\n}");
        assert!(Record::read(&text.replace("2026", "2O26")).is_none());
        assert!(Record::read(&text.replace("  \"who\"", " \"who\"")).is_none());
        assert!(Record::new(again.provenance, "{").is_none());
    }
}
