//! How to cite a result.

use ishitori::engines::answers::cite::{Request, answer};
use pyo3::prelude::*;

use crate::failure;
use crate::work::text;

/// A BibTeX entry: for the program, a command, and a certificate given by its name and its bytes.
#[pyfunction]
pub fn cite(command: Option<String>, certificate: Option<(String, Vec<u8>)>) -> PyResult<String> {
    let text = text(None)?;
    let cited = answer(&Request { command, certificate });
    Ok(cited.map_err(|error| failure::of_error(&error, &text))?.bibtex)
}
