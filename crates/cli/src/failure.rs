//! Failures of commands, and their exit status.

use crate::ExitCode;
use ishitori_answers::{AskError, Finish};

/// Exit status: the answer is no.
pub const NO: u8 = 1;
/// Exit status: bad input.
pub const BAD_INPUT: u8 = 2;
/// Exit status: a limit was reached.
pub const LIMIT: u8 = 3;

/// Why a command did not finish.
pub type Failure = AskError;

/// The exit status of a failure.
pub fn status(failure: &Failure) -> u8 {
    if failure.limit().is_some() { LIMIT } else { BAD_INPUT }
}

/// The exit status of an answer.
pub fn exit(finish: Finish) -> ExitCode {
    match finish {
        Finish::Done => ExitCode::SUCCESS,
        Finish::No => ExitCode::from(NO),
        Finish::Partial => ExitCode::from(LIMIT),
        Finish::Unsaved => ExitCode::from(BAD_INPUT),
    }
}
