//! The program `ishitori`, run from Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program on its arguments, the first of which is its name; gives its exit status.
#[pyfunction]
pub fn run(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| ishitori_cli::run(words).value())
}
