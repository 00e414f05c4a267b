//! The files of the atlas that the program ships with. In a browser the tables come when they are first needed: the page
//! fetches them, and hands them over with [`keep_table`].

use std::borrow::Cow;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../data/", $name)) as &[u8])),*]
    };
}

/// The files that are part of the program.
#[cfg(not(target_family = "wasm"))]
const SHIPPED: &[(&str, &[u8])] = files![
    "manifest.json",
    "octal.parquet",
    "hexadecimal.parquet",
    "subtraction.parquet",
    "ending.parquet",
    "quotients.parquet",
    "games.parquet",
];
#[cfg(target_family = "wasm")]
const SHIPPED: &[(&str, &[u8])] = files!["manifest.json"];

/// Tables that were handed over.
static KEPT: std::sync::Mutex<Vec<(String, Vec<u8>)>> = std::sync::Mutex::new(Vec::new());

/// Keeps the bytes of a table of the shipped atlas, for a program that does not contain them. They are compared with the
/// manifest when the table is read. O(1).
pub fn keep_table(name: &str, bytes: Vec<u8>) {
    let mut kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    kept.retain(|(known, _)| known != name);
    kept.push((name.to_string(), bytes));
}

/// A file of the atlas, if it is there. O(bytes) if it was handed over, else O(1).
pub(crate) fn shipped(name: &str) -> Option<Cow<'static, [u8]>> {
    if let Some((_, bytes)) = SHIPPED.iter().find(|(known, _)| *known == name) {
        return Some(Cow::Borrowed(bytes));
    }
    let kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    kept.iter().find(|(known, _)| known == name).map(|(_, bytes)| Cow::Owned(bytes.clone()))
}
