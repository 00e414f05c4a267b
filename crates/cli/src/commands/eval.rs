//! `ishitori eval`: one expression, or many from standard input.

use ishitori_answers::eval::{self, Batch, Evaluator, Line, LineFault, Store};
use ishitori_answers::{Answered, Context};

use crate::ExitCode;
use crate::args::EvalArgs;
use crate::failure::{BAD_INPUT, Failure, LIMIT, exit};
use crate::input::{self, InputLine};
use crate::output::Output;

pub fn run(args: &EvalArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    if args.expression == "-" {
        return batch(args, output, context);
    }
    let (expression, exit_status) = (args.expression.clone(), args.exit_status);
    let request = eval::Request { expression, style: args.style.style(), exit_status };
    let answer = eval::answer(&request, context)?;
    if args.jsonl {
        output.print_data(&answer)?;
        return Ok(exit(answer.finish()));
    }
    output.answer(answer)
}

/// One expression a line; an error in one does not stop the others.
fn batch(args: &EvalArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let store = Store::default();
    let mut evaluator = Evaluator::new(&store, context.budget.clone());
    let (text, style) = (output.text(), args.style.style());
    let as_data = output.is_json() || args.jsonl;
    let mut all = Batch::default();
    let mut status = 0;
    let mut input = std::io::stdin().lock();
    let mut number = 0;
    while let Some(line) = input::line(&mut input)? {
        number += 1;
        let mut line = match line {
            InputLine::Text(source) if source.trim().is_empty() => continue,
            InputLine::Text(source) if !as_data => match evaluator.shown(&source, style) {
                Ok(shown) => {
                    output.print(&shown)?;
                    continue;
                }
                Err(fault) => Line::failed(number, Some(source), fault),
            },
            InputLine::Text(source) => evaluator.line(number, &source, style),
            InputLine::Bad(bad) => Line::bad(number, bad),
        };
        status = status.max(match (&line, line.is_partial()) {
            (_, true) => LIMIT,
            (Line::Value(_), false) => 0,
            (Line::Failed(_), false) => BAD_INPUT,
        });
        let over = line.fault().is_some_and(LineFault::ends_all);
        if let (false, Line::Failed(failed)) = (as_data, &line) {
            output.complain(&text.failed_line(failed));
        } else {
            text.fill_in_line(&mut line);
            if args.jsonl {
                output.print_data(&line)?;
            } else {
                all.results.push(line);
            }
        }
        if over {
            break;
        }
    }
    if output.is_json() {
        output.print_data(&all)?;
    }
    Ok(ExitCode::from(status))
}
