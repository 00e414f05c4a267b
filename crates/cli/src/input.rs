//! Reading files within the limits of the process.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, sync_channel};

use ishitori_answers::Stream;
use ishitori_answers::eval::{BadLine, MAX_LENGTH};
use ishitori_runtime::files::{ReadError, read, read_standard_input};
use ishitori_runtime::{Budget, LimitReached};

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

/// The bytes of a file, or of standard input if it is called `-`; at most `most`.
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

/// A line of input, or why it cannot be used.
pub enum InputLine {
    /// The line.
    Text(String),
    /// Why it cannot be used.
    Bad(BadLine),
}

/// The lines of standard input, a number of them read ahead. They are read by a thread of their own, so that limits and Ctrl-C
/// work while none comes or one does not end.
pub fn lines(ahead: usize) -> Receiver<Result<Option<InputLine>, Failure>> {
    let (to, lines) = sync_channel(ahead);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let line = line(&mut input);
            let last = !matches!(line, Ok(Some(_)));
            if to.send(line).is_err() || last {
                return;
            }
        }
    });
    lines
}

/// Reads a line without ever holding more than the longest expression. `None` at the end.
pub fn line(input: &mut impl BufRead) -> Result<Option<InputLine>, Failure> {
    let fail = |error| Failure::Io { what: Stream::Input, error };
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let available = input.fill_buf().map_err(fail)?;
        if available.is_empty() {
            break;
        }
        any = true;
        let end = available.iter().position(|&b| b == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if bytes.len() + part.len() > MAX_LENGTH {
            too_long = true;
            bytes.clear();
        } else if !too_long {
            bytes.extend_from_slice(part);
        }
        let used = end.map_or(part.len(), |i| i + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(InputLine::Bad(BadLine::TooLong)));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => InputLine::Text(text),
        Err(error) => InputLine::Bad(BadLine::NotUtf8(error.utf8_error().valid_up_to() + 1)),
    }))
}
