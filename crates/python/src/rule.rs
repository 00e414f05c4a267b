//! Rules, read once so that what is wrong with them is said at once.

use ishitori::answers::{Rule, RuleSource};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failure;
use crate::work::text;

/// Reads a rule, given as JSON, with values of its parameters: how it is written, and the names of
/// the coordinates of a game in the language.
#[pyfunction]
#[pyo3(signature = (source, settings, lang = None))]
pub fn read_rule(
    source: &str,
    settings: Vec<String>,
    lang: Option<&str>,
) -> PyResult<(String, Option<Vec<String>>)> {
    let text = text(lang)?;
    let source: RuleSource = serde_json::from_str(source)
        .map_err(|error| PyValueError::new_err(format!("rule: {error}")))?;
    let rule = Rule::read(&source, &settings).map_err(|error| failure::of_error(&error, &text))?;
    Ok(match rule {
        Rule::Heap(rule) => (rule.to_string(), None),
        Rule::Game(game) => (game.to_string(), Some(game.coordinates().to_vec())),
    })
}
