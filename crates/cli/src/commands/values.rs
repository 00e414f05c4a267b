//! `ishitori values`: canonical values of heaps (ends can be given game values).

use ishitori_answers::values::{self, Request};
use ishitori_answers::{Answered, Context, Question};

use super::rows::{check_format_of_positions, several, write_answer};
use crate::ExitCode;
use crate::ending_args::ValuesArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &ValuesArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    check_format_of_positions(&args.written)?;
    let request = Request {
        rule: output.rule(&args.rule)?,
        set: args.settings.set.clone(),
        end: args.end.clone(),
        sum: args.sum.into(),
        terminal: args.terminal.clone(),
        to: args.to,
        limit: args.limit,
        show: args.show.iter().map(|show| show.asked()).collect(),
        style: args.style.style(),
        certificate: args.certificate.is_some(),
    };
    let question = Question::Values(request.clone());
    if let Some(code) =
        several(&question, args.certificate.as_deref(), Some(&args.written), output, context)?
    {
        return Ok(code);
    }
    let mut answer = values::answer(&request, context)?;
    answer.certificate = output.write_document(args.certificate.as_deref(), answer.document())?;
    write_answer(answer, &args.written, output, context)
}
