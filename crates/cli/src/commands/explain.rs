//! `ishitori explain`: who wins a position, by which moves, and why.

use ishitori_answers::{Context, Question, explain};

use super::rows::several;

use crate::ExitCode;
use crate::ending_args::ExplainArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &ExplainArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = explain::Request {
        rule: output.rule(&args.rule)?,
        position: args.position.clone(),
        set: args.settings.set.clone(),
        end: args.end.clone(),
        sum: args.sum.into(),
    };
    let question = Question::Explain(request.clone());
    if let Some(code) = several(&question, None, None, output, context)? {
        return Ok(code);
    }
    output.answer(explain::answer(&request, context)?)
}
