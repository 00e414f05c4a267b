//! `ishitori misere`: misère canonical form and genus of one position.

use ishitori_answers::{Context, misere};

use crate::ExitCode;
use crate::failure::Failure;
use crate::heap_args::MisereArgs;
use crate::output::Output;

pub fn run(args: &MisereArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = misere::Request { game: args.game.clone(), position: args.position.clone() };
    output.answer(misere::answer(&request, context)?)
}
