//! `ishitori position`: the value of a position of a board game.

use ishitori_answers::{Accepted, Answered, Context, Question, position};

use super::rows::{not_on_a_terminal, several, write_provenance};

use crate::ExitCode;
use crate::args::PositionArgs;
use crate::failure::Failure;
use crate::heap_args::End;
use crate::output::Output;
use crate::rows_args::FormatArg;

pub fn run(args: &PositionArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = position::Request {
        game: output.rule(&args.game)?,
        position: crate::rule::position(&args.position)?,
        set: args.set.clone(),
        misere: args.misere || args.end == End::Misere,
        outcome: args.outcome,
        nimber: args.nimber,
        certificate: args.certificate.is_some(),
        moves: args.moves,
        style: args.style.style(),
    };
    let question = Question::Position(request.clone());
    not_on_a_terminal(&args.written)?;
    if let Some(code) =
        several(&question, args.certificate.as_deref(), Some(&args.written), output, context)?
    {
        return Ok(code);
    }
    // One position is not a table.
    if args.written.format != FormatArg::Text {
        let value = args.written.format.format().name().to_string();
        return Err(Failure::Argument {
            field: "format",
            value,
            accepted: Accepted::FormatOfFamily,
        });
    }
    let mut answer = position::answer(&request, context)?;
    answer.certificate = output.write_document(args.certificate.as_deref(), answer.document())?;
    write_provenance(&args.written, answer.finish(), output)?;
    output.answer(answer)
}
