//! `ishitori grundy`: Grundy numbers of heaps.

use ishitori_answers::grundy::{self, Answer, Request, Values};
use ishitori_answers::{Answered, Context, Finish, Question};
use ishitori_runtime::LimitReached;

use ishitori_records::Tabular;

use super::rows::{not_on_a_terminal, several, write_provenance, write_rows};
use crate::ExitCode;
use crate::failure::{Failure, exit};
use crate::heap_args::GrundyArgs;
use crate::output::{Content, Output};
use crate::rows_args::FormatArg;

pub fn run(args: &GrundyArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    not_on_a_terminal(&args.written)?;
    let request = Request {
        rule: output.rule(&args.rule)?,
        set: args.settings.set.clone(),
        to: args.to,
        end: args.end.into(),
        engine: args.engine.map(Into::into),
    };
    let question = Question::Grundy(request.clone());
    if let Some(code) = several(&question, None, Some(&args.written), output, context)? {
        return Ok(code);
    }
    let answer = grundy::answer(&request, context)?;
    let (notes, mut finish) = (answer.notes().to_vec(), answer.finish());
    let cut = write_numbers(args, answer, output, context)?;
    output.notes(&notes);
    if let Some(limit) = &cut {
        output.write_error(&output.text().cut_short(limit));
        finish = Finish::Partial;
    }
    write_provenance(&args.written, finish, output)?;
    Ok(exit(finish))
}

/// Writes the numbers piece by piece; says why not all of them, if so.
fn write_numbers(
    args: &GrundyArgs,
    mut answer: Answer,
    output: &Output,
    context: &Context,
) -> Result<Option<LimitReached>, Failure> {
    let budget = &context.budget;
    if output.is_json() {
        let values = std::mem::replace(&mut answer.values, Values::from(Vec::<u32>::new()));
        if answer.loony.is_some() {
            let with_values = Answer { values, ..answer.clone() };
            return output.long_answer(&answer, "values", with_values.numbers().map(Ok), budget);
        }
        return output.long_numbers(&answer, "values", &values, budget);
    }
    let command = output.made();
    match args.written.format {
        FormatArg::Text => output.print_long(budget, Content::Text, |out| {
            output.text().grundy(&answer, &mut |piece| out.push(piece))
        }),
        format => write_rows(output, budget, format.format(), |out| {
            answer.write_as(format.format(), Some(&command), out)
        }),
    }
}
