//! `ishitori position`: the value of a position of a board game.

use ishitori_answers::{Context, Question, position};

use super::rows::several;

use crate::ExitCode;
use crate::args::PositionArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &PositionArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = position::Request {
        game: crate::rule::source(&args.game)?,
        position: crate::rule::position(&args.position)?,
        set: args.set.clone(),
        misere: args.misere,
        outcome: args.outcome,
        moves: args.moves,
        style: args.style.style(),
    };
    let question = Question::Position(request.clone());
    if let Some(code) = several(&question, None, None, output, context)? {
        return Ok(code);
    }
    output.answer(position::answer(&request, context)?)
}
