//! `ishitori outcomes`: the outcome classes of one heap under an end rule.

use ishitori_answers::outcomes::{self, Request};
use ishitori_answers::{Answered, Context, Question};

use super::rows::{check_format_of_positions, several, write_answer};
use crate::ExitCode;
use crate::ending_args::OutcomesArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &OutcomesArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    check_format_of_positions(&args.written)?;
    let request = Request {
        rule: output.rule(&args.rule)?,
        set: args.settings.set.clone(),
        end: args.end.clone(),
        to: args.to,
        certificate: args.certificate.is_some(),
    };
    let question = Question::Outcomes(request.clone());
    if let Some(code) =
        several(&question, args.certificate.as_deref(), Some(&args.written), output, context)?
    {
        return Ok(code);
    }
    let mut answer = outcomes::answer(&request, context)?;
    answer.certificate = output.write_document(args.certificate.as_deref(), answer.document())?;
    write_answer(answer, &args.written, output, context)
}
