//! `ishitori position`: the value of a position of a board game.

use ishitori_answers::{Context, position};

use crate::ExitCode;
use crate::args::PositionArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &PositionArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let (game, position) = (args.game, args.position.clone());
    let request = position::Request { game, position, style: args.style.style() };
    output.answer(position::answer(&request, context)?)
}
