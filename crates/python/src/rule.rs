//! Rules, read once so that what is wrong with them is said at once.

use ishitori::engines::answers::{Rule, RuleSource};
use ishitori::engines::words::Mistake;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failure;
use crate::work::text;

/// A rule that is neither a text nor a text with a name.
fn not_a_rule() -> Mistake {
    let kinds = vec!["string".to_string()];
    Mistake::WrongKind { question: "Rule".to_string(), field: "text".to_string(), kinds }
}

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
        .map_err(|_| PyValueError::new_err(text.mistake(&not_a_rule())))?;
    let rule = Rule::read(&source, &settings).map_err(|error| failure::of_error(&error, &text))?;
    Ok(match rule {
        Rule::Heap(rule) => (rule.to_string(), None),
        Rule::Game(game) => (game.to_string(), Some(game.coordinates().to_vec())),
    })
}
