//! `ishitori quotient`: the quotient monoid of a heap game.

use ishitori_answers::quotient::{Request, answer};
use ishitori_answers::{Answered, Context, Question};

use super::rows::several;

use crate::ExitCode;
use crate::failure::{Failure, exit};
use crate::output::Output;
use crate::quotient_args::QuotientArgs;

pub fn run(args: &QuotientArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = Request {
        rule: output.rule(&args.rule)?,
        set: args.settings.set.clone(),
        end: args.end.clone(),
        to: args.to,
        certificate: args.certificate.is_some(),
        table: args.table || args.format.system().is_some(),
    };
    let context = Context { checkpoint: args.checkpoint.clone(), ..context.clone() };
    let question = Question::Quotient(request.clone());
    if let Some(code) = several(&question, args.certificate.as_deref(), None, output, &context)? {
        return Ok(code);
    }
    let mut found = answer(&request, &context)?;
    if let (Some(path), Some(document)) = (&args.certificate, &found.document) {
        output.write_file(path, document.as_bytes())?;
        found.certificate = Some(path.display().to_string());
    }
    let in_algebra = |system| found.in_algebra(system, &output.made());
    if let Some(written) = args.format.system().and_then(in_algebra) {
        output.print(written.trim_end())?;
        output.notes(found.notes());
        return Ok(exit(found.finish()));
    }
    output.answer(found)
}
