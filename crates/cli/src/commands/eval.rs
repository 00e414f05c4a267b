//! `ishitori eval`: one expression, or many from standard input.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use ishitori_answers::eval::{self, Batch, Evaluator, Line, LineFault, Store};
use ishitori_answers::notation::Style;
use ishitori_answers::{Answered, Context};
use ishitori_runtime::{Budget, LimitReached};

use crate::ExitCode;
use crate::args::EvalArgs;
use crate::failure::{BAD_INPUT, Failure, LIMIT, exit};
use crate::input::{self, InputLine};
use crate::output::Output;
use crate::text::Text;

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

/// One expression a line; an error in one does not stop the others, a limit does. Answers go out as they come, so
/// that the input may be of any length.
fn batch(args: &EvalArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let store = Store::default();
    let mut lines = Lines {
        evaluator: Evaluator::new(&store, context.budget.clone()),
        input: input::lines(AHEAD),
        style: args.style.style(),
        text: output.text(),
        budget: &context.budget,
        as_data: output.is_json() || args.jsonl,
        number: 0,
        status: 0,
        over: false,
        failed: None,
    };
    let mut stopped = None;
    if output.is_json() {
        let found = lines.by_ref().filter_map(|found| match found {
            Ok(Evaluated::Data(line)) => Some(Ok(line)),
            Ok(Evaluated::Shown(_)) => None,
            Err(limit) => Some(Err(limit)),
        });
        stopped = output.long_answer(&Batch::default(), "results", found, &context.budget)?;
    } else {
        for found in lines.by_ref() {
            match found {
                Ok(Evaluated::Shown(text)) => output.print(&text)?,
                Ok(Evaluated::Data(line)) if args.jsonl => output.print_data(&line)?,
                Ok(Evaluated::Data(Line::Failed(failed))) => {
                    output.write_error(&output.text().failed_line(&failed));
                }
                Ok(Evaluated::Data(Line::Value(_))) => {}
                Err(limit) => stopped = Some(limit),
            }
        }
    }
    if let Some(failure) = lines.failed {
        return Err(failure);
    }
    match stopped {
        None => Ok(ExitCode::from(lines.status)),
        // The object says so.
        Some(_) if output.is_json() => Ok(ExitCode::from(LIMIT)),
        Some(limit) => Err(Failure::Limit(limit)),
    }
}

/// Lines that are read before they are evaluated.
const AHEAD: usize = 16;
/// How often the limits are checked while waiting for a line.
const LISTENING: Duration = Duration::from_millis(50);

/// The result of a line.
enum Evaluated {
    /// The text of its value, where nothing else is asked for.
    Shown(String),
    /// All facts about its value, or its error.
    Data(Line),
}

/// The lines of the input that are not empty, evaluated one after the other.
struct Lines<'s, 'b> {
    evaluator: Evaluator<'s>,
    input: Receiver<Result<Option<InputLine>, Failure>>,
    style: Style,
    text: Text,
    budget: &'b Budget,
    /// Whether all facts about a value are computed.
    as_data: bool,
    /// The lines that were read.
    number: usize,
    /// The exit status so far.
    status: u8,
    /// Whether nothing more is read.
    over: bool,
    /// Why the input could not be read further.
    failed: Option<Failure>,
}

impl Lines<'_, '_> {
    /// The next line, as soon as it comes, unless a limit comes first.
    fn read(&self) -> Result<Option<InputLine>, Failure> {
        loop {
            match self.input.recv_timeout(LISTENING) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) => self.budget.check(0)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

impl Iterator for Lines<'_, '_> {
    type Item = Result<Evaluated, LimitReached>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            if let Err(limit) = self.budget.check(0) {
                self.over = true;
                return Some(Err(limit));
            }
            self.number += 1;
            let mut line = match self.read() {
                Ok(Some(InputLine::Text(source))) if source.trim().is_empty() => continue,
                Ok(Some(InputLine::Text(source))) if !self.as_data => {
                    match self.evaluator.shown(&source, self.style) {
                        Ok(shown) => return Some(Ok(Evaluated::Shown(shown))),
                        Err(fault) => Line::failed(self.number, Some(source), fault),
                    }
                }
                Ok(Some(InputLine::Text(source))) => {
                    self.evaluator.line(self.number, &source, self.style)
                }
                Ok(Some(InputLine::Bad(bad))) => Line::bad(self.number, bad),
                Ok(None) => return None,
                Err(Failure::Limit(limit)) => {
                    self.over = true;
                    return Some(Err(limit));
                }
                Err(failure) => {
                    (self.over, self.failed) = (true, Some(failure));
                    return None;
                }
            };
            self.status = self.status.max(match (&line, line.is_partial()) {
                (_, true) => LIMIT,
                (Line::Value(_), false) => 0,
                (Line::Failed(_), false) => BAD_INPUT,
            });
            self.over = line.fault().is_some_and(LineFault::ends_all);
            if self.as_data {
                self.text.localize_line(&mut line);
            }
            return Some(Ok(Evaluated::Data(line)));
        }
        None
    }
}
