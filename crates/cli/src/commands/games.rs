//! `ishitori games`: the games that have a name.

use ishitori_answers::{Context, games};

use super::rows::{check_format, write_answer};
use crate::ExitCode;
use crate::failure::Failure;
use crate::game_args::GamesArgs;
use crate::output::Output;

pub fn run(args: &GamesArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    check_format(&args.written)?;
    let request = games::Request { name: args.name.clone() };
    write_answer(games::answer(&request, context)?, &args.written, output, context)
}
