//! The exit status of the program, as a number that tests and scripts can read.

use std::process::Termination;

/// An exit status. Unlike that of the standard library it says which number it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitCode(u8);

impl ExitCode {
    /// Everything that was asked is answered.
    pub const SUCCESS: ExitCode = ExitCode(0);

    /// The number.
    pub fn value(self) -> u8 {
        self.0
    }
}

impl From<u8> for ExitCode {
    fn from(status: u8) -> ExitCode {
        ExitCode(status)
    }
}

impl Termination for ExitCode {
    fn report(self) -> std::process::ExitCode {
        self.0.into()
    }
}
