//! `ishitori games`: the games that have a name.

use std::process::ExitCode;

use ishitori_answers::{Context, games};

use crate::failure::Failure;
use crate::game_args::GamesArgs;
use crate::output::Output;

pub fn run(args: &GamesArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = games::Request { name: args.name.clone() };
    output.answer(games::answer(&request, context)?)
}
