//! `ishitori period`: the period of a Grundy sequence, proved.

use ishitori_answers::period::{self, Request};
use ishitori_answers::{Answered, Context, Question};

use super::rows::{check_format_of_positions, several, write_answer};
use crate::ExitCode;
use crate::failure::Failure;
use crate::heap_args::PeriodArgs;
use crate::output::Output;

pub fn run(args: &PeriodArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    check_format_of_positions(&args.written)?;
    let request = Request {
        rule: args.rule.as_deref().map(crate::rule::source).transpose()?,
        sequence: args.sequence.clone(),
        claim: args.claim.clone(),
        set: args.settings.set.clone(),
        row: args.row.clone(),
        limit: args.limit,
        end: args.end.into(),
        certificate: args.certificate.is_some(),
    };
    let context = Context { checkpoint: args.checkpoint.clone(), ..context.clone() };
    let question = Question::Period(request.clone());
    if let Some(code) =
        several(&question, args.certificate.as_deref(), Some(&args.written), output, &context)?
    {
        return Ok(code);
    }
    let mut answer = period::answer(&request, &context)?;
    if let Some(path) = output.write_document(args.certificate.as_deref(), answer.document())? {
        answer.written_to(path);
    }
    write_answer(answer, &args.written, output, &context)
}
