//! `ishitori tour`: a walk through what the calculator can do, computed as it goes.

use ishitori_answers::{Context, tour};

use crate::ExitCode;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    output.answer(tour::answer(&tour::Request {}, context)?)
}
