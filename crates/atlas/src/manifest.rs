//! The manifest of a folder of tables.

use serde::{Deserialize, Serialize};

use crate::limits::Limits;

/// The name of the file.
pub(crate) const MANIFEST: &str = "manifest.json";
/// The version of the format of the tables.
pub const FORMAT: &str = "ishitori atlas 1";

/// The contents of an atlas, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format of the tables.
    pub format: String,
    /// The version of the program that built them.
    pub version: String,
    /// The day of the build, if it was given: the program reads no calendar, so that the same
    /// command makes the same bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// How far everything was computed.
    pub limits: Limits,
    /// The tables.
    pub tables: Vec<TableFile>,
}

/// The file of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFile {
    /// The table.
    pub name: String,
    /// The name of the file in the folder.
    pub file: String,
    /// How many rows it has.
    pub rows: usize,
    /// How many of them have a certificate.
    pub certificates: usize,
    /// How many bytes.
    pub bytes: u64,
    /// The checksum of the bytes.
    pub sha256: String,
}

impl Manifest {
    /// The document, indented, with a final line break. O(size).
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data is JSON");
        text.push('\n');
        text
    }

    /// All bytes of the tables. O(tables).
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes).sum()
    }
}
