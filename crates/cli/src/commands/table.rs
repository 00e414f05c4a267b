//! `ishitori table`: Grundy numbers, outcomes or values of a box of positions.

use ishitori_answers::{Answered, Context, Question, Stopped, table};
use ishitori_records::Tabular;

use super::rows::{
    check_format_of_positions, not_on_a_terminal, several, write_answer, write_provenance,
    write_rows,
};
use crate::ExitCode;
use crate::failure::{Failure, exit};
use crate::game_args::{Show, TableArgs};
use crate::output::Output;

pub fn run(args: &TableArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = table::Request {
        rule: output.rule(&args.rule)?,
        to: args.to.clone(),
        set: args.settings.set.clone(),
        end: args.end.clone(),
        fix: args.fix.clone(),
        show: args.show.map(Show::asked),
        transpose: args.transpose,
        tidy: args.tidy,
    };
    // As a b-file only the P-positions of a game on one number are a sequence; an entry of the OEIS reads tables, too.
    match args.show {
        Some(Show::PPositions) => not_on_a_terminal(&args.written)?,
        _ => check_format_of_positions(&args.written)?,
    }
    let question = Question::Table(request.clone());
    if let Some(code) = several(&question, None, Some(&args.written), output, context)? {
        return Ok(code);
    }
    let mut answer = table::answer(&request, context)?;
    if answer.positions.is_some() {
        return write_answer(answer, &args.written, output, context);
    }
    let budget = &context.budget;
    let cut = if output.is_json() {
        // The cells go out one row after the other, and are never held as JSON.
        if let Some(slices) = answer.slices.as_mut().map(std::mem::take) {
            output.long_answer(&answer, "slices", slices.iter().map(Ok), budget)?
        } else {
            let rows = answer.rows.as_mut().map(std::mem::take).unwrap_or_default();
            output.long_answer(&answer, "rows", rows.iter().map(Ok), budget)?
        }
    } else {
        let made = output.made();
        let format = args.written.format.format();
        write_rows(output, budget, format, |out| answer.write_as(format, Some(&made), out))?
    };
    output.notes(answer.notes());
    if let Some(limit) = &cut {
        output.write_error(&output.text().cut_short(limit));
        answer.stopped = answer.stopped.or(Some(Stopped::from(limit)));
    }
    write_provenance(&args.written, answer.finish(), output)?;
    Ok(exit(answer.finish()))
}
