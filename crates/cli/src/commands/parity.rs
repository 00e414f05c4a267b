//! `ishitori parity`: the unifying theorem for parity partizan games, by brute force.

use ishitori_answers::{Context, parity};

use crate::ExitCode;
use crate::ending_args::ParityArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &ParityArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let (rule, to, heaps) = (args.rule.clone(), args.to, args.heaps);
    output.answer(parity::answer(&parity::Request { rule, to, heaps }, context)?)
}
