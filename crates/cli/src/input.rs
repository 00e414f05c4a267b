//! Reading files within the limits of the process.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ishitori::prelude::{Budget, LimitReached};
use ishitori_files::{ReadError, read, read_standard_input};

use crate::failure::Failure;

/// The limits of the process, which reading keeps to: a pipe may never say anything.
static LIMITS: OnceLock<Budget> = OnceLock::new();

/// Everything that is read from now on keeps to this budget.
pub fn keep_to(budget: &Budget) {
    // There is one process, and it sets its limits once.
    let _ = LIMITS.set(budget.clone());
}

fn go_on() -> Result<(), LimitReached> {
    LIMITS.get().map_or(Ok(()), |budget| budget.check(0))
}

/// The bytes of a file, or of standard input if it is called `-`; at most so many.
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let found = match path.as_os_str() == "-" {
        true => read_standard_input(most, &mut go_on),
        false => read(path, most, &mut go_on),
    };
    found.map_err(|error| failure(path, error))
}

/// The same as a text.
pub fn text(path: &Path, most: u64) -> Result<String, Failure> {
    String::from_utf8(bytes(path, most)?).map_err(|error| Failure::File {
        path: path.to_path_buf(),
        error: std::io::Error::new(std::io::ErrorKind::InvalidData, error.utf8_error()),
    })
}

fn failure(path: &Path, error: ReadError<LimitReached>) -> Failure {
    let path: PathBuf = path.to_path_buf();
    match error {
        ReadError::Io(error) => Failure::File { path, error },
        ReadError::TooLarge { most } => Failure::TooLarge { path, most },
        ReadError::Stopped(limit) => Failure::Limit(limit),
    }
}
