//! Errors as exceptions of Python.

use ishitori::engines::answers::AskError;
use ishitori::engines::sweep::FileError;
use ishitori::engines::words::{Mistake, Text, shortened};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::work::text;

// Defined in Python, where it has its documentation.
pyo3::import_exception!(ishitori._errors, LimitReached);

/// A `ValueError` in the language of the process.
pub fn bad_value(mistake: Mistake) -> PyErr {
    match text(None) {
        Ok(text) => PyValueError::new_err(shortened(&text.mistake(&mistake))),
        Err(error) => error,
    }
}

/// A `TypeError` in the language of the process.
pub fn bad_type(mistake: Mistake) -> PyErr {
    match text(None) {
        Ok(text) => PyTypeError::new_err(shortened(&text.mistake(&mistake))),
        Err(error) => error,
    }
}

/// The exception for a question without an answer: a limit, a file, or else bad input, with the
/// place in the text where there is one.
pub fn of_error(error: &AskError, text: &Text) -> PyErr {
    let message = shortened(&text.failure(error));
    if let Some(limit) = error.limit() {
        return LimitReached::new_err((message, limit_name(&limit)));
    }
    match error {
        AskError::File { .. }
        | AskError::Target { .. }
        | AskError::Lock(_)
        | AskError::SweepFile(
            FileError::Io { .. } | FileError::Target { .. } | FileError::Lock(_),
        ) => PyOSError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// A limit in one word, as in JSON.
pub fn limit_name(limit: &ishitori::prelude::LimitReached) -> &'static str {
    use ishitori::prelude::LimitReached as Limit;
    match limit {
        Limit::Time { .. } => "time",
        Limit::Memory { .. } => "memory",
        Limit::Cancelled => "cancelled",
        _ => "size",
    }
}
