//! `ishitori check`: verifies a certificate with the independent checker.

use ishitori_answers::{Context, check};

use crate::ExitCode;
use crate::failure::Failure;
use crate::heap_args::CheckArgs;
use crate::input;
use crate::output::Output;

/// The largest certificate that is read.
const MOST_BYTES: u64 = 1 << 32;

pub fn run(args: &CheckArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let most = context.budget.memory().unwrap_or(MOST_BYTES).min(MOST_BYTES);
    let bytes = match input::bytes(&args.file, most) {
        // A certificate that does not fit into the memory allowed is neither right nor wrong.
        Err(Failure::TooLarge { .. }) => {
            return output.answer(check::not_read(context, most));
        }
        bytes => bytes?,
    };
    // What is not UTF-8 is not JSON either; the checker says so.
    let document = match String::from_utf8(bytes) {
        Ok(document) => document,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    let context = &Context { checkpoint: args.checkpoint.clone(), ..context.clone() };
    output.answer(check::answer(&check::Request { document, steps: None }, context)?)
}
