//! `ishitori census`: all positions of a board.

use ishitori_answers::{Accepted, Answered, Context, Question, census};

use super::rows::{check_format, several, write_answer};
use crate::ExitCode;
use crate::args::CensusArgs;
use crate::failure::Failure;
use crate::heap_args::End;
use crate::output::Output;

pub fn run(args: &CensusArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    check_format(&args.written)?;
    let request = census::Request {
        game: output.rule(&args.game)?,
        position: crate::rule::position(&args.position)?,
        set: args.set.clone(),
        pieces: args.pieces.clone(),
        reachable: args.reachable,
        misere: args.end == End::Misere,
        find: args.find.clone(),
        shard: args.shard.clone(),
    };
    let question = Question::Census(request.clone());
    if let Some(shard) = args.shard.clone().filter(|_| question.is_about_several()) {
        let (field, accepted) = ("shard", Accepted::OneGame);
        return Err(Failure::Argument { field, value: shard, accepted });
    }
    if let Some(code) = several(&question, None, Some(&args.written), output, context)? {
        return Ok(code);
    }
    let mut found = census::answer(&request, context)?;
    found.coverage.record = output.write_document(args.record.as_deref(), found.document())?;
    write_answer(found, &args.written, output, context)
}
