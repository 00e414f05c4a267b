//! `ishitori identify`: the games that a piece of a sequence comes from.

use ishitori_answers::{Context, identify};

use crate::ExitCode;
use crate::failure::Failure;
use crate::heap_args::IdentifyArgs;
use crate::output::Output;

pub fn run(args: &IdentifyArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let values = args.values.clone();
    let request = identify::Request { values, starts: args.starts, most: args.most };
    output.answer(identify::answer(&request, context)?)
}
