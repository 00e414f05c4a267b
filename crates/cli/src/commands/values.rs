//! `ishitori values`: canonical values of heaps whose ends are replaced by games.

use std::process::ExitCode;

use ishitori_answers::Context;
use ishitori_answers::values::{self, Request};

use super::rows::{no_sequence, tell};
use crate::ending_args::ValuesArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &ValuesArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    no_sequence(&args.written)?;
    let request = Request {
        rule: crate::rule::source(&args.rule)?,
        set: args.settings.set.clone(),
        end: args.end.clone(),
        sum: args.sum.into(),
        terminal: args.terminal.clone(),
        to: args.to,
        limit: args.limit,
        style: args.style.style(),
    };
    tell(values::answer(&request, context)?, &args.written, output, context)
}
