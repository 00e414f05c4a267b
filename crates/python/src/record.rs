//! Records of shards, as far as Python looks into them.

use ishitori::engines::answers::AskError;
use ishitori::engines::answers::record::Record;
use pyo3::prelude::*;

use crate::failure;
use crate::work::text;

/// Reads the record of a shard, under a name to complain about: the checksum of the question that it answers,
/// and which shard it is.
#[pyfunction]
#[pyo3(signature = (name, document, lang = None))]
pub fn read_record(name: &str, document: &str, lang: Option<&str>) -> PyResult<(String, String)> {
    let text = text(lang)?;
    let record = Record::read(name, document)
        .map_err(|error| failure::of_error(&AskError::Record(error), &text))?;
    let shard = record.shard().map(|shard| shard.to_string()).unwrap_or_default();
    Ok((record.question_sha256().to_string(), shard))
}
