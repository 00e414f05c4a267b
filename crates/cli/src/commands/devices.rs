//! `ishitori devices`: the graphics processors that sweeps can use.

use ishitori_answers::{Context, devices};

use crate::ExitCode;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    output.answer(devices::answer(&devices::Request {}, context)?)
}
